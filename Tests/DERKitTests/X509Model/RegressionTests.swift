import PinPolicies
import SPKIHash
import Testing
import X509Model

/// Inputs that once caused an error, each with the expected result.
@Suite struct RegressionTests {
    /// The reader of the inputs in each folder, which has the name of a fuzz target: true if it reads one.
    private static let readers: [String: @Sendable ([UInt8]) -> Bool] = [
        "certificate": { (try? Certificate(der: $0)) != nil },
        "request": { (try? CertificationRequest(der: $0)) != nil },
        "certificate-list": { (try? CertificateList(der: $0)) != nil },
        "keys": { (input) in
            (try? SubjectPublicKeyInfo(der: input)) != nil || (try? OneAsymmetricKey(der: input)) != nil
                || (try? RSAPrivateKey(der: input)) != nil || (try? ECPrivateKey(der: input)) != nil
                || (try? DSAPrivateKey(der: input)) != nil || (try? RSAPublicKey(der: input)) != nil
        },
        "pkcs7": { (try? SignedData(ber: $0)) != nil },
        "pkcs12": { (try? PFX(ber: $0)) != nil },
        "input": { (input) in InputReader(input).contains { (try? $0.content) != nil } },
        "policy": { (input) in PolicyFormat.detect(input).flatMap { try? $0.read(input) } != nil },
        "pin-text": { (try? Pin(String(decoding: $0, as: UTF8.self))) != nil },
    ]

    @Test func inputsAreRejectedOrReadAsListed() throws {
        let rows = try Vectors.table("regressions/INDEX.tsv")
        #expect(!rows.isEmpty)
        for row in rows {
            let file = try row("file")
            let why = try row("why")
            let isWanted = try row("verdict") == "read"
            let reader = try #require(Self.readers[String(file.prefix { $0 != "/" })], "\(file)")
            #expect(reader(try Vectors.bytes("regressions/" + file)) == isWanted, "\(file): \(why)")
        }
    }
}
