import Testing

@testable import PinPolicies
@testable import SPKIHash

/// The tokens of source code.
@Suite struct SourceTokensTests {
    private static let pin = "sha256/azE5Ew0LGsMgkYqiDpYay0olLAS8cxxNGUZ8OJU756k="

    private func tokens(_ text: String) throws -> [String] {
        try SourceToken.read(Array(text.utf8), .objectiveC).map { (token) in
            token.kind == .string ? "\"\(token.text)\"" : token.text
        }
    }

    /// Java language specification section 3.10.4, Kotlin's grammar (CharacterLiteral), C 2011 section 6.4.4.4.
    @Test(arguments: [
        #"'"'"#, #"'\''"#, #"'\"'"#, #"'\\'"#, #"'\u0022'"#, #"'\uuu0022'"#, #"'\42'"#, #"'\x22'"#, "'/'",
        "'é'",
        "'\u{1f512}'", "' '", "'\t'", "'('", "'$'",
    ])
    func characters(_ literal: String) throws {
        #expect(try tokens("a = \(literal); b(\"c\")") == ["a", "=", "'", ";", "b", "(", "\"c\"", ")"])
        #expect(try tokens("[\(literal),\(literal)]") == ["[", "'", ",", "'", "]"])
        #expect(try tokens("@\(literal) \"\"") == ["'", "\"\""])
    }

    /// Quotes that are not characters: C's multicharacter constants, and broken ones.
    @Test func quotesThatAreNotCharacters() throws {
        #expect(try tokens("'abcd' \"e\"") == ["'", "abcd", "'", "\"e\""])
        #expect(try tokens("don't, \"e\"") == ["don", "'", "t", ",", "\"e\""])
        #expect(try tokens("''") == ["'", "'"])
        #expect(try tokens("'") == ["'"])
        #expect(try tokens("'\\") == ["'", "\\"])
        #expect(try tokens("'\n'\"a\"") == ["'", "'", "\"a\""])
        #expect(try tokens("/* it's '\"' */ // '\"'\n\"'\\\"'\"") == ["\"'\"'\""])
    }

    @Test func charactersNextToPins() throws {
        let java = """
            class A {
                static final char QUOTE = '"', APOSTROPHE = '\\'', OTHER = '\\u0022';
                CertificatePinner pinner = new CertificatePinner.Builder().add("a.com", "\(Self.pin)").build();
            }
            """
        let kotlin = """
            fun unquote(text: String) = text.trim('"', '\\'').replace('\\"', ' ')
            val pinner = CertificatePinner.Builder().add("a.com", "\(Self.pin)").build()
            """
        let objectiveC = """
            static const unichar quote = '"';
            NSDictionary *config = @{kTSKPinnedDomains: @{@"a.com": @{
                kTSKPublicKeyHashes: @[@"\(Self.pin.dropFirst(7))"]}}};
            BOOL isQuote(unichar c) { return c == '"' || c == '\\''; }
            """
        for (format, text) in [
            (PolicyFormat.okhttpJava, java), (.okhttpKotlin, kotlin), (.trustKitSwift, objectiveC),
        ] {
            #expect(PolicyFormat.detect(Array(text.utf8)) == format)
            let reading = try format.read(Array(text.utf8))
            #expect(reading.policy.rules.map(\.pattern.description) == ["a.com"])
            #expect(reading.notes == [])
        }
    }
}
