import DERKit

/// A DSA public key (RFC 3279 section 2.3.2).
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
            // According to RFC 3279, inherited parameters are omitted, but some keys have NULL instead.
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

/// A Diffie-Hellman public key, with the parameters of RFC 3279 section 2.3.3 or the older ones of PKCS #3.
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

/// An unstructured key, whose length is determined by the algorithm: RFC 8410 section 4 (X25519, X448, Ed25519, Ed448),
/// RFC 9881 (ML-DSA), RFC 9935 (ML-KEM), RFC 9909 (SLH-DSA).
package struct FixedLengthKey: Sendable, Hashable {
    /// The common name of the algorithm, such as `Ed25519` or `ML-DSA-44`.
    package let algorithmName: String
    /// The number of bits, as OpenSSL counts them: 253 for X25519, otherwise eight per octet.
    package let bits: Int
    /// The octets of the raw key.
    package let bytes: [UInt8]

    /// Creates a key, or returns `nil` if keys of the algorithm have no fixed length.
    init?(_ algorithm: ASN1ObjectIdentifier, key: Range<Int>, in bytes: Span<UInt8>) throws(DERError) {
        guard let kind = FixedLengthKey.known[algorithm] else { return nil }
        guard key.count == kind.octets else {
            throw DERError(
                .invalidValue, at: key.lowerBound, expected: "a key of \(kind.octets) bytes",
                found: "\(key.count) bytes", path: ["subjectPublicKey"])
        }
        algorithmName = kind.name
        bits = kind.bits
        self.bytes = bytes.array(key)
    }

    /// Returns the number of octets in a raw key of an algorithm, or `nil` if the length is not fixed.
    package static func octets(of algorithm: ASN1ObjectIdentifier) -> Int? { known[algorithm]?.octets }

    private static let known = IdentifierRegister.algorithms.byIdentifier {
        (row) -> (name: String, octets: Int, bits: Int)? in
        guard let octets = row.number("octets"), let name = row.facts.last else { return nil }
        return (name, octets, row.number("bits") ?? octets * 8)
    }
}

/// A GOST R 34.10 public key (RFC 4491 section 2.3.2 and RFC 9215 section 4).
///
///     GostR3410-2001-PublicKeyParameters ::= SEQUENCE {
///         publicKeyParamSet   OBJECT IDENTIFIER,
///         digestParamSet      OBJECT IDENTIFIER OPTIONAL,
///         encryptionParamSet  OBJECT IDENTIFIER OPTIONAL }
///
///     GostR3410-2001-PublicKey ::= OCTET STRING (SIZE (64))
package struct GOSTPublicKey: Sendable, Hashable {
    /// The number of bits in a coordinate: 256 or 512.
    package let bits: Int
    /// The curve; `nil` if the parameters are inherited.
    package let publicKeyParamSet: ASN1ObjectIdentifier?
    /// The point: both coordinates, least significant octet first.
    package let point: [UInt8]

    init(
        bits: Int, parameters range: Range<Int>?, key: Range<Int>, in bytes: Span<UInt8>
    ) throws(DERError) {
        self.bits = bits
        publicKeyParamSet = try DERCursor.parameters { () throws(DERError) in
            guard var fields = try DERCursor(parameters: range, in: bytes) else { return nil }
            let curve = try fields.next(.objectIdentifier, in: bytes).objectIdentifier(in: bytes)
            for _ in 0..<2 {
                _ = try fields.nextIfPresent(.objectIdentifier, in: bytes)?.objectIdentifier(in: bytes)
            }
            try fields.finish()
            return curve
        }
        point = try field("subjectPublicKey") { () throws(DERError) in
            var cursor = DERCursor(key)
            let octets = try cursor.next(.octetString, in: bytes)
            guard octets.count == bits / 4 else {
                throw DERError(
                    .invalidValue, at: octets.start, expected: "a point of \(bits / 4) bytes",
                    found: byteCount(octets.count))
            }
            try cursor.finish()
            return bytes.array(octets.content)
        }
    }
}
