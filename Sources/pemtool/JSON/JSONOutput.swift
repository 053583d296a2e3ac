/// Writes objects to standard output as one array, or as one object per line.
struct JSONOutput {
    private let isLines: Bool
    private var output = Output()
    /// A Boolean value that indicates whether an element of the array has been printed.
    private var hasElements = false

    /// Creates the output that the options select; `nil` for text.
    init?(_ arguments: Arguments) throws(UsageError) {
        guard arguments.has("--json") || arguments.has("--jsonl") else { return nil }
        guard !(arguments.has("--json") && arguments.has("--jsonl")) else {
            throw UsageError("--json and --jsonl cannot be combined")
        }
        isLines = arguments.has("--jsonl")
    }

    /// Prints what `write` writes, piece by piece; with `--jsonl`, immediately.
    mutating func print<Result>(_ write: (inout JSONWriter) -> Result) -> Result {
        if !isLines {
            output.text(hasElements ? ",\n " : "[")
            hasElements = true
        }
        let result = output.stream { (buffer, drain) in
            var json = JSONWriter()
            swap(&json.bytes, &buffer)
            json.drain = drain
            defer { swap(&json.bytes, &buffer) }
            return write(&json)
        }
        if isLines {
            output.line()
            output.flush()
        }
        return result
    }

    /// Prints an object.
    mutating func print(_ fields: JSON.Fields) { print { JSON.object(fields).write(to: &$0) } }

    /// A Boolean value that indicates whether each object is on its own line.
    var isLineByLine: Bool { isLines }

    /// Prints objects that are already lines of text.
    mutating func print(lines: [UInt8]) { output.lines(lines) }

    /// Ends the array, and writes the remaining output.
    mutating func finish() {
        if !isLines { output.line(hasElements ? "]" : "[]") }
        output.flush()
    }
}

extension JSONOutput? {
    /// Ends the output of a command that has no answer.
    mutating func unreadable() -> ExitStatus {
        self?.finish()
        return .unreadable
    }

    /// Prints a whole answer: objects if the options select JSON, otherwise lines.
    mutating func finish(
        with objects: @autoclosure () -> [JSON.Fields], orLines lines: @autoclosure () -> [String]
    ) {
        if self != nil {
            for fields in objects() { self?.print(fields) }
            self?.finish()
        } else {
            var output = Output()
            for line in lines() { output.line(line) }
            output.flush()
        }
    }
}
