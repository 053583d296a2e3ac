/// A line and a column in text, both from 1; columns count bytes.
public struct TextPosition: Sendable, Hashable {
    /// Line, from 1.
    public let line: Int
    /// Column, from 1, in bytes.
    public let column: Int

    package init(line: Int, column: Int) {
        self.line = line
        self.column = column
    }

    /// Creates the position of `offset` in `text`.
    package init(of offset: Int, in text: Span<UInt8>) {
        self = TextPlace().position(of: offset, in: text)
    }

    /// Returns the position in a text that has so many lines before this one.
    package func moved(lines: Int) -> TextPosition { TextPosition(line: line + lines, column: column) }

    // A line ends at a line feed, or at a carriage return that no line feed follows.

    /// Returns the number of line ends in `range`.
    package static func lineEnds(in text: Span<UInt8>, _ range: Range<Int>) -> Int {
        let range = range.clamped(to: 0..<text.count)
        let (lineFeeds, hasCarriageReturn) = text.extracting(range).lineFeeds
        // There are almost never carriage returns.
        guard hasCarriageReturn else { return lineFeeds }
        var count = 0
        for place in range where endsLine(text, place) { count += 1 }
        return count
    }

    @inline(__always)
    static func endsLine(_ text: Span<UInt8>, _ place: Int) -> Bool {
        switch text[place] {
        case 0x0a: true
        case 0x0d: place + 1 >= text.count || text[place + 1] != 0x0a
        default: false
        }
    }
}
