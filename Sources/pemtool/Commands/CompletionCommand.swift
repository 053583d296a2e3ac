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
