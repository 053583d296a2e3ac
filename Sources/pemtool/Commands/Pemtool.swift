import X509Model

/// The command line, whose first word selects the command.
enum Pemtool {
    static let version = "0.1.0"

    /// The maximum length of a path in bytes on Linux; Darwin allows less.
    private static let longestPath = 4096

    static func run(_ words: ArraySlice<String>) throws(UsageError) -> ExitStatus {
        // Shorter words are not checked: they take little time to compare, and may be the path of a file.
        if let place = words.firstIndex(where: {
            $0.utf8.count > longestPath && MarkRun.end(in: $0) != nil
        }) {
            throw UsageError(
                "word \(place - words.startIndex + 1): more than \(MarkRun.longest) combining marks in a row")
        }
        var words = words
        guard let first = words.popFirst() else {
            try? System.write(Array((Help.overview + "\n").utf8), to: 2)
            return .usage
        }
        switch first {
        case "--help", "-h", "help":
            return try help(words)
        case "--version", "-V":
            return printed("pemtool \(version)")
        default:
            guard let (command, arguments) = try chosen(first, words) else {
                return try withoutCommand(first, words)
            }
            guard !arguments.has("--help") else { return printed(Help.text(for: command)) }
            return try answer(of: command, arguments)
        }
    }

    /// Runs a command. If a required input cannot be used, the answer is empty.
    private static func answer(
        of command: Command, _ arguments: Arguments
    ) throws(UsageError) -> ExitStatus {
        do throws(UsageError) {
            return try command.run(arguments)
        } catch .unreadable {
            var answer = try Answer(arguments)
            answer.finish()
            return .unreadable
        }
    }

    /// Returns the command or subcommand that the words select, with its arguments, or `nil` if there is none.
    static func chosen(
        _ name: String, _ words: ArraySlice<String>
    ) throws(UsageError) -> (command: Command, arguments: Arguments)? {
        guard let command = Command.named(name) else { return nil }
        var words = words
        let chosen = try command.subcommand(takenFrom: &words)
        return (chosen, try Arguments(Array(words), for: chosen))
    }

    /// Inspects a file that is given instead of a command. Anything else is an error.
    private static func withoutCommand(
        _ first: String, _ words: ArraySlice<String>
    ) throws(UsageError) -> ExitStatus {
        // A word with a dot or a slash was meant as a file, so inspect reports the error.
        if PathName.isInput(first) || !first.hasPrefix("-") && (first.contains(".") || first.contains("/")) {
            return try answer(of: .inspect, try Arguments([first] + words, for: .inspect))
        }
        let name = String(first.prefix { $0 != "=" })
        let owners = Command.pages.filter { $0.command.options.contains { $0.name == name } }.map { $0.name }
        if let owner = owners.first(where: { $0 == Command.inspect.name }) ?? owners.first {
            throw UsageError(
                "option \(name) without a command",
                hint: "options go after the command: pemtool \(owner) \(name)")
        }
        if let meant = Suggestion.command(first) {
            throw UsageError(
                "unknown command '\(first)'", hint: "did you mean '\(meant)'? see pemtool \(meant) --help")
        }
        throw .unknown(
            first.hasPrefix("-") ? "option" : "command", first,
            among: Command.names + ["help", "--help", "--version"],
            help: "see pemtool --help")
    }

    /// Runs `pemtool help` and `pemtool help COMMAND`.
    private static func help(_ words: ArraySlice<String>) throws(UsageError) -> ExitStatus {
        guard let name = words.first, name != "help" else { return printed(Help.overview) }
        guard let command = Command.named(name) else {
            throw .unknown("command", name, among: Command.names, help: "see pemtool --help")
        }
        var rest = words.dropFirst()
        return printed(Help.text(for: try command.subcommand(takenFrom: &rest)))
    }

    static func printed(_ text: String) -> ExitStatus {
        var output = Output()
        output.line(text)
        output.flush()
        return .success
    }
}
