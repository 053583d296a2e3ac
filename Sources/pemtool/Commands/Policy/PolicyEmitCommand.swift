import PinPolicies

extension Command {
    static let policyEmit = Command(
        name: "emit",
        summary: "write a policy in a consumer's format",
        operands: "--format FORMAT [OPTIONS] FILE",
        discussion: """
            Converts the policy in FILE, in any supported format, to FORMAT. Settings that
            FORMAT cannot express are an error unless --allow-loss lists them; report-only
            hosts that FORMAT cannot express are left out, with a note. A host pattern that FORMAT
            cannot express is always an error. So is a file that would crash the app (such as one
            for TrustKit with a single pin) or pin nothing. After such an error, nothing
            is written: --output leaves an existing file unchanged.

            Formats: \(PolicyFile.formats[..<6].joined(separator: ", ")),
            \(PolicyFile.formats[6...].joined(separator: ", "))
            """,
        options: [
            Option("--format FORMAT", suggesting: PolicyFile.formats, "the format to write"),
            outputOption,
            Option(
                "--allow-loss PARTS", suggesting: PolicyLoss.allCases.map { $0.rawValue },
                "settings that may be lost, comma-separated: "
                    + PolicyLoss.allCases.map { $0.rawValue }.joined(separator: ", ")),
            Option("--chain FILE", "the certificates that the pins are for, to tell leaf pins from CA pins"),
            Option("--host NAME", "write only the rule for this host"), PolicyFile.fromOption, Dates.atOption,
        ] + Passwords.options,
        examples: [
            (
                "pemtool policy emit --format android --output network_security_config.xml pins.json",
                "for res/xml in an app"
            ),
            (
                "pemtool policy emit --format nspinneddomains --chain chain.pem pins.json",
                "put each pin into the array for its position"
            ),
        ],
        run: { (arguments) throws(UsageError) in try runPolicyEmit(arguments) }
    )

    private static func runPolicyEmit(_ arguments: Arguments) throws(UsageError) -> ExitStatus {
        // The format may also be the first operand.
        var operands = arguments.operands
        guard let word = arguments["--format"] ?? (operands.isEmpty ? nil : operands.removeFirst()),
            operands.count == 1, let file = operands.first
        else {
            throw UsageError(
                "policy emit requires a format and a file", hint: "see pemtool policy emit --help")
        }
        let format = try writable(word)
        let (allowed, pattern) = (try losses(arguments), try PolicyFile.pattern(arguments))
        let now = try Dates.moment(arguments)
        let chain = try arguments.lists["--chain"].map { (files) throws(UsageError) in
            try Chain(arguments.files(files))
        }
        let reading = try PolicyFile.read(try PolicyFile.contents(file), file, arguments)
        guard chain?.isWhole ?? true else { throw .unreadable }
        guard reading.isWhole else {
            complain(
                "\(PathName.ofInput(file)): nothing was written, because the result would not pin what this file "
                    + "pins")
            hint("pemtool check \(PathName.inCommand(file)) shows what to change")
            return .no
        }
        let emission = PolicyFormat.WritingOptions(
            allowedLosses: allowed, certificates: chain?.certificates ?? [], pattern: pattern)
        let text: String
        do throws(PolicyError) {
            text = try reading.policy.text(as: format, options: emission)
            let obstacles = try format.obstacles(
                to: reading.policy, emission, at: now, suffixes: PublicSuffixList.ofSystem)
            guard obstacles.isEmpty else {
                for finding in obstacles {
                    complain("\(PathName.ofInput(file)): \(finding.locatedMessage) (\(finding.rule))")
                    hint(finding.hint)
                }
                complain("nothing was written")
                return .no
            }
        } catch {
            complain("\(PathName.ofInput(file)): \(error.placedMessage)")
            if let advice = error.hint {
                let parts = error.lostParts.joined(separator: ",")
                hint(parts.isEmpty ? advice : "\(advice) with --allow-loss \(parts)")
            }
            return .no
        }
        guard try write(Array(text.utf8), toPath: arguments["--output"], replacing: true) else {
            return .unwritable
        }
        tellReporting(reading.policy, format)
        let others = reading.policy.rules.count - 1
        if let pattern = emission.pattern, others > 0 {
            complain(
                "note: only the rule for \(pattern) was written; the policy has \(counted(others, "other"))"
            )
        }
        return .success
    }

    static let outputOption = Option("--output PATH", "write to this file, replacing it")

    static func losses(_ arguments: Arguments) throws(UsageError) -> Set<PolicyLoss> {
        let words = (arguments.lists["--allow-loss"] ?? []).flatMap { $0.split(separator: ",") }
        return Set(
            try words.map { (word) throws(UsageError) -> PolicyLoss in
                if let loss = PolicyLoss(rawValue: String(word)) { return loss }
                let known = PolicyLoss.allCases.map { $0.rawValue }
                throw .unknown(
                    "part", String(word), among: known,
                    help: "--allow-loss accepts \(known.joined(separator: ", "))")
            })
    }

    /// Returns the format that a word names, which must be writable.
    private static func writable(_ word: String) throws(UsageError) -> PolicyFormat {
        if let format = PolicyFile.format(named: word), format.isWritable { return format }
        if let advice = PolicyFile.advice(onFormat: word) {
            throw UsageError("unknown format \(Pin.shown(word))", hint: advice)
        }
        throw .unknown(
            "format", word, among: PolicyFile.formats,
            help: "choose one of \(PolicyFile.formats.joined(separator: ", "))")
    }

    /// Reports the hosts that were left out because the format always enforces pins.
    private static func tellReporting(_ policy: PinPolicy, _ format: PolicyFormat) {
        let hosts = format.omitted(of: policy)
        guard !hosts.isEmpty else { return }
        complain(
            "note: report-only hosts, which \(format.rawValue) cannot express, were left out: "
                + hosts.map { "\($0)" }.joined(separator: ", "))
    }
}
