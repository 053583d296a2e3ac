/// A command of the tool, with everything that the help and the parser need.
struct Command: Sendable {
    /// An option of a command.
    struct Option: Sendable {
        /// The option as typed: `--format`.
        let name: String
        /// The placeholder for its value in the help; `nil` for an option without a value.
        let valueName: String?
        /// The accepted values; empty if any text is accepted.
        var values: [String] { makeValues() }
        /// One line of help.
        var help: String { makeHelp() }

        // Created on demand: most runs use few options and no help, and should not wait for these.
        private let makeValues: @Sendable () -> [String]
        private let makeHelp: @Sendable () -> String

        init(
            _ name: String, _ valueName: String? = nil,
            values: @autoclosure @escaping @Sendable () -> [String] = [],
            help: @autoclosure @escaping @Sendable () -> String
        ) {
            self.name = name
            self.valueName = valueName
            makeValues = values
            makeHelp = help
        }
    }

    /// The command as typed: `pin`; for a subcommand only the second word, until it is selected.
    var name: String
    /// A description in one line, for the list of commands.
    let summary: String
    /// The text after its name in the usage line.
    let operands: String
    /// A description in paragraphs.
    let discussion: String
    let options: [Option]
    /// Commands to copy, each with a description.
    var examples: [(command: String, meaning: String)] { makeExamples() }
    /// The possible operands, if they are words rather than files.
    var operandWords: [String] = []
    /// A Boolean value that indicates whether operands may be pins, which may begin with `-`.
    var hasPinOperands = false
    /// The subcommands, named by the first operand; a command with subcommands does nothing by itself.
    var subcommands: [Command] = []
    /// Runs the command.
    let run: @Sendable (Arguments) throws(UsageError) -> ExitStatus

    private let makeExamples: @Sendable () -> [(command: String, meaning: String)]

    init(
        name: String, summary: String, operands: String, discussion: String, options: [Option],
        examples: @autoclosure @escaping @Sendable () -> [(command: String, meaning: String)],
        operandWords: [String] = [], hasPinOperands: Bool = false, subcommands: [Command] = [],
        run: @escaping @Sendable (Arguments) throws(UsageError) -> ExitStatus
    ) {
        self.name = name
        self.summary = summary
        self.operands = operands
        self.discussion = discussion
        self.options = options
        makeExamples = examples
        self.operandWords = operandWords
        self.hasPinOperands = hasPinOperands
        self.subcommands = subcommands
        self.run = run
    }

    /// The names of the commands, in the order of the help. Only the command that is run is created.
    enum Name: String, CaseIterable {
        case pin, inspect, explain, diagnose, wrap, dump, assemble, convert, verify, policy, completion, man

        /// The command with this name.
        var command: Command {
            switch self {
            case .pin: .pin
            case .inspect: .inspect
            case .explain: .explain
            case .diagnose: .diagnose
            case .wrap: .wrap
            case .dump: .dump
            case .assemble: .assemble
            case .convert: .convert
            case .verify: .verify
            case .policy: .policy
            case .completion: .completion
            case .man: .man
            }
        }
    }

    /// All commands, in the order of the help.
    static var all: [Command] { Name.allCases.map { $0.command } }

    /// All commands and subcommands, each with its full name as typed: `policy check`.
    static var pages: [(name: String, command: Command)] {
        all.flatMap { (command) in
            [(name: command.name, command: command)]
                + command.subcommands.map { (name: "\(command.name) \($0.name)", command: $0) }
        }
    }

    /// The options that several commands share.
    static let jsonOptions = [
        Option("--json", help: "print one JSON array (schema pemtool/1)"),
        Option("--jsonl", help: "print one JSON object per line, each as soon as it is known"),
    ]

    /// The option of the commands that print in color.
    static let colorOption = Option(
        "--color", "MODE", values: ["auto", "always", "never"],
        help: "color the output: auto (on a terminal), always or never")

    /// The option of commands that read any file, to reject repairs.
    static let strictOption = Option("--strict", help: "reject files that need repair")

    static let helpOption = Option("--help", help: "print this help")

    /// Its own options and the help option that every command has.
    var allOptions: [Option] { options + [Command.helpOption] }

    /// Returns the option with this name, or `nil` if the command lacks it.
    func option(_ name: String) -> Option? {
        options.first { $0.name == name } ?? (name == Command.helpOption.name ? Command.helpOption : nil)
    }
}
