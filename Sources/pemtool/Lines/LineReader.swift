import X509Model

/// Reads the lines of a stream one by one into a buffer that is reused.
///
/// A line ends with LF or CR LF; the last one may end with the stream. Memory does not grow with the input: it depends
/// on the longest line, which ``longestLine`` limits. Time is linear, regardless of the sizes of the pieces that the
/// stream returns.
struct LineReader: ~Copyable {
    /// The maximum number of bytes in a line, without its end. This is far more than any certificate has in base64.
    static let longestLine = 3 << 25

    /// A line and its place.
    struct Line {
        /// The range of its bytes in ``LineReader/buffer``, without the line end, until the next line is read.
        let range: Range<Int>
        /// The offset of its first byte in the stream.
        let offset: Int
        /// A Boolean value that indicates whether the line is longer than the limit; `range` is then empty.
        let isTooLong: Bool
    }

    /// The buffer to which the ranges of lines refer.
    private(set) var buffer = [UInt8](repeating: 0, count: 1 << 18)
    private let stream: System.Stream
    private let limit: Int
    /// The offset in the stream of the first byte of the buffer.
    private var base = 0
    /// The start of the next line in the buffer.
    private var start = 0
    /// The end of the bytes that have been searched for a line end.
    private var searched = 0
    /// The end of the bytes in the buffer.
    private var filled = 0
    /// A Boolean value that indicates whether the last line was too long and its end has not been read.
    private var isInLongLine = false

    init(_ stream: consuming System.Stream, limit: Int = LineReader.longestLine) {
        self.stream = stream
        self.limit = limit
    }

    /// Returns the next line, or `nil` after the last one. Calls `beforeWaiting` before each wait for more input.
    mutating func next(_ beforeWaiting: () -> Void) throws(System.Failure) -> Line? {
        if isInLongLine { try skipLine(beforeWaiting) }
        while true {
            if let end = System.offset(of: 0x0a, in: buffer, searched..<filled) {
                return line(endingAt: end)
            }
            searched = filled
            if filled - start > limit + 1 {
                isInLongLine = true
                return Line(range: start..<start, offset: base + start, isTooLong: true)
            }
            beforeWaiting()
            guard try fill() else { break }
        }
        guard start < filled else { return nil }
        return line(endingAt: filled)
    }

    private mutating func line(endingAt end: Int) -> Line {
        // A byte order mark may precede the first line.
        if base + start == 0, buffer[..<end].starts(with: [0xef, 0xbb, 0xbf]) { start = 3 }
        defer {
            start = min(end + 1, filled)
            searched = start
        }
        let hasReturn = end > start && buffer[end - 1] == 0x0d
        let range = start..<(hasReturn ? end - 1 : end)
        let isTooLong = range.count > limit
        return Line(range: isTooLong ? start..<start : range, offset: base + start, isTooLong: isTooLong)
    }

    /// Reads more bytes; returns `false` at the end of the stream.
    private mutating func fill() throws(System.Failure) -> Bool {
        if start > 0 {
            // Move the rest of the last piece, which is less than a line, to the front.
            for place in start..<filled { buffer[place - start] = buffer[place] }
            base += start
            filled -= start
            searched -= start
            start = 0
        }
        if filled == buffer.count {
            buffer += [UInt8](repeating: 0, count: min(buffer.count, limit + 3 - filled))
        }
        let count = try stream.read(into: &buffer, from: filled)
        filled += count
        return count > 0
    }

    /// Drops the rest of a line that is too long, and frees its memory.
    private mutating func skipLine(_ beforeWaiting: () -> Void) throws(System.Failure) {
        let offset = base + start
        base += filled
        buffer = [UInt8](repeating: 0, count: 1 << 18)
        (start, searched, filled, isInLongLine) = (0, 0, 0, false)
        repeat {
            base += filled
            // A device may never send a line end.
            guard base - offset <= System.longestInput else {
                throw System.Failure(
                    "the line at offset \(offset) exceeds 1 GiB; the rest of the input was not read")
            }
            beforeWaiting()
            filled = try stream.read(into: &buffer, from: 0)
            if let end = System.offset(of: 0x0a, in: buffer, 0..<filled) {
                (start, searched) = (end + 1, end + 1)
                return
            }
        } while filled > 0
    }
}

/// The error for a line that could not be read, written as `error` in its JSON.
struct LineError: Error {
    /// The stable code: that of a ``DERKit/DERError``, a ``DERKit/Base64Error`` or an `InputError`, or a code that only
    /// lines have, such as `empty-line`.
    let code: String
    let message: String
    /// The offset in the DER if the path or the code indicates an error in the DER; otherwise, the offset in the line.
    let offset: Int
    var path: [String] = []
    /// The column of the error in the line, from 1.
    var column: Int?
    var hint: String?

    static let emptyLine = LineError(code: "empty-line", message: "empty line", offset: 0, column: 1)

    static let tooLong = LineError(
        code: "line-too-long", message: "the line exceeds \(LineReader.longestLine) bytes", offset: 0)

    static let noField = LineError(
        code: "no-der-field", message: "unexpected JSON object; expected base64 or hex", offset: 0, column: 1,
        hint: "use --der-field with the name of the field that contains the DER")

    /// Returns an error in text that begins at byte `start` of the line.
    static func text(_ code: String, _ message: String, at offset: Int, from start: Int) -> LineError {
        LineError(code: code, message: message, offset: offset - start, column: offset - start + 1)
    }

    /// Writes the fields `ok` and `error`; `line` counts from 1.
    func write(line: Int, to json: inout JSONWriter) {
        json.bool("ok", false)
        json.object("error") { (json) in
            ObjectJSON.write(code, message, at: offset, path, to: &json)
            json.count("line", line)
            json.count("column", column)
            json.string("hint", hint)
        }
    }
}

extension LineError {
    /// Creates the error for a line that contains invalid DER or PEM.
    init(_ error: InputError) {
        self.init(
            code: error.code.rawValue, message: error.message, offset: error.offset, path: error.path,
            hint: error.advice()
        )
    }
}
