import DERKit
import X509Model

extension PinDiagnosis {
    /// A certificate, request or key that a pin may have been made from.
    public struct Object: Sendable {
        /// What it is, as in ``X509Model/InputObject/Content/kind``: `certificate`, `public-key`.
        public let kind: String
        /// Its bytes; empty where they hold a private key.
        public let derBytes: [UInt8]
        /// The label of its PEM text; nil where that would hold a private key.
        public let label: String?
        /// Its key.
        public let subjectPublicKeyInfo: SubjectPublicKeyInfo
        /// The signed part of a certificate or request; nil for keys.
        public let signedBytes: [UInt8]?
        /// All bytes of the file it stands in; empty where they are not known.
        public let file: [UInt8]

        /// A certificate, and the bytes of the file that it came from where a pin may have been made of these.
        public init(_ certificate: Certificate, file: [UInt8] = []) {
            kind = "certificate"
            derBytes = certificate.derBytes
            label = "CERTIFICATE"
            subjectPublicKeyInfo = certificate.subjectPublicKeyInfo
            signedBytes = certificate.tbsCertificateBytes
            self.file = file
        }

        /// A public key, and the bytes of its file.
        public init(_ subjectPublicKeyInfo: SubjectPublicKeyInfo, file: [UInt8] = []) {
            kind = "public-key"
            derBytes = subjectPublicKeyInfo.derBytes
            label = "PUBLIC KEY"
            self.subjectPublicKeyInfo = subjectPublicKeyInfo
            signedBytes = nil
            self.file = file
        }

        /// An object of a file, and the bytes of that file; nil where it could not be read or has no public key.
        public init?(_ object: InputObject, file: [UInt8] = []) {
            guard case .success(let content) = object.content, let key = content.subjectPublicKeyInfo else {
                return nil
            }
            if let certificate = content.certificate {
                self.init(certificate, file: file)
                return
            }
            let (derBytes, label): ([UInt8], String?) =
                switch content {
                case .certificateRequest(let request): (request.derBytes, "CERTIFICATE REQUEST")
                case .publicKey: (key.derBytes, "PUBLIC KEY")
                case .rsaPublicKey(let rsa): (rsa.derBytes, "RSA PUBLIC KEY")
                default: ([], nil)
                }
            let isRequest = label == "CERTIFICATE REQUEST"
            self.init(
                kind: content.kind, derBytes: derBytes, label: label, key: key,
                signedBytes: isRequest ? PinDiagnosis.firstMember(of: derBytes) : nil, file: file)
        }

        private init(
            kind: String, derBytes: [UInt8], label: String?, key: SubjectPublicKeyInfo, signedBytes: [UInt8]?,
            file: [UInt8]
        ) {
            self.kind = kind
            self.derBytes = derBytes
            self.label = label
            subjectPublicKeyInfo = key
            self.signedBytes = signedBytes
            self.file = file
        }
    }

    /// The first value inside a SEQUENCE.
    static func firstMember(of derBytes: [UInt8]) -> [UInt8]? {
        let bytes = derBytes.span
        var outer = DERCursor(0..<bytes.count)
        guard let sequence = try? outer.next(.sequence, in: bytes) else { return nil }
        var fields = DERCursor(contentOf: sequence)
        return (try? fields.next(in: bytes)).map { bytes.array($0.range) }
    }

    /// The values inside a SEQUENCE, without its tag and length.
    static func content(of derBytes: [UInt8]) -> [UInt8]? {
        let bytes = derBytes.span
        var outer = DERCursor(0..<bytes.count)
        return (try? outer.next(.sequence, in: bytes)).map { bytes.array($0.content) }
    }
}
