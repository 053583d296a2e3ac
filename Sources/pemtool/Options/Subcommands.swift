// Commands of two words, such as `pemtool policy emit`: the first operand selects the subcommand.

extension Command {
    /// Returns the subcommand that the next word selects, with its full name, or this command if it has no
    /// subcommands or an option comes first.
    func subcommand(takenFrom words: inout ArraySlice<String>) throws(UsageError) -> Command {
        guard !subcommands.isEmpty, let word = words.first, !word.hasPrefix("-") else { return self }
        words.removeFirst()
        guard var chosen = subcommands.first(where: { $0.name == word }) else {
            throw .unknown(
                "\(name) command", word, among: subcommands.map { $0.name },
                help: "see pemtool \(name) --help")
        }
        chosen.name = "\(name) \(chosen.name)"
        return chosen
    }
}

extension Help {
    /// Returns the help of a command that only has subcommands.
    static func subcommandText(for command: Command) -> String {
        let lines = table(command.subcommands.map { ("  \(command.name) \($0.name)", $0.summary) })
        let more = table([("  pemtool \(command.name) COMMAND --help", "describe a command, with examples")])
        return """
            \(usage(command))

            \(flowing(command.discussion))

            Commands:
            \(lines.joined(separator: "\n"))

            \(more.joined(separator: "\n"))
            """
    }
}
