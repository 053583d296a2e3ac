import SPKIHash

/// A scanner that reads text from start to end, for the readers of all formats.
struct TextScanner {
    let bytes: [UInt8]
    /// The place where the text begins, after a byte order mark if there is one.
    let start: Int
    var place: Int
    private var lines = TextPlace()
    private var valueCount = 0

    init(_ text: [UInt8]) {
        bytes = text
        start = text.starts(with: [0xef, 0xbb, 0xbf]) ? 3 : 0
        place = start
    }

    var isAtEnd: Bool { place >= bytes.count }

    /// Returns the byte at `offset` from the current place, or `nil` beyond the end.
    func peek(_ offset: Int = 0) -> UInt8? {
        place + offset < bytes.count ? bytes[place + offset] : nil
    }

    mutating func take(_ word: String) -> Bool {
        guard bytes[place...].starts(with: word.utf8) else { return false }
        place += word.utf8.count
        return true
    }

    /// Moves past all matching bytes and returns them.
    @discardableResult
    mutating func take(while fits: (UInt8) -> Bool) -> ArraySlice<UInt8> {
        let start = place
        while place < bytes.count, fits(bytes[place]) { place += 1 }
        return bytes[start..<place]
    }

    mutating func skipSpace() { take(while: Base64.isWhiteSpace) }

    /// Moves past the next `word` and returns the bytes before it, or returns `nil` if the word is not found.
    mutating func take(upTo word: String) -> ArraySlice<UInt8>? {
        guard let end = bytes[place...].firstIndex(ofText: word) else { return nil }
        defer { place = end + word.utf8.count }
        return bytes[place..<end]
    }

    func error(_ message: String, at offset: Int? = nil) -> PolicyError {
        PolicyError(.syntax, message, position: TextPosition(of: offset ?? place, in: bytes.span))
    }

    /// Returns the error for the character at the current place.
    func unexpected(_ wanted: String) -> PolicyError { error("unexpected \(found); expected \(wanted)") }

    /// Returns decoded text unless it has too many combining marks in a row; `offset` is where its bytes begin.
    func checked(_ text: String, at offset: Int) throws(PolicyError) -> String {
        guard MarkRun.end(in: text) == nil else { throw error(TextScanner.tooManyMarks, at: offset) }
        return text
    }

    /// Counts a value of JSON, or an element or text of XML, each of which takes far more memory than the few bytes in
    /// which it can be written.
    mutating func countValue() throws(PolicyError) {
        valueCount += 1
        guard valueCount <= TextScanner.mostValues(in: bytes) else {
            throw PolicyError(
                .limit, TextScanner.tooManyValues, position: TextPosition(of: place, in: bytes.span))
        }
    }

    /// Returns the maximum number of values in a file of any format. In files with policies, a value takes about twenty
    /// bytes.
    static func mostValues(in bytes: [UInt8]) -> Int { max(bytes.count / 16, 1 << 15) }

    static let tooManyValues = "too many values for the size of the file"
    static let tooManyMarks = "more than \(MarkRun.longest) combining marks in a row"

    /// Returns the line and column of an offset, which must not be before the previous one.
    mutating func nextPosition(of offset: Int) -> TextPosition {
        let text = bytes
        lines.advance(to: offset, in: text.span)
        return lines.position
    }

    var found: String { displayed(peek(), orEnd: "end of file") }
}

/// Returns a byte as messages show it, or how the text ends if there is none.
package func displayed(_ byte: UInt8?, orEnd end: String) -> String {
    guard let byte else { return end }
    return (0x21...0x7e).contains(byte) ? "'\(Unicode.Scalar(byte))'" : "byte \(hex(byte))"
}
