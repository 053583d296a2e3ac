import PinPolicies

extension Command {
    static let policyDiff = Command(
        name: "diff",
        summary: "compare two policies, each in any format",
        operands: "[OPTIONS] FILE FILE",
        discussion: """
            Compares what two files pin, not how they write it. Order, spelling and format make
            no difference, and anything that one of the formats cannot express is ignored.
            Labels and roles matter only between two manifests. Exit status: 0 if the policies
            agree, 1 if they differ.
            """,
        options: [
            Option("--host NAME", "compare only the rule for this host"),
            Option("--strict", "also compare settings that one of the formats cannot express"),
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
        let readings = arguments.operands.map { try? PolicyFile.readAll($0, arguments) }
        guard let ones = readings[0], let others = readings[1] else { throw .unreadable }
        let all = ones + others
        if let host, all.allSatisfy({ $0.policy.rule(for: host) == nil }) {
            throw UsageError("neither policy has a rule for \(host)", hint: "correct the value of --host")
        }
        var agrees = all.allSatisfy { $0.isWhole }
        for (one, other) in ones.flatMap({ (one) in others.map { (one, $0) } }) {
            let differences = differences(one, other, host, isStrict: arguments.has("--strict"))
            agrees = agrees && differences.isEmpty
            if !answer.isJSON, !differences.isEmpty {
                for (title, path, reading, count) in [
                    ("first", arguments.operands[0], one, ones.count),
                    ("second", arguments.operands[1], other, others.count),
                ] {
                    let format = count > 1 ? " (\(reading.format.rawValue))" : ""
                    answer.output.line("\(title): \(PathName.ofInput(path))\(format)")
                }
            }
            for difference in differences {
                if answer.isJSON {
                    answer.printObject { (json) in
                        json.string("code", difference.code.rawValue)
                        json.string("pattern", difference.pattern?.description)
                        json.string("message", difference.description)
                    }
                } else {
                    for line in sentence(difference.description) { answer.output.line(line) }
                }
            }
        }
        answer.finish()
        // The files may also differ in settings that a policy cannot express; these have been reported.
        guard agrees else { return .no }
        confirm("ok: the policies agree")
        return .success
    }

    private static func differences(
        _ one: PolicyReading, _ other: PolicyReading, _ host: HostName?, isStrict: Bool
    ) -> [PolicyDifference] {
        var ignored = isStrict ? [] : one.format.losses.union(other.format.losses)
        // In other formats, labels are optional comments, so only those of manifests are compared.
        if !isStrict, one.format != .manifest || other.format != .manifest { ignored.insert(.labels) }
        let positions =
            isStrict ? Set(ChainPosition.allCases) : one.format.positions.intersection(other.format.positions)
        return PolicyDifference.between(
            one.policy.restricted(to: host), other.policy.restricted(to: host),
            ignoring: ignored, positions: positions)
    }
}
