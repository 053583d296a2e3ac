extension Command {
    /// The command for policies in all formats. Each subcommand has its own file.
    static let policy = Command(
        name: "policy",
        summary: "make, convert and compare pinning policies",
        operands: "COMMAND ...",
        discussion: """
            A policy lists the pinned hosts, their pins, and what happens to all other hosts.
            Keep it in a manifest (a JSON document), and generate each consumer's file from
            it. pemtool can also read and compare those files. To check them, use pemtool check.

            Formats: \(PolicyFile.formats.joined(separator: ", "))
            """,
        options: [],
        examples: [],
        subcommands: [policyNew, policyEmit, policyRead, policyDiff],
        run: { (_) throws(UsageError) in
            throw UsageError("policy requires a command", hint: "see pemtool policy --help")
        }
    )
}
