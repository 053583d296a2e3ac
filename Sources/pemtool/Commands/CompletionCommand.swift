extension Command {
    static let completion = Command(
        name: "completion",
        summary: "print a shell completion script",
        operands: "bash | zsh | fish",
        discussion: """
            Prints a script that completes pemtool's commands, options and formats. For each
            completion, the script runs pemtool completion words, which prints what may follow.
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
        if arguments.operands.first == "words" {
            var output = Output()
            for (word, help) in Completion.words(Array(arguments.operands.dropFirst())) {
                output.line(help.isEmpty ? word : "\(word)\t\(help)")
            }
            output.flush()
            return .success
        }
        let advice = "choose one of bash, zsh, fish"
        guard let shell = arguments.operands.first, arguments.operands.count == 1 else {
            throw UsageError("expected one shell", hint: advice)
        }
        guard let script = Completion.scripts[shell] else {
            throw .unknown("shell", shell, among: ["bash", "zsh", "fish"], help: advice)
        }
        return Pemtool.printed(script)
    }
}

/// The words that may follow on a command line, and the scripts that ask for them.
enum Completion {
    /// Returns the words that may replace the last of `words`, the command line up to the cursor, each with a
    /// description; none where the name of a file belongs.
    static func words(_ words: [String]) -> [(word: String, help: String)] {
        // bash splits --option=value at the equals sign.
        var before = words.dropLast().filter { $0 != "=" }[...]
        let last = words.last == "=" ? "" : words.last ?? ""
        let commands = Command.all.map { (word: $0.name, help: $0.summary) }
        guard let first = before.popFirst() else {
            return commands + [
                ("help", "print help"), ("--help", "print this help"), ("--version", "print the version"),
            ]
        }
        guard first != "help" else { return commands }
        guard var command = Command.named(first) else { return [] }
        if !command.subcommands.isEmpty {
            guard let name = before.popFirst() else {
                return command.subcommands.map { ($0.name, $0.summary) }
            }
            guard let chosen = command.subcommands.first(where: { $0.name == name }) else { return [] }
            command = chosen
        }
        let attached = last.hasPrefix("--") ? last.firstIndex(of: "=") : nil
        if let option = command.option(attached.map { String(last[..<$0]) } ?? before.last ?? ""),
            option.valueName != nil
        {
            // Lists are completed after their last comma.
            let mark = option.values.isEmpty ? last.lastIndex(of: ",") ?? attached : attached
            let lead = mark.map { last[...$0] } ?? ""
            return option.words.map { (lead + $0, "") }
        }
        guard !last.hasPrefix("-") else { return command.allOptions.map { ($0.name, $0.help) } }
        return command.operandWords.map { ($0, "") }
    }

    static let scripts = ["bash": bash, "zsh": zsh, "fish": fish]

    private static let bash = """
        # bash completion for pemtool
        _pemtool() {
            local IFS=$'\\n' current=${COMP_WORDS[COMP_CWORD]} words
            if [ "$current" = = ]; then current=; fi
            words=$(pemtool completion words -- "${COMP_WORDS[@]:1:COMP_CWORD}" 2>/dev/null | cut -f 1)
            if [ -n "$words" ]; then
                COMPREPLY=($(compgen -W "$words" -- "$current"))
            else
                compopt -o filenames 2>/dev/null
                COMPREPLY=($(compgen -f -- "$current"))
            fi
        }
        complete -F _pemtool pemtool
        """

    private static let zsh = """
        #compdef pemtool
        # zsh completion for pemtool
        _pemtool() {
            local -a found=("${(@f)$(pemtool completion words -- "${(@)words[2,CURRENT]}" 2>/dev/null)}")
            if [[ -n $found ]]; then
                found=("${(@)found//:/\\:}")
                found=("${(@)found/$'\\t'/:}")
                _describe word found
            else
                _files
            fi
        }
        if [ "$funcstack[1]" = _pemtool ]; then _pemtool "$@"; else compdef _pemtool pemtool; fi
        """

    private static let fish = """
        # fish completion for pemtool
        function __pemtool_words
            set -l found (pemtool completion words -- (commandline -opc)[2..-1] (commandline -ct) 2>/dev/null)
            if test -n "$found"
                printf '%s\\n' $found
            else
                __fish_complete_path (commandline -ct)
            end
        end
        complete -c pemtool -f -a '(__pemtool_words)'
        """
}
