import DERKit

/// One object of an input file, read or not.
public struct InputObject: Sendable {
    /// What the object is.
    public enum Content: Sendable, Hashable {
        /// A certificate.
        case certificate(Certificate)
        /// A public key in its SubjectPublicKeyInfo.
        case publicKey(SubjectPublicKeyInfo)

        /// The name of the kind in JSON: `certificate`, `public-key`.
        public var kind: String {
            switch self {
            case .certificate: "certificate"
            case .publicKey: "public-key"
            }
        }

        /// The key that the object carries or is.
        public var subjectPublicKeyInfo: SubjectPublicKeyInfo {
            switch self {
            case .certificate(let certificate): certificate.subjectPublicKeyInfo
            case .publicKey(let key): key
            }
        }
    }

    /// Position among the objects of the input, from 0.
    public let index: Int
    /// Offset in the input at which the object begins, in bytes: its first DER octet, or the first dash of its
    /// BEGIN line.
    public let offset: Int
    /// The label of its PEM block; nil for DER.
    public let label: String?
    /// The bytes of the object; empty where its PEM could not be decoded.
    public let derBytes: [UInt8]
    /// The object, or why it could not be read.
    public let content: Result<Content, InputError>
}
