import DERKit

extension Certificate {
    /// A private key in any form. Only the public half is kept; no value created from a private key contains
    /// any other octet of it.
    package enum PrivateKey: Sendable, Hashable {
        /// PKCS #8, label `PRIVATE KEY`.
        case pkcs8(OneAsymmetricKey)
        /// PKCS #1, label `RSA PRIVATE KEY`.
        case pkcs1(RSAPrivateKey)
        /// SEC 1, label `EC PRIVATE KEY`.
        case sec1(ECPrivateKey)
        /// OpenSSL's own form, label `DSA PRIVATE KEY`.
        case dsa(DSAPrivateKey)

        /// The public half in the SubjectPublicKeyInfo that OpenSSL derives; `nil` if the file lacks it, so
        /// that it has to be computed.
        package var subjectPublicKeyInfo: SubjectPublicKeyInfo? {
            switch self {
            case .pkcs8(let key): key.subjectPublicKeyInfo
            case .pkcs1(let key): key.publicKey.subjectPublicKeyInfo
            case .sec1(let key): key.subjectPublicKeyInfo(parameters: nil)
            case .dsa(let key): key.subjectPublicKeyInfo
            }
        }

        /// Returns the same key with a computed public half.
        ///
        /// - Parameter point: the raw key. Keys of DSA and RSA have theirs.
        package func adding(rawKey point: [UInt8]) -> Certificate.PrivateKey {
            switch self {
            case .pkcs8(var key):
                key.subjectPublicKeyInfo = key.publicHalf(rawKey: point)
                return .pkcs8(key)
            case .sec1(var key):
                key.publicKey = point
                return .sec1(key)
            case .pkcs1, .dsa: return self
            }
        }

        /// The purpose of the key.
        package var algorithm: ASN1ObjectIdentifier {
            switch self {
            case .pkcs8(let key): key.privateKeyAlgorithm.algorithm
            case .pkcs1: .rsaEncryption
            case .sec1: .ecPublicKey
            case .dsa: .dsa
            }
        }

        /// The form of the file, as its standard is called: `PKCS#8`, `PKCS#1`, `SEC 1`, `traditional DSA`.
        package var form: String {
            switch self {
            case .pkcs8: "PKCS#8"
            case .pkcs1: "PKCS#1"
            case .sec1: "SEC 1"
            case .dsa: "traditional DSA"
            }
        }
    }
}
