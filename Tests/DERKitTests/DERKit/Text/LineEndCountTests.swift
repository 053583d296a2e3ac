import Testing

@testable import DERKit

@Suite struct LineEndCountTests {
    /// Texts of all lengths up to a few windows, and long ones where a lane counts past 255.
    @Test func countsMatchASimpleLoop() {
        var state: UInt32 = 1
        for length in Array(0...100) + [4_079, 4_080, 4_081, 9_000] {
            for kind in 0..<4 {
                let text = (0..<length).map { _ -> UInt8 in
                    state = state &* 1_664_525 &+ 1_013_904_223
                    switch kind {
                    case 0: return UInt8(truncatingIfNeeded: state >> 24)
                    case 1: return 0x0a
                    case 2: return state >> 31 == 0 ? 0x0a : 0x8a
                    default: return state >> 30 == 0 ? 0x0a : 0x0d
                    }
                }
                for octet: UInt8 in [0x0a, 0x0d, 0x1b] {
                    #expect(text.span.count(of: octet) == text.count { $0 == octet })
                }
            }
        }
    }

    /// A reader that has found every block has counted the lines after the last one, too.
    @Test func aReaderCountsTheLinesOfItsInput() {
        let block = "-----BEGIN A-----\nMAA=\n-----END A-----\n"
        for text in ["", "\n", "a\n\nb", block, "\n" + block + block, block + "a\nb\n"] {
            var reader = PEM.Reader(Array(text.utf8))
            while reader.next() != nil {}
            #expect(reader.lineEndCount == text.utf8.count { $0 == 0x0a }, "\(text)")
        }
    }

    @Test func carriageReturnsEndLinesUnlessALineFeedFollows() {
        let text = Array("a\r\nb\rc\n\r\r\n".utf8)
        #expect(TextPosition.lineEnds(in: text.span, 0..<text.count) == 5)
        #expect(TextPosition.lineEnds(in: text.span, 3..<5) == 1)
        #expect(TextPosition.lineEnds(in: text.span, 5..<100) == 3)
    }
}
