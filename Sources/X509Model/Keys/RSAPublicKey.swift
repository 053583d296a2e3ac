import DERKit

/// An RSA public key without an algorithm identifier, RFC 8017 appendix A.1.1: the output of `openssl rsa
/// -RSAPublicKey_out`, and the content of the BIT STRING of a SubjectPublicKeyInfo.
///
///     RSAPublicKey ::= SEQUENCE {
///         modulus           INTEGER,  -- n
///         publicExponent    INTEGER   -- e
///     }
public struct RSAPublicKey: Sendable, Hashable {
    /// The whole RSAPublicKey, from which `SubjectPublicKeyInfo(rawKey:)` builds a SubjectPublicKeyInfo.
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

    /// Returns whether two numbers without an algorithm identifier are plausible as an
    /// RSA key. Parts of a private key, DH parameters, and the two numbers of a signature have the same form.
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

    /// The key in a SubjectPublicKeyInfo, RFC 3279 section 2.3.1, with the algorithm rsaEncryption and the
    /// parameters NULL. A pin covers these bytes.
    package var subjectPublicKeyInfo: SubjectPublicKeyInfo? {
        subjectPublicKeyInfo(algorithm: nil)
    }

    /// Returns the key in a SubjectPublicKeyInfo with the given algorithm, by default rsaEncryption.
    func subjectPublicKeyInfo(algorithm: AlgorithmIdentifier?) -> SubjectPublicKeyInfo? {
        SubjectPublicKeyInfo(raw: derBytes) { (writer) in
            if let algorithm, algorithm.algorithm != .rsaEncryption {
                writer.append(encoded: algorithm.derBytes)
            } else {
                writer.append(.sequence) { (identifier) in
                    identifier.append(.rsaEncryption)
                    identifier.appendNull()
                }
            }
        }
    }
}

extension RSAPublicKey: CustomStringConvertible {
    /// The algorithm and size: `RSA, 2048 bits`.
    public var description: String { "RSA, \(bits) bits" }
}
