import DERKit
import PinPolicies
import SPKIHash
import X509Model

extension Command {
    static let policyCheck = Command(
        name: "check",
        summary: "check a policy before release",
        operands: "[OPTIONS] FILE",
        discussion: """
            Checks a policy against the rules of pinning, the rules of each consumer in --for
            and, with --chain, the chain of the server and its next renewal. Exit status: 1 for
            an error, or if the given certificates are not enough to decide whether the chain
            is accepted; with --strict, also for a warning. Every finding says what to change.

            The chain may be in any order. Servers do not send their root: --roots supplies the
            CA certificates that platforms trust, found by name and key identifier. Signatures
            are not verified.

            With --next it rehearses a renewal: does an app with this policy accept the chain
            that the server will present, and if not, what has to ship first?
            """,
        options: [
            Option("--for FORMATS", "consumers whose rules apply, comma-separated, or all"),
            Option("--chain FILE", "the certificates that the server presents, in any order"),
            Option("--next FILE", "the certificates that the server will present"),
            Roots.option,
            Option("--host NAME", "the host of these chains"), Dates.atOption,
            Option(
                "--within DAYS",
                "warn about anything that expires within this time, such as 4w (default: 30d)"),
            CAKeys.option,
            Option("--suffixes FILE", "a list of public suffixes (default: the system's)"),
            Option("--strict", "exit with status 1 for warnings too"),
            Option("--github", "print GitHub annotations"), PolicyFile.fromOption,
            Option("--rules", "list the rules and their sources"),
        ] + Passwords.options + jsonOptions,
        examples: [
            ("pemtool policy check --for trustkit,android pins.json", "before a release"),
            (
                "pemtool policy check --chain chain.pem --host api.example.com --within 45d pins.json",
                "every night, against the server"
            ),
            (
                "pemtool policy check --next next.pem --host api.example.com pins.json",
                "before the server gets a new certificate"
            ),
        ],
        run: { (arguments) throws(UsageError) in try runPolicyCheck(arguments) }
    )

    private static func runPolicyCheck(_ arguments: Arguments) throws(UsageError) -> ExitStatus {
        var answer = try Answer(arguments)
        guard !arguments.has("--rules") else { return printRules() }
        guard !answer.isJSON || !arguments.has("--github") else {
            throw UsageError("--github cannot be combined with --json or --jsonl")
        }
        let run = try PolicyCheckRun(arguments)
        let keys = try CAKeys(arguments)
        let text = try PolicyFile.contents(run.file)
        if !run.isWhole {
            complain("the policy was not checked against the chain, part of which could not be used")
        }
        let suffixes = try PublicSuffixList.of(arguments)
        let conclusion: PolicyCheckRun.Conclusion
        do throws(PolicyError) {
            conclusion = try run.conclusion(for: text, suffixes, keys, arguments)
        } catch {
            PolicyFile.report(error, in: run.file)
            throw .unreadable
        }
        for finding in conclusion.findings {
            if answer.isJSON {
                answer.print(PolicyJSON.finding(finding, in: run.file, run.presented, keys))
            } else if arguments.has("--github") {
                answer.line(annotation(finding, run.file))
            } else {
                for line in lines(finding, subject(of: finding, run.file, arguments)) { answer.line(line) }
            }
        }
        answer.finish()
        report(conclusion, run, keys)
        guard run.isWhole, conclusion.isUnderstood, !conclusion.isPart else { return .unreadable }
        return status(conclusion.findings, isStrict: arguments.has("--strict"))
    }

    /// Returns the file that a finding is about: the policy, or the only file of the chain.
    private static func subject(of finding: PolicyFinding, _ file: String, _ arguments: Arguments) -> String {
        let chains = arguments.lists["--chain"] ?? []
        return PolicyRule.ofChain.contains(finding.rule) && chains.count == 1 ? chains[0] : file
    }

    /// Reports what limits the findings.
    private static func report(_ conclusion: PolicyCheckRun.Conclusion, _ run: PolicyCheckRun, _ keys: CAKeys)
    {
        if conclusion.findings.contains(where: { $0.owner != nil }) {
            complain("note: \(keys.source(at: run.now))")
        }
        if run.roots != nil { complain(Roots.caveat) }
        if !conclusion.isUnderstood {
            let name = PathName.ofInput(run.file)
            complain("\(name): the rules were not applied because part of the file could not be read")
        }
    }

    /// Returns the exit status. A check that cannot tell whether the chain is accepted must not count as
    /// passed.
    private static func status(_ findings: [PolicyFinding], isStrict: Bool) -> ExitStatus {
        let isFailed = findings.contains { (finding) in
            switch finding.severity {
            case .error: true
            case .warning:
                isStrict || finding.rule == "chain-undecided" || finding.rule == "next-chain-undecided"
            case .note: false
            }
        }
        return isFailed ? .no : .success
    }

    /// Returns the lines of a finding: `error: pins.json: **.example.com: only one pin … (backup-pin)`, then
    /// what to change.
    private static func lines(_ finding: PolicyFinding, _ file: String) -> [String] {
        var parts = [finding.severity.rawValue, PathName.ofInput(file)]
        if let consumer = finding.consumer { parts.append(consumer.rawValue) }
        if let pattern = finding.pattern { parts.append(pattern.description) }
        return sentence(parts.joined(separator: ": ") + ": \(finding.message) (\(finding.rule))")
            + sentence("change: \(advice(finding))", lead: "  ")
    }

    /// Returns what to change, with the option that does it.
    private static func advice(_ finding: PolicyFinding) -> String {
        switch finding.action {
        case .giveRoots: finding.hint + ": \(Roots.advice)"
        case .giveHost: finding.hint + " with --host"
        case .giveSuffixes: finding.hint + " with --suffixes"
        default: finding.hint + (commands[finding.rule] ?? "")
        }
    }

    /// The commands that follow the advice of rules.
    private static let commands = [
        "known-bad-pin": "; pemtool pin prints the pin of a certificate or key",
        "certificate-pin": "; pemtool pin prints the pins of the same files",
    ]

    /// Returns a line that GitHub shows next to the file: `::error file=…,title=…::…`.
    private static func annotation(_ finding: PolicyFinding, _ file: String) -> String {
        let level = finding.severity == .note ? "notice" : finding.severity.rawValue
        let subject = finding.pattern.map { "\($0): " } ?? ""
        let text = "\(subject)\(finding.message); \(advice(finding))"
        let place = finding.position.map { ",line=\($0.line),col=\($0.column)" } ?? ""
        return
            "::\(level) file=\(escaped(PathName.displayed(file), property: true))\(place)"
            + ",title=\(escaped(finding.rule, property: true))"
            + "::\(escaped(text, property: false))"
    }

    /// Returns text with the escapes of workflow commands: percent signs and line ends, in properties also
    /// colons and commas.
    private static func escaped(_ text: String, property: Bool) -> String {
        var result = ""
        for scalar in text.unicodeScalars {
            switch scalar {
            case "%": result += "%25"
            case "\r": result += "%0D"
            case "\n": result += "%0A"
            case ":" where property: result += "%3A"
            case "," where property: result += "%2C"
            default: result.unicodeScalars.append(scalar)
            }
        }
        return result
    }

    private static func printRules() -> ExitStatus {
        var output = Output()
        let rows = (PolicyRule.all + PolicyRule.ahead + PolicyRule.reading).flatMap {
            [(left: $0.code, right: $0.summary), (left: "", right: "source: \($0.source)")]
        }
        for line in table(rows, width: System.isTerminal(1) ? textWidth : .max) { output.line(line) }
        output.flush()
        return .success
    }
}
