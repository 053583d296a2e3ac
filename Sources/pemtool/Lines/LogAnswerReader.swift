import X509Model

/// The entries in a log's answers to `get-entries`, RFC 6962 section 4.6: a JSON object whose field `entries` is an
/// array of objects with `leaf_input` and `extra_data`. Several answers may follow each other.
///
/// Every entry comes out in its place, as its fields or as an error; so does an answer without entries. After text
/// that is not JSON nothing more can be found, and the error is the last thing that comes.
struct LogAnswerReader {
    struct Entry {
        /// Where it begins in the text.
        let offset: Int
        let fields: Result<LineFields, LineError>
    }

    private let names: [[UInt8]]
    private var scanner: JSONScanner
    private var state = State.beforeAnswer
    /// Offset of the answer that is being read.
    private var answer = 0
    private var hasEntries = false
    private var isFirst = true

    private enum State {
        case beforeAnswer
        /// Before a name, or before the bracket that closes an empty object.
        case inAnswer
        case afterField
        case beforeEntry
        case afterEntry
        case finished
    }

    init(count: Int, names: [[UInt8]]) {
        self.names = names
        scanner = JSONScanner(0..<count)
    }

    /// The next entry, or nil after the last. `text` must be the same for each call.
    mutating func next(in text: Span<UInt8>) -> Entry? {
        do throws(JSONScanner.Failure) {
            while state != .finished {
                if let entry = try step(in: text) { return entry }
            }
            return nil
        } catch {
            state = .finished
            return Entry(
                offset: answer,
                fields: .failure(
                    LineError(code: error.code, message: error.message, offset: error.offset - answer)))
        }
    }

    /// Moves on to the next state; gives the entry that was passed on the way.
    private mutating func step(in text: Span<UInt8>) throws(JSONScanner.Failure) -> Entry? {
        switch state {
        case .beforeAnswer: return try beginAnswer(in: text)
        case .inAnswer:
            if scanner.take(UInt8(ascii: "}"), in: text) { return endAnswer() }
            try passField(in: text)
        case .afterField:
            if scanner.take(UInt8(ascii: "}"), in: text) { return endAnswer() }
            try scanner.require(UInt8(ascii: ","), in: text)
            try passField(in: text)
        case .beforeEntry:
            state = .afterEntry
            if scanner.take(UInt8(ascii: "]"), in: text) {
                state = .afterField
            } else {
                return try entry(in: text)
            }
        case .afterEntry:
            if scanner.take(UInt8(ascii: "]"), in: text) {
                state = .afterField
            } else {
                try scanner.require(UInt8(ascii: ","), in: text)
                return try entry(in: text)
            }
        case .finished: break
        }
        return nil
    }

    private mutating func beginAnswer(in text: Span<UInt8>) throws(JSONScanner.Failure) -> Entry? {
        scanner.skipSpace(in: text)
        answer = scanner.position
        hasEntries = false
        guard scanner.position < scanner.end else {
            state = .finished
            guard isFirst else { return nil }
            return Entry(offset: answer, fields: .failure(LineError(.emptyInput)))
        }
        isFirst = false
        try scanner.require(UInt8(ascii: "{"), in: text)
        state = .inAnswer
        return nil
    }

    private mutating func endAnswer() -> Entry? {
        state = .beforeAnswer
        guard !hasEntries else { return nil }
        return Entry(offset: answer, fields: .failure(.missing("entries")))
    }

    private mutating func passField(in text: Span<UInt8>) throws(JSONScanner.Failure) {
        let name = try scanner.name(in: text)
        let start = name.quoted.lowerBound
        guard JSONScanner.unescaped(name, in: text) == Array("entries".utf8) else {
            _ = try scanner.value(in: text)
            state = .afterField
            return
        }
        guard !hasEntries else {
            throw JSONScanner.Failure(
                code: "duplicate-name", message: "duplicate field 'entries'", offset: start)
        }
        hasEntries = true
        try scanner.require(UInt8(ascii: "["), in: text)
        state = .beforeEntry
    }

    private mutating func entry(in text: Span<UInt8>) throws(JSONScanner.Failure) -> Entry {
        scanner.skipSpace(in: text)
        let start = scanner.position
        state = .afterEntry
        do throws(LineError) {
            return Entry(
                offset: start,
                fields: .success(try LineFields(&scanner, names: names, start: start, in: text)))
        } catch {
            // If it is JSON all the same (a number, a name twice), the entries after it can be read.
            scanner.position = start
            _ = try scanner.value(in: text)
            return Entry(offset: start, fields: .failure(error))
        }
    }
}
