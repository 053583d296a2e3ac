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
            let list = command.subcommands.map { "'\($0.name):\(quoted($0.summary))'" }.joined(
                separator: " ")
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

    /// Returns text escaped for single quotes and square brackets.
    private static func quoted(_ text: String) -> String {
        text.map { $0 == "'" ? "'\\''" : $0 == "[" || $0 == "]" || $0 == ":" ? "\\\($0)" : "\($0)" }.joined()
    }
}
