import DERKit

/// A GOST R 34.10 public key, RFC 4491 section 2.3.2 and RFC 9215 section 4.
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
                    found: "\(octets.count)")
            }
            try cursor.finish()
            return bytes.array(octets.content)
        }
    }
}
