/// Objects on standard output in the form that was asked for: one array, or one object a line.
struct JSONOutput {
    private let isLines: Bool
    private var output = Output()
    /// The last element of the array, held back until it is known whether a comma follows it.
    private var held: String?

    /// The form that the options ask for; nil where they ask for text.
    init?(_ arguments: Arguments) throws(UsageError) {
        guard arguments.has("--json") || arguments.has("--jsonl") else { return nil }
        guard !(arguments.has("--json") && arguments.has("--jsonl")) else {
            throw UsageError("--json and --jsonl exclude each other")
        }
        isLines = arguments.has("--jsonl")
    }

    /// Prints an object; with `--jsonl` at once.
    mutating func print(_ fields: JSON.Fields) { print(JSON.object(fields).text) }

    /// Prints an object that is already text.
    mutating func print(_ text: String) {
        if isLines {
            output.line(text)
            output.flush()
        } else {
            if let held { output.line(held + ",") }
            held = (held == nil ? "[" : " ") + text
        }
    }

    /// True where each object is a line of its own.
    var isLineByLine: Bool { isLines }

    /// Prints objects that are already lines of text.
    mutating func print(lines: [UInt8]) { output.lines(lines) }

    /// Ends the array, and writes what is left.
    mutating func finish() {
        if !isLines { output.line((held ?? "[") + "]") }
        output.flush()
    }
}
