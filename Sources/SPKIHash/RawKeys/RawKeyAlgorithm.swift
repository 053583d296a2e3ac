import DERKit
import X509Model

/// The algorithms whose raw keys can be put into a SubjectPublicKeyInfo.
#if hasAttribute(nonexhaustive)
    @nonexhaustive
#endif
public enum RawKeyAlgorithm: String, Sendable, CaseIterable {
    /// RSA of any size, RFC 3279 section 2.3.1: rsaEncryption with NULL parameters.
    case rsa = "RSA"
    /// NIST P-224, RFC 5480 section 2.1.1: secp224r1.
    case p224 = "P-224"
    /// NIST P-256: secp256r1, also named prime256v1.
    case p256 = "P-256"
    /// NIST P-384: secp384r1.
    case p384 = "P-384"
    /// NIST P-521: secp521r1.
    case p521 = "P-521"
    /// secp256k1 of SEC 2, which has the size of P-256.
    case secp256k1 = "secp256k1"
    /// Ed25519, RFC 8410 section 3.
    case ed25519 = "Ed25519"
    /// X25519, RFC 8410 section 3.
    case x25519 = "X25519"
    /// Ed448, RFC 8410 section 3.
    case ed448 = "Ed448"
    /// X448, RFC 8410 section 3.
    case x448 = "X448"

    /// Creates the algorithm with this name, in upper or lower case, with or without hyphens: `p256` is
    /// P-256.
    package init?(name: some StringProtocol) {
        func plain(_ text: some StringProtocol) -> String { text.lowercased().filter { $0 != "-" } }
        let wanted = plain(name)
        guard let found = RawKeyAlgorithm.allCases.first(where: { plain($0.rawValue) == wanted }) else {
            return nil
        }
        self = found
    }

    /// Creates the algorithm that an AlgorithmIdentifier names; `nil` for other algorithms and for parameters
    /// that differ from those in the RFC, such as RSA without NULL and curves with explicit parameters.
    package init?(_ identifier: AlgorithmIdentifier) {
        guard let found = RawKeyAlgorithm.byIdentifier[identifier.derBytes] else { return nil }
        self = found
    }

    /// The number of bytes in a coordinate of a point; `nil` if the raw key is not a point.
    package var coordinateByteCount: Int? {
        switch self {
        case .p224: 28
        case .p256, .secp256k1: 32
        case .p384: 48
        case .p521: 66
        case .rsa, .ed25519, .x25519, .ed448, .x448: nil
        }
    }

    /// The number of bytes in a raw key of fixed size, RFC 7748 section 5 and RFC 8032 section 5.
    var fixedByteCount: Int? {
        switch self {
        case .ed25519, .x25519: 32
        case .x448: 56
        case .ed448: 57
        case .rsa, .p224, .p256, .p384, .p521, .secp256k1: nil
        }
    }

    private static let byIdentifier = Dictionary(
        uniqueKeysWithValues: allCases.map { ($0.identifierBytes, $0) })

    /// The AlgorithmIdentifier for raw keys of this algorithm.
    var identifierBytes: [UInt8] {
        var writer = DERWriter()
        writer.append(.sequence) { (fields) in
            fields.append(.objectIdentifier, content: identifier)
            if self == .rsa { fields.appendNull() }
            if let namedCurve { fields.append(.objectIdentifier, content: namedCurve) }
        }
        return writer.bytes
    }

    /// The content octets of the OBJECT IDENTIFIER.
    private var identifier: [UInt8] {
        switch self {
        // 1.2.840.113549.1.1.1 rsaEncryption
        case .rsa: [0x2a, 0x86, 0x48, 0x86, 0xf7, 0x0d, 0x01, 0x01, 0x01]
        // 1.2.840.10045.2.1 id-ecPublicKey
        case .p224, .p256, .p384, .p521, .secp256k1: [0x2a, 0x86, 0x48, 0xce, 0x3d, 0x02, 0x01]
        // 1.3.101.110 to 1.3.101.113
        case .x25519: [0x2b, 0x65, 0x6e]
        case .x448: [0x2b, 0x65, 0x6f]
        case .ed25519: [0x2b, 0x65, 0x70]
        case .ed448: [0x2b, 0x65, 0x71]
        }
    }

    /// The identifier of the curve; `nil` if keys are not points.
    var namedCurveIdentifier: ASN1ObjectIdentifier? {
        namedCurve.flatMap { ASN1ObjectIdentifier(content: $0) }
    }

    /// The content octets of the OBJECT IDENTIFIER of the curve.
    private var namedCurve: [UInt8]? {
        switch self {
        // 1.2.840.10045.3.1.7
        case .p256: [0x2a, 0x86, 0x48, 0xce, 0x3d, 0x03, 0x01, 0x07]
        // 1.3.132.0.33, .34, .35, .10
        case .p224: [0x2b, 0x81, 0x04, 0x00, 0x21]
        case .p384: [0x2b, 0x81, 0x04, 0x00, 0x22]
        case .p521: [0x2b, 0x81, 0x04, 0x00, 0x23]
        case .secp256k1: [0x2b, 0x81, 0x04, 0x00, 0x0a]
        case .rsa, .ed25519, .x25519, .ed448, .x448: nil
        }
    }
}

extension RawKeyAlgorithm: CustomStringConvertible {
    /// The name, as in `P-256`.
    public var description: String { rawValue }
}
