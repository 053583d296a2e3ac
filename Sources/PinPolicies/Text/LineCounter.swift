import DERKit

/// A counter that reads the lines of a text once, for offsets in increasing order.
struct LineCounter {
    private var line = 1
    /// The offset at which that line begins.
    private var lineStart = 0
    private var counted = 0

    /// Returns the line and column of an offset that is not before the last one.
    mutating func position(of offset: Int, in text: [UInt8]) -> TextPosition {
        while counted < min(offset, text.count) {
            if text[counted] == 0x0a {
                line += 1
                lineStart = counted + 1
            }
            counted += 1
        }
        return TextPosition(line: line, column: offset - lineStart + 1)
    }
}
