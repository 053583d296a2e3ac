import PinPolicies
import SPKIHash

extension Command {
    /// One set of pins in every form that apps keep them in. Each subcommand has a file of its own.
    static let policy = Command(
        name: "policy",
        summary: "keep pins in one manifest, for every format",
        operands: "COMMAND ...",
        discussion: """
            A policy says which hosts are pinned, to what, and what all other hosts get. It
            is kept in a manifest, a JSON document, from which the file of every consumer is
            made. The files can be read back, checked and compared.

            Formats: \(PolicyFile.formats.joined(separator: ", "))
            """,
        options: [],
        examples: [],
        subcommands: [policyEmit, policyRead, policyCheck, policyDiff],
        run: { (_) throws(UsageError) in
            throw UsageError("policy needs a command", hint: "see 'pemtool policy --help'")
        }
    )
}
