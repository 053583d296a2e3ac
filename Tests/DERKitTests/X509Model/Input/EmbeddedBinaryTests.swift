import Testing

@testable import X509Model

/// DER among the octets of text, and zeros that terminate strings in it.
@Suite struct EmbeddedBinaryTests {
    private func start(_ text: [UInt8]) -> Int {
        let objects = TextSearch(text, as: text, in: 0..<text.count)
        return text.indices.first(where: objects.isBinaryStart) ?? text.count
    }

    /// Five octets that no text has, within 64, begin binary data.
    @Test func fiveNonTextOctetsStartBinaryData() {
        let line = Array("a line of text\n".utf8)
        #expect(start(line + [1, 2, 3, 4] + line) == 2 * line.count + 4)
        #expect(start(line + [1, 2, 3, 4, 5] + line) == line.count)
    }

    /// A zero after white space, a zero or a hyphen, and before white space, a zero or the end, fills space.
    @Test func zerosBetweenStringsAreText() {
        let between: [[UInt8]] = [Array("----".utf8) + [0, 0x0a], [0x0a, 0, 0, 0x0a], [0x2d, 0, 0, 0x0a]]
        for piece in between {
            let text = Array([[UInt8]](repeating: piece, count: 8).joined())
            #expect(start(text) == text.count, "\(piece)")
        }
        let inside: [[UInt8]] = [[0x0a, 0, 0x61], [0x61, 0, 0x0a], [0x2d, 0, 0x2d], [0x61, 0, 0x61]]
        for piece in inside {
            let text = Array([[UInt8]](repeating: piece, count: 8).joined())
            #expect(start(text) == 1, "\(piece)")
        }
    }

    /// X.690 section 8.1.3.5: lengths in one to three octets after the first.
    @Test func theBeginningOfAnObjectGivesItsLength() {
        let rest = [UInt8](repeating: 0x30, count: 9)
        #expect(ObjectBeginning([0x30, 0x83, 0x01, 0x02, 0x03] + rest)?.byteCount == 5 + 0x1_0203)
        #expect(ObjectBeginning([0x30, 0x82, 0x01, 0x02] + rest)?.byteCount == 4 + 0x102)
        #expect(ObjectBeginning([0x30, 0x81, 0x90] + rest)?.byteCount == 3 + 0x90)
    }
}
