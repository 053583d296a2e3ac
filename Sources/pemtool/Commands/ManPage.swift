/// The manual page, made from the table of commands and the contract of the JSON.
enum ManPage {
    static var text: String {
        """
        .TH PEMTOOL 1 "" "pemtool \(Pemtool.version)" "User Commands"
        .SH NAME
        pemtool \\- read certificates and keys, and print their pins
        .SH SYNOPSIS
        \(Command.pages.map { ".B pemtool \($0.name)\n\(escaped($0.command.operands))\n.br" }.joined(separator: "\n"))
        .SH DESCRIPTION
        Reads X.509 certificates and keys from PEM or DER and prints the pins that apps keep of them: the SHA-256 of the
        exact SubjectPublicKeyInfo. It works offline and never shows the private part of a key.
        .PP
        FILE is a file, a folder (with all folders inside), or \\- for standard input; what it holds is told by its content.
        .SH COMMANDS
        \(Command.pages.map(section).joined(separator: "\n"))
        .SH JSON
        \\-\\-json prints one array, \\-\\-jsonl one object a line. Fields are only ever added.
        \(JSONContract.fields.map { ".TP\n.B \(escaped($0.name))\n\(escaped($0.meaning))" }.joined(separator: "\n"))
        .SH EXIT STATUS
        .TP
        .B 0
        done, and the answer is yes
        .TP
        .B 1
        the answer is no
        .TP
        .B 2
        the command line is wrong
        .TP
        .B 3
        some input could not be read; the readable part is printed all the same
        .PP
        After SIGINT or SIGTERM what was read until then is printed, and the signal ends the program; a second one ends
        it at once. Where nobody reads its output any more it ends as SIGPIPE does, without a message.
        .SH LIMITS
        An input that has to be read in one piece may have 1 GiB, as may one block of PEM text; PEM text that pin, and
        inspect \\-\\-jsonl, read in parts may have any size. One object may have 256 MiB.
        .PP
        A byte of a file's name that is no UTF\\-8 stands in JSON as U+10FF80 to U+10FFFF for 80 to FF.
        .SH ENVIRONMENT
        .TP
        .B NO_COLOR
        never color anything
        """
    }

    private static func section(_ page: (name: String, command: Command)) -> String {
        let command = page.command
        let options = command.options.map { (option) in
            let term = [option.name, option.valueName].compactMap { $0 }.joined(separator: " ")
            return ".TP\n.B \(escaped(term))\n\(escaped(option.help))"
        }
        let examples = command.examples.map {
            ".PP\n.EX\n\(escaped($0.command))\n.EE\n\(escaped($0.meaning))"
        }
        return (["\n.SS pemtool \(page.name)", escaped(command.discussion)] + options + examples).joined(
            separator: "\n")
    }

    /// Text as roff takes it: backslashes and hyphens escaped, no line that begins with a control character.
    private static func escaped(_ text: String) -> String {
        text.split(separator: "\n", omittingEmptySubsequences: false).map { (line) in
            let safe = line.map { $0 == "\\" ? "\\e" : $0 == "-" ? "\\-" : "\($0)" }.joined()
            return safe.hasPrefix(".") || safe.hasPrefix("'") ? "\\&" + safe : safe
        }.joined(separator: "\n")
    }
}
