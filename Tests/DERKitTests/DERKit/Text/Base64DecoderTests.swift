import DERKit
import Foundation
import Testing

@Suite struct Base64DecoderTests {
    private func error(_ text: some Sequence<UInt8>, in range: Range<Int>? = nil) -> Base64Error? {
        let characters = Array(text)
        do throws(Base64Error) {
            _ = try Base64.decode(characters.span, in: range ?? 0..<characters.count)
            return nil
        } catch {
            return error
        }
    }

    @Test(arguments: [
        ("A", IssueCode.incompleteBase64, 1), ("AA", .incompleteBase64, 2), ("AAA", .incompleteBase64, 3),
        ("AAAAA", .incompleteBase64, 5), ("AAAA\n", nil, 0), ("AAA\n", .incompleteBase64, 4),
        ("=", .invalidPadding, 0), ("====", .invalidPadding, 0), ("A===", .invalidPadding, 1),
        ("AA=", .invalidPadding, 3), ("AA=A", .invalidPadding, 3), ("AA===", .invalidPadding, 4),
        ("AAA==", .invalidPadding, 4), ("AAAA=", .invalidPadding, 4), ("AAAA====", .invalidPadding, 4),
        ("AA==AAAA", .invalidPadding, 4), ("AAA=AAAA", .invalidPadding, 4), ("AA=\n=", nil, 0),
        ("AA==\n \t\r\n", nil, 0), ("AA==\n!", .invalidPadding, 5), ("AA==\n=", .invalidPadding, 5),
        ("AAAA-", .invalidCharacter, 4), ("AAAA_AAA", .invalidCharacter, 4), ("AA\0A", .invalidCharacter, 2),
        (" !", .invalidCharacter, 1), ("é", .invalidCharacter, 0),
        ("AAAAAAAAAAAAAAAA=", .invalidPadding, 16), ("AAAAAAAAAAAAAAA=", nil, 0),
        ("AAAAAAAAAAAAAAAAAAAA\u{a0}", .invalidCharacter, 20),
    ]) func theFirstInvalidCharacterIsReported(_ text: String, _ code: IssueCode?, _ offset: Int) {
        let error = error(text.utf8)
        #expect(error?.code == code)
        #expect((error?.offset ?? 0) == offset)
    }

    @Test func aCharacterOutsideTheAlphabetIsFoundAtEveryOffset() {
        let alphabet = Set("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/".utf8)
        let text = Array(repeatElement(Array("QUJDRA9+/z".utf8), count: 10).joined())
        for place in text.indices {
            for character in UInt8.min...UInt8.max {
                if alphabet.contains(character) || (0x09...0x0d).contains(character) || character == 0x20 {
                    continue
                }
                // The very last character may be the padding of the last group.
                if character == UInt8(ascii: "="), place == text.count - 1 { continue }
                var other = text
                other[place] = character
                let expected: IssueCode =
                    character == UInt8(ascii: "=") ? .invalidPadding : .invalidCharacter
                let error = error(other)
                // A single = is an error, or, after two or three characters of four, what follows it is.
                let isLate = character == UInt8(ascii: "=") && place % 4 >= 2
                let offset = isLate ? place + 1 : place
                if error?.code != expected || error?.offset != offset {
                    Issue.record("\(character) at \(place): \(String(describing: error))")
                }
            }
        }
    }

    // RFC 7468 section 3: W = WSP / CR / LF / %x0B / %x0C
    @Test func whiteSpaceIsAllowedAnywhere() throws {
        let octets = (0..<60).map { UInt8($0 * 4) }
        let text = Array(Data(octets).base64EncodedString().utf8)
        for space: [UInt8] in [[0x20], [0x09], [0x0a], [0x0b], [0x0c], [0x0d], [0x0d, 0x0a], [0x20, 0x0a]] {
            for place in 0...text.count {
                let spaced = text[..<place] + space + text[place...]
                #expect(try Base64.decode(String(decoding: spaced, as: UTF8.self)) == octets)
            }
            let between = text.flatMap { space + [$0] } + space
            #expect(try Base64.decode(String(decoding: between, as: UTF8.self)) == octets)
        }
        #expect(try Base64.decode(" \n") == [])
    }

    @Test func bitsLeftOverInTheLastCharacterAreDropped() throws {
        #expect(try Base64.decode("Zh==") == [0x66])
        #expect(try Base64.decode("Zm9=") == [0x66, 0x6f])
    }

    @Test func linesOfEveryWidthMatchFoundation() throws {
        var numbers = SeededNumbers(seed: 7468)
        for width in 1...80 {
            let octets = (0..<200).map { _ in UInt8.random(in: 0...255, using: &numbers) }
            let text = Array(Data(octets).base64EncodedString().utf8)
            var lines: [UInt8] = []
            for start in stride(from: 0, to: text.count, by: width) {
                lines += text[start..<min(start + width, text.count)] + [0x0a]
            }
            let decoded = Data(base64Encoded: Data(lines), options: .ignoreUnknownCharacters)
            #expect(try Base64.decode(String(decoding: lines, as: UTF8.self)) == decoded.map(Array.init))
        }
    }

    @Test func offsetsCountFromTheStartOfTheWholeText() throws {
        let text = Array("----Zm9v!Zm8=----".utf8)
        #expect(try Base64.decode(text.span, in: 4..<8) == Array("foo".utf8))
        #expect(try Base64.decode(text.span, in: 9..<13) == Array("fo".utf8))
        for (range, code, offset) in [
            (4..<13, IssueCode.invalidCharacter, 8), (9..<12, .incompleteBase64, 12),
            (4..<text.count + 1, .incompleteBase64, text.count),
        ] {
            let error = error(text, in: range)
            #expect(error?.code == code && error?.offset == offset)
        }
    }
}
