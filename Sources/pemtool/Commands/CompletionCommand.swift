extension Command {
    static let completion = Command(
        name: "completion",
        summary: "print a shell completion script",
        operands: "bash | zsh | fish",
        discussion: """
            Prints a script that completes pemtool's commands, options and formats. It is
            generated from the same table as the help.
            """,
        options: [],
        examples: [
            ("eval \"$(pemtool completion bash)\"", "put this in ~/.bashrc"),
            ("pemtool completion zsh > ~/.zfunc/_pemtool", "in a folder that $fpath lists"),
            ("pemtool completion fish > ~/.config/fish/completions/pemtool.fish", "for fish"),
        ],
        operandWords: ["bash", "zsh", "fish"],
        run: { (arguments) throws(UsageError) in try runCompletion(arguments) }
    )

    private static func runCompletion(_ arguments: Arguments) throws(UsageError) -> ExitStatus {
        let shells = ["bash", "zsh", "fish"]
        guard let shell = arguments.operands.first, arguments.operands.count == 1 else {
            throw UsageError("expected one shell", hint: "choose one of \(shells.joined(separator: ", "))")
        }
        var output = Output()
        switch shell {
        case "bash": output.line(BashCompletion.script)
        case "zsh": output.line(ZshCompletion.script)
        case "fish": output.line(FishCompletion.script)
        default:
            throw .unknown(
                "shell", shell, among: shells, help: "choose one of \(shells.joined(separator: ", "))")
        }
        output.flush()
        return .success
    }
}

/// Completion for bash: one function that examines the words before the cursor.
enum BashCompletion {
    static var script: String {
        """
        # bash completion for pemtool
        _pemtool() {
            local current=${COMP_WORDS[COMP_CWORD]} before=${COMP_WORDS[COMP_CWORD-1]}
            local command=${COMP_WORDS[1]} words=
            # bash splits --option=value at the equals sign.
            if [ "$current" = = ]; then current=; elif [ "$before" = = ]; then before=${COMP_WORDS[COMP_CWORD-2]}; fi
            COMPREPLY=()
            if [ "$COMP_CWORD" -eq 1 ]; then
                words="\(Command.all.map { $0.name }.joined(separator: " ")) help --help --version"
                COMPREPLY=($(compgen -W "$words" -- "$current"))
                return
            fi
            if [ "$command" = help ]; then
                COMPREPLY=($(compgen -W "\(Command.names.joined(separator: " "))" -- "$current"))
                return
            fi
        \(subcommands)
            case $command:$before in
        \(values)
            esac
            if [ -n "$words" ]; then
                # Lists are completed after their last comma.
                COMPREPLY=($(compgen -P "${current%"${current##*,}"}" -W "$words" -- "${current##*,}"))
                return
            fi
            if [[ $current = -* ]]; then
                case $command in
        \(options)
                esac
                COMPREPLY=($(compgen -W "$words" -- "$current"))
                return
            fi
            case $command in
        \(operands)
            esac
            if [ -n "$words" ]; then
                COMPREPLY=($(compgen -W "$words" -- "$current"))
                return
            fi
            compopt -o filenames 2>/dev/null
            local IFS=$'\\n'
            COMPREPLY=($(compgen -f -- "$current"))
        }
        complete -F _pemtool pemtool
        """
    }

    /// The lines for commands with subcommands, where the second word becomes part of the name.
    private static var subcommands: String {
        Command.all.filter { !$0.subcommands.isEmpty }.map { (command) in
            let names = command.subcommands.map { $0.name }.joined(separator: " ")
            return """
                    if [ "$command" = \(command.name) ]; then
                        if [ "$COMP_CWORD" -eq 2 ]; then
                            COMPREPLY=($(compgen -W "\(names)" -- "$current"))
                            return
                        fi
                        command="\(command.name) ${COMP_WORDS[2]}"
                    fi
                """
        }.joined(separator: "\n")
    }

    private static var values: String {
        Command.pages.flatMap { (page) in
            page.command.options.filter { !$0.words.isEmpty }.map { (option) in
                "    '\(page.name)':\(option.name)) words=\"\(option.words.joined(separator: " "))\" ;;"
            }
        }.joined(separator: "\n")
    }

    private static var options: String {
        Command.pages.map { (page) in
            let names = page.command.allOptions.map { $0.name }.joined(separator: " ")
            return "        '\(page.name)') words=\"\(names)\" ;;"
        }.joined(separator: "\n")
    }

    /// The operands that are words rather than files.
    private static var operands: String {
        Command.pages.filter { !$0.command.operandWords.isEmpty }.map { (page) in
            "    '\(page.name)') words=\"\(page.command.operandWords.joined(separator: " "))\" ;;"
        }.joined(separator: "\n")
    }
}

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

/// Completion for zsh: a function for each command, which calls `_arguments`.
enum ZshCompletion {
    static var script: String {
        """
        #compdef pemtool
        # zsh completion for pemtool
        \(Command.all.map { function(for: $0, prefix: "_pemtool") }.joined(separator: "\n"))
        _pemtool() {
            local state line
            _arguments -C '(- *)--help[print this help]' '(- *)--version[print the version]' '1: :->command' '*:: :->rest'
            case $state in
                command)
                    local -a commands=(
        \(Command.all.map { "                '\($0.name):\(quoted($0.summary))'" }.joined(separator: "\n"))
                        'help:print help'
                    )
                    _describe command commands ;;
                rest)
                    case $line[1] in
                        help) compadd \(Command.names.joined(separator: " ")) ;;
        \(Command.all.map { "                \($0.name)) _pemtool_\($0.name) ;;" }.joined(separator: "\n"))
                    esac ;;
            esac
        }
        if [ "$funcstack[1]" = _pemtool ]; then _pemtool "$@"; else compdef _pemtool pemtool; fi
        """
    }

    private static func function(for command: Command, prefix: String) -> String {
        let name = "\(prefix)_\(command.name)"
        guard command.subcommands.isEmpty else {
            let inner = command.subcommands.map { function(for: $0, prefix: name) }.joined(separator: "\n")
            let list = command.subcommands.map { "'\($0.name):\(quoted($0.summary))'" }.joined(separator: " ")
            let cases = command.subcommands.map { "            \($0.name)) \(name)_\($0.name) ;;" }
            return """
                \(inner)
                \(name)() {
                    local state line
                    _arguments -C '1: :->command' '*:: :->rest'
                    case $state in
                        command) local -a commands=(\(list)); _describe command commands ;;
                        rest)
                            case $line[1] in
                \(cases.joined(separator: "\n"))
                            esac ;;
                    esac
                }
                """
        }
        let options = command.allOptions.map { (option) in
            let value = option.valueName.map { (valueName) in
                ":\(valueName.lowercased()):"
                    + (option.words.isEmpty ? "_files" : "(\(option.words.joined(separator: " ")))")
            }
            return "'\(option.name)\(value == nil ? "" : "=")[\(quoted(option.help))]\(value ?? "")'"
        }
        let operand =
            command.operandWords.isEmpty ? "_files" : "(\(command.operandWords.joined(separator: " ")))"
        return """
            \(name)() {
                _arguments \(options.joined(separator: " \\\n        ")) \\
                    '*:file:\(operand)'
            }
            """
    }

    /// Returns text in which single quotes, square brackets and colons are escaped.
    private static func quoted(_ text: String) -> String {
        text.map { $0 == "'" ? "'\\''" : $0 == "[" || $0 == "]" || $0 == ":" ? "\\\($0)" : "\($0)" }.joined()
    }
}
