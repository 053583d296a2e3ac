import DERKit

/// The public half of a DSA private key in the form of old OpenSSL, which no standard describes. The private number
/// is skipped.
///
///     DSAPrivateKey ::= SEQUENCE {
///         version INTEGER, -- 0
///         p       INTEGER,
///         q       INTEGER,
///         g       INTEGER,
///         y       INTEGER, -- public
///         x       INTEGER  -- private
///     }
package struct DSAPrivateKey: PrivateKeyStructure, Sendable, Hashable {
    /// The prime modulus.
    package let p: DERInteger
    /// The prime divisor of p - 1.
    package let q: DERInteger
    /// The generator.
    package let g: DERInteger
    /// The public key.
    package let y: DERInteger

    package init(_ range: Range<Int>, in bytes: Span<UInt8>) throws(DERError) {
        var fields = try DERCursor(contentOfSequence: range, in: bytes)
        _ = try fields.version([0], in: bytes)
        p = try fields.integer("p", in: bytes)
        q = try fields.integer("q", in: bytes)
        g = try fields.integer("g", in: bytes)
        y = try fields.integer("y", in: bytes)
        try field("x", fields.skipPrivateInteger(in: bytes))
        try fields.finish()
    }

    /// The public half in its SubjectPublicKeyInfo, RFC 3279 section 2.3.2: the parameters p, q and g with the
    /// algorithm, the INTEGER y as the key.
    package var subjectPublicKeyInfo: SubjectPublicKeyInfo? {
        SubjectPublicKeyInfo(raw: DERWriter.bytes { $0.append(y) }) { (writer) in
            writer.append(.sequence) { (identifier) in
                identifier.append(.dsa)
                identifier.append(.sequence) { (parameters) in
                    parameters.append(p)
                    parameters.append(q)
                    parameters.append(g)
                }
            }
        }
    }
}
