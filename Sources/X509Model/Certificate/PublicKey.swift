import DERKit

extension Certificate {
    /// A public key, decoded by the algorithm that its ``SubjectPublicKeyInfo`` names.
    public struct PublicKey: Sendable, Hashable {
        package let decoded: DecodedPublicKey

        /// The size of the key in bits: of the modulus of RSA, DSA and DH keys, of the order of the base point of
        /// elliptic curves, of the encoded key of other algorithms; `nil` if it is not known.
        public var bits: Int? { decoded.bits }

        /// The name of the elliptic curve, as in `prime256v1`, or its object identifier if the name is not known; `nil`
        /// if there is no curve with an object identifier.
        public var curve: String? { decoded.curve }

        /// Modulus and exponent of a key for RSA of any kind; `nil` for other algorithms.
        public var rsa: RSAPublicKey? {
            switch decoded {
            case .rsa(let key), .rsassaPSS(let key, _), .rsaesOAEP(let key): key
            default: nil
            }
        }
    }
}

extension Certificate.PublicKey: CustomStringConvertible {
    /// Algorithm and size: `RSA, 2048 bits`, `EC, prime256v1 (P-256)`, `Ed25519`.
    public var description: String { decoded.description }
}
