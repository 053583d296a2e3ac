/// An offset in text and its line number, updated as a reader moves forward so that each line is counted only once.
package struct TextPlace: Sendable {
    package private(set) var offset = 0
    /// The line number, from 1.
    private(set) var line = 1
    /// The offset of the first byte of that line.
    private(set) var lineStart = 0

    package init() {}

    /// Creates a place at `offset`, which is on line `line` and in column `column`.
    init(offset: Int, line: Int, column: Int) {
        self.offset = offset
        self.line = line
        lineStart = Swift.max(0, offset - column + 1)
    }

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

    /// Returns the line and column of a later offset.
    package func position(of later: Int, in text: Span<UInt8>) -> TextPosition {
        var place = self
        place.advance(to: Swift.min(later, text.count), in: text)
        return place.position
    }
}
