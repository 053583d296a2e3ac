import DERKit

/// A DSA public key, RFC 3279 section 2.3.2.
///
///     Dss-Parms  ::=  SEQUENCE  {
///         p             INTEGER,
///         q             INTEGER,
///         g             INTEGER  }
///
///     DSAPublicKey ::= INTEGER -- public key, Y
package struct DSAPublicKey: Sendable, Hashable {
    package struct Parameters: Sendable, Hashable {
        /// The prime modulus. Its number of bits is the size of the key.
        package let p: DERInteger
        /// The order of g.
        package let q: DERInteger
        /// The generator.
        package let g: DERInteger
    }

    /// The domain parameters; `nil` if they are inherited from the issuer's key.
    package let parameters: Parameters?
    /// The public value, Y.
    package let y: DERInteger

    /// The number of bits in p; `nil` if the parameters are inherited.
    package var bits: Int? { parameters?.p.bitWidth }

    init(parameters range: Range<Int>?, key: Range<Int>, in bytes: Span<UInt8>) throws(DERError) {
        parameters = try DERCursor.parameters { () throws(DERError) in
            // RFC 3279 omits inherited parameters; some keys have NULL instead.
            guard var fields = try DERCursor(parameters: range, in: bytes) else { return nil }
            let p = try fields.unsignedInteger(in: bytes)
            let q = try fields.unsignedInteger(in: bytes)
            let g = try fields.unsignedInteger(in: bytes)
            try fields.finish()
            return Parameters(p: p, q: q, g: g)
        }
        y = try DERCursor.publicInteger(key, in: bytes)
    }
}
