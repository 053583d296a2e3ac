/// A command of the tool, as the help and the reading of the command line need it.
struct Command: Sendable {
    /// An option of a command.
    struct Option: Sendable {
        /// As it is typed: `--format`.
        let name: String
        /// What stands for its value in the help; nil for an option without one.
        let valueName: String?
        /// The values it takes; empty where any text is good.
        let values: [String]
        /// One line of help.
        let help: String

        init(_ name: String, _ valueName: String? = nil, values: [String] = [], help: String) {
            self.name = name
            self.valueName = valueName
            self.values = values
            self.help = help
        }
    }

    /// As it is typed: `pin`; of a subcommand the second word alone, until it is chosen.
    var name: String
    /// What it does, in one line for the list of commands.
    let summary: String
    /// What stands after its name in the usage line.
    let operands: String
    /// What it does, in a paragraph.
    let discussion: String
    let options: [Option]
    /// Commands to copy, each with what it does.
    let examples: [(command: String, meaning: String)]
    /// The words that its operands are, where they are not files.
    var operandWords: [String] = []
    /// Commands of its own, the first operand; it does nothing by itself then.
    var subcommands: [Command] = []
    /// Does it.
    let run: @Sendable (Arguments) throws(UsageError) -> ExitStatus

    /// All commands, in the order of the help.
    static let all = [
        pin, inspect, explain, diagnose, wrap, dump, convert, verify, policy, completion, man,
    ]

    /// All commands and theirs, each with its whole name as it is typed: `policy check`.
    static var pages: [(name: String, command: Command)] {
        all.flatMap { (command) in
            [(command.name, command)] + command.subcommands.map { ("\(command.name) \($0.name)", $0) }
        }
    }

    /// The options that several commands share.
    static let jsonOptions = [
        Option("--json", help: "print one JSON array (schema pemtool/1)"),
        Option("--jsonl", help: "print one JSON object a line, each as soon as it is known"),
    ]

    /// The option of the commands that print in colour.
    static let colorOption = Option(
        "--color", "MODE", values: ["auto", "always", "never"],
        help: "colour: auto (on a terminal), always or never")

    /// Commands that read any file take its repairs or refuse them.
    static let strictOption = Option("--strict", help: "refuse text that has to be repaired to be read")

    static let helpOption = Option("--help", help: "print this help")
}
