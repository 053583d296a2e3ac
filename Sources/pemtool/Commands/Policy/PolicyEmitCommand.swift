import DERKit
import PinPolicies
import SPKIHash

extension Command {
    static let policyEmit = Command(
        name: "emit",
        summary: "write a policy in the format of a consumer",
        operands: "[OPTIONS] FORMAT FILE",
        discussion: """
            Prints the policy in FILE, a manifest or any other format, in FORMAT. Settings that
            FORMAT cannot express are an error unless --allow-loss lists them. A host pattern
            that it cannot express is always an error. So is a file that would stop the app, such
            as one for TrustKit with a single pin, or that would pin nothing.

            Formats: \(PolicyFile.formats[..<6].joined(separator: ", ")),
            \(PolicyFile.formats[6..<13].joined(separator: ", ")),
            \(PolicyFile.formats[13..<15].joined(separator: ", ")),
            \(PolicyFile.formats[15...].joined(separator: ", "))
            """,
        options: [
            Option(
                "--allow-loss PARTS",
                "settings that may be lost, comma-separated: "
                    + PolicyLoss.allCases.map { $0.rawValue }.joined(separator: ", ")),
            Option("--chain FILE", "the certificates of the pins, to tell leaf pins from CA pins"),
            Option("--host NAME", "write only the rule of this host"),
            Option("--max-age SECONDS", "the max-age of hpkp (default: 5184000, 60 days)"),
            Option("--port PORT", "the port of tlsa (default: 443)"), PolicyFile.fromOption, Dates.atOption,
        ] + Passwords.options,
        examples: [
            ("pemtool policy emit android pins.json > network_security_config.xml", "for res/xml in an app"),
            (
                "pemtool policy emit nspinneddomains --chain chain.pem pins.json",
                "put each pin into the array for its position"
            ),
            (
                "curl --pinnedpubkey \"$(pemtool policy emit curl --allow-loss labels --host example.com pins.json)\" ...",
                "the pins of one host on a command line"
            ),
        ],
        run: { (arguments) throws(UsageError) in try runPolicyEmit(arguments) }
    )

    private static func runPolicyEmit(_ arguments: Arguments) throws(UsageError) -> ExitStatus {
        guard let word = arguments.operands.first, arguments.operands.count == 2 else {
            throw UsageError(
                "policy emit requires a format and a file", hint: "see pemtool policy emit --help")
        }
        guard let format = PolicyFile.format(named: word) else {
            throw .unknown(
                "format", word, among: PolicyFile.formatNames,
                help: "choose one of \(PolicyFile.formats.joined(separator: ", "))")
        }
        var emission = PolicyFormat.WritingOptions(
            allowedLosses: try losses(arguments), pattern: try PolicyFile.pattern(arguments))
        emission.maxAge = try number("--max-age", arguments, 0...315_360_000) ?? emission.maxAge
        emission.port = UInt16(try number("--port", arguments, 1...65_535) ?? Int(emission.port))
        let now = try Dates.moment(arguments)
        let chain = try Chain(option: "--chain", arguments)
        let file = arguments.operands[1]
        let reading = try PolicyFile.read(file, arguments).reading
        guard chain?.isWhole ?? true else { throw .unreadable }
        guard reading.isWhole else {
            complain(
                "\(PathName.ofInput(file)): nothing was written, because the result would pin something else")
            hint("pemtool check \(PathName.inCommand(file)) shows what to change")
            return .no
        }
        emission.certificates = (chain?.certificates ?? []) + reading.certificates
        do throws(PolicyError) {
            let text = try reading.policy.text(as: format, options: emission)
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
            var output = Output()
            output.text(text)
            output.flush()
            let others = reading.policy.rules.count - 1
            if format.namesHosts, let pattern = emission.pattern, others > 0 {
                complain(
                    "note: only the rule of \(pattern) was written; the policy has \(counted(others, "other"))"
                )
            }
            return .success
        } catch {
            complain("\(PathName.ofInput(file)): \(error.placedMessage)")
            if let advice = error.hint {
                let parts = error.lostParts.joined(separator: ",")
                hint(parts.isEmpty ? advice : "\(advice) with --allow-loss \(parts)")
            }
            return .no
        }
    }

    static func losses(_ arguments: Arguments) throws(UsageError) -> Set<PolicyLoss> {
        var result: Set<PolicyLoss> = []
        for word in (arguments.lists["--allow-loss"] ?? []).flatMap({ $0.split(separator: ",") }) {
            guard let loss = PolicyLoss(rawValue: String(word)) else {
                let known = PolicyLoss.allCases.map { $0.rawValue }
                throw .unknown(
                    "part", String(word), among: known,
                    help: "--allow-loss accepts \(known.joined(separator: ", "))")
            }
            result.insert(loss)
        }
        return result
    }

    private static func number(
        _ option: String, _ arguments: Arguments, _ range: ClosedRange<Int>
    ) throws(UsageError) -> Int? {
        guard let text = arguments[option] else { return nil }
        guard let number = Int(text), range.contains(number) else {
            throw UsageError("\(option) requires a number from \(range.lowerBound) to \(range.upperBound)")
        }
        return number
    }
}
