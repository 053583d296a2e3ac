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

/// A Diffie-Hellman public key, RFC 3279 section 2.3.3, or with the older parameters of PKCS #3.
///
///     DomainParameters ::= SEQUENCE {
///           p       INTEGER, -- odd prime, p=jq +1
///           g       INTEGER, -- generator, g
///           q       INTEGER, -- factor of p-1
///           j       INTEGER OPTIONAL, -- subgroup factor
///           validationParms  ValidationParms OPTIONAL }
///
///     DHParameter ::= SEQUENCE {          -- PKCS #3
///           prime INTEGER,
///           base INTEGER,
///           privateValueLength INTEGER OPTIONAL }
///
///     DHPublicKey ::= INTEGER -- public key, y = g^x mod p
package struct DHPublicKey: Sendable, Hashable {
    /// The prime modulus. Its number of bits is the size of the key.
    package let p: DERInteger
    /// The generator.
    package let g: DERInteger
    /// The order of the subgroup; `nil` for PKCS #3 parameters.
    package let q: DERInteger?
    /// The public value, y.
    package let y: DERInteger

    package var bits: Int { p.bitWidth }

    init(
        parameters range: Range<Int>?, hasSubgroup: Bool, key: Range<Int>, in bytes: Span<UInt8>
    ) throws(DERError) {
        (p, g, q) = try DERCursor.parameters { () throws(DERError) in
            guard let range else {
                throw DERError(.missing, at: key.lowerBound, expected: "p and g", found: "no parameters")
            }
            var cursor = DERCursor(range)
            var fields = DERCursor(contentOf: try cursor.next(.sequence, in: bytes))
            let p = try fields.unsignedInteger(in: bytes)
            let g = try fields.unsignedInteger(in: bytes)
            let q = hasSubgroup ? try fields.unsignedInteger(in: bytes) : nil
            // j or privateValueLength
            try fields.nextIfPresent(.integer, in: bytes)?.checkInteger(in: bytes)
            if hasSubgroup { _ = try fields.nextIfPresent(.sequence, in: bytes) }
            try fields.finish()
            return (p, g, q)
        }
        y = try DERCursor.publicInteger(key, in: bytes)
    }
}
