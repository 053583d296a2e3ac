import X509Model

/// The answer of a command on standard output: lines of text, one JSON array, or one JSON object per line.
struct Answer {
    let isJSON: Bool
    /// A Boolean value that indicates whether each JSON object is on its own line.
    let isLineByLine: Bool
    var output = Output()
    /// A Boolean value that indicates whether an element of the array, or a screen, has been printed.
    private var hasElements = false

    /// - Parameter options: the options of answers that are not JSON.
    init(_ arguments: Arguments, withoutJSON options: [String] = []) throws(UsageError) {
        isLineByLine = arguments.has("--jsonl")
        isJSON = isLineByLine || arguments.has("--json")
        guard !(isLineByLine && arguments.has("--json")) else {
            throw UsageError("--json and --jsonl cannot be combined")
        }
        for option in options where isJSON && arguments.has(option) {
            throw UsageError("\(option) cannot be combined with --json or --jsonl")
        }
    }

    /// Prints the JSON that `write` writes, piece by piece; with `--jsonl`, immediately.
    @discardableResult
    mutating func print<Result>(_ write: (inout JSONWriter) -> Result) -> Result {
        if !isLineByLine {
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
        if isLineByLine {
            output.line()
            output.flush()
        }
        return result
    }

    /// Prints an object whose first field is the schema.
    mutating func printObject(_ fields: (inout JSONWriter) -> Void) {
        print { (json) in
            json.object { (json) in
                json.string("schema", "pemtool/1")
                fields(&json)
            }
        }
    }

    /// Begins another screen, with an empty line after the previous one.
    mutating func beginScreen() {
        if hasElements { output.line() }
        hasElements = true
    }

    /// Prints lines, with an empty line after the previous paragraph.
    mutating func paragraph(_ lines: [String]) {
        beginScreen()
        self.lines(lines)
    }

    mutating func lines(_ lines: [String]) {
        for line in lines { output.line(line) }
    }

    /// Ends the array, and writes the remaining output.
    mutating func finish() {
        if isJSON, !isLineByLine { output.line(hasElements ? "]" : "[]") }
        output.flush()
    }
}
