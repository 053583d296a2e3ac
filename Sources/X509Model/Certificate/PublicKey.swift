import DERKit

extension Certificate {
    /// A public key, decoded by the algorithm that its ``SubjectPublicKeyInfo`` names.
    public struct PublicKey: Sendable, Hashable {
        package let decoded: DecodedPublicKey

        /// The size of the key in bits; `nil` if unknown. It is the size of the modulus for RSA, DSA and DH,
        /// of the order of the base point for elliptic curves, and of the encoded key for other algorithms.
        public var bits: Int? { decoded.bits }

        /// The name of the elliptic curve, such as `prime256v1`, or its object identifier if the name is
        /// unknown; `nil` for explicit parameters of an unknown curve and for other algorithms.
        public var curve: String? { decoded.curve }

        /// The modulus and exponent of any kind of RSA key; `nil` for other algorithms.
        public var rsa: RSAPublicKey? {
            switch decoded {
            case .rsa(let key), .rsassaPSS(let key, _), .rsaesOAEP(let key): key
            default: nil
            }
        }
    }
}

extension Certificate.PublicKey: CustomStringConvertible {
    /// The algorithm and size: `RSA, 2048 bits`, `EC, prime256v1 (P-256)`, `Ed25519`.
    public var description: String { decoded.description }
}
