/// Completion for fish: one line per command, option and value.
enum FishCompletion {
    static var script: String {
        var lines = [
            "# fish completion for pemtool",
            "complete -c pemtool -n __fish_use_subcommand -f -l help -d 'print this help'",
            "complete -c pemtool -n __fish_use_subcommand -f -l version -d 'print the version'",
            "complete -c pemtool -n __fish_use_subcommand -f -a help -d 'print help'",
            "complete -c pemtool -n '__fish_seen_subcommand_from help' -f -a '\(Command.names.joined(separator: " "))'",
        ]
        for command in Command.all {
            lines.append(
                "complete -c pemtool -n __fish_use_subcommand -f -a \(command.name) -d '\(quoted(command.summary))'"
            )
            let names = command.subcommands.map { $0.name }.joined(separator: " ")
            for inner in command.subcommands {
                lines.append(
                    "complete -c pemtool -n '__fish_seen_subcommand_from \(command.name); "
                        + "and not __fish_seen_subcommand_from \(names)' -f -a \(inner.name) "
                        + "-d '\(quoted(inner.summary))'")
            }
        }
        for page in Command.pages where page.command.subcommands.isEmpty {
            let condition = page.name.split(separator: " ").map { "__fish_seen_subcommand_from \($0)" }
            let lead = "complete -c pemtool -n '\(condition.joined(separator: "; and "))'"
            for option in page.command.allOptions {
                var line = "\(lead) -l \(option.name.dropFirst(2)) -d '\(quoted(option.help))'"
                if option.valueName != nil { line += option.words.isEmpty ? " -r" : " -x" }
                if !option.words.isEmpty { line += " -a '\(option.words.joined(separator: " "))'" }
                lines.append(line)
            }
            if !page.command.operandWords.isEmpty {
                lines.append("\(lead) -f -a '\(page.command.operandWords.joined(separator: " "))'")
            }
        }
        return lines.joined(separator: "\n")
    }

    private static func quoted(_ text: String) -> String {
        text.map { $0 == "'" || $0 == "\\" ? "\\\($0)" : "\($0)" }.joined()
    }
}
