import DERKit

/// The public half of an RSA private key, RFC 8017 appendix A.1.2. The other fields are skipped.
///
///     RSAPrivateKey ::= SEQUENCE {
///         version           Version,
///         modulus           INTEGER,  -- n
///         publicExponent    INTEGER,  -- e
///         privateExponent   INTEGER,  -- d
///         prime1            INTEGER,  -- p
///         prime2            INTEGER,  -- q
///         exponent1         INTEGER,  -- d mod (p-1)
///         exponent2         INTEGER,  -- d mod (q-1)
///         coefficient       INTEGER,  -- (inverse of q) mod p
///         otherPrimeInfos   OtherPrimeInfos OPTIONAL
///     }
///
///     Version ::= INTEGER { two-prime(0), multi(1) }
package struct RSAPrivateKey: PrivateKeyStructure, Sendable, Hashable {
    /// 0 for two primes, 1 for more.
    package let version: Int64
    /// The public half.
    package let publicKey: RSAPublicKey

    package init(_ range: Range<Int>, in bytes: Span<UInt8>) throws(DERError) {
        var fields = try DERCursor(contentOfSequence: range, in: bytes)
        version = try fields.version([0, 1], in: bytes)
        let modulus = try fields.integer("modulus", in: bytes)
        let publicExponent = try field("publicExponent", fields.unsignedInteger(in: bytes))
        publicKey = RSAPublicKey(modulus: modulus, publicExponent: publicExponent)
        for name in ["privateExponent", "prime1", "prime2", "exponent1", "exponent2", "coefficient"] {
            do throws(DERError) {
                try fields.skipPrivateInteger(in: bytes)
            } catch {
                throw error.inside(name)
            }
        }
        if version == 1 {
            _ = try field("otherPrimeInfos", fields.next(.sequence, in: bytes))
        }
        try fields.finish()
    }
}
