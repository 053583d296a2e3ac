import DERKit
import Foundation
import Testing

@Suite struct Base64Tests {
    // RFC 4648 section 10
    static let vectors = [
        ("", ""), ("f", "Zg=="), ("fo", "Zm8="), ("foo", "Zm9v"), ("foob", "Zm9vYg=="), ("fooba", "Zm9vYmE="),
        ("foobar", "Zm9vYmFy"),
    ]

    @Test(arguments: vectors) func encodesTheVectorsOfTheStandard(_ text: String, _ encoded: String) throws {
        #expect(Base64.encode(Array(text.utf8)) == encoded)
        #expect(try Base64.decode(encoded) == Array(text.utf8))
        #expect(Base64.encode(Array(text.utf8), alphabet: .url) == encoded.filter { $0 != "=" })
    }

    @Test func everyLengthMatchesFoundation() throws {
        var numbers = SeededNumbers(seed: 4648)
        for length in 0...100 {
            let octets = (0..<length).map { _ in UInt8.random(in: 0...255, using: &numbers) }
            let encoded = Data(octets).base64EncodedString()
            #expect(Base64.encode(octets) == encoded)
            #expect(try Base64.decode(encoded) == octets)
            let url = Base64.encode(octets, alphabet: .url)
            let standard = url.map { $0 == "-" ? "+" : $0 == "_" ? "/" : $0 }
            #expect(String(standard) + String(repeating: "=", count: (4 - url.count % 4) % 4) == encoded)
        }
    }

    @Test func theAlphabetsDifferInTheirLastTwoCharacters() {
        #expect(Base64.encode([0xfb, 0xff, 0xbf]) == "+/+/")
        #expect(Base64.encode([0xfb, 0xff, 0xbf], alphabet: .url) == "-_-_")
    }

    @Test func anyCollectionIsEncoded() {
        #expect(Base64.encode(Data("foobar".utf8).dropFirst(3)) == "YmFy")
        #expect(Base64.encode(repeatElement(UInt8(0), count: 3)) == "AAAA")
    }
}
