import Testing

@testable import PinPolicies
@testable import SPKIHash

/// Hosts and pins that are constants in source code, and the spellings that a consumer accepts besides the
/// usual one.
@Suite struct PolicyConstantsTests {
    private static let one = "azE5Ew0LGsMgkYqiDpYay0olLAS8cxxNGUZ8OJU756k="
    private static let two = "7zwAM/YU+zd8BZMCl0J943URuyF35zefKC7QIoxTq+U="

    /// `pattern: one two`, then what was left out.
    private func lines(_ format: PolicyFormat, _ text: String) throws -> [String] {
        try lines(format, Array(text.utf8))
    }

    private func lines(_ format: PolicyFormat, _ text: [UInt8]) throws -> [String] {
        let reading = try format.read(text, for: try HostPattern("a.com"))
        return reading.policy.rules.map { (rule) in
            let pins = rule.strategies.compactMap(\.pinSet).flatMap(\.members)
                .map { $0.pin.base64 == Self.one ? "one" : "two" }
            return "\(rule.pattern): \(pins.joined(separator: " "))"
        } + reading.omissions.map { "left out: \($0.placedMessage)" }
    }

    @Test(arguments: [
        "const val HOST = \"a.com\"\nval p = CertificatePinner.Builder().add(HOST, PIN)\nval PIN = \"sha256/\(one)\"",
        "object Config { const val HOST = \"a.com\"; const val PIN = \"sha256/\(one)\" }\nval p = CertificatePinner.Builder().add(Config.HOST, Config.PIN)",
        "class A { val p = CertificatePinner.Builder().add(HOST, \"sha256/$PIN\")\ncompanion object { private const val HOST = \"a.com\"\nprivate const val PIN: String = \"\(one)\" } }",
        "val TOP = \"com\"\nval HOST = \"a.\" + TOP\nval p = CertificatePinner.Builder().add(\"${HOST}\", *PINS)\nval PINS = arrayOf(\"sha256/\(one)\")",
        "val p = CertificatePinner.Builder().apply { add(\"a.com\", *PINS.toTypedArray()) }\nval PINS = listOf<String>(\"sha256/\" + \"\(one)\")",
        "val p = CertificatePinner.Builder().add(\"a.com\", \"\"\"\n    sha256/\(one)\n  \"\"\".trimIndent())",
        "val b = CertificatePinner.Builder()\nwith(b) { add(\"a.com\", \"sha256/\(one)\") }",
        "fun pins() = CertificatePinner.Builder()\nval p = pins().add(\"a.com\", \"sha256/\(one)\").build()",
    ])
    func kotlin(_ text: String) throws {
        #expect(try lines(.okhttpKotlin, text) == ["a.com: one"])
    }

    @Test(arguments: [
        "class A { static final String HOST = \"a.com\"; Object p = new CertificatePinner.Builder().add(HOST, Pins.ONE).build();\nstatic class Pins { static final String ONE = \"sha256/\(one)\"; } }",
        "class A { private static final String[] PINS = {\"sha256/\(one)\"}; Object p = new CertificatePinner.Builder().add(\"a.com\", PINS); }",
        "class A { Object p = new CertificatePinner.Builder().add(\"a.com\", new String[] {\"sha256/\(one)\"}); }",
        "class A { Object p = new CertificatePinner.Builder().add(\"a.com\", \"\"\"\n        sha256/\(one)\\\n        \"\"\"); }",
        "class A { Object p = new CertificatePinner.Builder().add(\"a.com\", \"\"\"\n        sha256/\(one)\n        \"\"\"); }",
    ])
    func java(_ text: String) throws {
        #expect(try lines(.okhttpJava, text) == ["a.com: one"])
        #expect(try PolicyFormat.okhttpJava.read(Array(text.utf8)).findings == [])
    }

    /// Names without a single value: nothing is read for them, and their places are reported.
    @Test(arguments: [
        "val p = CertificatePinner.Builder().add(HOST, \"sha256/\(one)\").add(\"b.com\", \"sha256/\(two)\")",
        "var HOST = \"a.com\"\nval p = CertificatePinner.Builder().add(HOST, \"sha256/\(one)\").add(\"b.com\", \"sha256/\(two)\")",
        "val HOST = if (debug) \"a.com\" else \"b.com\"\nval p = CertificatePinner.Builder().add(HOST, \"sha256/\(one)\").add(\"b.com\", \"sha256/\(two)\")",
        "val HOST = \"a.com\"\nfun f(HOST: String) { CertificatePinner.Builder().add(HOST, \"sha256/\(one)\").add(\"b.com\", \"sha256/\(two)\") }",
        "val HOST = HOST\nval p = CertificatePinner.Builder().add(HOST, \"sha256/\(one)\").add(\"b.com\", \"sha256/\(two)\")",
        "object A { val HOST = \"a.com\" }\nval p = CertificatePinner.Builder().add(B.HOST, \"sha256/\(one)\").add(\"b.com\", \"sha256/\(two)\")",
        "val HOST = \"a.com\"\nval hosts = listOf(HOST).map { HOST -> CertificatePinner.Builder().add(HOST, \"sha256/\(one)\").add(\"b.com\", \"sha256/\(two)\") }",
        "val HOST = BuildConfig.HOST ?: \"a.com\"\nval p = CertificatePinner.Builder().add(HOST, \"sha256/\(one)\").add(\"b.com\", \"sha256/\(two)\")",
    ])
    func unknownNames(_ text: String) throws {
        let found = try lines(.okhttpKotlin, text)
        #expect(found.first == "b.com: two" && found.count == 2, "\(found)")
        #expect(found.last?.contains("HOST', which is not defined in this file") == true, "\(found)")
    }

    @Test(arguments: [
        "enum Config { static let host = \"a.com\"; static let pins = [\"\(one)\"] }\nlet c = [kTSKPinnedDomains: [Config.host: [kTSKPublicKeyHashes: Config.pins]]]",
        "let domain = \"com\"\nlet pin = \"\(one)\"\nlet c = [kTSKPinnedDomains: [\"a.\\(domain)\": [kTSKPublicKeyHashes: [pin]]]]",
        "#define HOST @\"a.com\"\nstatic NSString *const Pin = @\"\(one)\";\nNSDictionary *c = @{kTSKPinnedDomains: @{HOST: @{kTSKPublicKeyHashes: @[Pin]}}};",
        "let domains: [String: Any] = [\"a.com\": [kTSKPublicKeyHashes: [\"\(one)\"]]]\nlet c = [kTSKPinnedDomains: domains]",
        "NSDictionary *c = @{kTSKPinnedDomains: @{@\"a.com\": @{kTSKPublicKeyHashes: [NSArray arrayWithObjects:@\"\(one)\", nil]}}};",
    ])
    func swiftAndObjectiveC(_ text: String) throws {
        #expect(try lines(.trustKitSwift, text) == ["a.com: one"])
    }

    /// Text that expands exponentially is not read for long: each constant contains the previous one twice.
    @Test func constantsThatGrow() throws {
        var text = "let p0 = [\"\(Self.one)\"]\n"
        for number in 1..<60 { text += "let p\(number) = p\(number - 1) + p\(number - 1)\n" }
        text += "let c = [kTSKPinnedDomains: [\"a.com\": [kTSKPublicKeyHashes: p59]]]"
        #expect(throws: PolicyError.self) { try lines(.trustKitSwift, text) }
    }

    @Test func callsThatAreNotPinners() throws {
        let text = """
            val pinner = CertificatePinner.Builder().add("a.com", "sha256/\(Self.one)").build()
            val headers = Headers.Builder().add("X-Pin", "sha256/\(Self.two)").build()
            val more: Headers.Builder = Headers.Builder()
            more.add("X.Pin", "sha256/\(Self.two)")
            request.headers.newBuilder().add("X-Pin", "sha256/\(Self.two)")
            """
        #expect(try lines(.okhttpKotlin, text) == ["a.com: one"])
        #expect(
            try PolicyFormat.okhttpKotlin.read(Array(text.utf8)).findings.map(\.severity) == [
                .note, .note, .note,
            ])
        #expect(
            try lines(
                .okhttpKotlin,
                "CertificatePinner.Builder().add(\"a.com\", \"sha1/AAAA\", \"sha256/\(Self.one)\")")
                == ["a.com: one", "left out: line 1, column 42: a.com: 'sha1/AAAA' is a sha1 digest"])
    }

    /// protobuf's JSON mapping accepts both names; text in a block is text.
    @Test func envoy() throws {
        let text = """
            name: x
            note: |
              sni: b.com
              verify_certificate_spki: ["\(Self.two)"]
            typedConfig:
              sni: a.com
              commonTlsContext: {validationContext: {verifyCertificateSpki: ["\(Self.one)"]}}
            """
        #expect(try lines(.envoy, text) == ["a.com: one"])
        #expect(try lines(.envoy, text.replacing("|", with: ">-")) == ["a.com: one"])
        #expect(try lines(.envoy, text.replacing("\n", with: "\r\n")) == ["a.com: one"])
        #expect(throws: PolicyError.self) {
            try lines(.envoy, text.replacing("verifyCertificateSpki", with: "verifyCertificateSpky"))
        }
    }

    @Test func tlsa() throws {
        let digits = "6b3139130d0b1ac320918aa20e961acb4a252c04bc731c4d19467c38953be7a9"
        for record in [
            "TYPE52 \\# 35 030101\(digits)", "IN 3600 TYPE52 ( \\# 35 03 01 01\n \(digits) )",
            "1h IN TLSA \\# 35 030101\(digits)",
            "CLASS1 TLSA dane-ee spki sha2-256 \(digits)",
        ] {
            #expect(try lines(.tlsa, "_443._tcp.a.com. \(record)") == ["a.com: one"], "\(record)")
        }
        let zone =
            "_443._tcp.a.com. TLSA 3 1 1 \(digits)\n_443._tcp.b.com. TLSA 3 1 2 00\nb.com. TXT \"; TLSA (\"\n"
        #expect(
            try lines(.tlsa, zone) == [
                "a.com: one",
                "left out: line 2, column 1: unsupported TLSA record 3 1 2, which is not a SHA-256",
            ])
    }

    @Test func documentsOfXML() throws {
        let text = """
            <network-security-config xmlns:tools="http://schemas.android.com/tools"><domain-config tools:ignore="x">
            <domain>a.com</domain><pin-set><pin digest="sha-256"><![CDATA[\(Self.one)]]></pin></pin-set>
            </domain-config></network-security-config>
            """
        #expect(try lines(.android, text) == ["a.com: one"])
        #expect(try lines(.android, Array("\u{feff}".utf8) + Array(text.utf8)) == ["a.com: one"])
        let units = Array("\u{feff}\(text)".utf16)
        #expect(try lines(.android, units.flatMap { [UInt8($0 & 255), UInt8($0 >> 8)] }) == ["a.com: one"])
        #expect(try lines(.android, units.flatMap { [UInt8($0 >> 8), UInt8($0 & 255)] }) == ["a.com: one"])
    }

    /// Answers of OkHttp 3.13.1; Tests/Tools/check/policy-consumers.sh asks it about all pairs.
    @Test(arguments: [
        ("example.com", "EXAMPLE.COM", true), ("example.com", "example.com.", false),
        ("example.com.", "example.com.", true), ("example.com.", "example.com", false),
        ("*.com", "com", true),
        ("*.com", "example.com", true), ("*.com", "com.", false), ("*.example.com", "example.com", false),
        ("*.example.com", "a.b.example.com", false), ("BÜCHER.example", "xn--bcher-kva.example", true),
        ("straße.example", "strasse.example", true), ("*.localhost", "localhost", true),
    ])
    func hostsOfOkHttp(_ pattern: String, _ host: String, _ isPinned: Bool) throws {
        let text = "CertificatePinner.Builder().add(\"\(pattern)\", \"sha256/\(Self.one)\")"
        let reading = try PolicyFormat.okhttpKotlin.read(Array(text.utf8), asking: host)
        #expect((reading.policy.rule(for: try HostName(host)) != nil) == isPinned)
    }
}
