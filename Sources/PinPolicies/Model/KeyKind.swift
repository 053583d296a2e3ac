import DERKit
import SPKIHash
import X509Model

/// The type and size of a key, by which consumers that rebuild the header of a raw key distinguish keys.
enum KeyKind: Hashable {
    /// rsaEncryption, with the number of bits of the modulus.
    case rsa(bits: Int)
    /// id-ecPublicKey on a named curve.
    case curve(ASN1ObjectIdentifier)
    /// Everything else.
    case other(ASN1ObjectIdentifier)

    init(_ key: SubjectPublicKeyInfo) {
        switch key.publicKeyResult {
        case .success(.rsa(let rsa)): self = .rsa(bits: rsa.bits)
        case .success(.ec(let ec)):
            if case .namedCurve(let identifier) = ec.parameters {
                self = .curve(identifier)
            } else {
                self = .other(key.algorithm.algorithm)
            }
        default: self = .other(key.algorithm.algorithm)
        }
    }

    static let prime256v1 = ASN1ObjectIdentifier(registered: "prime256v1")
    static let secp384r1 = ASN1ObjectIdentifier(registered: "secp384r1")
}

extension KeyKind: CustomStringConvertible {
    /// As in `RSA 2048`, `prime256v1`, `id-Ed25519`.
    var description: String {
        switch self {
        case .rsa(let bits): "RSA \(bits)"
        case .curve(let identifier), .other(let identifier): identifier.name ?? identifier.description
        }
    }
}
