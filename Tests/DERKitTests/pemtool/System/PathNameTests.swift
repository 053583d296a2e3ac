import DERKit
import Foundation
import Testing

@testable import pemtool

/// Names of any bytes as text and back.
@Suite struct PathNameTests {
    @Test(
        arguments: [
            ([0x61, 0x2f, 0x62], "a/b", "a/b"),
            ([0xc3, 0xa9, 0x0a], "\u{e9}\n", #"é\0A"#),
            ([0xf0, 0x9f, 0x94, 0x91], "\u{1f511}", "\u{1f511}"),
            ([0x61, 0xff, 0x80, 0x62], "a\u{10ffff}\u{10ff80}b", #"a\FF\80b"#),
            // Cut short, over-long, a surrogate, above the last character, and a lone continuation.
            ([0xe2, 0x82], "\u{10ffe2}\u{10ff82}", #"\E2\82"#),
            ([0xc0, 0xaf], "\u{10ffc0}\u{10ffaf}", #"\C0\AF"#),
            ([0xed, 0xa0, 0x80], "\u{10ffed}\u{10ffa0}\u{10ff80}", #"\ED\A0\80"#),
            ([0xf4, 0x90, 0x80, 0x80], "\u{10fff4}\u{10ff90}\u{10ff80}\u{10ff80}", #"\F4\90\80\80"#),
            // The last character that represents itself, and the first that does not.
            ([0xf4, 0x8f, 0xbd, 0xbf], "\u{10ff7f}", #"\F4\8F\BD\BF"#),
            ([0xf4, 0x8f, 0xbe, 0x80], "\u{10fff4}\u{10ff8f}\u{10ffbe}\u{10ff80}", #"\F4\8F\BE\80"#),
            ([], "", "''"),
        ] as [([UInt8], String, String)])
    func everyNameHasADistinctText(_ name: [UInt8], _ text: String, _ displayed: String) {
        #expect(Array(PathName.text(name).unicodeScalars) == Array(text.unicodeScalars))
        #expect(PathName.bytes(text) == name)
        #expect(PathName.displayed(text) == displayed)
    }

    /// A folder whose name begins like hex or base64 of a key, and keys where a name is expected.
    @Test func onlyKeysAreHidden() throws {
        let root = FileManager.default.temporaryDirectory.appending(path: "pemtool-\(UUID().uuidString)")
        let folder = root.appending(path: "30A41F2C-6B1D-4E1F-8A57-1C2D3E4F5A6B/MOBILE-APPLICATION/MAIN")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: root) }
        let missing = folder.appending(path: "chain.pem").path
        #expect(PathName.displayed(missing) == missing)
        #expect(PathName.displayed(folder.path) == folder.path)
        let key = try Base64.encode(Vectors.bytes("kinds/p-256.key.der"))
        for name in [key, "/" + key, "-" + key, folder.path + "/" + key, "missing/" + key, key + ".pem"] {
            let shown = PathName.displayed(name)
            #expect(!shown.contains(key.prefix(24)), "\(name)")
            #expect(shown.contains("…") || shown.hasPrefix("text of "), "\(name)")
        }
    }

    /// Forms of a key that do not begin like a SEQUENCE, as words of a command line.
    @Test(arguments: [
        #"{"kty":"OKP","crv":"Ed25519","d":"nWGxne_9WmC6hEr0kuwsxERJxWl7MmkZcDusAxyuf2A"}"#,
        "Private-key-format: v1.3 Algorithm: 15 (ED25519) PrivateKey: ODIyNjAzODQ2MjgwODAxMjI2NDUxOTAyMDQxNDIyNjI=",
        "-----BEGIN%20OPENSSH%20PRIVATE%20KEY-----%0Ab3BlbnNzaC1rZXktdjEAAAAABG5vbmUAAAAEbm9uZQAAAAAAAAAB",
        "priv:\n    9d:61:b1:9d:ef:fd:5a:60:ba:84:4a:f4:92:ec:2c:\n    c4:44:49:c5:69:7b:32:69:19:70:3b:ac:03:1c:ae:7f",
        String(repeating: "6f70656e73", count: 60),
    ])
    func wordsThatMayBeKeysAreNotShown(word: String) {
        #expect(PathName.displayed(word) == "text of \(word.unicodeScalars.count) characters")
    }

    @Test func randomNamesAreReadBack() {
        var numbers = SeededNumbers(seed: 8)
        for _ in 0..<Sweep.number(20_000, every: 20) {
            let name = (0..<Int.random(in: 0...6, using: &numbers)).map { _ -> UInt8 in
                // Bytes that are mostly valid characters.
                let common: [UInt8] = [0x80, 0xbe, 0xbf, 0x8f, 0xf4, 0xc3, 0xe2, 0x61]
                return Bool.random(using: &numbers)
                    ? common[Int.random(in: 0..<8, using: &numbers)]
                    : UInt8.random(in: 0...255, using: &numbers)
            }
            #expect(PathName.bytes(PathName.text(name)) == name)
        }
    }
}
