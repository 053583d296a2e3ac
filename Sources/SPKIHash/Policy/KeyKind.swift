import DERKit
import X509Model

/// A key by type and size, as consumers that rebuild the header of a raw key tell keys apart.
enum KeyKind: Hashable {
    /// rsaEncryption, with the number of bits of the modulus.
    case rsa(bits: Int)
    /// id-ecPublicKey on a named curve.
    case curve(ObjectIdentifier)
    /// Everything else.
    case other(ObjectIdentifier)

    init(_ key: SubjectPublicKeyInfo) {
        let algorithm = key.algorithm
        self = .other(algorithm.algorithm)
        if algorithm.algorithm == KeyKind.rsaEncryption, let bits = KeyKind.modulusBits(key) {
            self = .rsa(bits: bits)
        } else if algorithm.algorithm == KeyKind.ecPublicKey, let parameters = algorithm.parameters {
            var cursor = DERCursor(0..<parameters.count)
            let curve = (try? cursor.next(.objectIdentifier, in: parameters.span)).flatMap {
                try? $0.objectIdentifier(in: parameters.span)
            }
            if let curve { self = .curve(curve) }
        }
    }

    static let rsaEncryption = ObjectIdentifier("1.2.840.113549.1.1.1")
    static let ecPublicKey = ObjectIdentifier("1.2.840.10045.2.1")
    static let prime256v1 = ObjectIdentifier("1.2.840.10045.3.1.7")
    static let secp384r1 = ObjectIdentifier("1.3.132.0.34")

    /// The size of the modulus of an RSAPublicKey, RFC 8017 appendix A.1.1.
    ///
    ///     RSAPublicKey ::= SEQUENCE {
    ///         modulus           INTEGER,  -- n
    ///         publicExponent    INTEGER   -- e }
    private static func modulusBits(_ key: SubjectPublicKeyInfo) -> Int? {
        let raw = key.subjectPublicKey.bytes
        var outer = DERCursor(0..<raw.count)
        guard let sequence = try? outer.next(.sequence, in: raw.span) else { return nil }
        var fields = DERCursor(contentOf: sequence)
        guard let modulus = try? fields.next(.integer, in: raw.span) else { return nil }
        return (try? modulus.integer(in: raw.span))?.bitWidth
    }
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
