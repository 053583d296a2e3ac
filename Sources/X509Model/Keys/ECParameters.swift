import DERKit

/// The parameters of an elliptic curve, RFC 5480 section 2.1.1 and RFC 3279 section 2.3.5.
///
///     ECParameters ::= CHOICE {
///       namedCurve         OBJECT IDENTIFIER
///       -- implicitCurve   NULL
///       -- specifiedCurve  SpecifiedECDomain
///     }
///
/// RFC 5480 allows only the first form, but keys with the others exist.
package enum ECParameters: Sendable, Hashable {
    case namedCurve(ASN1ObjectIdentifier)
    /// The curve is inherited, for example from the issuer's key.
    case implicitCurve
    case specifiedCurve(SpecifiedECDomain)

    /// Reads parameters that fill `derBytes` to the last byte, as `openssl ecparam` writes them before a key.
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
