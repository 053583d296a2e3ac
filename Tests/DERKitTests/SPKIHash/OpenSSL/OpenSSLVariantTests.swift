import DERKit
import PinPolicies
import SPKIHash
import Testing
import X509Model

/// Every statement about OpenSSL is correct: openssl/variants.tsv, where
/// Tests/Tools/make/openssl-variants.py has OpenSSL 3.0's answers.
@Suite struct OpenSSLVariantTests {
    @Test func everyAnswerMatchesOpenSSL() throws {
        var said = 0
        var unknown: [String] = []
        for line in try Vectors.text("openssl/variants.tsv").split(separator: "\n") {
            let fields = line.split(separator: "\t").map(String.init)
            // Input that the strict reader rejects has no pin for comparison.
            guard let key = try? SubjectPublicKeyInfo(der: #require(bytes(hex: fields[1]))) else { continue }
            guard key.openSSLReencoding.reason != .unknown else {
                unknown.append(fields[0])
                continue
            }
            said += 1
            #expect(key.openSSLPin?.base64 ?? "-" == fields[2], "\(fields[0])")
            #expect((key.openSSLReencoding.reason == .same) == (key.pin.base64 == fields[2]), "\(fields[0])")
        }
        #expect(said > 320)
        // Unknown for binary curves, for explicit parameters that are not those of a named curve, and for odd parameters.
        let isOdd = [
            "sect", "other b", "other base", "other form", "other order", "dh", "pss parameters salt 2^",
        ]
        for name in unknown {
            #expect(isOdd.contains { name.contains($0) }, "\(name)")
        }
        #expect(unknown.count < 180)
    }
}
