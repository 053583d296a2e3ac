import DERKit

/// The public half of an elliptic-curve private key, RFC 5915 section 3. The private key is skipped.
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
    /// The point; `nil` if the field is absent, and it takes curve arithmetic to get it.
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

    /// Returns the public half in its SubjectPublicKeyInfo.
    ///
    /// - Parameter parameters: the curve if an enclosing structure names it, as in PKCS #8.
    /// - Returns: `nil` if the file lacks the point or the curve.
    func subjectPublicKeyInfo(parameters outer: [UInt8]?) -> SubjectPublicKeyInfo? {
        guard let publicKey, !publicKey.isEmpty, let curve = outer ?? parameters else { return nil }
        return SubjectPublicKeyInfo(point: publicKey, parameters: curve)
    }
}
