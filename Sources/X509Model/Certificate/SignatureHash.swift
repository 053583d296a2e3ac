import DERKit

extension AlgorithmIdentifier {
    /// The parameters of an RSASSA-PSS signature, RFC 4055 section 3.1; `nil` for another algorithm, or if they
    /// are absent.
    ///
    /// Offsets in an error count from the start of ``derBytes``.
    package var rsassaPSSParameters: Result<RSASSAPSSParameters, DERError>? {
        guard algorithm == .rsassaPSS, let parameters else { return nil }
        do throws(DERError) {
            return try field("parameters") { () throws(DERError) in
                // The parameters are the last field, and reach to the end.
                let range = derBytes.count - parameters.count..<derBytes.count
                return try RSASSAPSSParameters.ifPresent(range, in: derBytes.span).map { .success($0) }
            }
        } catch {
            return .failure(error)
        }
    }

    /// The hash that a signature algorithm signs, such as 2.16.840.1.101.3.4.2.1 for sha256WithRSAEncryption;
    /// `nil` if the algorithm is unknown, or hashes internally, like Ed25519 and ML-DSA.
    package var signatureHashAlgorithm: ASN1ObjectIdentifier? {
        if algorithm == .rsassaPSS { return try? rsassaPSSParameters?.get().hashAlgorithm }
        return AlgorithmIdentifier.hashes[algorithm]
    }

    /// The hashes of algorithms without relevant parameters, by identifier.
    static let hashes = hashTable.byIdentifier { ASN1ObjectIdentifier($0.value) }

    private static let md2 = "1.2.840.113549.2.2"
    private static let md4 = "1.2.840.113549.2.4"
    private static let md5 = "1.2.840.113549.2.5"
    private static let sha1 = "1.3.14.3.2.26"
    private static let sha256 = "2.16.840.1.101.3.4.2.1"
    private static let sha384 = "2.16.840.1.101.3.4.2.2"
    private static let sha512 = "2.16.840.1.101.3.4.2.3"
    private static let sha224 = "2.16.840.1.101.3.4.2.4"

    /// Signature algorithms and the hashes they sign.
    private static let hashTable: [NumberedValue<String>] = [
        // RFC 8017 appendix A.2.4, and what came before it
        NumberedValue("1.2.840.113549.1.1.2", md2), NumberedValue("1.2.840.113549.1.1.3", md4),
        NumberedValue("1.2.840.113549.1.1.4", md5), NumberedValue("1.2.840.113549.1.1.5", sha1),
        NumberedValue("1.3.14.3.2.2", md4), NumberedValue("1.3.14.3.2.3", md5),
        NumberedValue("1.3.14.3.2.29", sha1), NumberedValue("1.2.840.113549.1.1.11", sha256),
        NumberedValue("1.2.840.113549.1.1.12", sha384), NumberedValue("1.2.840.113549.1.1.13", sha512),
        NumberedValue("1.2.840.113549.1.1.14", sha224),
        NumberedValue("1.2.840.113549.1.1.15", "2.16.840.1.101.3.4.2.5"),
        NumberedValue("1.2.840.113549.1.1.16", "2.16.840.1.101.3.4.2.6"),
        NumberedValue("2.16.840.1.101.3.4.3.13", "2.16.840.1.101.3.4.2.7"),
        NumberedValue("2.16.840.1.101.3.4.3.14", "2.16.840.1.101.3.4.2.8"),
        NumberedValue("2.16.840.1.101.3.4.3.15", "2.16.840.1.101.3.4.2.9"),
        NumberedValue("2.16.840.1.101.3.4.3.16", "2.16.840.1.101.3.4.2.10"),
        NumberedValue("1.3.36.3.3.1.2", "1.3.36.3.2.1"),
        // RFC 3279 section 2.2.2, RFC 5758
        NumberedValue("1.2.840.10040.4.3", sha1), NumberedValue("1.3.14.3.2.27", sha1),
        NumberedValue("2.16.840.1.101.3.4.3.1", sha224), NumberedValue("2.16.840.1.101.3.4.3.2", sha256),
        NumberedValue("2.16.840.1.101.3.4.3.3", sha384), NumberedValue("2.16.840.1.101.3.4.3.4", sha512),
        NumberedValue("1.2.840.10045.4.1", sha1), NumberedValue("1.2.840.10045.4.3.1", sha224),
        NumberedValue("1.2.840.10045.4.3.2", sha256), NumberedValue("1.2.840.10045.4.3.3", sha384),
        NumberedValue("1.2.840.10045.4.3.4", sha512),
        NumberedValue("2.16.840.1.101.3.4.3.9", "2.16.840.1.101.3.4.2.7"),
        NumberedValue("2.16.840.1.101.3.4.3.10", "2.16.840.1.101.3.4.2.8"),
        NumberedValue("2.16.840.1.101.3.4.3.11", "2.16.840.1.101.3.4.2.9"),
        NumberedValue("2.16.840.1.101.3.4.3.12", "2.16.840.1.101.3.4.2.10"),
        // RFC 8702
        NumberedValue("1.3.6.1.5.5.7.6.30", "2.16.840.1.101.3.4.2.11"),
        NumberedValue("1.3.6.1.5.5.7.6.31", "2.16.840.1.101.3.4.2.12"),
        NumberedValue("1.3.6.1.5.5.7.6.32", "2.16.840.1.101.3.4.2.11"),
        NumberedValue("1.3.6.1.5.5.7.6.33", "2.16.840.1.101.3.4.2.12"),
        // RFC 4491, RFC 9215, GB/T 33560
        NumberedValue("1.2.643.2.2.3", "1.2.643.2.2.9"), NumberedValue("1.2.643.2.2.4", "1.2.643.2.2.9"),
        NumberedValue("1.2.643.7.1.1.3.2", "1.2.643.7.1.1.2.2"),
        NumberedValue("1.2.643.7.1.1.3.3", "1.2.643.7.1.1.2.3"),
        NumberedValue("1.2.156.10197.1.501", "1.2.156.10197.1.401"),
    ]
}
