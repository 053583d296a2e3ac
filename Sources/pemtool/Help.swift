/// The help texts, made from the table of commands.
enum Help {
    /// `pemtool --help`.
    static var overview: String {
        let width = Command.all.map(\.name.count).max() ?? 0
        let commands = Command.all.map { "  \(padded($0.name, width))  \($0.summary)" }
        return """
            pemtool reads certificates and keys, and prints the pins that apps keep of them.
            It works offline and never shows the private part of a key.

            Usage: pemtool COMMAND [OPTIONS] FILE...

            \(commands.joined(separator: "\n"))

              pemtool COMMAND --help   what a command does, with examples
              pemtool --version        the version

            FILE is a PEM or DER file, a folder (with all folders inside), or - for
            standard input.

            Exit status: 0 done, 1 the answer is no, 2 the command line is wrong, 3 some
            input could not be read (the rest is printed all the same).
            """
    }

    /// `pemtool COMMAND --help`.
    static func text(for command: Command) -> String {
        let options = command.allOptions.map { (option) in
            (
                term: [option.name, option.valueName].compactMap { $0 }.joined(separator: " "),
                help: option.help
            )
        }
        let width = options.map(\.term.count).max() ?? 0
        let optionLines = options.map { "  \(padded($0.term, width))  \($0.help)" }
        guard command.subcommands.isEmpty else { return subcommandText(for: command) }
        let examples = command.examples.map { "  \($0.command)\n      \($0.meaning)" }
        return """
            Usage: pemtool \(command.name) \(command.operands)

            \(command.discussion)

            Options:
            \(optionLines.joined(separator: "\n"))

            Examples:
            \(examples.joined(separator: "\n"))
            """
    }
}

/// `text` with spaces behind it up to `width` characters.
func padded(_ text: String, _ width: Int) -> String {
    text + String(repeating: " ", count: max(0, width - text.count))
}
