import X509Model

/// The result of `convert` for an object: bytes and their PEM label.
struct Conversion {
    /// The part to extract from each object.
    enum Part: String, CaseIterable {
        /// The object itself, or the members of a container.
        case object
        case certificate
        /// The SubjectPublicKeyInfo: the bytes that a pin covers.
        case spki
        /// The SubjectPublicKeyInfo as the PEM block PUBLIC KEY.
        case publicKey = "public-key"
        /// The content of the BIT STRING in the SubjectPublicKeyInfo.
        case rawKey = "raw-key"
        /// The bytes before the raw key in the SubjectPublicKeyInfo.
        case header

        /// The requirement that an object must meet to contain the part.
        var need: ObjectRequirement {
            switch self {
            case .object: .object
            case .certificate: .certificate
            case .spki, .publicKey, .rawKey, .header: .key
            }
        }
    }

    /// The form in which to write the bytes.
    enum Form: String, CaseIterable {
        case pem, der, hex, base64

        var fileExtension: String { rawValue == "base64" ? "b64" : rawValue }
    }

    let bytes: [UInt8]
    /// The label of the PEM block; `nil` if PEM has no label for these bytes.
    let label: String?
    /// The title of the object, used in the name of its file.
    let title: String

    /// Creates the result for a part of an object; `nil` if the object lacks the part, or if it is a container whose
    /// members follow as separate objects.
    ///
    /// - Throws: ``InputError`` if the object is or may contain a private key, or if a container cannot be opened.
    init?(_ content: InputObject.Content, _ object: InputObject, _ part: Part) throws(InputError) {
        title = Conversion.title(of: content)
        switch part {
        case .object:
            // The members of a container follow as separate objects.
            switch content {
            case .privateKey, .encryptedPrivateKey: throw Conversion.privateKeyNotWritten(content)
            case .pkcs7(let container) where container.certificates.count + container.crls.count > 0:
                return nil
            case .pkcs12(let container) where !container.certificates.isEmpty:
                if content.lacksOnlyPrivateKeys { throw Conversion.privateKeyInside(content) }
                if let missing = content.missingKey { throw missing }
                return nil
            case .keyStore: return nil
            default: break
            }
            // A container without certificates may hold anything, including private keys.
            guard !object.derBytes.isEmpty, let label = Conversion.label(of: content) else {
                throw content.missingKey ?? Conversion.privateKeyNotWritten(content)
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
            throw Conversion.privateKeyInside(content)
        }
        // A public key is not signed, and its file may contain the private key instead of the public one.
        if case .publicKey(let key) = content, part != .header, key.provenRawKey == nil {
            throw InputError(
                .privateKey, "not a key of its algorithm; it may be a private key, so it is not written",
                kind: content.kind)
        }
    }

    /// Returns the error for a private key, encrypted or not, whose bytes would otherwise be written.
    private static func privateKeyNotWritten(_ content: InputObject.Content) -> InputError {
        InputError(
            .privateKey, "private keys are not written",
            hint: content.subjectPublicKeyInfo != nil
                ? "pemtool convert --extract public-key FILE writes its public half"
                : "openssl pkey -in FILE -pubout prints its public half")
    }

    private static func privateKeyInside(_ content: InputObject.Content) -> InputError {
        InputError(.privateKey, "contains a private key, which is not written", kind: content.kind)
    }

    /// Returns the bytes that no signature covers, in which a private key could therefore be hidden. Certificates,
    /// requests and CRLs are signed, and meant to be public.
    private static func unsigned(_ content: InputObject.Content, _ object: InputObject) -> [UInt8] {
        switch content {
        case .certificate, .certificateRequest, .certificateList: []
        case .trustedCertificate(let trusted):
            Array(object.derBytes.dropFirst(trusted.certificate.derBytes.count))
        case .privateKey: content.subjectPublicKeyInfo?.derBytes ?? []
        default: object.derBytes
        }
    }

    /// Returns the bytes in the requested form, or `nil` for PEM without a label.
    func written(_ form: Form) -> [UInt8]? {
        switch form {
        case .pem: label.map { Array(PEM.encode(bytes, label: $0).utf8) }
        case .der: bytes
        case .hex: Array((hex(bytes) + "\n").utf8)
        case .base64: Array((Base64.encode(bytes) + "\n").utf8)
        }
    }

    /// Returns the RFC 7468 label, or `nil` for private keys and for containers, which are never written.
    private static func label(of content: InputObject.Content) -> String? {
        switch content {
        case .certificate: "CERTIFICATE"
        case .trustedCertificate: "TRUSTED CERTIFICATE"
        case .certificateRequest: "CERTIFICATE REQUEST"
        case .publicKey: "PUBLIC KEY"
        case .rsaPublicKey: "RSA PUBLIC KEY"
        case .certificateList: "X509 CRL"
        case .ecParameters: "EC PARAMETERS"
        case .privateKey, .encryptedPrivateKey, .pkcs7, .pkcs12, .keyStore: nil
        }
    }

    private static func title(of content: InputObject.Content) -> String {
        let name: DistinguishedName? =
            switch content {
            case .certificateRequest(let request): request.subject
            case .certificateList(let list): list.issuer
            default: content.certificate?.subject
            }
        return name?.commonName ?? name?.rdnSequence.last?.attributes.first?.text ?? content.kind
    }
}
