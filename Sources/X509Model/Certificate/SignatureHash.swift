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
    static let hashes = IdentifierRegister.algorithms.byIdentifier { (row) in
        row.fact("hash").flatMap { ASN1ObjectIdentifier(registered: $0) }
    }
}
