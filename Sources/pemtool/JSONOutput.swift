/// Objects on standard output in the form that was asked for: one array, or one object a line.
struct JSONOutput {
    private let isLines: Bool
    private var output = Output()
    private var isFirst = true

    /// The form that the options ask for; nil where they ask for text.
    init?(_ arguments: Arguments) throws(UsageError) {
        guard arguments.has("--json") || arguments.has("--jsonl") else { return nil }
        guard !(arguments.has("--json") && arguments.has("--jsonl")) else {
            throw UsageError("--json and --jsonl exclude each other")
        }
        isLines = arguments.has("--jsonl")
    }

    /// Prints an object; with `--jsonl` at once.
    mutating func print(_ fields: [(name: String, value: JSON)]) {
        let text = JSON.object(fields).text
        if isLines {
            output.line(text)
            output.flush()
        } else {
            output.line((isFirst ? "[" : ",") + text)
            isFirst = false
        }
    }

    /// True where each object is a line of its own.
    var isLineByLine: Bool { isLines }

    /// Prints objects that are already lines of text.
    mutating func print(lines: [UInt8]) { output.lines(lines) }

    /// Ends the array, and writes what is left.
    mutating func finish() {
        if !isLines { output.line(isFirst ? "[]" : "]") }
        output.flush()
    }
}
