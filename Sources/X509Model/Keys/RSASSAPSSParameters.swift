import DERKit

/// The parameters of RSASSA-PSS, RFC 4055 section 3.1. Absent fields have their DEFAULT value.
///
///     RSASSA-PSS-params  ::=  SEQUENCE  {
///        hashAlgorithm      [0] HashAlgorithm DEFAULT sha1Identifier,
///        maskGenAlgorithm   [1] MaskGenAlgorithm DEFAULT mgf1SHA1Identifier,
///        saltLength         [2] INTEGER DEFAULT 20,
///        trailerField       [3] INTEGER DEFAULT 1  }
package struct RSASSAPSSParameters: Sendable, Hashable {
    /// The hash of the message.
    package let hashAlgorithm: ASN1ObjectIdentifier
    /// The mask generation function, usually id-mgf1.
    package let maskGenAlgorithm: ASN1ObjectIdentifier
    /// The hash of the mask generation function; `nil` if the function is not id-mgf1.
    package let maskGenHashAlgorithm: ASN1ObjectIdentifier?
    /// The number of octets in the salt.
    package let saltLength: DERInteger
    /// The trailer field; 1 means the trailer BC.
    package let trailerField: DERInteger

    package init(_ cursor: inout DERCursor, in bytes: Span<UInt8>) throws(DERError) {
        var fields = DERCursor(contentOf: try cursor.next(.sequence, in: bytes))
        hashAlgorithm = try field(
            "hashAlgorithm",
            fields.explicitIfPresent(0, in: bytes, RSASSAPSSParameters.algorithm)?.identifier ?? .sha1)
        let mask = try field(
            "maskGenAlgorithm", fields.explicitIfPresent(1, in: bytes, RSASSAPSSParameters.algorithm))
        maskGenAlgorithm = mask?.identifier ?? .mgf1
        maskGenHashAlgorithm = try field("maskGenAlgorithm") { () throws(DERError) in
            guard let mask else { return .sha1 }
            guard mask.identifier == .mgf1 else { return nil }
            guard let parameters = mask.parameters else {
                throw DERError(
                    .missing, at: mask.end, expected: "the hash of id-mgf1", found: "unexpected end")
            }
            var inner = DERCursor(parameters)
            return try RSASSAPSSParameters.algorithm(&inner, in: bytes).identifier
        }
        saltLength = try field(
            "saltLength",
            fields.explicitIfPresent(2, in: bytes, RSASSAPSSParameters.integer) ?? DERInteger(20))
        trailerField = try field(
            "trailerField",
            fields.explicitIfPresent(3, in: bytes, RSASSAPSSParameters.integer) ?? DERInteger(1))
        try fields.finish()
    }

    /// Returns the parameters of an algorithm, or `nil` if it is not id-RSASSA-PSS or its parameters are
    /// absent or malformed.
    package init?(of identifier: AlgorithmIdentifier) {
        guard identifier.algorithm == .rsassaPSS, let octets = identifier.parameters,
            let parameters = try? RSASSAPSSParameters.ifPresent(octets.indices, in: octets.span)
        else { return nil }
        self = parameters
    }

    /// Returns the parameters in `range`, or `nil` if they are absent or NULL.
    static func ifPresent(
        _ range: Range<Int>?, in bytes: Span<UInt8>
    ) throws(DERError) -> RSASSAPSSParameters? {
        guard let range else { return nil }
        var cursor = DERCursor(range)
        if try cursor.nextIfPresent(.null, in: bytes) != nil { return nil }
        let parameters = try RSASSAPSSParameters(&cursor, in: bytes)
        try cursor.finish()
        return parameters
    }

    private static func algorithm(
        _ cursor: inout DERCursor, in bytes: Span<UInt8>
    ) throws(DERError) -> (identifier: ASN1ObjectIdentifier, parameters: Range<Int>?, end: Int) {
        let layout = try AlgorithmIdentifier.read(&cursor, in: bytes)
        let identifier = ASN1ObjectIdentifier(checked: bytes.array(layout.algorithm))
        return (identifier, layout.parameters, layout.range.upperBound)
    }

    private static func integer(_ cursor: inout DERCursor, in bytes: Span<UInt8>) throws(DERError)
        -> DERInteger
    {
        try cursor.next(.integer, in: bytes).integer(in: bytes)
    }
}
