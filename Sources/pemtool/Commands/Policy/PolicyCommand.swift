extension Command {
    /// The command for policies in all formats. Each subcommand has its own file.
    static let policy = Command(
        name: "policy",
        summary: "check, convert and compare pinning policies",
        operands: "COMMAND ...",
        discussion: """
            A policy lists the pinned hosts, their pins, and what happens to all other hosts.
            Keep it in a manifest, a JSON document, and generate the file of each consumer from
            it. pemtool can also read, check and compare those files.

            Formats: \(PolicyFile.formats.joined(separator: ", "))
            """,
        options: [],
        examples: [],
        subcommands: [policyNew, policyEmit, policyRead, policyCheck, policyReleases, policyDiff],
        run: { (_) throws(UsageError) in
            throw UsageError("policy requires a command", hint: "see pemtool policy --help")
        }
    )
}
