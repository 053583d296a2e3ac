import DERKit

/// An RSA public key without an algorithm identifier (RFC 8017 appendix A.1.1): the output of `openssl rsa
/// -RSAPublicKey_out`, and the content of the BIT STRING of a SubjectPublicKeyInfo.
///
///     RSAPublicKey ::= SEQUENCE {
///         modulus           INTEGER,  -- n
///         publicExponent    INTEGER   -- e
///     }
public struct RSAPublicKey: Sendable, Hashable, CustomStringConvertible {
    /// The DER of the whole RSAPublicKey, from which `SubjectPublicKeyInfo(rawKey:)` builds a SubjectPublicKeyInfo.
    public let derBytes: [UInt8]
    /// The modulus, n. Its number of bits is the size of the key.
    public let modulus: DERInteger
    /// The public exponent, e, usually 65537.
    public let publicExponent: DERInteger

    package var bits: Int { modulus.bitWidth }

    /// Reads a key that fills `derBytes` to the last byte.
    ///
    /// - Throws: ``DERKit/DERError`` with the offset in `derBytes`.
    public init(der derBytes: some Collection<UInt8>, limits: DERLimits = .standard) throws(DERError) {
        let input = Array(derBytes)
        try limits.check(input.span)
        self = try DERCursor.only(input.indices, in: input.span, RSAPublicKey.init)
    }

    package init(_ cursor: inout DERCursor, in bytes: Span<UInt8>) throws(DERError) {
        let sequence = try cursor.next(.sequence, in: bytes)
        var fields = DERCursor(contentOf: sequence)
        modulus = try field("modulus", fields.unsignedInteger(in: bytes))
        publicExponent = try field("publicExponent", fields.unsignedInteger(in: bytes))
        try fields.finish()
        derBytes = bytes.array(sequence.range)
    }

    /// Returns whether two numbers without an algorithm identifier are plausible as an RSA key. Parts of a private key,
    /// DH parameters, and the two numbers in a signature have the same form.
    static func isPlausible(modulus: DERInteger, publicExponent: DERInteger) -> Bool {
        let exponent = publicExponent.int64
        let isOdd = (modulus.twosComplement.last ?? 0) & 1 == 1
        // DH generators are usually 2 or 5; RSA exponents are never even, and rarely 5.
        return isOdd && !modulus.isNegative && modulus.bitWidth >= 512
            && exponent.map { $0 >= 3 && $0 & 1 == 1 && $0 != 5 } ?? false
    }

    /// Creates a key from its numbers, such as the members `n` and `e` of a JSON Web Key:
    ///
    ///     RSAPublicKey(modulus: DERInteger(unsigned: n), publicExponent: DERInteger(unsigned: e))
    public init(modulus: DERInteger, publicExponent: DERInteger) {
        var writer = DERWriter()
        writer.append(.sequence) { (key) in
            key.append(modulus)
            key.append(publicExponent)
        }
        self.modulus = modulus
        self.publicExponent = publicExponent
        derBytes = writer.bytes
    }

    /// The key in a SubjectPublicKeyInfo (RFC 3279 section 2.3.1) with the algorithm rsaEncryption and NULL parameters.
    /// A pin covers these bytes.
    package var subjectPublicKeyInfo: SubjectPublicKeyInfo? {
        SubjectPublicKeyInfo(raw: derBytes, algorithm: AlgorithmIdentifier.bytes(.rsaEncryption, [5, 0]))
    }

    /// The algorithm and size: `RSA, 2048 bits`.
    public var description: String { "RSA, \(bits) bits" }
}

/// The parameters of RSASSA-PSS (RFC 4055 section 3.1). Absent fields have their DEFAULT value.
///
///     RSASSA-PSS-params  ::=  SEQUENCE  {
///        hashAlgorithm      [0] HashAlgorithm DEFAULT sha1Identifier,
///        maskGenAlgorithm   [1] MaskGenAlgorithm DEFAULT mgf1SHA1Identifier,
///        saltLength         [2] INTEGER DEFAULT 20,
///        trailerField       [3] INTEGER DEFAULT 1  }
package struct RSASSAPSSParameters: Sendable, Hashable {
    /// The hash algorithm for the message.
    package let hashAlgorithm: ASN1ObjectIdentifier
    /// The mask generation function, usually id-mgf1.
    package let maskGenAlgorithm: ASN1ObjectIdentifier
    /// The hash algorithm of the mask generation function; `nil` if the function is not id-mgf1.
    package let maskGenHashAlgorithm: ASN1ObjectIdentifier?
    /// The number of octets in the salt.
    package let saltLength: DERInteger
    /// The trailer field; 1 stands for the trailer byte BC.
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

    /// Returns the parameters in `range`, or `nil` if they are absent or NULL.
    static func ifPresent(
        _ range: Range<Int>?, in bytes: Span<UInt8>
    ) throws(DERError) -> RSASSAPSSParameters? {
        guard let range, try DERCursor(parameters: range, in: bytes) != nil else { return nil }
        return try DERCursor.only(range, in: bytes, RSASSAPSSParameters.init)
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
