import X509Model

/// Reads the entries in a log's responses to `get-entries`, RFC 6962 section 4.6: a JSON object whose field
/// `entries` is an array of objects with `leaf_input` and `extra_data`. The input may have several responses
/// in a row.
///
/// Every entry is returned in its place, as fields or as an error, and so is a response without entries.
/// After text that is not JSON, reading ends with an error.
struct LogAnswerReader {
    struct Entry {
        /// The start of the entry in the text.
        let offset: Int
        let fields: Result<LineFields, LineError>
    }

    private let names: [[UInt8]]
    private var scanner: JSONScanner
    private var state = State.beforeAnswer
    /// The offset of the current response.
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

    /// Returns the next entry, or `nil` after the last. `text` must be the same for each call.
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

    /// Moves to the next state, and returns an entry if one was completed.
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
            // If it is valid JSON (a number, a duplicate name), the entries after it can be read.
            scanner.position = start
            _ = try scanner.value(in: text)
            return Entry(offset: start, fields: .failure(error))
        }
    }
}
