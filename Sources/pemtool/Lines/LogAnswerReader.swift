import X509Model

/// Reads the entries in a log's responses to `get-entries`, RFC 6962 section 4.6: a JSON object whose field
/// `entries` is an array of objects with `leaf_input` and `extra_data`. The input may have several responses
/// in a row.
///
/// Every entry is passed on in its place, as fields or as an error, and so is a response without entries.
/// After text that is not JSON, reading ends with an error.
struct LogAnswerReader {
    /// Receives an entry, and the offset at which it begins.
    typealias Receiver = (_ offset: Int, Result<LineFields, LineError>) -> Void

    private let names: [[UInt8]]
    private var scanner: JSONScanner

    init(_ text: [UInt8], names: [[UInt8]]) {
        self.names = names
        scanner = JSONScanner((text.starts(with: [0xef, 0xbb, 0xbf]) ? 3 : 0)..<text.count)
    }

    /// Calls `body` with each entry, in order, until a signal comes.
    mutating func forEachEntry(in text: Span<UInt8>, _ body: Receiver) {
        var answer = 0
        var isFirst = true
        do throws(JSONScanner.Failure) {
            repeat {
                scanner.skipSpace(in: text)
                answer = scanner.position
                guard answer < scanner.end else {
                    return isFirst ? body(answer, .failure(LineError(.emptyInput))) : ()
                }
                isFirst = false
                try passAnswer(in: text, body)
            } while !System.isInterrupted
        } catch {
            guard !System.isInterrupted else { return }
            body(
                answer,
                .failure(
                    LineError(code: error.code, message: error.message, offset: error.offset - answer)))
        }
    }

    private mutating func passAnswer(
        in text: Span<UInt8>, _ body: Receiver
    ) throws(JSONScanner.Failure) {
        let start = scanner.position
        var hasEntries = false
        try scanner.require(UInt8(ascii: "{"), in: text)
        guard !scanner.take(UInt8(ascii: "}"), in: text) else {
            return body(start, .failure(.missing("entries")))
        }
        try passField(&hasEntries, in: text, body)
        while !scanner.take(UInt8(ascii: "}"), in: text) {
            try scanner.require(UInt8(ascii: ","), in: text)
            try passField(&hasEntries, in: text, body)
        }
        if !hasEntries { body(start, .failure(.missing("entries"))) }
    }

    private mutating func passField(
        _ hasEntries: inout Bool, in text: Span<UInt8>, _ body: Receiver
    ) throws(JSONScanner.Failure) {
        let name = try scanner.name(in: text)
        guard JSONScanner.unescaped(name, in: text) == Array("entries".utf8) else {
            _ = try scanner.value(in: text)
            return
        }
        guard !hasEntries else {
            throw JSONScanner.Failure(
                code: "duplicate-name", message: "duplicate field 'entries'", offset: name.quoted.lowerBound)
        }
        hasEntries = true
        try scanner.require(UInt8(ascii: "["), in: text)
        guard !scanner.take(UInt8(ascii: "]"), in: text) else { return }
        try passEntry(in: text, body)
        while !scanner.take(UInt8(ascii: "]"), in: text), !System.isInterrupted {
            try scanner.require(UInt8(ascii: ","), in: text)
            try passEntry(in: text, body)
        }
    }

    private mutating func passEntry(
        in text: Span<UInt8>, _ body: Receiver
    ) throws(JSONScanner.Failure) {
        scanner.skipSpace(in: text)
        let start = scanner.position
        do throws(LineError) {
            body(start, .success(try LineFields(&scanner, names: names, start: start, in: text)))
        } catch {
            // If it is valid JSON (a number, a duplicate name), the entries after it can be read.
            scanner.position = start
            _ = try scanner.value(in: text)
            body(start, .failure(error))
        }
    }
}
