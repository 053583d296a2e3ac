import DERKit

/// An object in an input file, or the error that prevents reading it.
public struct InputObject: Sendable {
    /// The content of an object.
    package enum Content: Sendable, Hashable {
        case certificate(Certificate)
        /// A certificate followed by OpenSSL's trust data.
        case trustedCertificate(TrustedCertificate)
        case certificateRequest(CertificationRequest)
        case publicKey(SubjectPublicKeyInfo)
        /// An RSA public key without an algorithm identifier.
        case rsaPublicKey(RSAPublicKey)
        /// The public half of a private key.
        case privateKey(Certificate.PrivateKey)
        case encryptedPrivateKey(EncryptedPrivateKeyInfo)
        case certificateList(CertificateList)
        /// A PKCS #7 or CMS container; its certificates follow as separate objects.
        case pkcs7(SignedData)
        /// A PKCS #12 container; its unencrypted certificates follow as separate objects.
        case pkcs12(PFX)
        /// A Java key store; its certificates follow as separate objects.
        case keyStore(KeyStore)
        /// Elliptic curve parameters, which precede some keys.
        case ecParameters(ECParameters)
    }

    /// The index of the object in the input, starting at 0.
    public let index: Int
    /// The offset of the object in the input, in bytes: its first DER octet, or the first dash of its BEGIN line.
    /// Members of a container have the offset of the container.
    public let offset: Int
    /// The label of the object's PEM block; `nil` for DER.
    public let label: String?
    /// The bytes of the object; empty if its text could not be decoded or if it may contain a private key.
    public let derBytes: [UInt8]
    /// The digest that ``InputReader/fingerprint`` returned for an object whose bytes are not kept; `nil` if
    /// ``derBytes`` contains the bytes, or if no digest was computed.
    package let fingerprint: [UInt8]?
    /// The index of the object's container, or `nil` if the object is not in a container.
    public let container: Int?
    /// The repairs to the surrounding text that were needed to read the object; usually empty.
    public let notes: [InputNote]
    package internal(set) var contentResult: Result<Content, InputError>

    /// The content of the object.
    ///
    /// - Throws: ``InputError`` if the object cannot be read.
    package var content: Content { get throws(InputError) { try contentResult.get() } }
    /// The name of the object in its container; `nil` if it has none.
    package var name: MemberName?

    /// The kind of the object, as in JSON: `certificate`, `public-key`.
    ///
    /// - Throws: ``InputError`` if the object cannot be read.
    public var kind: String { get throws(InputError) { try content.kind } }

    /// The certificate; `nil` if the object is something else.
    ///
    /// - Throws: ``InputError`` if the object cannot be read.
    public var certificate: Certificate? { get throws(InputError) { try content.certificate } }

    /// The certificate request; `nil` if the object is something else.
    ///
    /// - Throws: ``InputError`` if the object cannot be read.
    public var certificateRequest: CertificationRequest? {
        get throws(InputError) {
            if case .certificateRequest(let request) = try content { request } else { nil }
        }
    }

    /// The object's key; `nil` for objects without a key, for containers, and for a private key whose file
    /// lacks the public half.
    ///
    /// - Throws: ``InputError`` if the object cannot be read.
    public var subjectPublicKeyInfo: SubjectPublicKeyInfo? {
        get throws(InputError) { try content.subjectPublicKeyInfo }
    }
}

#if !hasFeature(Embedded)
    extension InputObject: CustomReflectable {
        /// A mirror for debuggers and logs, without the bytes of the object, which may be secret.
        public var customMirror: Mirror {
            var children: [(String?, Any)] = [
                ("index", index), ("offset", offset), ("content", contentResult),
            ]
            if let label { children.append(("label", label)) }
            return Mirror(self, children: children.map { (label: $0.0, value: $0.1) })
        }
    }
#endif

extension InputObject.Content {
    /// The name of the kind in JSON, such as `certificate` or `public-key`.
    package var kind: String { name.rawValue }

    private var name: ObjectKind.Name {
        switch self {
        case .certificate: .certificate
        case .trustedCertificate: .trustedCertificate
        case .certificateRequest: .certificateRequest
        case .publicKey: .publicKey
        case .rsaPublicKey: .rsaPublicKey
        case .privateKey: .privateKey
        case .encryptedPrivateKey: .encryptedPrivateKey
        case .certificateList: .certificateList
        case .pkcs7: .pkcs7
        case .pkcs12: .pkcs12
        case .keyStore: .keyStore
        case .ecParameters: .ecParameters
        }
    }

    /// A Boolean value that indicates whether this is a container, whose members follow it as separate objects.
    package var isContainer: Bool {
        switch self {
        case .pkcs7, .pkcs12, .keyStore: true
        default: false
        }
    }

    /// The members that can be read without a password, which follow the container.
    var members: [UnlockedObject.Member] {
        switch self {
        case .pkcs7(let data):
            data.certificates.map { UnlockedObject.Member(.certificate, $0) }
                + data.crls.map { UnlockedObject.Member(.certificateList, $0) }
                + data.others.map {
                    UnlockedObject.Member(.failure(InputError(.noKey, "\($0); skipped", kind: kind)), [])
                }
        case .pkcs12(let pfx):
            zip(pfx.certificates, pfx.names).map { UnlockedObject.Member(.certificate, $0, name: $1) }
        default: []
        }
    }

    /// The signed content of a PKCS #7 container; empty for other objects.
    var signedContent: [UInt8] { if case .pkcs7(let data) = self { data.content } else { [] } }

    /// The certificate, with or without trust data; `nil` for any other kind.
    package var certificate: Certificate? {
        switch self {
        case .certificate(let certificate): certificate
        case .trustedCertificate(let trusted): trusted.certificate
        default: nil
        }
    }

    /// The object's key; `nil` if the kind of object has no key, for a container or an encrypted private key, and for a
    /// private key whose file lacks the public half. ``missingKey`` distinguishes these cases.
    package var subjectPublicKeyInfo: SubjectPublicKeyInfo? {
        switch self {
        case .certificate, .trustedCertificate: certificate?.subjectPublicKeyInfo
        case .certificateRequest(let request): request.subjectPublicKeyInfo
        case .publicKey(let key): key
        case .rsaPublicKey(let key): key.subjectPublicKeyInfo
        case .privateKey(let key): key.subjectPublicKeyInfo
        case .encryptedPrivateKey, .certificateList, .pkcs7, .pkcs12, .keyStore, .ecParameters: nil
        }
    }
}

extension InputObject {
    /// Returns the same object with its position in a larger input. The object's own input must be a part of the larger
    /// one that starts at the beginning of a line.
    ///
    /// - Parameters:
    ///   - bytes: the number of bytes before the part.
    ///   - lines: the number of line ends before the part.
    ///   - objects: the number of objects before the part.
    package func moved(bytes: Int, lines: Int, objects: Int) -> InputObject {
        InputObject(
            index: index + objects, offset: offset + bytes, label: label, derBytes: derBytes,
            fingerprint: fingerprint, container: container.map { $0 + objects },
            notes: notes.map { $0.placed(at: $0.offset + bytes, $0.position?.moved(lines: lines)) },
            contentResult: contentResult.mapError { (error) in
                // An error without a position is about an object as a whole.
                error.position.map { error.placed(at: error.offset + bytes, $0.moved(lines: lines)) } ?? error
            }, name: name)
    }
}

// MARK: - Without a key

extension InputObject.Content {
    /// The reason why the object has no key to pin; `nil` if it has a key, or if it is a container whose certificates
    /// or keys follow as separate objects.
    package var missingKey: InputError? {
        guard subjectPublicKeyInfo == nil else { return nil }
        switch self {
        case .privateKey(let key):
            let name = key.algorithm.nameOrNumber
            return InputError(
                .publicKeyNotInFile, "this \(name) private key does not include its public half", kind: kind)
        case .encryptedPrivateKey:
            return InputError(.encrypted, "the private key is encrypted", kind: kind)
        case .certificateList:
            return InputError(.noKey, "a revocation list has no key", kind: kind)
        case .ecParameters:
            return InputError(.noKey, "curve parameters are not a key; skipped", kind: kind)
        case .pkcs7(let container) where container.certificates.isEmpty:
            return InputError(.noKey, "no certificate in this container", kind: kind)
        case .pkcs12(let container)
        where !container.isOpened && container.encryptedPartCount + container.keyBagCount > 0:
            return .encryptedContainer(container)
        case .pkcs12(let container)
        where container.certificates.isEmpty && !(container.isOpened && container.keyBagCount > 0):
            return InputError(.noKey, "no certificate in this container", kind: kind)
        case .keyStore(let store) where store.entries.allSatisfy({ $0.certificates.isEmpty }):
            return InputError(.noKey, "no certificate in this container", kind: kind)
        default:
            return nil
        }
    }

    /// A Boolean value that indicates whether all certificates in the container can be read and only private keys
    /// cannot.
    package var lacksOnlyPrivateKeys: Bool {
        guard case .pkcs12(let container) = self else { return false }
        return container.encryptedPartCount == 0 && !container.certificates.isEmpty && missingKey != nil
    }

    /// A Boolean value that indicates whether the object often accompanies keys and certificates and never has a key,
    /// so that its presence in a file is normal.
    package var isKeyless: Bool {
        switch self {
        case .certificateList, .ecParameters: true
        default: false
        }
    }
}

/// An object whose content or public half requires a password or computation. ``InputReader`` passes such an object to
/// the caller's function and does not keep it.
package struct LockedObject {
    /// The content that can be read without unlocking; `nil` for a Java key store. The other objects that can be locked
    /// are PKCS #12 files, encrypted private keys, and private keys whose file lacks the public half.
    package let content: InputObject.Content?
    package let bytes: [UInt8]
    package let limits: DERLimits
}

/// The result of opening a locked object.
package struct UnlockedObject {
    /// A container member, which is returned after the container as a separate object.
    package struct Member: Sendable {
        package enum Kind: Sendable {
            case certificate, certificateList, privateKey
            /// A member that could not be opened.
            case failure(InputError)
        }

        package let kind: Kind
        package let bytes: [UInt8]
        package let name: MemberName?

        package init(_ kind: Kind, _ bytes: [UInt8], name: MemberName? = nil) {
            self.kind = kind
            self.bytes = bytes
            self.name = name
        }
    }

    package let content: Result<InputObject.Content, InputError>
    package let members: [Member]

    package init(_ content: Result<InputObject.Content, InputError>, members: [Member] = []) {
        self.content = content
        self.members = members
    }
}

/// A function that opens a locked object, or returns `nil` to leave it locked.
package typealias Unlocking = @Sendable (LockedObject) -> UnlockedObject?
