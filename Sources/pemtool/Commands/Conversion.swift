import DERKit
import PinPolicies
import SPKIHash
import X509Model

/// What `convert` makes of an object: bytes, and the label that PEM gives them.
struct Conversion {
    /// What is taken out of each object.
    enum Part: String, CaseIterable {
        /// The object itself; of a container its members.
        case object
        /// Certificates, and nothing else.
        case certificate
        /// The SubjectPublicKeyInfo: the bytes that a pin covers.
        case spki
        /// The same, as the PEM block PUBLIC KEY.
        case publicKey = "public-key"
        /// What is inside the BIT STRING of the SubjectPublicKeyInfo.
        case rawKey = "raw-key"
        /// What is in front of it there.
        case header

        /// What an object needs to have, so that the part can be taken out of it.
        var need: ObjectRequirement {
            switch self {
            case .object: .object
            case .certificate: .certificate
            case .spki, .publicKey, .rawKey, .header: .key
            }
        }
    }

    /// How the bytes are written.
    enum Form: String, CaseIterable {
        case pem, der, hex, base64

        /// What the names of files end in.
        var fileExtension: String { rawValue == "base64" ? "b64" : rawValue }
    }

    let bytes: [UInt8]
    /// The label of a PEM block; nil for bytes that PEM has none for.
    let label: String?
    /// What the object is about, for the name of its file.
    let title: String

    /// - Throws: why nothing comes out; nil if nothing is meant to.
    init?(_ content: InputObject.Content, _ object: InputObject, _ part: Part) throws(InputError) {
        title = Conversion.title(of: content)
        switch part {
        case .object:
            // The members of a container come out as objects of their own.
            switch content {
            case .privateKey, .encryptedPrivateKey: throw .privateKeyNotWritten(content)
            case .pkcs7(let container) where container.certificates.count + container.crls.count > 0:
                return nil
            case .pkcs12(let container) where !container.certificates.isEmpty: return nil
            case .keyStore: return nil
            // Beside its certificates a container has room for anything, private keys among it.
            case .pkcs7, .pkcs12: throw content.missingKey ?? .privateKeyNotWritten(content)
            default: break
            }
            guard !object.derBytes.isEmpty, let label = Conversion.label(of: content) else {
                throw content.missingKey ?? .privateKeyNotWritten(content)
            }
            bytes = object.derBytes
            self.label = label
        case .certificate:
            guard let certificate = content.certificate else { return nil }
            bytes = certificate.derBytes
            label = "CERTIFICATE"
        case .spki, .publicKey, .rawKey, .header:
            guard let key = content.subjectPublicKeyInfo else { return nil }
            let raw = key.subjectPublicKey.bytes
            switch part {
            case .rawKey: bytes = raw
            case .header: bytes = key.derBytes.dropLast(raw.count)
            default: bytes = key.derBytes
            }
            label = part == .spki || part == .publicKey ? "PUBLIC KEY" : nil
        }
        let unsigned = Conversion.unsigned(content, object)
        guard unsigned.isEmpty || !TreeLabels(DERTree(unsigned)).hasPrivatePart else {
            throw .privateKeyInside(content)
        }
        // No one signed it, and what replaces the key may be the private one.
        if case .publicKey(let key) = content, part != .header, key.provenRawKey == nil {
            throw .mayBePrivate(content)
        }
    }

    /// The bytes in which a private key would be a secret still. Certificates, requests and lists are public, as their
    /// issuers made them, and stay whole.
    private static func unsigned(_ content: InputObject.Content, _ object: InputObject) -> [UInt8] {
        switch content {
        case .certificate, .certificateRequest, .certificateList: []
        case .trustedCertificate(let trusted):
            Array(object.derBytes.dropFirst(trusted.certificate.derBytes.count))
        case .privateKey: content.subjectPublicKeyInfo?.derBytes ?? []
        default: object.derBytes
        }
    }

    /// The bytes in the form that was asked for; nil for PEM of what has no label.
    func written(_ form: Form) -> [UInt8]? {
        switch form {
        case .pem: label.map { Array(PEM.encode(bytes, label: $0).utf8) }
        case .der: bytes
        case .hex: Array((hex(bytes) + "\n").utf8)
        case .base64: Array((Base64.encode(bytes) + "\n").utf8)
        }
    }

    /// RFC 7468; nil for private keys, encrypted or not, which are not written.
    private static func label(of content: InputObject.Content) -> String? {
        switch content {
        case .certificate: "CERTIFICATE"
        case .trustedCertificate: "TRUSTED CERTIFICATE"
        case .certificateRequest: "CERTIFICATE REQUEST"
        case .publicKey: "PUBLIC KEY"
        case .rsaPublicKey: "RSA PUBLIC KEY"
        case .certificateList: "X509 CRL"
        case .pkcs7: "PKCS7"
        case .ecParameters: "EC PARAMETERS"
        case .privateKey, .encryptedPrivateKey, .pkcs12, .keyStore: nil
        }
    }

    private static func title(of content: InputObject.Content) -> String {
        let name: DistinguishedName? =
            switch content {
            case .certificateRequest(let request): request.subject
            case .certificateList(let list): list.issuer
            default: content.certificate?.subject
            }
        let commonName = name?.rdnSequence.reversed().flatMap { $0.attributes }
            .first { $0.type.description == "2.5.4.3" }
        return commonName?.text ?? name?.rdnSequence.last?.attributes.first?.text ?? content.kind
    }
}

extension InputError {
    /// A private key, encrypted or not, where its bytes would have to be written.
    static func privateKeyNotWritten(_ content: InputObject.Content) -> InputError {
        let hasPublicHalf = content.subjectPublicKeyInfo != nil
        return InputError(
            code: "private-key", message: "private keys are not written",
            hint: hasPublicHalf
                ? "pemtool convert --extract public-key FILE writes its public half"
                : "openssl pkey -in FILE -pubout prints its public half")
    }

    /// A private key inside something public, where its bytes would have to be written.
    static func privateKeyInside(_ content: InputObject.Content) -> InputError {
        InputError(
            code: "private-key", message: "contains a private key, which is not written", hint: nil,
            kind: content.kind)
    }

    /// Bytes that replace a public key and do not fit its algorithm, which would have to be written.
    static func mayBePrivate(_ content: InputObject.Content) -> InputError {
        InputError(
            code: "private-key",
            message: "not a key of its algorithm: it may be a private key, and is not written", hint: nil,
            kind: content.kind)
    }
}
