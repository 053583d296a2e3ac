import SPKIHash
import Testing

@testable import PinPolicies

/// The hosts and the pins of source code in no known format, by the rules of each language: literals that a plus sign or
/// their place joins are one string, and a pin belongs to the host that the code puts next to it.
@Suite struct SourceHostsTests {
    private static let one = "7zwAM/YU+zd8BZMCl0J943URuyF35zefKC7QIoxTq+U="
    private static let two = "C5+lpZ7tcVwmwQIMcRtPbsQtWLABXhQzejna0wHFr8M="

    /// Returns each pin of a text, as `1` or `2`, with its hosts. In the text, `«1»` and `«2»` are the pins, and
    /// `«a»` and `«b»` the halves of the first.
    private static func read(_ text: String) throws -> [String] {
        var text = text
        let half = one.index(one.startIndex, offsetBy: 20)
        for (mark, value) in [
            ("«1»", one), ("«2»", two), ("«a»", String(one[..<half])), ("«b»", String(one[half...])),
        ] {
            text = text.split(separator: mark, omittingEmptySubsequences: false).joined(separator: value)
        }
        let names: [PinListing.Item.Pinned: String] = [.key(try Pin(one)): "1", .key(try Pin(two)): "2"]
        return try PinListing(Array(text.utf8)).items.map { (item) in
            let hosts = item.patterns.map { "\($0)" }.joined(separator: ",")
            return "\(names[item.pinned] ?? "?") \(hosts)"
        }
    }

    private static let maps = [
        "const pins = {'a.example.com': ['sha256/«1»', '«2»']};",
        "static const Map<String, List<String>> p = {'a.example.com': <String>['sha256/«1»', 'sha256/«2»']};",
        "const HOST = \"a.example.com\";\nexport const p: Pins = { [HOST]: [\"«1»\", \"«2»\"] };",
        "const host = 'a.example.com';\nfinal pins = {host: const ['«1»', '«2»']};",
        "const p = [{ host: 'a.example.com', pins: ['«1»', { sha256: '«2»' }] }];",
        "const p = { api: { url: 'https://a.example.com:443/v1', pins: ['«1»', '«2»'] } };",
        "const p = new Map([['a.example.com', new Set(['«1»', '«2»'])]]);",
        "val p = mapOf(\"a.example.com\" to listOf(\"sha256/«1»\", \"sha256/«2»\"))",
        "val p = Pinning(host = \"a.example.com\", pins = arrayOf(\"«1»\", \"«2»\"))",
        "object A { const val HOST = \"a.example.com\" }\nval p = listOf(Pair(A.HOST, \"«1»\"), Pair(A.HOST, \"«2»\"))",
        "m.put(\"a.example.com\", new String[] { \"«1»\", \"«2»\" });",
        "Map<String, List<String>> m = Map.of(\"a.example.com\", List.of(\"«1»\", \"«2»\"));",
        "let p: [String: Set<String>] = [\"a.example.com\": Set([\"«1»\", \"«2»\"])]",
        "NSDictionary *p = @{ @\"a.example.com\": @[ @\"«1»\", @\"«2»\" ] };",
        "# it's Python\nPINS[\"a.example.com\"] = [\"«1»\", '«2»']",
        "{\"pins\": {\"a.example.com\": {\"list\": [\"«1»\", \"«2»\"]}}}",
        "PINS = { \"a.example.com\" => [\"«1»\", \"«2»\"] }",
        "var pins = map[string][]string{ \"a.example.com\": []string{\"«1»\", \"«2»\"} }",
    ]

    @Test(arguments: maps)
    func map(_ text: String) throws {
        #expect(try Self.read(text) == ["1 a.example.com", "2 a.example.com"])
    }

    /// No host is next to these pins, or what is next to them is not a host.
    private static let unknown = [
        "const pins = ['sha256/«1»']; const host = 'a.example.com';",
        "const pins = {'com.example.app': ['sha256/«1»']};",
        "const pins = {'server.pem': 'sha256/«1»'};",
        "const pins = {'1.0': ['«1»']};",
        "const pins = {'api': ['«1»']};",
        "const pins = {[HOST]: ['«1»']};",
        "const pins = {'a.example.com': []}; // 'b.example.com': '«1»'",
        "class A { let host = \"a.example.com\"; func f() { g(\"«1»\") } }",
        "f('a.example.com', 1); g('«1»');",
        "const list = ['x', 'a.example.com', '«1»'];",
        "Pin(issuer = \"ca.example.com\", pin = \"«1»\")",
    ]

    @Test(arguments: unknown)
    func noHost(_ text: String) throws {
        #expect(try Self.read(text) == ["1 "])
    }

    private static let split: [(text: String, pins: [String])] = [
        ("val p = \"sha256/«a»\" +\n    \"«b»\"", ["1 "]),
        ("const p = 'sha256/' + '«1»';", ["1 "]),
        ("const p = 'sha256/' + '«a»' + '«b»', q = '«2»';", ["1 ", "2 "]),
        ("const pin = '«a»'\n    '«b»';", ["1 "]),
        ("static NSString *p = @\"«a»\" // the first part\n    @\"«b»\";", ["1 "]),
        ("let p = \"sha256/«a»\"\n    + \"«b»\"", ["1 "]),
        (
            "const p = {'a.example.com': ['sha256/«a»' +\n 'X', \"«a»\" + \"«b»\", '«2»']};",
            ["1 a.example.com", "2 a.example.com"]
        ),
        (
            "val p = CertificatePinner.Builder().add(\"a.example.com\", \"sha256/«a»\" + \"«b»\").build()",
            ["1 a.example.com"]
        ),
        // These are two strings.
        ("for pin in '«1»' '«2»'; do", ["1 ", "2 "]),
        ("['«a»', '«b»']", []),
        ("\"«a»\"\"«b»\"", []),
        ("\"«a»\" + x + \"«b»\"", []),
    ]

    @Test(arguments: split.indices)
    func joined(_ number: Int) throws {
        let (text, pins) = Self.split[number]
        #expect(try Self.read(text) == pins)
    }

    /// A pin in several parts begins where its first literal does.
    @Test func place() throws {
        let half = Self.one.index(Self.one.startIndex, offsetBy: 20)
        let text =
            "\nval p = \"sha256/\" +\n  \"\(Self.one[..<half])\" +\n  \"\(Self.one[half...])\"\n// \(Self.two)"
        let all = PinFinder.findAll(in: Array(text.utf8))
        #expect(all.map { $0.position.line } == [2, 5])
        #expect(all.map { $0.position.column } == [10, 4])
        #expect(all.map { $0.isNamed } == [true, false])
    }
}
