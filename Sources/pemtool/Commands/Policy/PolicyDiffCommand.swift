import PinPolicies
import SPKIHash

extension Command {
    static let policyDiff = Command(
        name: "diff",
        summary: "compare two policies in any formats",
        operands: "[OPTIONS] FILE FILE",
        discussion: """
            Compares what two files pin, not how they write it. Order, spelling and format make
            no difference, and anything that one of the formats cannot express is ignored.
            Labels and roles count only between two manifests. Exit status: 0 if the policies
            agree, 1 if they differ.
            """,
        options: [
            Option("--host NAME", "compare only the rule for this host"),
            Option("--strict", "also compare what one of the formats cannot express"),
        ] + jsonOptions,
        examples: [
            ("pemtool policy diff pins.json network_security_config.xml", "has the app's file drifted?")
        ],
        run: { (arguments) throws(UsageError) in try runPolicyDiff(arguments) }
    )

    private static func runPolicyDiff(_ arguments: Arguments) throws(UsageError) -> ExitStatus {
        var answer = try Answer(arguments)
        guard arguments.operands.count == 2 else {
            throw UsageError("policy diff requires two files", hint: "see pemtool policy diff --help")
        }
        let host = try PolicyFile.pattern(arguments)?.host
        let readings = arguments.operands.map { try? PolicyFile.read($0, arguments) }
        guard let one = readings[0], let other = readings[1] else { throw .unreadable }
        if let host, one.policy.rule(for: host) == nil, other.policy.rule(for: host) == nil {
            throw UsageError("neither policy has a rule for \(host)", hint: "check --host")
        }
        var ignored = arguments.has("--strict") ? [] : one.format.losses.union(other.format.losses)
        // In other formats, labels are optional comments, so only those of manifests are compared.
        if !arguments.has("--strict"), one.format != .manifest || other.format != .manifest {
            ignored.insert(.labels)
        }
        let positions =
            arguments.has("--strict")
            ? Set(ChainPosition.allCases) : one.format.positions.intersection(other.format.positions)
        let differences = PolicyDifference.between(
            one.policy.restricted(to: host), other.policy.restricted(to: host),
            ignoring: ignored, positions: positions)
        if !answer.isJSON, !differences.isEmpty {
            answer.line("first: \(PathName.ofInput(arguments.operands[0]))")
            answer.line("second: \(PathName.ofInput(arguments.operands[1]))")
        }
        for difference in differences {
            if answer.isJSON {
                answer.print(difference.json)
            } else {
                for line in sentence(difference.description) { answer.line(line) }
            }
        }
        answer.finish()
        // Settings that a policy cannot express have been reported, and may be the difference.
        guard differences.isEmpty, one.isWhole, other.isWhole else { return .no }
        confirm("ok: the policies agree")
        return .success
    }
}
