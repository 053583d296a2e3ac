/// A command of the tool, as the help and the reading of the command line need it.
struct Command: Sendable {
    /// An option of a command.
    struct Option: Sendable {
        /// As it is typed: `--format`.
        let name: String
        /// What stands for its value in the help; nil for an option without one.
        let valueName: String?
        /// The values it takes; empty if any text is good.
        var values: [String] { makeValues() }
        /// One line of help.
        var help: String { makeHelp() }

        // Made when they are asked for: most runs use one option or none, and no help, and should not wait for them.
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

    /// As it is typed: `pin`; of a subcommand the second word alone, until it is chosen.
    var name: String
    /// What it does, in one line for the list of commands.
    let summary: String
    /// What is after its name in the usage line.
    let operands: String
    /// What it does, in a paragraph.
    let discussion: String
    let options: [Option]
    /// Commands to copy, each with what it does.
    var examples: [(command: String, meaning: String)] { makeExamples() }
    /// The words that its operands are, if they are not files.
    var operandWords: [String] = []
    /// True if operands may be pins, of which one may begin with `-`.
    var hasPinOperands = false
    /// Commands of its own, the first operand; it does nothing by itself then.
    var subcommands: [Command] = []
    /// Does it.
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

    /// The commands, in the order of the help. Only the one that is run is made.
    enum Name: String, CaseIterable {
        case pin, inspect, explain, diagnose, wrap, dump, assemble, convert, verify, policy, completion, man

        /// What follows this name.
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

    /// All commands and theirs, each with its whole name as it is typed: `policy check`.
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

    /// Commands that read any file take its repairs or refuse them.
    static let strictOption = Option("--strict", help: "reject files that need repair")

    static let helpOption = Option("--help", help: "print this help")

    /// Its own options and the one that every command has.
    var allOptions: [Option] { options + [Command.helpOption] }

    /// The option of this name, if it has it.
    func option(_ name: String) -> Option? {
        options.first { $0.name == name } ?? (name == Command.helpOption.name ? Command.helpOption : nil)
    }
}
