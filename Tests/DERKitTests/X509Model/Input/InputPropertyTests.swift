import DERKit
import Testing
import X509Model

/// Properties of the input reader for any input: reading ends, and always gives a result.
@Suite struct InputPropertyTests {
    /// Reads all objects and shows their errors.
    private func check(_ input: [UInt8], _ what: @autoclosure () -> String) {
        var count = 0
        for object in InputReader(input) {
            if object.index != count || object.offset < 0 || object.offset > input.count {
                Issue.record("\(what()): object \(object.index) at \(object.offset)")
            }
            count += 1
            switch object.contentResult {
            case .success(let content):
                if content.subjectPublicKeyInfo?.derBytes.isEmpty == true {
                    Issue.record("\(what()): an empty key")
                }
            case .failure(let error):
                if error.description.isEmpty || error.code.rawValue.isEmpty {
                    Issue.record("\(what()): no message")
                }
            }
        }
        if count == 0 { Issue.record("\(what()): no object and no error") }
    }

    @Test func anyChangeOfOneByteOfATextGivesAnObjectOrAnError() throws {
        let text = try Vectors.bytes("seeds/api.github.com-public-key.pem")
        for place in Sweep.sample(text.indices, every: 17) {
            for difference in UInt8(1)...255 {
                var other = text
                other[place] ^= difference
                check(other, "byte \(place) as \(other[place])")
            }
        }
    }

    @Test(arguments: [
        "pem/with-headers.pem", "pem/chain-with-garbage.pem", "pem/bom.pem", "pem/trusted-certificate.pem",
        "cert/sect283k1-with-key.pem", "p7/isrg.pem",
    ]) func everyPrefixAndSuffixGivesAResult(_ file: String) throws {
        let input = try Vectors.bytes(file)
        for length in Sweep.sample(Array(stride(from: 0, through: input.count, by: 7)), every: 11) {
            check(Array(input[..<length]), "\(file) to \(length)")
            check(Array(input[length...]), "\(file) from \(length)")
        }
    }

    @Test func randomLinesOfPEMGiveAnObjectOrAnError() {
        let lines = [
            "-----BEGIN CERTIFICATE-----", "-----END CERTIFICATE-----", "-----BEGIN PUBLIC KEY-----",
            "-----END PUBLIC KEY-----", "-----BEGIN ", "-----END", "-----", "AAAA", "AA==", "MIIB", "=", "",
            "Name: value", " more", "text", "--", "\u{feff}", "-----BEGIN X-----AAAA-----END X-----",
        ]
        var numbers = SeededNumbers(seed: 1421)
        for _ in 0..<Sweep.number(2000, every: 5) {
            let text = (0..<Int.random(in: 0...12, using: &numbers)).map { _ in
                (lines.randomElement(using: &numbers) ?? "")
                    + (["\n", "\r\n", "\r", ""].randomElement(using: &numbers) ?? "")
            }.joined()
            check(Array(text.utf8), text)
        }
    }
}
