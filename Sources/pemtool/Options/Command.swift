/// A command of the tool, with everything that the help and the parser need.
struct Command: Sendable {
    /// An option of a command.
    struct Option: Sendable {
        /// The option with the placeholder for its value: `--format FORMAT`.
        let usage: String
        /// The accepted values; empty if any text is accepted.
        let values: [String]
        /// The values that completion offers.
        let words: [String]
        let help: String
        /// A Boolean value that indicates whether the option is rarely needed, so that the help lists it last.
        private(set) var isRare = false

        init(_ usage: String, values: [String] = [], suggesting more: [String] = [], _ help: String) {
            (self.usage, self.values, self.help) = (usage, values, help)
            words = values + more
        }

        /// The option as typed: `--format`.
        var name: String { String(usage.prefix { $0 != " " }) }

        /// The same option, listed under "More options".
        var rare: Option {
            var option = self
            option.isRare = true
            return option
        }

        /// The placeholder for the value; `nil` for an option without a value.
        var valueName: String? { name == usage ? nil : String(usage.dropFirst(name.count + 1)) }
    }

    /// The command as typed: `pin`; for a subcommand, only the second word until the subcommand is selected.
    var name: String
    let summary: String
    /// The text after the command's name in the usage line.
    let operands: String
    /// A description in paragraphs.
    let discussion: String
    let options: [Option]
    var examples: [(command: String, meaning: String)]
    /// The possible operands, if they are words rather than files.
    var operandWords: [String] = []
    /// A Boolean value that indicates whether operands may be pins, which may begin with `-`.
    var hasPinOperands = false
    /// The subcommands, which the first operand names; a command with subcommands does nothing by itself.
    var subcommands: [Command] = []
    let run: @Sendable (Arguments) throws(UsageError) -> ExitStatus

    static var names: [String] { table.map { $0.name } }

    static var all: [Command] { table.map { $0.create() } }

    static func named(_ name: String) -> Command? { table.first { $0.name == name }?.create() }

    /// All commands and subcommands, each with its full name as typed: `policy read`.
    static var pages: [(name: String, command: Command)] {
        all.flatMap { (command) in
            [(name: command.name, command: command)]
                + command.subcommands.map { (name: "\(command.name) \($0.name)", command: $0) }
        }
    }

    /// The JSON options that several commands share.
    static let jsonOptions = [
        Option("--json", "print one JSON array (schema pemtool/1)"),
        Option("--jsonl", "print one JSON object per line, each as soon as it is ready"),
    ]

    /// The option to reject files instead of repairing them, for commands that read any file.
    static let strictOption = Option("--strict", "reject files instead of repairing them")

    /// The command's options, and the help option that every command has.
    var allOptions: [Option] { options + [Option("--help", "print this help")] }

    func option(_ name: String) -> Option? { allOptions.first { $0.name == name } }

    /// Returns the subcommand that the next word selects, with its full name, or this command if it has no subcommands
    /// or the next word is an option.
    func subcommand(takenFrom words: inout ArraySlice<String>) throws(UsageError) -> Command {
        guard !subcommands.isEmpty, let word = words.first, !word.hasPrefix("-") else { return self }
        words.removeFirst()
        guard var chosen = subcommands.first(where: { $0.name == word }) else {
            if Command.names.contains(word) {
                throw UsageError("unknown \(name) command '\(word)'", hint: "did you mean 'pemtool \(word)'?")
            }
            throw .unknown(
                "\(name) command", word, among: subcommands.map { $0.name },
                help: "see pemtool \(name) --help")
        }
        chosen.name = "\(name) \(chosen.name)"
        return chosen
    }
}
