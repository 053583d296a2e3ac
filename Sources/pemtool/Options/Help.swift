/// The help texts, generated from the table of commands.
enum Help {
    static var overview: String {
        let commands = table(Command.all.map { ("  \($0.name)", $0.summary) })
        let more = table([
            ("  pemtool FILE...", "same as pemtool inspect FILE..."),
            ("  pemtool COMMAND --help", "describe a command, with examples"),
            ("  pemtool --version", "print the version"),
        ])
        return """
            \(flowing("""
                pemtool reads certificates and keys, and computes, explains and checks the pins that apps use. \
                It works offline and shows only the public half of private keys.
                """))

            Usage: pemtool COMMAND [OPTIONS] FILE...

            \(commands.joined(separator: "\n"))

            \(more.joined(separator: "\n"))

            \(flowing("""
                FILE is a PEM or DER file, a folder (searched recursively), or - for standard input.

                Exit status: \(ExitStatus.allCases.map { "\($0.rawValue) \($0.meaning)" }.joined(separator: ", ")).
                """))
            """
    }

    static func text(for command: Command) -> String {
        let row = { (option: Command.Option) in (left: "  \(option.usage)", right: option.help) }
        let options = table(command.allOptions.filter { !$0.isRare }.map(row))
        let rare = table(command.allOptions.filter { $0.isRare }.map(row))
        let moreOptions = rare.isEmpty ? [] : ["", "More options:"] + rare
        let subcommands = table(command.subcommands.map { ("  \(command.name) \($0.name)", $0.summary) })
        let more = table([("  pemtool \(command.name) COMMAND --help", "describe a command, with examples")])
        let examples = command.examples.flatMap {
            shellCommand($0.command) + paragraph($0.meaning, lead: "      ")
        }
        let lists =
            subcommands.isEmpty
            ? ["Options:"] + options + moreOptions + ["", "Examples:"] + examples
            : ["Commands:"] + subcommands + [""] + more
        return """
            \(usage(command))

            \(flowing(command.discussion))

            \(lists.joined(separator: "\n"))
            """
    }

    /// Returns the usage line, `Usage: pemtool pin [--strict] FILE...`, wrapped only between options and alternatives.
    static func usage(_ command: Command) -> String {
        let name = String("pemtool \(command.name)".map { $0 == " " ? hardSpace : $0 })
        return paragraph(
            "\(name) \(unbroken(command.operands, open: "[", close: "]"))", lead: "Usage: ", indent: 4
        ).map(spaced).joined(separator: "\n")
    }

    /// Returns paragraphs, separated by empty lines, wrapped for the terminal.
    static func flowing(_ text: String) -> String {
        let lines = text.split(separator: "\n", omittingEmptySubsequences: false)
        return lines.split { $0.isEmpty }.map { (part) in
            paragraph(part.joined(separator: " ")).joined(separator: "\n")
        }.joined(separator: "\n\n")
    }

    /// Returns the lines of a command that users can copy. A command that is too long for one line continues after a
    /// backslash, as in a shell.
    private static func shellCommand(_ command: String) -> [String] {
        let lines = paragraph(
            unbroken(command, open: "'", close: "'"), lead: "  ", indent: 6, width: textWidth - 2
        ).map(spaced)
        guard command.count + 2 > textWidth else { return ["  " + command] }
        return lines.dropLast().map { $0 + " \\" } + lines.suffix(1)
    }

    /// A space at which lines are not broken.
    private static let hardSpace: Character = "\u{a0}"

    /// Returns `text` with hard spaces between `open` and `close`, except after a `|`.
    private static func unbroken(_ text: String, open: Character, close: Character) -> String {
        var depth = 0
        var last: Character = " "
        return String(
            text.map { (character) in
                defer { last = character }
                if character == close, depth > 0 {
                    depth -= 1
                } else if character == open {
                    depth += 1
                }
                return character == " " && depth > 0 && last != "|" ? hardSpace : character
            })
    }

    private static func spaced(_ line: String) -> String {
        String(line.map { $0 == hardSpace ? " " : $0 })
    }
}
