import DERKit
import Foundation
import SPKIHash
import Testing

@testable import PinPolicies

/// Pins in any text, and the hosts that belong to them: Tests/Vectors/policy/pin-texts.txt, written by hand after the
/// documentation and the examples of the consumers.
@Suite struct PinsInTextTests {
    private static let one = "7zwAM/YU+zd8BZMCl0J943URuyF35zefKC7QIoxTq+U="
    private static let two = "azE5Ew0LGsMgkYqiDpYay0olLAS8cxxNGUZ8OJU756k="

    /// Thirty-two bytes that nothing calls a pin, in text that says that it has a private key: the key of RFC 8037,
    /// appendix A.1, as a JSON Web Key and as BIND writes it.
    @Test(arguments: [
        #"{"kty":"OKP","crv":"Ed25519","d":"nWGxne_9WmC6hEr0kuwsxERJxWl7MmkZcDusAxyuf2A"}"#,
        "Private-key-format: v1.2\nAlgorithm: 15 (ED25519)\nPrivateKey: nWGxne/9WmC6hEr0kuwsxERJxWl7MmkZcDusAxyuf2A=\n",
    ])
    func privateKeysAreNotDigests(text: String) throws {
        let pattern = try HostPattern("example.com")
        #expect(throws: PolicyError.self) { try PolicyReading(text: text, for: pattern) }
    }

    /// Sparkle's key for updates (SUPublicEDKey) and other values that a property list names, but not as pins.
    @Test(arguments: ["SUPublicEDKey", "UpdateChannel", "AppStoreDigest"])
    func namedValuesOfPropertyListsAreNotPins(key: String) throws {
        let text = "<plist><dict><key>KEY</key><string>\(Self.one)</string></dict></plist>"
        let pattern = try HostPattern("example.com")
        #expect(throws: PolicyError.self) {
            try PolicyReading(text: text.replacing("KEY", with: key), for: pattern)
        }
        let pinned = try PolicyReading(text: text.replacing("KEY", with: "ServerPin"), for: pattern)
        #expect(pinned.policy.rules.count == 1)
    }

    /// A text for two consumers is read by the rules of neither; a consumer that no statement with a pin names does not
    /// count.
    @Test func consumersBelongToStatements() throws {
        let okHttp = "CertificatePinner.Builder().add(\"a.com\", \"sha256/\(Self.one)\")"
        let trustKit = "let c = [kTSKPinnedDomains: [\"a.com\": [kTSKPublicKeyHashes: [\"\(Self.two)\"]]]]"
        let curl = "curl --pinnedpubkey 'sha256//\(Self.one)' https://a.com"
        for (text, format) in [
            (okHttp, PolicyFormat.okhttpKotlin), (trustKit, .trustKitSwift), (curl, .curl),
            (okHttp + "\n" + trustKit, .text), (okHttp + "\n" + curl, .text),
            (okHttp + " // as kTSKPinnedDomains in the other app", .okhttpKotlin),
            (okHttp + " // curl --pinnedpubkey sha256//\(Self.two)", .okhttpKotlin),
        ] {
            let reading = try PolicyReading(text: text)
            #expect(reading.format == format, "\(text)")
            #expect(reading.findings.contains { $0.message.contains("own rules") } == (format == .text))
            #expect(reading.policy.rules.map { "\($0.pattern)" } == ["a.com"])
        }
    }

    /// A setting whose value only the running app knows counts as true, with a warning.
    @Test(arguments: [
        ("true", true, 0), ("@YES", true, 0), ("false", false, 0), ("NO", false, 0), ("!__DEV__", true, 1),
        ("Config.enforce", true, 1), ("enforce ? true : false", true, 1), ("NSNumber(value: true)", true, 1),
    ]) func settingsThatAreNotLiteralsCountAsTrue(value: String, isEnforced: Bool, warnings: Int) throws {
        let text =
            "let c = [kTSKPinnedDomains: [\"a.com\": [kTSKEnforcePinning: \(value), kTSKPublicKeyHashes: [\"\(Self.one)\"]]]]"
        let reading = try PolicyReading(text: text)
        #expect(reading.policy.rules.map { $0.isEnforced } == [isEnforced])
        #expect(reading.findings.count { $0.severity == .warning } == warnings)
        let subdomains = try PolicyReading(text: text.replacing("EnforcePinning", with: "IncludeSubdomains"))
        #expect(subdomains.policy.rules.map { $0.pattern.reach } == [isEnforced ? .subdomains : .exact])
    }

    /// react-native-ssl-public-key-pinning, README, with a constant for the date.
    @Test func aDateElsewhereIsAWarning() throws {
        let text =
            "const DAY = '2027-12-31'\ninitializeSslPinning({'a.com': {publicKeyHashes: ['\(Self.one)'], expirationDate: DAY}})"
        let reading = try PolicyReading(text: text)
        #expect(reading.policy.rules.map { $0.expiration == nil } == [true])
        #expect(reading.findings.map { $0.severity } == [.warning] && reading.omissions.isEmpty)
    }

    /// Classes of other languages have the name of OkHttp's, and code may add the prefix that OkHttp needs.
    @Test(arguments: [
        "// unlike OkHttp's CertificatePinner\nlet pins = [\"a.com\": [\"«1»\"]]",
        "final class CertificatePinner { let pins = [\"a.com\": [\"«1»\"]] }",
        "val pins = mapOf(\"a.com\" to listOf(\"«1»\"))\nval b = CertificatePinner.Builder()\npins.forEach { (h, p) -> b.add(h, \"sha256/$p\") }",
        "CertificatePinner.Builder b = new CertificatePinner.Builder();\nfor (String p : PINS.get(\"a.com\")) b.add(\"a.com\", String.format(\"sha256/%s\", p));\nputPin(\"a.com\", \"«1»\");",
    ]) func pinsWithoutAPrefixAreWrongOnlyForOkHttp(text: String) throws {
        let reading = try PolicyReading(text: text.replacing("«1»", with: Self.one))
        #expect(!reading.findings.contains { $0.kind.code == "pin-form" }, "\(reading.findings)")
    }

    struct Sample: Sendable, CustomTestStringConvertible {
        let name: String
        let text: String
        let pins: [String]

        var testDescription: String { name }
    }

    static let samples: [Sample] = {
        let marks = [
            "«1»": one, "«2»": two, "«h1»": digits(one), "«h2»": digits(two), "«c1»": colons(one),
            "«a»": String(one.prefix(20)), "«b»": String(one.dropFirst(20)),
        ]
        let file = (try? Vectors.text("policy/pin-texts.txt")) ?? ""
        return file.components(separatedBy: "\n== ").dropFirst().map { (block) in
            let lines = block.components(separatedBy: "\n")
            let end = lines.lastIndex(of: "--") ?? lines.count - 1
            var text = lines[1..<end].joined(separator: "\n") + "\n"
            for (mark, value) in marks { text = text.replacing(mark, with: value) }
            return Sample(name: lines[0], text: text, pins: lines[(end + 1)...].filter { !$0.isEmpty })
        }
    }()

    private static func digits(_ pin: String) -> String { hex((try? Base64.decode(pin)) ?? []) }

    private static func colons(_ pin: String) -> String {
        ((try? Base64.decode(pin)) ?? []).map { hex([$0]).uppercased() }.joined(separator: ":")
    }

    private static func lines(_ text: String) throws -> [String] {
        try PinListing(Array(text.utf8)).items.map { (item) in
            let (name, certificate) =
                switch item.pinned {
                case .publicKey(let pin): (pin.base64, "")
                case .certificate(let fingerprint): (Base64.encode(fingerprint.bytes), "c")
                }
            let number = name == one ? "1" : name == two ? "2" : "?"
            let hosts = item.patterns.map {
                $0.host.description == "\($0)" || $0.reach == .subdomains ? "\($0.host)" : "\($0)"
            }
            return "\(certificate)\(number) \(hosts.isEmpty ? "-" : hosts.joined(separator: ",")) "
                + "\(item.hostSource?.rawValue ?? "-")\(item.isInComment ? " comment" : "")"
        }
    }

    @Test func everySampleExists() { #expect(Self.samples.count > 80) }

    @Test(arguments: samples) func findsPinsAndHosts(_ sample: Sample) throws {
        #expect(try Self.lines(sample.text) == sample.pins)
    }

    /// Lines may end as on Windows, and the text may be UTF-16.
    @Test(arguments: samples) func otherEncodingsGiveTheSamePins(_ sample: Sample) throws {
        #expect(try Self.lines(sample.text.replacing("\n", with: "\r\n")) == sample.pins)
        let units = Array("\u{feff}\(sample.text)".utf16).flatMap { [UInt8($0 & 255), UInt8($0 >> 8)] }
        let listing = try PinListing(units)
        #expect(listing.items.count == sample.pins.count)
    }

    /// No prefix of a text and no changed octet traps.
    @Test(arguments: samples) func damageCausesNoTrap(_ sample: Sample) {
        let text = Array(sample.text.utf8)
        for place in stride(from: text.count % 11, to: text.count, by: Sweep.isWhole ? 11 : 149) {
            _ = PinsInText(Array(text[..<place]))
            for octet: UInt8 in [0x22, 0x27, 0x5c, 0x28, 0x7d, 0x0a, 0x23, 0x3c] {
                var changed = text
                changed[place] = octet
                _ = PinsInText(changed)
            }
        }
    }

    @Test func pinsHaveALineAndAColumn() {
        let text = "\n  a = \"sha256/\(Self.one)\";\n\tb = '\(Self.two)' // pin\n"
        let found = PinsInText(Array(text.utf8)).sightings
        #expect(found.map { $0.position.line } == [2, 3])
        #expect(found.map { $0.position.column } == [8, 7])
        #expect(found.map { $0.spelling } == [.slash, .base64])
    }

    /// `--host` chooses the rule if hosts are known, and replaces them if they are not.
    @Test(arguments: [
        ("add(\"a.example.com\", \"sha256/«1»\")", "a.example.com", "a.example.com"),
        ("add(\"a.example.com\", \"sha256/«1»\")", "b.example.com", "a.example.com"),
        ("let pin = \"sha256/«1»\"", "b.example.com", "b.example.com"),
        ("let host = \"a.example.com\"\nlet pin = \"sha256/«1»\"", "a.example.com", "a.example.com"),
        ("let host = \"a.example.com\"\nlet pin = \"sha256/«1»\"", "b.example.com", "b.example.com"),
    ])
    func givenHostsReplaceUnknownOnes(_ text: String, _ given: String, _ host: String) throws {
        let bytes = Array(text.replacing("«1»", with: Self.one).utf8)
        let reading = try PolicyReading(file: bytes, for: try HostPattern(given))
        #expect(reading.policy.rules.map { "\($0.pattern)" } == [host])
        let isGiven = host == given && host != "a.example.com"
        #expect(reading.sightings.map { $0.hostSource == .option } == [isGiven])
    }

    @Test func hostSettingsAreRead() throws {
        let text = """
            let c = [kTSKPinnedDomains: ["a.example.com": [kTSKIncludeSubdomains: true, kTSKEnforcePinning: false,
              kTSKExpirationDate: "2030-01-31", kTSKPublicKeyHashes: ["\(Self.one)", "\(Self.two)"]],
              "b.example.com": [kTSKPublicKeyHashes: ["\(Self.one)"]]]]
            """
        let policy = try PolicyReading(text: text).policy
        #expect(policy.rules.map { "\($0.pattern)" } == ["**.a.example.com", "b.example.com"])
        #expect(policy.rules.map { $0.isEnforced } == [false, true])
        #expect(policy.rules.map { $0.expiration.map(PolicyDate.write) } == ["2030-01-31", nil])
    }

    @Test func conditionsCommentsAndNearbyHostsAreReported() throws {
        func notes(_ text: String) throws -> [PolicyFinding] {
            try PolicyReading(text: text.replacing("«1»", with: Self.one).replacing("«2»", with: Self.two))
                .findings
        }
        let branch = "if (x) { b.add(\"a.example.com\", \"sha256/«1»\") }"
        #expect(try notes(branch).map { $0.severity } == [.hint])
        #expect(try notes(branch).first?.message.hasPrefix("line 1: pins in conditional code") == true)
        #expect(try notes("b.add(\"a.example.com\", \"sha256/«1»\")").isEmpty)
        let comment = "b.add(\"a.example.com\", \"sha256/«1»\")\n// sha256/«2»"
        #expect(try notes(comment).map { $0.message } == ["line 2: ignored 1 pin in comments"])
        let near = "let host = \"a.example.com\"\nlet pin = \"sha256/«1»\""
        #expect(
            try notes(near).map { $0.message } == ["line 2: the nearest host in the text was used for 1 pin"]
        )
    }

    /// A host without pins may be one whose pins were not recognized, as in each of the first texts.
    @Test func aConditionalHostIsUnknown() throws {
        let text = "const host = dev ? 'a.example.com' : 'b.example.com';\np.add(host, 'sha256/\(Self.one)');"
        #expect(try PolicyReading(text: text).omissions.map { $0.code } == [.missingHost])
    }

    @Test func hostsWithoutPinsAreReported() throws {
        func note(_ text: String, for host: String? = nil) throws -> PolicyFinding? {
            let text = text.replacing("«1»", with: "sha256/\(Self.one)")
            let reading = try PolicyReading(text: text, for: host.map { try HostPattern($0) })
            return reading.findings.first { $0.message.hasPrefix("no pin in the text belongs to ") }
        }
        let copies = [
            "a.example.com: &api\n  pins: [«1»]\nb.example.com: *api\n",
            "var pins = [\"a.example.com\": [\"«1»\"]]\npins[\"b.example.com\"] = pins[\"a.example.com\"]",
            "val a = Server(url = \"https://a.example.com\", pin = \"«1»\")\nval b = a.copy(url = \"https://b.example.com\")",
        ]
        for text in copies {
            #expect(try note(text)?.severity == .hint, "\(text)")
            #expect(try note(text, for: "b.example.com")?.severity == .warning, "\(text)")
        }
        let complete = [
            "p.add('*.example.com', '«1»') // b.example.org\nload('https://b.example.com/')",
            "curl --pinnedpubkey '\("«1»".replacing("/", with: "//"))' -x proxy.example.com https://a.example.com",
        ]
        for text in complete { #expect(try note(text) == nil, "\(text)") }
    }

    /// Sets for one host are alternatives, as in an app with wrong pins for a demonstration; each may include subdomains.
    @Test func setsOfPinsForOneHostDoNotRefuseFalsely() throws {
        let text = """
            const sets = {
              right: { "a.example.com": { includeSubdomains: true, publicKeyHashes: ["\(Self.one)"] } },
              wrong: { "a.example.com": { publicKeyHashes: ["\(Self.two)"] } },
            };
            """
        let reading = try PolicyReading(text: text)
        #expect(reading.policy.rules.map { "\($0.pattern)" } == ["**.a.example.com", "a.example.com"])
        #expect(reading.policy.rules.map { $0.digestCount } == [1, 2])
        #expect(reading.findings.map { $0.severity } == [.warning] && reading.omissions.isEmpty)
    }

    /// If a pin has no host, only that pin is left out.
    @Test func pinsWithoutHostsAreOmitted() throws {
        let text =
            "b.add(\"a.example.com\", \"sha256/\(Self.one)\")\nc.add(Config.HOST, \"sha256/\(Self.two)\")"
        let reading = try PolicyReading(text: text)
        #expect(reading.policy.rules.map { "\($0.pattern)" } == ["a.example.com"])
        #expect(reading.omissions.map { $0.code } == [.missingHost])
        #expect(reading.omissions.map { $0.position?.line } == [2])
        let host = try HostName("a.example.com")
        #expect(try !reading.isUnderstood(host))
    }

    @Test func brokenPinsAreOmitted() throws {
        let text = "b.add(\"a.example.com\", \"sha256/\(Self.one)\", \"sha256/\(Self.two.dropLast(4))\")"
        let reading = try PolicyReading(text: text)
        #expect(reading.policy.rules.map { $0.digestCount } == [1])
        #expect(reading.omissions.map { $0.code } == [.badPin])
        #expect(reading.omissions.allSatisfy { !$0.description.contains(Self.two.prefix(8)) })
    }

    /// A mistake in the list of one host does not affect the pins of another host, and registers are not names.
    @Test func brokenEntriesAffectOnlyTheirOwnHost() throws {
        let text = """
            const pins = [{ host: 'a.example.com', pins: ['MUdq47HpX2QlPFfkcDf/bqw=', '\(Self.one)'] },
              { host: 'b.example.com', pins: ['\(Self.two)'] }];
            """
        let reading = try PolicyReading(text: text)
        #expect(reading.omissions.map { $0.code } == [.badPin])
        #expect(try !reading.isUnderstood(HostName("a.example.com")))
        #expect(try reading.isUnderstood(HostName("b.example.com")))
        let array =
            "new-array v2, v6, [Ljava/lang/String;\nconst-string v3, \"sha256/\(Self.one)\"\naput-object v3, v2, v5\n"
        let smali = try PolicyReading(text: "const-string v1, \"a.example.com\"\n" + array)
        #expect(smali.omissions.isEmpty && smali.policy.rules.map { "\($0.pattern)" } == ["a.example.com"])
    }

    /// Constants that are named after CAs are one set, whatever hosts the text has; those named after hosts are not.
    @Test(arguments: [("FIRST_ROOT_CA", "SECOND_G2_ROOT", 2), ("SHOP_PIN", "NEWS_PIN", 0)])
    func constantsNamedAfterAuthoritiesAreForEveryHost(_ one: String, _ two: String, _ count: Int) throws {
        let text = """
            static final String \(one) = "sha256/\(Self.one)";
            static final String \(two) = "sha256/\(Self.two)";
            static final String SHOP_PATTERN = "**.shop.example";
            static final String NEWS_PATTERN = "**.news.example";
            """
        let reading = try PolicyReading(text: text, for: HostPattern("www.shop.example"))
        #expect(reading.policy.rules.reduce(0) { $0 + $1.digestCount } == count)
    }

    /// Android ignores a pin-set outside of a domain-config, in a document as in a file of its own.
    @Test(arguments: ["", "```xml\n"]) func misplacedPinsDoNotCountInADocument(_ fence: String) throws {
        let text = """
            \(fence)<network-security-config>
                <domain-config><domain>a.example.com</domain></domain-config>
                <pin-set><pin digest="SHA-256">\(Self.one)</pin></pin-set>
            </network-security-config>

            """
        let reading = try PolicyReading(text: text, for: HostPattern("a.example.com"))
        #expect(reading.format == .android && reading.policy.rules.isEmpty)
    }

    /// The form in which a consumer reads pins counts where the pin is written in its call.
    @Test func pinSpellingsAreCheckedInTheConsumersCalls() throws {
        func rules(_ text: String) throws -> [String] {
            try PolicyReading(text: text.replacing("«1»", with: Self.one)).findings.map { $0.rule }
        }
        #expect(try rules("CertificatePinner.Builder().add(\"a.example.com\", \"«1»\")") == ["pin-form"])
        #expect(try rules("CertificatePinner.Builder().add(\"a.example.com\", \"sha256/«1»\")").isEmpty)
        #expect(
            try rules("[kTSKPinnedDomains: [\"a.example.com\": [kTSKPublicKeyHashes: [\"sha256/«1»\"]]]]")
                == ["pin-form"])
        let constant =
            "val PIN = \"«1»\"\nval p = CertificatePinner.Builder().add(\"a.example.com\", \"sha256/$PIN\")"
        #expect(try rules(constant).isEmpty)
    }

    /// Digests that nothing identifies as pins are counted, and the value of what is secret is never listed.
    @Test func bareDigestsAndSecretsAreNotListedAsPins() throws {
        let text = "{\"a\": \"\(Self.one)\", \"digest\": \"\(Self.two)\"}"
        let listing = try PinListing(Array(text.utf8))
        #expect(listing.items.isEmpty && listing.bareCount == 2)
        let error = #expect(throws: PolicyError.self) { try PolicyReading(text: text) }
        #expect(error?.code == .unknownFormat)
        for name in ["privateKey", "client_secret", "PSK", "password", "token"] {
            let listing = try PinListing(Array("pins:\n  \(name): \(Self.one)\n".utf8))
            #expect(listing.items.isEmpty && listing.bareCount == 1, "\(name)")
        }
    }

    /// The seed of an Ed25519 key, RFC 8410 section 10.3, has as many octets as a pin.
    @Test(arguments: ["secret", "dbPassword", "passphrase", "private", "clave_privada", "key", "D", "nsec"])
    func secretsOfAHostAreNotPins(name: String) {
        for text in [
            "host: a.example.com\n\(name): \(Self.one)\n",
            "{\"a.example.com\": {\"\(name)\": \"\(Self.one)\"}}",
        ] {
            #expect(PinsInText(Array(text.utf8)).sightings.map { $0.isBare } == [true], "\(text)")
        }
    }

    @Test func theLettersOfADigestAreNotWords() throws {
        let pin = "AAAA/PIN+" + String(repeating: "A", count: 34) + "="
        let lines = (0..<9).map { $0 == 2 ? pin : String(repeating: "\($0)", count: 42) + "A=" }
        let sightings = PinsInText(Array(lines.joined(separator: "\n").utf8)).sightings
        #expect(sightings.map { $0.isBare } == lines.map { _ in true })
    }

    @Test func theEndOfAKeyIsNotAPin() throws {
        let key = try Base64.decode("MC4CAQAwBQYDK2VwBCIEINTuctv5E1hK1bbY8fdp+K06/nwoy/HU++CXqI9EdVhC")
        // The last line of a longer key.
        let lines = "\(String(repeating: "Ab0+", count: 16))\n\(Self.one)"
        for text in [
            hex(key, separator: " "), hex(key, separator: ":"), "\n" + hex(key, separator: "-"), lines,
        ] {
            #expect(PinsInText(Array("\(text)\n".utf8)).sightings.isEmpty, "\(text)")
        }
        let alone = PinsInText(Array("\n\(hex(key.suffix(32), separator: ":"))\n".utf8)).sightings
        #expect(alone.map { $0.pin?.bytes } == [Array(key.suffix(32))])
    }

    @Test(.enabled(if: Sweep.isWhole, "128 MiB of text")) func theSizeOfTextIsLimited() {
        let text = [UInt8](repeating: 0x20, count: PinsInText.maximumByteCount + 1)
        let error = #expect(throws: PolicyError.self) { try PolicyReading(file: text) }
        #expect(error?.code == .limit)
        #expect(throws: ArchiveError.self) { try PinListing(text) }
    }

    /// Brackets, quotation marks and lines without end, of every kind.
    @Test(arguments: [
        "(", "{", "[", "((a.b,", "\"", "\\\"", "'", "`", "/*", "<a>", "- ", "a:\n ", "\n", "=", "a=", "if(",
        "#if\n",
        "a.example.com:", "\"a.example.com\": [", "\"a.example.com\": ", "class A { let a = ", "sha256/",
        "MII", "AA:", "a.", "//", "TLSA 3 1 1 ", "0,",
    ])
    func longRepetitiveTextHasAtMostOnePin(_ piece: String) {
        let text = Array(String(repeating: piece, count: Sweep.number(50_000, every: 10)).utf8)
        #expect(PinsInText(text + Array(" \"sha256/\(Self.one)\"".utf8)).sightings.count <= 1)
    }
}
