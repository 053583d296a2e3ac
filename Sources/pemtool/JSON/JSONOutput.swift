/// Objects on standard output in the form that was asked for: one array, or one object per line.
struct JSONOutput {
    private let isLines: Bool
    private var output = Output()
    /// False until an element of the array was printed.
    private var hasElements = false

    /// The form that the options ask for; nil if they ask for text.
    init?(_ arguments: Arguments) throws(UsageError) {
        guard arguments.has("--json") || arguments.has("--jsonl") else { return nil }
        guard !(arguments.has("--json") && arguments.has("--jsonl")) else {
            throw UsageError("--json and --jsonl cannot be combined")
        }
        isLines = arguments.has("--jsonl")
    }

    /// Prints what `write` writes, as it is made; with `--jsonl` at once.
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

    /// True if each object is a line of its own.
    var isLineByLine: Bool { isLines }

    /// Prints objects that are already lines of text.
    mutating func print(lines: [UInt8]) { output.lines(lines) }

    /// Ends the array, and writes what is left.
    mutating func finish() {
        if !isLines { output.line(hasElements ? "]" : "[]") }
        output.flush()
    }
}
