/// The command-line tool.
@main
enum Pemtool {
    static let version = "0.1.0"

    static func main() {
        System.occupyStandardDescriptors()
        var words = System.arguments[...]
        do throws(UsageError) {
            let status = try run(&words)
            if System.isInterrupted {
                complain("stopped by a signal; what was read until then is printed")
                System.releaseSignals()
            }
            System.end(status)
        } catch {
            complain(error.message)
            if let advice = error.hint { hint(advice) }
            System.end(.usage)
        }
    }

    private static func run(_ words: inout ArraySlice<String>) throws(UsageError) -> ExitStatus {
        guard let first = words.popFirst() else {
            try? System.write(Array((Help.overview + "\n").utf8), to: 2)
            return .usage
        }
        switch first {
        case "--help", "-h", "help":
            return try help(words)
        case "--version":
            return printed("pemtool \(version)")
        default:
            guard let command = Command.Name(rawValue: first)?.command else {
                // A file where a command belongs: show what it says.
                if (try? System.kind(ofPath: first)) != nil {
                    return try Command.inspect.run(try Arguments([first] + words, for: .inspect))
                }
                throw .unknown(
                    first.hasPrefix("-") ? "option" : "command", first,
                    among: Command.Name.allCases.map(\.rawValue) + ["help", "--help", "--version"],
                    help: "see 'pemtool --help'")
            }
            let chosen = try command.subcommand(takenFrom: &words)
            let arguments = try Arguments(Array(words), for: chosen)
            return arguments.has("--help") ? printed(Help.text(for: chosen)) : try chosen.run(arguments)
        }
    }

    /// `pemtool help` and `pemtool help COMMAND`.
    private static func help(_ words: ArraySlice<String>) throws(UsageError) -> ExitStatus {
        guard let name = words.first else { return printed(Help.overview) }
        guard let command = Command.Name(rawValue: name)?.command else {
            throw .unknown(
                "command", name, among: Command.Name.allCases.map(\.rawValue), help: "see 'pemtool --help'")
        }
        var rest = words.dropFirst()
        return printed(Help.text(for: try command.subcommand(takenFrom: &rest)))
    }

    private static func printed(_ text: String) -> ExitStatus {
        var output = Output()
        output.line(text)
        output.flush()
        return .success
    }
}
