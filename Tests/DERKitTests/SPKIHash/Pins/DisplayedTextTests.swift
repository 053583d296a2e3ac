import Testing

@testable import SPKIHash

/// Text of an input in a message.
@Suite struct DisplayedTextTests {
    /// Counts the scalars that are read.
    private final class Counter { var count = 0 }

    /// An Ed25519 key as PKCS #8, RFC 8410 section 10.3.
    private static let key = "MC4CAQAwBQYDK2VwBCIEINTuctv5E1hK1bbY8fdp+K06/nwoy/HU++CXqI9EdVhC"

    @Test func atMostSixtyScalarsAreShown() {
        let sixty = String(repeating: "a", count: 60)
        for (text, shown) in [
            ("", ""), ("aaa", "aaa"), (sixty, sixty), (sixty + "a", sixty + "…"),
            (String(repeating: "a", count: 5000), sixty + "…"),
            ("a" + String(repeating: "\u{301}", count: 1000), "a" + String(repeating: "\u{301}", count: 30)),
        ] {
            let result = displayed(text)
            #expect(result.unicodeScalars.starts(with: shown.unicodeScalars), "\(text.utf8.count) octets")
            #expect(result.unicodeScalars.count < 400)
        }
        #expect(displayed("a\nb") == "a\\0Ab")
    }

    /// One Character can be as long as a file.
    @Test func theRestOfTheTextIsNotRead() {
        let counter = Counter()
        let endless = sequence(first: Unicode.Scalar("é")) { (scalar) in
            counter.count += 1
            return counter.count < 1_000_000 ? scalar : nil
        }
        #expect(displayed(scalars: endless) == String(repeating: "é", count: 60) + "…")
        #expect(counter.count <= 108)
    }

    /// Also of a key that begins among the sixty, and ends after what is read.
    @Test(arguments: [0, 1, 30, 59])
    func noMoreThanFourDigitsOfAKeyAreShown(_ place: Int) {
        let front = String(repeating: "-", count: place)
        for after in ["", "\n", " and more text", String(repeating: "A", count: 3000), "=" + Self.key] {
            let shown = displayed(front + Self.key + after)
            #expect(shown.hasPrefix(front + "M"))
            #expect(!shown.contains("MC4CA"), "\(shown)")
            #expect(shown.hasSuffix("…") || shown.hasSuffix(after))
            #expect(!shown.contains("……"))
        }
    }
}
