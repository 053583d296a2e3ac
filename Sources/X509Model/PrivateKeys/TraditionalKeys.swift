import DERKit

/// The public half of an RSA private key (RFC 8017 appendix A.1.2). The other fields are skipped.
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
    /// The public half.
    package let publicKey: RSAPublicKey

    package init(_ range: Range<Int>, in bytes: Span<UInt8>) throws(DERError) {
        var fields = try DERCursor(contentOfSequence: range, in: bytes)
        let version = try fields.version([0, 1], in: bytes)
        let modulus = try fields.integer("modulus", in: bytes)
        let publicExponent = try field("publicExponent", fields.unsignedInteger(in: bytes))
        publicKey = RSAPublicKey(modulus: modulus, publicExponent: publicExponent)
        let privateFields: [StaticString] = [
            "privateExponent", "prime1", "prime2", "exponent1", "exponent2", "coefficient",
        ]
        for name in privateFields { try field(name, fields.skipPrivateInteger(in: bytes)) }
        if version == 1 {
            _ = try field("otherPrimeInfos", fields.next(.sequence, in: bytes))
        }
        try fields.finish()
    }
}

/// The public half of a DSA private key in the format of old OpenSSL versions, which no standard describes. The private
/// number is skipped.
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

    /// The public half as a SubjectPublicKeyInfo (RFC 3279 section 2.3.2): the algorithm has the parameters p, q and g,
    /// and the key is the INTEGER y.
    package var subjectPublicKeyInfo: SubjectPublicKeyInfo? {
        let parameters = DERWriter.bytes { (writer) in
            writer.append(.sequence) { (numbers) in
                for number in [p, q, g] { numbers.append(number) }
            }
        }
        return SubjectPublicKeyInfo(
            raw: DERWriter.bytes { $0.append(y) }, algorithm: AlgorithmIdentifier.bytes(.dsa, parameters))
    }
}

/// The public half of an elliptic-curve private key (RFC 5915 section 3). The private key is skipped.
///
///     ECPrivateKey ::= SEQUENCE {
///       version        INTEGER { ecPrivkeyVer1(1) } (ecPrivkeyVer1),
///       privateKey     OCTET STRING,
///       parameters [0] ECParameters {{ NamedCurve }} OPTIONAL,
///       publicKey  [1] BIT STRING OPTIONAL
///     }
package struct ECPrivateKey: PrivateKeyStructure, Sendable, Hashable {
    /// The curve, as tag, length and content of the ECParameters; `nil` if the field is absent.
    package let parameters: [UInt8]?
    /// The point; `nil` if the field is absent and the point must be computed.
    package var publicKey: [UInt8]?

    package init(_ range: Range<Int>, in bytes: Span<UInt8>) throws(DERError) {
        var fields = try DERCursor(contentOfSequence: range, in: bytes)
        _ = try fields.version([1], in: bytes)
        try field("privateKey") { () throws(DERError) in
            let element = try fields.next(.octetString, in: bytes)
            guard element.count > 0 else {
                throw DERError(.invalidValue, at: element.start, expected: "a private key of at least 1 byte")
            }
        }
        parameters = try field("parameters") { () throws(DERError) in
            try fields.explicitIfPresent(0, in: bytes) { (inner, bytes) throws(DERError) in
                let parameters = try inner.next(in: bytes)
                try ECParameters.check(parameters, in: bytes)
                return bytes.array(parameters.range)
            }
        }
        publicKey = try field("publicKey") { () throws(DERError) in
            try fields.explicitIfPresent(1, in: bytes) { (inner, bytes) throws(DERError) in
                bytes.array(try inner.next(.bitString, in: bytes).bitString(in: bytes).range)
            }
        }
        try fields.finish()
    }

    /// Returns the public half as a SubjectPublicKeyInfo.
    ///
    /// - Parameter parameters: the curve, if an enclosing structure such as PKCS #8 names it.
    /// - Returns: `nil` if the file lacks the point or the curve.
    func subjectPublicKeyInfo(parameters outer: [UInt8]?) -> SubjectPublicKeyInfo? {
        guard let publicKey, !publicKey.isEmpty, let curve = outer ?? parameters else { return nil }
        return SubjectPublicKeyInfo(point: publicKey, parameters: curve)
    }
}
