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

    /// The case for commands with subcommands: the second word is one of them and becomes part of the name.
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

    /// The operands that are words, not files.
    private static var operands: String {
        Command.pages.filter { !$0.command.operandWords.isEmpty }.map { (page) in
            "    '\(page.name)') words=\"\(page.command.operandWords.joined(separator: " "))\" ;;"
        }.joined(separator: "\n")
    }
}
