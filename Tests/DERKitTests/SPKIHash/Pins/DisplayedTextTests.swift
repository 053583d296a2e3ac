import PinPolicies
import Testing

@testable import SPKIHash

/// Text of an input in a message.
@Suite struct DisplayedTextTests {
    /// Counts the scalars that are read.
    private final class Counter { var count = 0 }

    /// An Ed25519 key as PKCS #8, RFC 8410 section 10.3.
    private static let key = "MC4CAQAwBQYDK2VwBCIEINTuctv5E1hK1bbY8fdp+K06/nwoy/HU++CXqI9EdVhC"

    /// A PKCS #8 key with a damaged octet in the length of its Ed25519 key (RFC 8410 section 7).
    @Test func aKeyInHexWithADamagedDigitIsCut() {
        let key = String(repeating: "4A1b", count: 16)
        #expect(withoutKeys("302E020100300506032B65700422042\u{fffd}" + key) == "302E…")
    }

    @Test(arguments: ["secret=", "my seed: ", "d: ", "\"k\": ", "PRIVATE_KEY="])
    func aNumberWithTheNameOfASecretIsCut(_ name: String) {
        let number = "azE5Ew0LGsMgkYqiDpYay0olLAS8cxxNGUZ8OJU756k="
        #expect(!withoutKeys(name + number).contains("azE5E"))
        #expect(withoutKeys("the key of " + number) == "the key of " + number)
    }

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

    /// The octets of a key may be code points, as after character references of XML. RFC 8410 section 10.3 from its
    /// first, third and twentieth octet on.
    @Test(arguments: [0, 2, 19]) func binaryDataIsNotShown(_ start: Int) throws {
        let octets = try Base64.decode(Self.key).dropFirst(start)
        #expect(displayed(scalars: octets.map { Unicode.Scalar($0) }) == "…")
        #expect(displayed("\u{1b}[31mred\u{1b}[0m\r\n") == "\\1B[31mred\\1B[0m\\0D\\0A")
    }

    /// One Character can be as long as a file.
    @Test func theRestOfTheTextIsNotRead() {
        let counter = Counter()
        let endless = sequence(first: Unicode.Scalar("é")) { (scalar) in
            counter.count += 1
            return counter.count < 1_000_000 ? scalar : nil
        }
        #expect(displayed(scalars: endless) == String(repeating: "é", count: 60) + "…")
        #expect(counter.count <= 208)
    }

    /// Parts of these look like words: the first rows of private keys made with openssl ecparam, and a row of base64.
    @Test(arguments: [
        "MHcCAQEEIAODHOHuv1LWDpgu+8icj/kxfnRJThUyYpb/Syf2FxKkoAoGCCqGSM49AwEHoUQDQgAECAeYamBSlNfcPB5ekd7cn85SLSJFzejn8WK4",
        "MHcCAQEEIC+WXu/enezL8/bhGZta+0IL+vm+b/vDX/FLkauP9tHioAoGCCqGSM49AwEHoUQDQgAE4Udaz6lB+pFXQ2QQpTlgYUVM0VFt5TmZy1QB",
        "vL0NLVVp1I+LTzprtkXfafwic7UBwVzXDzIU+RPPZTCWJspTAWu2WNqERJKQYAEZOtUQUfc2uafPHZRSQjHp6NEYeP2c08trDk8o6wJxbV1aAMA4",
        "Eyukhw4/OBpbHsasfbsh/RBzPzDbbMCCBC1fw/JVlCcH5BTsZtyHC87M9owGQBSH",
        "Tv1/+P/15LOYcrrkzBWb+A7+qOlWxy9cS0pKi3PQ1IzXe9CRbbc7tkWFaZ6Tgtb+",
    ])
    func partsThatLookLikeWordsAreCut(_ digits: String) {
        for text in [digits, "why does the app refuse the key \(digits)", "x \(digits)"] {
            #expect(!displayed(text).contains(digits.dropFirst(4).prefix(4)), "\(displayed(text))")
        }
    }

    /// Also of a key that begins among the sixty, and ends after what is read.
    @Test(arguments: [0, 1, 30, 59])
    func noMoreThanFourDigitsOfAKeyAreShown(_ place: Int) {
        let front = String(repeating: "-", count: place)
        for after in ["", "\n", " and more text", String(repeating: "A", count: 3000), "=" + Self.key] {
            let shown = displayed(front + Self.key + after)
            #expect(shown.hasPrefix(front + "M"))
            #expect(!shown.contains("MC4CA"), "\(shown)")
            #expect(shown.hasSuffix("…") || shown.hasSuffix(escapedForDisplay(after)))
            #expect(!shown.contains("……"))
        }
    }

    /// RFC 8410 section 10.3, in forms that are damaged so that no reader takes them for a key.
    @Test(arguments: [
        "RC4CAQAwBQYDK2VwBCIEINTuctv5E1hK1bbY8fdp+K06/nwoy/HU++CXqI9EdVhC",
        "folder/RC4CAQAwBQYDK2VwBCIEINTuctv5E1hK1bbY8fdp-K06_nwoy_HU--CXqI9EdVhC",
        "402e020100300506032b657004220420d4ee72dbf913584ad5b6d8f1dd69f8ad3a",
        "302e020100300506032b657004220420d4ee72db\u{10ff9b}f913584ad5b6d8f1dd69f8ad3afe7c28",
        "\"UIEINTuctv5E1hK1bbY8fdp+K06\" +\n    \"nwoy/HU++CXqI9EdVhCa\" + \"1bbY8fdp\"",
        "30 2e 02 01 00 30 05 06 03 2b 65 70 04 22 04 20 d4 ee 72 db f9 13 58 4a d5 b6 d8 f1 dd 69 f8 ad 3a fe",
        "30/2e/02/01/00/30/05/06/03/2b/65/70/04/22/04/20/d4/ee/72/db/f9/13/58/4a/d5/b6/d8/f1/dd/69/f8/ad/3a/fe",
        "302e 0201 0030 0506 032b 6570 0422 0420 d4ee 72db f913 584a d5b6 d8f1 dd69 f8ad 3afe 7c28 cbf1 d4fb e097",
        "302e02.010030.050603.2b6570.042204.20d4ee.72dbf9.13584a.d5b6d8.f1dd69.f8ad3a.fe7c28.cbf1d4.fbe097",
        "MC4CA QAwBQ YDK2V wBCIE INTuc tv5E1 hK1bb Y8fdp +K06/ nwoy/ HU++C XqI9E dVhC",
        "MC4CAQA, wBQYDK2, VwBCIEI, NTuctv5, E1hK1bb, Y8fdp+K, 06/nwoy, /HU++CX, qI9EdVh, C",
    ]) func noMoreThanFourDigitsOfADamagedKeyAreShown(_ text: String) {
        let digits = text.hasPrefix("folder/") ? text.dropFirst(7) : text[...]
        for shown in [displayed(text), withoutKeys(text), Pin.shown(text), Pin.disclosed(text)] {
            #expect(shown.contains("…") || shown.contains("characters"), "\(shown)")
            for place in 0...max(0, digits.count - 8) {
                #expect(!shown.contains(digits.dropFirst(place).prefix(8)), "\(shown)")
            }
        }
    }

    /// The first 32 octets of a P-256 key of `openssl ecparam -genkey`, which are as long as a pin, and the next ones.
    @Test func theFirstOctetsOfAKeyAreNotAPin() {
        let key = [
            "MHcCAQEEIJsMXVA4+eExtd3dRGzWEcgvyVObNBU7VuM=", "vg0rh9Lk+KAKBggqhkjOPQMBB6FEA0IABHqEjXZbECg=",
        ]
        #expect(withoutKeys(key[0]) == "MHcC…")
        // An Ed448 key that is cut at the length of a pin, where its last digit has more bits than one has.
        #expect(withoutKeys("MEcCAQAwBQYDK2VxBDsEOfuV2jqKB6eXR04tCgdk6F9") == "MEcC…")
        #expect(withoutKeys("307702010104209b0c5d5038f9e131b5dddd446cd611c82fc9539b34153b56e3") == "3077…")
        for text in [key.joined(separator: "\n"), key.map { "\"\($0)\"" }.joined(separator: ",\n    ")] {
            let sightings = PinsInText(Array("let host = \"a.com\"\nlet pins = [\n\(text)]".utf8)).sightings
            #expect(sightings.isEmpty)
        }
    }

    /// In text about a private key, a number as long as a hash is the key.
    @Test(arguments: [
        "private key: ", "PRIVATE_KEY=", "privateKey: ", "{'d': '", "\\\"d\\\": \\\"", "private exponent ",
        "priv:",
    ])
    func numbersInTextAboutAKeyAreCut(_ words: String) {
        let base64 = "C5+lpZ7tcVwmwQIMcRtPbsQtWLABXhQzejna0wHFr8M="
        for number in [base64, "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855"] {
            #expect(!withoutKeys(words + number).contains(number.dropFirst(6)), "\(words)")
            #expect(withoutKeys("pin: " + number).contains(number))
        }
        #expect(!withoutKeys("v1=" + base64.prefix(40)).contains(base64.dropFirst(6).prefix(34)))
    }

    /// Names, paths and hashes, also several of them.
    @Test(arguments: [
        "sha256/C5+lpZ7tcVwmwQIMcRtPbsQtWLABXhQzejna0wHFr8M=", "C5+lpZ7tcVwmwQIMcRtPbsQtWLABXhQzejna0wHFr8M",
        "sha256//3/7ywteAI3X1gIUSl5hmgWHVnkcXqDbOjknrdE2Z0M=", "sha1/2jmj7l5rSw0yVb/vlWAYkK/YBwk=",
        "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855",
        "da39a3ee5e6b4b0d3255bfef95601890afd80709",
        "a-rather-long-name-of-a-host-with-many-labels.example.com",
        "MyCompanyRootCertificate2024AndItsBackupCertificate.pem", "550e8400-e29b-41d4-a716-446655440000.pem",
        "TLS_ECDHE_RSA_WITH_AES_128_GCM_SHA256_AND_MORE", "/var/lib/certificates/2026-11-26/intermediate.pem",
        "this text with some more that goes over just once more than last time when that went well till noon",
        "2026-11-26T08:11:01.123Z 2026-11-27 08:11:02 2026-11-28", "10.0.0.1 10.0.0.2 192.168.100.200",
        "C5+lpZ7tcVwmwQIMcRtPbsQtWLABXhQzejna0wHFr8M=, C5+lpZ7tcVwmwQIMcRtPbsQtWLABXhQzejna0wHFr8M=",
    ]) func wordsAndHashesAreShown(_ text: String) { #expect(withoutKeys(text) == text) }
}
