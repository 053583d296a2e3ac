import DERKit
import Testing
import X509Model

@testable import PinPolicies
@testable import SPKIHash

/// Policies designed to waste time or memory, or to make the tool show a key.
@Suite struct HostilePolicyTests {
    private static let pin = "azE5Ew0LGsMgkYqiDpYay0olLAS8cxxNGUZ8OJU756k="

    /// Two classes of combining marks, each pair in the wrong order.
    private static let marks = "a" + String(repeating: "\u{301}\u{316}", count: 10_000)
    /// The attack with starters that decompose into non-starters.
    private static let tibetan = "a" + String(repeating: "\u{f73}\u{f71}", count: 10_000)

    private func read(_ format: PolicyFormat, _ text: String) throws(PolicyError) -> PolicyReading {
        try format.read(Array(text.utf8), for: try HostPattern("example.com"))
    }

    private func refusal(_ format: PolicyFormat, _ text: String) -> PolicyError? {
        do throws(PolicyError) {
            _ = try read(format, text)
            return nil
        } catch {
            return error
        }
    }

    /// Every pin of one list belongs to every host of another one, so the pairs are counted, not the lines.
    @Test(arguments: [
        ("{\"hosts\": [", "], \"pins\": [", "]}"), ("let hosts = [", "]\nlet pins = [", "]\n"),
    ])
    func hostsTimesPinsAreLimited(_ start: String, _ middle: String, _ end: String) {
        func list(_ items: [String]) -> String { items.map { "\"\($0)\"" }.joined(separator: ", ") }
        let hosts = list((0..<2_000).map { "h\($0).example.com" })
        let pins = list(
            (0..<2_000).map { "sha256/\(Pin(bytes: SHA256.hash(Array("\($0)".utf8)))?.base64 ?? "")" })
        let found = PinsInText(Array((start + hosts + middle + pins + end).utf8))
        #expect(found.sightings.reduce(0) { $0 + $1.hosts.count } <= PinsInText.mostSightings)
        #expect(found.sightings.count == 2_000)
    }

    /// A sign of Kotlin's names where a name belongs: an empty name is at every place of a text, so it is not searched.
    @Test(arguments: ["a$.myPins", "$.myPins", "a.$.myPins", "a..myPins", ".$myPins"])
    func anEmptyNameIsNotSearched(_ path: String) {
        let pin = "sha256/\(Pin(bytes: SHA256.hash([]))?.base64 ?? "")"
        #expect(PinsInText(Array("val myPins = \"\(pin)\"\n\(path)\n".utf8)).sightings.count == 1)
    }

    /// Literals that are appended to a pin, more than function calls can be nested.
    @Test func manyAppendedLiteralsAreRead() throws {
        let pin = "sha256//\(Pin(bytes: SHA256.hash([]))?.base64 ?? "")"
        let text = "x = set(\"pinnedpubkey\",\n \"\(pin)\"" + String(repeating: "\n+\"\"", count: 100_000)
        let reading = try PolicyFormat.curl.read(Array(text.utf8), for: HostPattern("example.com"))
        #expect(reading.policy.rules.count == 1)
    }

    /// Pins without hosts and one with a host, so that only the number of pins says that one is missing.
    @Test func morePinsThanTheLimitAreReported() {
        let pin = "sha256/\(Pin(bytes: SHA256.hash([]))?.base64 ?? "")"
        let pins = String(repeating: pin + "\n", count: 100)
        #expect(!PinsInText(Array(pins.utf8), most: 100).isCut)
        #expect(PinsInText(Array((pins + "example.com " + pin).utf8), most: 100).isCut)
    }

    /// Elements, values and references that take a few bytes each, in a file without any policy.
    @Test func tinyValuesAreLimited() throws {
        let xml = "<plist><array>" + String(repeating: "<a/>", count: 200_000) + "</array></plist>"
        let json = "[" + String(repeating: "{},", count: 200_000) + "{}]"
        #expect(throws: PolicyError.self) { _ = try PropertyList.read(Array(xml.utf8)) }
        let error = #expect(throws: PolicyError.self) { _ = try DataValue.json(Array(json.utf8)) }
        #expect(error?.code == .limit)
    }

    /// A key in rows of 32 bytes, each of which is as long as a pin.
    @Test func rowsOfAPrivateKeyAreRefused() throws {
        let key = [UInt8]([0x30, 0x77, 2, 1, 1, 4, 32]) + SHA256.hash([1]) + SHA256.hash([2])
        let rows = [key.prefix(32), key.dropFirst(32).prefix(32)].compactMap { Pin(bytes: Array($0))?.base64 }
        #expect(rows.count == 2)
        let list =
            "<dict><key>TSKPinnedDomains</key><dict><key>a.com</key><dict><key>TSKPublicKeyHashes</key><array>"
            + "<string>\(rows[0])</string><string>\(rows[1])</string></array></dict></dict></dict>"
        #expect(refusal(.trustKit, list)?.code == .notUnderstood)
        let code = "val pins = listOf(\"sha256/\(rows[0])\", \"sha256/\(rows[1])\")"
        #expect(PinsInText(Array(code.utf8)).sightings.isEmpty)
    }

    // MARK: Runs of combining marks

    private static let manifest = #"{"schema":"pemtool-policy/1","unlisted_hosts":"accept","hosts":["#

    /// Each format, with X for the place of the marks.
    @Test(arguments: [
        (PolicyFormat.manifest, manifest + #"{"host":"X","pins":[]}]}"#),
        (.manifest, #"{"X":1,"X":2}"#),
        (.manifest, manifest + #"{"host":"a.com","pins":["X"]}]}"#),
        (.trustKit, "<plist><dict><key>X</key><true/><key>X</key><true/></dict></plist>"),
        (
            .trustKit,
            "<plist><dict><key>TSKPinnedDomains</key><dict><key>X</key><dict/></dict></dict></plist>"
        ),
        (.trustKit, "<plist><X>a</X></plist>"), (.trustKit, "<plist X='a' X='b'/>"),
        (.nsPinnedDomains, "<plist><dict><key>NSPinnedDomains</key><string>X</string></dict></plist>"),
        (.android, "<network-security-config><domain-config a='X'/></network-security-config>"),
        (
            .android,
            "<network-security-config><domain-config><domain>X</domain></domain-config></network-security-config>"
        ),
    ])
    func longRunsOfCombiningMarksAreRefused(_ format: PolicyFormat, _ text: String) {
        for marks in [Self.marks, Self.tibetan] {
            let text = text.replacing("X", with: marks)
            let error = refusal(format, text)
            #expect(error?.code == .syntax)
            #expect(error?.message.contains("combining marks") == true, "\(String(describing: error))")
        }
    }

    /// References and escapes, and text divided by comments.
    @Test func manyCombiningMarksAreRefusedEvenIfEscapedOrDivided() {
        let pairs = 1_000
        let texts: [(PolicyFormat, String)] = [
            (.manifest, "[\"a" + String(repeating: #"\u0301\u0316"#, count: pairs) + "\"]"),
            (
                .trustKit,
                "<plist><key>a" + String(repeating: "&#x301;&#790;", count: pairs) + "</key></plist>"
            ),
            (
                .trustKit,
                "<plist><string>a" + String(repeating: "\u{301}\u{316}<!-- -->", count: pairs)
                    + "</string></plist>"
            ),
        ]
        for (format, text) in texts {
            #expect(refusal(format, text)?.message.contains("combining mark") == true)
        }
    }

    /// Thirty marks are text; a comment with more was not written by this library, and is not an error.
    @Test func aFewCombiningMarksAreAccepted() throws {
        let few = "a" + String(repeating: "\u{301}", count: 30)
        #expect(MarkRun.end(in: few) == nil)
        #expect(MarkRun.end(in: "b" + few + "\u{301}") == 62)
        let text = """
            <network-security-config><domain-config><domain>a.com</domain><pin-set>
              <pin digest="SHA-256">\(Self.pin)</pin> <!-- backup \(Self.marks) -->
            </pin-set></domain-config></network-security-config>
            """
        #expect(try read(.android, text).notes == [])
    }

    /// Every part of a policy can be written and read back.
    @Test func labelsMayHave30CombiningMarks() throws {
        let pin = try Pin(Self.pin)
        for (count, isRefused) in [(30, false), (31, true)] {
            let label = "a" + String(repeating: "\u{301}", count: count)
            let rule = PinPolicy.Rule(
                try HostPattern("a.com"), [.publicKey(PinSet([PinSet.Member(pin, label: label)]), at: .any)])
            let policy = try? PinPolicy([rule], unlistedHosts: .accept)
            #expect((policy == nil) == isRefused)
            if let policy {
                #expect(try read(.manifest, policy.text(as: .manifest)).policy == policy)
            }
        }
    }

    // MARK: Keys where pins should be

    /// An Ed25519 key as PKCS #8, RFC 8410 section 10.3, without its last characters, and in hex.
    @Test(arguments: [
        "MC4CAQAwBQYDK2VwBCIEINTuctv5E1hK1bbY8fdp+K06/nwoy/HU++CXqI9EdVhC",
        "sha256/MC4CAQAwBQYDK2VwBCIEINTuctv5E1hK1bbY8fdp+K06/nwoy/HU++CXqI9EdVhC",
        "MC4CAQAwBQYDK2VwBCIEINTuctv5E1hK1bbY8fdp", "sha256/MC4CAQAwBQYDK2VwBCIEINTuctv5E1hK1",
        "302e020100300506032b657004220420d4ee72dbf913584a", "\"MC4CAQAwBQYDK2VwBCIEINTuctv5E1hK1bbY\"",
    ])
    func keysAreNotShown(_ text: String) throws {
        let texts: [(PolicyFormat, String)] = [
            (.manifest, Self.manifest + #"{"host":"a.com","pins":[\#(QuotedText.json(text))]}]}"#),
            (
                .android,
                "<network-security-config><domain-config><domain>a.com</domain><pin-set><pin digest=\"SHA-256\">\(text)</pin></pin-set></domain-config></network-security-config>"
            ),
        ]
        for (format, text) in texts {
            let error = try #require(refusal(format, text))
            #expect(error.code == .badPin)
            for secret in ["MC4CA", "302e0", "VwBCIE", "b6570"] {
                #expect(!error.description.contains(secret), "\(error)")
                #expect(error.hint?.contains(secret) != true)
            }
        }
        let shown = Pin.shown(text)
        #expect(shown.hasSuffix(" characters") || shown.hasSuffix(" characters)"), "\(shown)")
    }

    @Test func textsOtherThanKeysAreShown() {
        for text in ["sha256/AAAA", "My pin", "M", "", "30", "azE5Ew0LGsMgkYqiDpYay0olLAS8cxxNGUZ8OJU756o="] {
            #expect(Pin.shown(text) == "'\(text)'")
        }
        #expect(Pin.shown(String(repeating: "x", count: 57)) == "text of 57 characters")
        // A pin that lost digits looks like a part of a key.
        #expect(Pin.shown("azE5Ew0LGsMgkYqiDpYay0olLAS8cxxNGUZ8OJU756") == "'azE5…' (42 characters)")
    }

    // MARK: Memory

    private static func android(_ domains: Int, _ pins: Int) -> String {
        "<network-security-config><domain-config>"
            + (0..<domains).map { "<domain>a\($0).com</domain>" }.joined() + "<pin-set>"
            + (0..<pins).map { (number) in
                let bytes = [UInt8](repeating: 7, count: 28) + (0..<4).map { UInt8(number >> ($0 * 8) & 255) }
                return "<pin digest=\"SHA-256\">\(Base64.encode(bytes))</pin>"
            }.joined()
            + "</pin-set></domain-config></network-security-config>"
    }

    /// A policy must not be a thousand times as large as its file.
    @Test func theNumberOfMembersIsLimited() throws {
        #expect(refusal(.android, Self.android(1001, 1000))?.code == .limit)
        let reading = try read(.android, Self.android(1000, 1000))
        #expect(reading.policy.rules.count == 1000)
    }
}
