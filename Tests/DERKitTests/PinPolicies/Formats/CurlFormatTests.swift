import SPKIHash
import Testing

@testable import PinPolicies

/// The values of curl's `--pinnedpubkey`. The expected results are those of curl 7.88.1 against a server with the key A:
/// status 0 or 90.
@Suite struct CurlFormatTests {
    private static let pinA = "QUFBQUFBQUFBQUFBQUFBQUFBQUFBQUFBQUFBQUFBQUE="
    private static let pinB = "QkJCQkJCQkJCQkJCQkJCQkJCQkJCQkJCQkJCQkJCQkI="

    /// Returns a value with the pins for which the letters A and B stand.
    private func expanded(_ value: String) -> String {
        value.map { (character) in
            switch character {
            case "A": "sha256//" + CurlFormatTests.pinA
            case "B": "sha256//" + CurlFormatTests.pinB
            default: String(character)
            }
        }.joined()
    }

    /// Returns whether a text pins the key A for its host.
    private func pinsA(_ text: String) throws -> Bool {
        let reading = try PolicyReading(text: text, for: HostPattern("api.example.com"))
        #expect(reading.format == .curl)
        let pins = reading.policy.rules.flatMap { $0.strategies }.flatMap { $0.members }
        let pin = try Pin(CurlFormatTests.pinA)
        return pins.contains { $0.matched == .publicKey(pin) }
    }

    @Test(arguments: [
        ("'A'", true), ("\"A;B\"", true), ("'A;'", false), ("'A;;B'", false), ("'B;;A'", true),
        ("' A'", false),
        ("'A '", false), ("'A ;B'", false), ("'A;sha256//'", true), ("'A; B'", false), ("'B; A'", false),
        ("'B;x;A'", true), ("'A,B'", false), ("'A|B'", false), ("'B;B;A;'", false), ("$'A'", true),
        ("A\\;B", true),
        ("A';'B", true), ("A; echo", true), ("\\\n  A", true), ("\"A;\\\nB\"", true), ("\"A;\nB\"", false),
    ])
    func curlComparesTheTextBetweenSemicolons(_ value: String, _ isPinned: Bool) throws {
        #expect(try pinsA("curl https://api.example.com --pinnedpubkey \(expanded(value))") == isPinned)
    }

    @Test(arguments: [
        ("= A", true), ("= A;B", true), ("= A; B", false), ("= A;", false), ("= \"A;\"", false),
        ("= \"A;B\"", true),
        ("= \"A; B\"", false), ("= 'A'", false), (": \"A\"", true), (": A", true), (" \"A\"", true),
        (" A", true),
        ("= A ;B", true), ("= B ;A", false), ("= \" A\"", false), ("= \"A\" junk", true),
    ])
    func aValueInAConfigurationFileEndsAtWhiteSpace(_ value: String, _ isPinned: Bool) throws {
        #expect(try pinsA("url = https://api.example.com\npinnedpubkey\(expanded(value))") == isPinned)
        #expect(try pinsA("pinned\(expanded(value))\nurl = https://api.example.com") == isPinned)
    }

    @Test func aValueWithoutThePrefixIsAFileName() throws {
        for prefix in ["SHA256//", "sha256/", ""] {
            #expect(
                try !pinsA("curl https://api.example.com --pinnedpubkey '\(prefix)\(CurlFormatTests.pinA)'"))
        }
    }

    @Test func literalsThatCodeJoinsAreOneValue() throws {
        let code = "curl_easy_setopt(c, CURLOPT_URL, \"https://api.example.com\");\n"
        #expect(
            try pinsA(
                code + "curl_easy_setopt(c, CURLOPT_PINNEDPUBLICKEY, \(expanded("\"A;\"\n    \"B\"")));"))
        #expect(try !pinsA(code + "curl_easy_setopt(c, CURLOPT_PINNEDPUBLICKEY, \(expanded("\"A;\"")));"))
        let long = expanded(String(repeating: "B;", count: 77) + "A")
        #expect(try pinsA(code + "curl_easy_setopt(c, CURLOPT_PINNEDPUBLICKEY, \"\(long)\");"))
        #expect(try !pinsA(code + "curl_easy_setopt(c, CURLOPT_PINNEDPUBLICKEY, \"\(long)\"\n    \"x\");"))
    }
}
