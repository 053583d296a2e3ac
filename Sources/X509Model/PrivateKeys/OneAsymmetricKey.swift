import DERKit

/// The public half of a PKCS #8 private key (RFC 5958 section 2; RFC 5208 for version 1). The private key is skipped.
///
///     OneAsymmetricKey ::= SEQUENCE {
///       version                   Version,
///       privateKeyAlgorithm       PrivateKeyAlgorithmIdentifier,
///       privateKey                PrivateKey,
///       attributes            [0] Attributes OPTIONAL,
///       ...,
///       [[2: publicKey        [1] PublicKey OPTIONAL ]],
///       ...
///     }
///
///     Version ::= INTEGER { v1(0), v2(1) } (v1, ..., v2)
///     PrivateKey ::= OCTET STRING
///     PublicKey ::= BIT STRING
package struct OneAsymmetricKey: PrivateKeyStructure, Sendable, Hashable {
    package let privateKeyAlgorithm: AlgorithmIdentifier
    /// The public half in the SubjectPublicKeyInfo that OpenSSL derives; `nil` if the file lacks the public half.
    ///
    /// The public half is in the field `publicKey` or inside the private key itself (always for RSA, usually for EC).
    package var subjectPublicKeyInfo: SubjectPublicKeyInfo?

    package init(_ range: Range<Int>, in bytes: Span<UInt8>) throws(DERError) {
        var fields = try DERCursor(contentOfSequence: range, in: bytes)
        _ = try fields.version([0, 1], in: bytes)
        let algorithm = try field(
            "privateKeyAlgorithm",
            AlgorithmIdentifier(try AlgorithmIdentifier.read(&fields, in: bytes), in: bytes))
        let privateKey = try field("privateKey", fields.next(.octetString, in: bytes))
        _ = try field("attributes", fields.nextIfPresent(.contextConstructed(0), in: bytes))
        let publicKey = try field(
            "publicKey", fields.nextIfPresent(.contextPrimitive(1), in: bytes)?.bitString(in: bytes))
        try fields.finish()
        privateKeyAlgorithm = algorithm
        let inside = try field(
            "privateKey", OneAsymmetricKey.publicHalf(of: algorithm, in: privateKey.content, bytes))
        subjectPublicKeyInfo =
            inside
            ?? publicKey.flatMap {
                SubjectPublicKeyInfo(raw: bytes.array($0.range), algorithm: algorithm.derBytes)
            }
    }

    /// Returns the SubjectPublicKeyInfo that contains a raw key.
    func publicHalf(rawKey: [UInt8]) -> SubjectPublicKeyInfo? {
        if privateKeyAlgorithm.algorithm == .ecPublicKey, let curve = privateKeyAlgorithm.parameters {
            return SubjectPublicKeyInfo(point: rawKey, parameters: curve)
        }
        return SubjectPublicKeyInfo(raw: rawKey, algorithm: privateKeyAlgorithm.derBytes)
    }

    /// Returns the public half inside the private key; `nil` if the private key does not contain it.
    private static func publicHalf(
        of algorithm: AlgorithmIdentifier, in range: Range<Int>, _ bytes: Span<UInt8>
    ) throws(DERError) -> SubjectPublicKeyInfo? {
        switch SubjectPublicKeyInfo.families[algorithm.algorithm] {
        case .rsa:
            // OpenSSL always writes rsaEncryption with NULL parameters.
            return try RSAPrivateKey(range, in: bytes).publicKey.subjectPublicKeyInfo
        case .rsassaPSS, .rsaesOAEP:
            let key = try RSAPrivateKey(range, in: bytes).publicKey
            return SubjectPublicKeyInfo(raw: key.derBytes, algorithm: algorithm.derBytes)
        case .ec where algorithm.algorithm == .ecPublicKey:
            return try ECPrivateKey(range, in: bytes).subjectPublicKeyInfo(parameters: algorithm.parameters)
        default:
            return nil
        }
    }
}

/// A private key encrypted with a password, in the form of RFC 5958 section 3 or the older form with RFC 1421 headers.
/// The key itself is not read.
///
///     EncryptedPrivateKeyInfo ::= SEQUENCE {
///       encryptionAlgorithm  EncryptionAlgorithmIdentifier,
///       encryptedData        EncryptedData }
///
///     EncryptedData ::= OCTET STRING
package struct EncryptedPrivateKeyInfo: Sendable, Hashable {
    /// The encryption algorithm; `nil` if PEM headers specify the algorithm.
    package let encryptionAlgorithm: AlgorithmIdentifier?
    /// The value of the PEM header `DEK-Info`, empty if the header is missing; `nil` if the structure specifies the
    /// algorithm.
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
        // A key algorithm here indicates a PKCS #8 key without its version, which is not encrypted.
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

    /// Creates a key that the header `Proc-Type: 4,ENCRYPTED` marks as encrypted (RFC 1421 section 4.6.1.1); `nil` if
    /// there is no such header.
    init?(headers: [PEM.Header]) {
        guard headers.contains(where: { $0.name == "Proc-Type" && $0.value.hasSuffix("ENCRYPTED") }) else {
            return nil
        }
        encryptionAlgorithm = nil
        dekInfo = headers.first { $0.name == "DEK-Info" }?.value ?? ""
    }
}
