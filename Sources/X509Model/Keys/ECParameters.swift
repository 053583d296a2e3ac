import DERKit

/// The parameters of an elliptic curve (RFC 5480 section 2.1.1 and RFC 3279 section 2.3.5).
///
///     ECParameters ::= CHOICE {
///       namedCurve         OBJECT IDENTIFIER
///       -- implicitCurve   NULL
///       -- specifiedCurve  SpecifiedECDomain
///     }
///
/// RFC 5480 allows only the first form, but keys with the other forms exist.
package enum ECParameters: Sendable, Hashable {
    case namedCurve(ASN1ObjectIdentifier)
    /// The curve is inherited, for example from the issuer's key.
    case implicitCurve
    case specifiedCurve(SpecifiedECDomain)

    /// Reads parameters that fill `derBytes` to the last byte, such as those that `openssl ecparam` writes before a
    /// key.
    ///
    /// - Throws: ``DERKit/DERError`` with the offset in `derBytes`.
    package init(der derBytes: some Collection<UInt8>, limits: DERLimits = .standard) throws(DERError) {
        let input = Array(derBytes)
        try limits.check(input.span)
        self = try DERCursor.only(input.indices, in: input.span, ECParameters.init)
    }

    init(_ cursor: inout DERCursor, in bytes: Span<UInt8>) throws(DERError) {
        if let number = try cursor.nextIfPresent(.objectIdentifier, in: bytes) {
            self = .namedCurve(try number.objectIdentifier(in: bytes))
        } else if let null = try cursor.nextIfPresent(.null, in: bytes) {
            try null.null()
            self = .implicitCurve
        } else {
            self = .specifiedCurve(try SpecifiedECDomain(&cursor, in: bytes))
        }
    }

    /// The curve, identified by its object identifier or its parameters; `nil` if unknown.
    package var curve: NamedCurve? {
        switch self {
        case .namedCurve(let identifier): NamedCurve(identifier)
        case .implicitCurve: nil
        case .specifiedCurve(let domain): domain.curve
        }
    }

    /// The number of bits in the order of the base point; `nil` if the curve is unknown.
    var orderBits: Int? {
        if case .specifiedCurve(let domain) = self { domain.order.bitWidth } else { curve?.orderBits }
    }

    /// The number of octets in an element of the field; `nil` if the curve is unknown.
    var fieldOctets: Int? {
        if case .specifiedCurve(let domain) = self { domain.fieldOctets } else { curve?.fieldOctets }
    }
}

/// Explicit parameters of a curve (SEC 1 appendix C.2). RFC 3279 section 2.3.5 names them ECParameters.
///
///     SpecifiedECDomain ::= SEQUENCE {
///        version   INTEGER { ecpVer1(1), ecpVer2(2), ecpVer3(3) },
///        fieldID   FieldID,
///        curve     Curve,
///        base      ECPoint,              -- OCTET STRING
///        order     INTEGER,
///        cofactor  INTEGER OPTIONAL,
///        hash      HashAlgorithm OPTIONAL,
///        ... }
///
///     Curve ::= SEQUENCE {
///        a         FieldElement,         -- OCTET STRING
///        b         FieldElement,
///        seed      BIT STRING OPTIONAL }
package struct SpecifiedECDomain: Sendable, Hashable {
    /// The prime of the coordinate field; `nil` if the field is of another kind.
    package let prime: DERInteger?
    /// The coefficient a, most significant octet first.
    package let a: [UInt8]
    /// The coefficient b, most significant octet first.
    package let b: [UInt8]
    /// The seed of the coefficients a and b; `nil` if absent.
    package let seed: [UInt8]?
    /// The base point, in any form that SEC 1 section 2.3.3 defines.
    package let base: [UInt8]
    /// The order of the base point.
    package let order: DERInteger
    /// The number of points on the curve, divided by the order; `nil` if absent.
    package let cofactor: DERInteger?

    init(_ cursor: inout DERCursor, in bytes: Span<UInt8>) throws(DERError) {
        var fields = DERCursor(contentOf: try cursor.next(.sequence, in: bytes))
        try field("version", fields.next(.integer, in: bytes).checkInteger(in: bytes))
        // FieldID ::= SEQUENCE { fieldType OBJECT IDENTIFIER, parameters ANY DEFINED BY fieldType }
        prime = try field("fieldID") { () throws(DERError) in
            var field = DERCursor(contentOf: try fields.next(.sequence, in: bytes))
            let type = try field.next(.objectIdentifier, in: bytes).objectIdentifier(in: bytes)
            guard type == .primeField else { return nil }
            let prime = try field.next(.integer, in: bytes).integer(in: bytes)
            try field.finish()
            return prime
        }
        (a, b, seed) = try field("curve") { () throws(DERError) in
            var curve = DERCursor(contentOf: try fields.next(.sequence, in: bytes))
            let a = bytes.array(try curve.next(.octetString, in: bytes).content)
            let b = bytes.array(try curve.next(.octetString, in: bytes).content)
            let seed = try curve.nextIfPresent(.bitString, in: bytes)?.bitString(in: bytes)
            try curve.finish()
            return (a, b, seed.map { bytes.array($0.range) })
        }
        base = try field("base", bytes.array(try fields.next(.octetString, in: bytes).content))
        order = try fields.integer("order", in: bytes)
        cofactor = try field("cofactor", fields.nextIfPresent(.integer, in: bytes)?.integer(in: bytes))
        try field("hash") { () throws(DERError) in
            if !fields.isAtEnd { _ = try AlgorithmIdentifier.read(&fields, in: bytes) }
        }
        try fields.finish()
    }

    /// The named curve with these parameters, or `nil` if unknown.
    package var curve: NamedCurve? { KnownDomain.curve(of: self) }

    /// The number of octets in an element of the field; `nil` if the field is unknown.
    var fieldOctets: Int? { prime.map { ($0.bitWidth + 7) / 8 } }
}

extension ASN1ObjectIdentifier {
    /// prime-field, 1.2.840.10045.1.1
    static let primeField = ASN1ObjectIdentifier(checked: [0x2a, 0x86, 0x48, 0xce, 0x3d, 1, 1])
}

extension NamedCurve {
    /// Returns the explicit parameters of the curve (RFC 3279 section 2.3.5) in the form that OpenSSL writes: with an
    /// uncompressed base point and the cofactor; `nil` if they are unknown. ``SpecifiedECDomain`` lists the fields.
    ///
    /// - Parameter hasSeed: whether to include the seed of the coefficients.
    package func explicitParameters(hasSeed: Bool = true) -> [UInt8]? {
        guard let domain = KnownDomain.domain(identifier) else { return nil }
        let padded = { (number: [UInt8]) in
            [UInt8](repeating: 0, count: max(0, fieldOctets - number.count)) + number
        }
        return DERWriter.bytes { (writer) in
            writer.append(.sequence) { (fields) in
                fields.append(DERInteger(1))
                fields.append(.sequence) { (field) in
                    field.append(ASN1ObjectIdentifier.primeField)
                    field.append(DERInteger(unsigned: domain.p))
                }
                fields.append(.sequence) { (curve) in
                    curve.append(.octetString, content: padded(domain.a))
                    curve.append(.octetString, content: padded(domain.b))
                    if hasSeed, let seed = domain.seed { curve.append(bitString: seed) }
                }
                fields.append(.octetString, content: [4] + padded(domain.x) + padded(domain.y))
                fields.append(DERInteger(unsigned: domain.order))
                fields.append(domain.cofactor)
            }
        }
    }
}
