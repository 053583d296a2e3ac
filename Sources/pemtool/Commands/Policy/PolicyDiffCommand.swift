import PinPolicies
import SPKIHash

extension Command {
    static let policyDiff = Command(
        name: "diff",
        summary: "tell what differs between two policies, whatever their formats",
        operands: "[--host NAME] FILE FILE",
        discussion: """
            Compares what two files pin, not how they write it: order, spelling and format
            make no difference, nor does what one of the formats cannot hold; labels and
            roles count between manifests alone. Exit status 0 where both ask for the same,
            1 where they differ.
            """,
        options: [
            Option("--host", "NAME", help: "compare the rule of one host alone"),
            Option("--strict", help: "compare also what one of the formats cannot hold"),
        ] + jsonOptions,
        examples: [
            ("pemtool policy diff pins.json network_security_config.xml", "has the app's file drifted?")
        ],
        run: { (arguments) throws(UsageError) in try runPolicyDiff(arguments) }
    )

    private static func runPolicyDiff(_ arguments: Arguments) throws(UsageError) -> ExitStatus {
        var json = try JSONOutput(arguments)
        guard arguments.operands.count == 2 else {
            throw UsageError("policy diff needs two files", hint: "see 'pemtool policy diff --help'")
        }
        let host = try PolicyFile.host(arguments)
        let readings = arguments.operands.map { PolicyFile.read($0, arguments) }
        guard let one = readings[0], let other = readings[1] else {
            json?.finish()
            return .unreadable
        }
        var ignored = arguments.has("--strict") ? [] : one.format.losses.union(other.format.losses)
        // Labels stand in comments, which nobody has to write; only manifests are compared by theirs.
        if !arguments.has("--strict"), one.format != .manifest || other.format != .manifest {
            ignored.insert(.labels)
        }
        let differences = PolicyDifference.between(
            one.reading.policy.restricted(to: host), other.reading.policy.restricted(to: host),
            ignoring: ignored)
        var output = Output()
        if json == nil, !differences.isEmpty {
            output.line("first: \(PathName.ofInput(arguments.operands[0]))")
            output.line("second: \(PathName.ofInput(arguments.operands[1]))")
        }
        for difference in differences {
            if json != nil {
                json?.print(PolicyJSON.difference(difference))
            } else {
                for line in sentence(difference.description) { output.line(line) }
            }
        }
        json?.finish()
        output.flush()
        // What no policy can say has been said before, and may be what the two differ in.
        return differences.isEmpty && one.reading.isWhole && other.reading.isWhole ? .success : .no
    }
}
