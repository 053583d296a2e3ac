/// A line and a column in text, both from 1; columns count bytes.
public struct TextPosition: Sendable, Hashable {
    /// The line, from 1.
    public let line: Int
    /// The column in bytes, from 1.
    public let column: Int

    package init(line: Int, column: Int) {
        self.line = line
        self.column = column
    }

    /// Creates the position of `offset` in `text`.
    package init(of offset: Int, in text: Span<UInt8>) {
        self = TextPlace().position(of: offset, in: text)
    }

    /// Returns the position in a text with `lines` more lines at its start.
    package func moved(lines: Int) -> TextPosition { TextPosition(line: line + lines, column: column) }

    // A line ends at a line feed, or at a carriage return that no line feed follows.

    /// Returns the number of line ends in `range`.
    package static func lineEnds(in text: Span<UInt8>, _ range: Range<Int>) -> Int {
        let range = range.clamped(to: 0..<text.count)
        let part = text.extracting(range)
        // Carriage returns are rare.
        guard part.count(of: 0x0d) > 0 else { return part.count(of: 0x0a) }
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

/// An offset in text and its line number, updated as a reader moves forward so that each line is counted only once.
package struct TextPlace: Sendable, Hashable {
    package private(set) var offset = 0
    /// The line number, from 1.
    private(set) var line = 1
    /// The offset of the first byte in the line.
    private(set) var lineStart = 0

    package init() {}

    package mutating func advance(to end: Int, in text: Span<UInt8>) {
        guard end > offset else { return }
        let lineEnds = TextPosition.lineEnds(in: text, offset..<end)
        offset = end
        guard lineEnds > 0 else { return }
        line += lineEnds
        lineStart = end
        while lineStart > 0, !TextPosition.endsLine(text, lineStart - 1) { lineStart -= 1 }
    }

    package var position: TextPosition { TextPosition(line: line, column: offset - lineStart + 1) }

    /// Returns the line and column of a later offset, or of the end of the text if the offset is beyond it.
    package func position(of later: Int, in text: Span<UInt8>) -> TextPosition {
        var place = self
        place.advance(to: Swift.min(later, text.count), in: text)
        return place.position
    }
}
