import Foundation
import Testing

@testable import DERKit

/// Decoding sixteen characters at a time gives the same result as one at a time, according to Foundation's
/// decoder.
@Suite struct Base64WindowTests {
    private static let octets = (0..<300).map { UInt8(truncatingIfNeeded: $0 &* 167 &+ $0 / 7) }

    @Test func decodesAllLengthsInOneLine() throws {
        for count in 0...300 {
            let octets = Array(Base64WindowTests.octets.prefix(count))
            #expect(try Base64.decode(Data(octets).base64EncodedString()) == octets)
        }
    }

    @Test func decodesLinesOfAllLengths() throws {
        let text = Data(Base64WindowTests.octets).base64EncodedString()
        for width in 1...100 {
            for end in ["\n", "\r\n", " \t\n"] {
                var lines = ""
                for (place, character) in text.enumerated() {
                    if place > 0, place % width == 0 { lines += end }
                    lines.append(character)
                }
                #expect(try Base64.decode(lines) == Base64WindowTests.octets)
            }
        }
    }

    /// Every octet at every offset of a text of three windows: the alphabet and white space are accepted; anything
    /// else is an error at exactly that offset.
    @Test func checksEveryOctetAtEveryOffset() {
        let letters = Set("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/".utf8)
        for place in 0..<48 {
            for octet in UInt8.min...UInt8.max {
                var text = [UInt8](repeating: UInt8(ascii: "Q"), count: 48)
                text[place] = octet
                let result = Result { () throws(Base64Error) in try Base64.decode(text.span, in: 0..<48) }
                if letters.contains(octet) {
                    let expected = Data(base64Encoded: Data(text)).map { Array($0) }
                    #expect((try? result.get()) == expected)
                } else if Base64.isWhiteSpace(octet) {
                    #expect(result.failure == Base64Error(code: .incompleteBase64, offset: 48))
                } else if octet == UInt8(ascii: "=") {
                    // At the very end it completes the group; anywhere else, the text after it is an error.
                    let offset = place % 4 < 2 ? place : place + 1
                    let expected = place == 47 ? nil : Base64Error(code: .invalidPadding, offset: offset)
                    #expect(result.failure == expected)
                } else {
                    #expect(result.failure == Base64Error(code: .invalidCharacter, offset: place))
                }
            }
        }
    }

    /// Decoding begins and ends at the bounds of the range, whatever is around it.
    @Test func decodesARangeInsideOtherText() throws {
        let text = Data(Base64WindowTests.octets).base64EncodedString()
        for lead in 0...17 {
            let input = Array((String(repeating: "!", count: lead) + text + "!!!!!!!!!!!!!!!!").utf8)
            let decoded = try Base64.decode(input.span, in: lead..<lead + text.utf8.count)
            #expect(decoded == Base64WindowTests.octets)
        }
    }

    /// `output` has room for fewer octets than the text encodes: only those that fit are decoded.
    @Test func stopsWhenTheOutputIsFull() {
        let text = [UInt8](repeating: UInt8(ascii: "Q"), count: 64)
        for capacity in 0...48 {
            var place = 0
            let decoded = [UInt8](capacity: capacity) { (output) in
                Base64Window.decode(text.span, from: &place, to: 64, into: &output)
            }
            #expect(decoded.count == capacity / 12 * 12)
            #expect(place == capacity / 12 * 16)
        }
    }
}

extension Result {
    fileprivate var failure: Failure? {
        if case .failure(let error) = self { error } else { nil }
    }
}
