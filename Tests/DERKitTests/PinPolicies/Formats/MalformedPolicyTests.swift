import Testing

@testable import PinPolicies
@testable import SPKIHash

/// Policies with one mistake each, and the code of its error; and the escapes of JSON and XML.
@Suite struct MalformedPolicyTests {
    private static let pin = "7zwAM/YU+zd8BZMCl0J943URuyF35zefKC7QIoxTq+U="

    private static func manifest(_ host: String) -> String {
        """
        {"schema": "pemtool-policy/1", "unlisted_hosts": "accept", "hosts": [{"host": "a.example", \(host)}]}
        """
    }

    private static func plist(_ content: String) -> String {
        "<plist version=\"1.0\">\(content)</plist>"
    }

    private func code(_ format: PolicyFormat, _ text: String) -> IssueCode? {
        do throws(PolicyError) {
            _ = try format.read(Array(text.utf8))
            return nil
        } catch {
            return error.code
        }
    }

    @Test(
        arguments: [
            ("\"pins\": [\"\(pin)\"], \"strategies\": []", IssueCode.unknownField),
            (
                """
                "strategies": [{"kind": "public-key", "pins": ["\(pin)"]}, {"kind": "public-key", "position": "leaf",
                "pins": ["\(pin)"]}]
                """, .missingField
            ),
            ("\"strategies\": [{\"kind\": \"certificate\", \"pins\": [{\"label\": \"x\"}]}]", .missingField),
            ("\"strategies\": [{\"kind\": \"key\", \"pins\": []}]", .unknownField),
            (
                "\"strategies\": [{\"kind\": \"certificate\", \"pins\": [{\"certificate_sha256\": \"00\"}]}]",
                .badPin
            ),
            ("\"pins\": [\"\(pin)\"], \"expires\": \"soon\"", .badDate),
            ("\"pins\": [\"\(pin)\\ud83d\"]", .syntax),
            ("\"pins\": [\"\\udc00\"]", .syntax),
            ("\"pins\": []", .noPins),
        ] as [(String, IssueCode)])
    func malformedManifestsAreErrors(_ host: String, _ wanted: IssueCode) {
        #expect(code(.manifest, Self.manifest(host)) == wanted)
    }

    @Test(arguments: [
        "<string>no dictionary</string><string>and another</string>", "<dict><string>a</string></dict>",
        "<dict a></dict>", "<dict a=1></dict>", "<dict a=\"1></dict>", "<dict a=\"1\" a=\"2\"></dict>",
        "<dict>&nbsp;</dict>", "<dict>&#xd800;</dict>",
    ])
    func malformedPropertyListsAreErrors(_ content: String) {
        #expect(code(.trustKit, Self.plist(content)) == .syntax)
    }

    /// RFC 8259 section 7.
    @Test func jsonEscapesAreDecoded() throws {
        let value = try DataValue.json(Array(#""\"\\\/\b\f\n\r\t\u0041\ud83d\ude00""#.utf8))
        #expect(value.string?.text == "\"\\/\u{8}\u{c}\n\r\tA\u{1f600}")
    }

    /// XML 1.0 section 4.1 and 4.6.
    @Test func malformedXMLReferencesAreErrors() throws {
        let element = try XMLElement.read(Array("<a b='&#65;&#x42;&amp;&lt;&gt;&quot;&apos;'/>".utf8))
        #expect(element["b"] == "AB&<>\"'")
    }
}
