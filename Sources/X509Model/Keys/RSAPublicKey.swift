import DERKit

/// An RSA public key, RFC 8017 appendix A.1.1.
///
///     RSAPublicKey ::= SEQUENCE {
///         modulus           INTEGER,  -- n
///         publicExponent    INTEGER   -- e
///     }
public struct RSAPublicKey: Sendable, Hashable {
    /// The modulus, n. Its number of bits is the size of the key.
    public let modulus: DERInteger
    /// The public exponent, e: as a rule 65537.
    public let publicExponent: DERInteger

    /// Number of bits of the modulus.
    public var bits: Int { modulus.bitWidth }

    package init(_ cursor: inout DERCursor, in bytes: Span<UInt8>) throws(DERError) {
        var fields = DERCursor(contentOf: try cursor.next(.sequence, in: bytes))
        modulus = try field("modulus") { () throws(DERError) in
            try fields.next(.integer, in: bytes).integer(in: bytes)
        }
        publicExponent = try field("publicExponent") { () throws(DERError) in
            try fields.next(.integer, in: bytes).integer(in: bytes)
        }
        try fields.finish()
    }
}
