import DERKit

/// A private key encrypted with a password, RFC 5958 section 3, or in the older form of RFC 1421 headers. Its key is not
/// read.
///
///     EncryptedPrivateKeyInfo ::= SEQUENCE {
///       encryptionAlgorithm  EncryptionAlgorithmIdentifier,
///       encryptedData        EncryptedData }
///
///     EncryptedData ::= OCTET STRING
package struct EncryptedPrivateKeyInfo: Sendable, Hashable {
    /// The encryption algorithm; `nil` if PEM headers specify it.
    package let encryptionAlgorithm: AlgorithmIdentifier?
    /// The value of the PEM header `DEK-Info`; `nil` if the structure specifies the algorithm.
    package let dekInfo: String?

    /// Reads a structure that fills `derBytes` to the last byte.
    ///
    /// - Throws: ``DERKit/DERError`` with the offset in `derBytes`.
    package init(der derBytes: some Collection<UInt8>, limits: DERLimits = .standard) throws(DERError) {
        let input = Array(derBytes)
        let bytes = input.span
        try DERError.withoutContent { () throws(DERError) in try limits.check(bytes) }
        var fields = try DERCursor(contentOfSequence: 0..<bytes.count, in: bytes)
        let algorithm = try field(
            "encryptionAlgorithm",
            AlgorithmIdentifier(try AlgorithmIdentifier.read(&fields, in: bytes), in: bytes))
        // The algorithm of a key here means a PKCS #8 key without its version, which is not encrypted.
        guard !SubjectPublicKeyInfo.isKeyAlgorithm(algorithm.algorithm) else {
            throw DERError(
                .invalidValue, at: 0, expected: "an encryption algorithm", found: "key algorithm",
                path: ["encryptionAlgorithm"])
        }
        encryptionAlgorithm = algorithm
        _ = try field("encryptedData", fields.next(.octetString, in: bytes))
        try fields.finish()
        dekInfo = nil
    }

    /// A key that the header `Proc-Type: 4,ENCRYPTED` says to be encrypted, RFC 1421 section 4.6.1.1; `nil` without
    /// that header.
    init?(headers: [PEM.Header]) {
        guard headers.contains(where: { $0.name == "Proc-Type" && $0.value.hasSuffix("ENCRYPTED") }) else {
            return nil
        }
        encryptionAlgorithm = nil
        dekInfo = headers.first { $0.name == "DEK-Info" }?.value ?? ""
    }
}
