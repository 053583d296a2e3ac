import PinPolicies
import SPKIHash
import Testing

@Suite struct HostPatternTests {
    /// A pattern, a host, and whether they match.
    struct Row: Sendable, CustomTestStringConvertible {
        let pattern: String
        let host: String
        let matches: Bool
        var testDescription: String { "\(pattern) \(matches ? "matches" : "does not match") \(host)" }

        init(_ pattern: String, _ host: String, _ matches: Bool) {
            self.pattern = pattern
            self.host = host
            self.matches = matches
        }
    }

    static let rows = [
        // The examples in the documentation of OkHttp's CertificatePinner.
        Row("www.publicobject.com", "www.publicobject.com", true),
        Row("www.publicobject.com", "us-west.www.publicobject.com", false),
        Row("www.publicobject.com", "publicobject.com", false),
        Row("**.publicobject.com", "us-west.www.publicobject.com", true),
        Row("**.publicobject.com", "www.publicobject.com", true),
        Row("**.publicobject.com", "publicobject.com", true),
        Row("*.publicobject.com", "www.publicobject.com", true),
        Row("*.publicobject.com", "api.publicobject.com", true),
        Row("*.publicobject.com", "us-west.www.publicobject.com", false),
        Row("*.publicobject.com", "publicobject.com", false),
        // A suffix counts only at a dot.
        Row("**.publicobject.com", "notpublicobject.com", false),
        Row("*.publicobject.com", "www.notpublicobject.com", false),
        Row("**.publicobject.com", "publicobject.com.evil.example", false),
        // Including subdomains, as in TrustKit, Android and NSPinnedDomains: the host and all names below it.
        Row("**.example.com", "a.b.c.example.com", true),
        Row("**.example.com", "example.com", true),
        Row("**.example.com", "example.org", false),
        // Case, and the dot at the end.
        Row("Example.COM", "example.com", true),
        Row("example.com", "EXAMPLE.com.", true),
        Row("*.example.com.", "www.example.com", true),
        // Internationalized names: A-labels, letters, and the other full stops of UTS 46.
        Row("bücher.example", "xn--bcher-kva.example", true),
        Row("XN--BCHER-KVA.example", "BÜCHER.example", true),
        Row("**.日本語.jp", "www.xn--wgv71a119e.jp", true),
        Row("münchen。example", "xn--mnchen-3ya.example", true),
        Row("bücher.example", "bucher.example", false),
        // Addresses.
        Row("192.0.2.1", "192.0.2.1", true),
        Row("192.0.2.1", "192.0.2.10", false),
        // Names of services have underscores.
        Row("*.example.com", "_dmarc.example.com", true),
    ]

    @Test(arguments: rows) func patternsMatchTheirHosts(_ row: Row) throws {
        #expect(try HostPattern(row.pattern).matches(HostName(row.host)) == row.matches)
    }

    @Test(arguments: [
        "", ".", "*", "**", "*.", "a..b", ".example.com", "a.*.example.com", "w*.example.com",
        "*.*.example.com",
        "***.example.com", "https://example.com", "example.com:443", "example.com/path", "[::1]",
        "ex ample.com",
        "*.192.0.2.1", "**.192.0.2.1", "exa\u{7f}mple.com", "bu\u{308}cher.example", "♥.example",
        String(repeating: "a", count: 64) + ".example",
        Array(repeating: "abcdefg", count: 33).joined(separator: "."),
    ])
    func invalidPatternsAreRefused(_ text: String) {
        #expect(throws: PolicyError.self) { try HostPattern(text) }
    }

    /// The samples of RFC 3492 section 7.1, those in lower case; (S) without its hyphens and upper case.
    @Test(
        arguments: [
            ("ليهمابتكلموشعربي؟", nil),
            ("他们为什么不说中文", "xn--ihqwcrb4cv8a8dqg056pqjye"),
            ("他們爲什麽不說中文", "xn--ihqwctvzc91f659drss3x8bo0yb"),
            ("למההםפשוטלאמדבריםעברית", "xn--4dbcagdahymbxekheh6e0a7fei0b"),
            ("почемужеонинеговорятпорусски", "xn--b1abfaaepdrnnbgefbadotcwatmq2g4l"),
            ("安室奈美恵-with-super-monkeys", "xn---with-super-monkeys-pc58ag80a8qai00g7n9n"),
            ("パフィーdeルンバ", "xn--de-jg4avhby1noc0d"),
            ("そのスピードで", "xn--d9juau41awczczp"),
        ] as [(String, String?)])
    func punycodeAndLettersAreEqual(_ label: String, _ expected: String?) {
        #expect((try? HostName(label))?.description == expected)
    }

    @Test func theClosestRuleDecides() throws {
        let pins = PinSet([try #require(Pin(bytes: [UInt8](repeating: 1, count: 32)))])
        let texts = [
            "**.example.com", "*.example.com", "www.example.com", "**.www.example.com", "example.com",
        ]
        let policy = try PinPolicy(
            try texts.map { PinPolicy.Rule(try HostPattern($0), [.publicKey(pins, at: .any)]) },
            unlistedHosts: .accept)
        func pattern(_ host: String) throws -> String? {
            try policy.rule(for: HostName(host))?.pattern.description
        }
        #expect(try pattern("example.com") == "example.com")
        #expect(try pattern("www.example.com") == "www.example.com")
        #expect(try pattern("api.example.com") == "*.example.com")
        #expect(try pattern("a.www.example.com") == "**.www.example.com")
        #expect(try pattern("a.api.example.com") == "**.example.com")
        #expect(try pattern("example.org") == nil)
    }

    @Test(arguments: [
        ("example.com", "example.com", true), ("example.com", "www.example.com", false),
        ("**.example.com", "www.example.com", true), ("*.example.com", "www.example.com", true),
        ("*.example.com", "a.www.example.com", false), ("*.example.com", "**.www.example.com", true),
        ("*.example.com", "**.a.www.example.com", false), ("*.example.com", "**.example.com", true),
        ("*.example.com", "*.www.example.com", false), ("example.com", "*.example.com", false),
        ("example.com", "**.example.com", true), ("**.example.com", "**.example.org", false),
    ])
    func overlapIsSymmetric(_ one: String, _ other: String, _ expected: Bool) throws {
        let (one, other) = (try HostPattern(one), try HostPattern(other))
        #expect(one.overlaps(other) == expected)
        #expect(other.overlaps(one) == expected)
    }
}
