/// The manual page, generated from the table of commands.
enum ManPage {
    static var text: String {
        """
        .TH PEMTOOL 1 "" "pemtool \(Pemtool.version)" "User Commands"
        .SH NAME
        pemtool \\- read certificates and keys, and print their pins
        .SH SYNOPSIS
        \(Command.pages.map { ".B pemtool \($0.name)\n\(escaped($0.command.operands))\n.br" }.joined(separator: "\n"))
        .SH DESCRIPTION
        Reads X.509 certificates and keys from PEM or DER and prints the pins that apps use: the SHA-256 of the exact
        SubjectPublicKeyInfo (SPKI). pemtool works offline and shows only the public half of private keys. With
        \\-\\-unknown, dump also shows data that it does not recognize as part of a key.
        .PP
        FILE is a file, a folder (searched recursively), or \\- for standard input. Its format is detected from its content.
        .SH COMMANDS
        \(Command.pages.map(section).joined(separator: "\n"))
        .SH JSON
        \\-\\-json prints one array, \\-\\-jsonl one object per line. Fields are only ever added. Documentation/JSON.md in
        the sources has the meaning of each.
        .SH EXIT STATUS
        \(ExitStatus.allCases.map { ".TP\n.B \($0.rawValue)\n\($0.meaning)" }.joined(separator: "\n"))
        .PP
        On SIGINT or SIGTERM, pemtool prints the results so far; the signal then ends it. A second signal
        ends it at once. If the reader of its output exits, SIGPIPE ends pemtool, without a message.
        .SH LIMITS
        An input that has to be read as a whole, or one block of PEM text, may be up to 1 GiB. PEM text that pin and
        inspect \\-\\-jsonl read in parts may be any size. One object may be up to 256 MiB.
        .PP
        In JSON, bytes 80 to FF in a file name that is not UTF\\-8 are written as U+10FF80 to U+10FFFF.
        """
    }

    private static func section(_ page: (name: String, command: Command)) -> String {
        let command = page.command
        let options = command.options.map { ".TP\n.B \(escaped($0.usage))\n\(escaped($0.help))" }
        let examples = command.examples.map {
            ".PP\n.EX\n\(escaped($0.command))\n.EE\n\(escaped($0.meaning))"
        }
        return (["\n.SS pemtool \(page.name)", escaped(command.discussion)] + options + examples).joined(
            separator: "\n")
    }

    /// Returns text escaped for roff: backslashes, hyphens, and control characters at the start of a line.
    private static func escaped(_ text: String) -> String {
        text.split(separator: "\n", omittingEmptySubsequences: false).map { (line) in
            let safe = line.map { $0 == "\\" ? "\\e" : $0 == "-" ? "\\-" : "\($0)" }.joined()
            return safe.hasPrefix(".") || safe.hasPrefix("'") ? "\\&" + safe : safe
        }.joined(separator: "\n")
    }
}

extension Command {
    static let man = Command(
        name: "man",
        summary: "print the manual page",
        operands: "",
        discussion: "Prints the manual page in roff. It is generated from the same table as the help.",
        options: [],
        examples: [("pemtool man | man -l -", "view it")],
        run: { (_) throws(UsageError) in
            Pemtool.printed(ManPage.text)
        }
    )
}
