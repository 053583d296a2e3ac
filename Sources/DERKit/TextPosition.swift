/// A line and a column in text, both from 1; columns count bytes.
public struct TextPosition: Sendable, Hashable {
    /// Line, from 1.
    public let line: Int
    /// Column, from 1, in bytes.
    public let column: Int

    /// The place with the given numbers.
    public init(line: Int, column: Int) {
        self.line = line
        self.column = column
    }

    /// The place of `offset` in `text`, given that offset `start` is on line `line`.
    ///
    /// A line ends at a line feed, or at a carriage return that no line feed follows.
    init(of offset: Int, in text: Span<UInt8>, from start: Int = 0, line: Int = 1) {
        let end = min(offset, text.count)
        var lineStart = min(start, end)
        while lineStart > 0, !TextPosition.endsLine(text, lineStart - 1) { lineStart -= 1 }
        var number = line
        var place = min(start, end)
        while place < end {
            if TextPosition.endsLine(text, place) {
                number += 1
                lineStart = place + 1
            }
            place += 1
        }
        self.init(line: number, column: end - lineStart + 1)
    }

    /// Number of line ends in `range`.
    package static func lineEnds(in text: Span<UInt8>, _ range: Range<Int>) -> Int {
        let range = range.clamped(to: 0..<text.count)
        let (lineFeeds, hasCarriageReturn) = text.extracting(range).lineFeeds
        // Without carriage returns, as almost always, that is all.
        guard hasCarriageReturn else { return lineFeeds }
        var count = 0
        for place in range where endsLine(text, place) { count += 1 }
        return count
    }

    @inline(__always)
    private static func endsLine(_ text: Span<UInt8>, _ place: Int) -> Bool {
        switch text[place] {
        case 0x0a: true
        case 0x0d: place + 1 >= text.count || text[place + 1] != 0x0a
        default: false
        }
    }
}
