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

    /// Prints an object, as it is made; with `--jsonl` at once.
    mutating func print(_ fields: JSON.Fields) {
        begin()
        output.stream { (buffer, drain) in JSON.object(fields).write(to: &buffer, drain) }
        end()
    }

    /// Prints an object that is already text.
    mutating func print(_ text: String) {
        begin()
        output.text(text)
        end()
    }

    private mutating func begin() {
        guard !isLines else { return }
        output.text(hasElements ? ",\n " : "[")
        hasElements = true
    }

    private mutating func end() {
        guard isLines else { return }
        output.line()
        output.flush()
    }

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
