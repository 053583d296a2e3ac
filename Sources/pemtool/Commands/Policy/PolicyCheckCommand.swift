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
            Option("--for", "FORMATS", help: "consumers whose rules apply, comma-separated, or all"),
            Option("--chain", "FILE", help: "the certificates that the server presents, in any order"),
            Option("--next", "FILE", help: "the certificates that the server will present"),
            Roots.option,
            Option("--host", "NAME", help: "the host of these chains"), Dates.atOption,
            Option(
                "--within", "DAYS",
                help: "warn about anything that expires within this time, such as 4w (default: 30d)"),
            CAKeys.option,
            Option("--suffixes", "FILE", help: "a list of public suffixes (default: the system's)"),
            Option("--strict", help: "exit with status 1 for warnings too"),
            Option("--github", help: "print GitHub annotations"), PolicyFile.fromOption,
            Option("--rules", help: "list the rules and their sources"),
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

    /// The paths where Debian and most others keep the list of publicsuffix.org.
    private static let systemSuffixes = [
        "/usr/share/publicsuffix/public_suffix_list.dat", "/usr/share/publicsuffix/effective_tld_names.dat",
        "/usr/local/share/publicsuffix/public_suffix_list.dat",
        "/opt/homebrew/share/publicsuffix/public_suffix_list.dat",
    ]

    private static func runPolicyCheck(_ arguments: Arguments) throws(UsageError) -> ExitStatus {
        var json = try JSONOutput(arguments)
        guard !arguments.has("--rules") else { return printRules() }
        guard json == nil || !arguments.has("--github") else {
            throw UsageError("--github cannot be combined with --json or --jsonl")
        }
        guard arguments.operands.count == 1, let file = arguments.operands.first else {
            throw UsageError("policy check requires one file", hint: "see pemtool policy check --help")
        }
        let consumers = try consumers(arguments)
        let host = try PolicyFile.host(arguments)
        let now = try Dates.moment(arguments)
        let horizon = try Dates.days(arguments["--within"] ?? "30d")
        let chain = try Chain(option: "--chain", arguments)
        let roots = try Roots(arguments)
        let next = try Chain(option: "--next", arguments)
        guard roots == nil || chain != nil || next != nil else {
            throw UsageError("--roots requires --chain or --next")
        }
        guard let keys = CAKeys(arguments), let text = PolicyFile.contents(file) else {
            json?.finish()
            return .unreadable
        }
        let isWhole = (chain?.isWhole ?? true) && (next?.isWhole ?? true) && (roots?.isWhole ?? true)
        if !isWhole {
            complain("the policy was not checked against the chain, part of which could not be used")
        }
        let presented = isWhole ? chain.map { PresentedChain($0, roots: roots, host: host) } : nil
        let renewed = isWhole ? next.map { PresentedChain($0, roots: roots, host: host) } : nil
        // A lazy compactMap would read the file twice, and trap if the second attempt fails.
        var suffixes: [UInt8]?
        for path in systemSuffixes where suffixes == nil { suffixes = try? System.contents(ofPath: path) }
        if let list = arguments["--suffixes"] {
            guard let contents = PolicyFile.contents(list) else {
                json?.finish()
                return .unreadable
            }
            suffixes = contents
        }
        var findings: [PolicyFinding]
        var isUnderstood = true
        var isPart = false
        do throws(PolicyError) {
            let (reading, format) = try PolicyFile.parse(text, arguments)
            isPart = PolicyFile.isOneOfSeveral(reading, format, in: file, arguments, command: "policy check")
            isUnderstood = reading.omissions.allSatisfy { $0.isAboutContent }
            let own = consumers.isEmpty && format != .manifest ? [format] : consumers
            findings = PolicyFinding.worstFirst(
                reading.omissions.map { PolicyFinding($0) } + reading.findings
                    // Conclusions from a part of a policy may be wrong.
                    + (!reading.omissions.isEmpty
                        ? []
                        : PolicyCheck(
                            reading.policy, in: format, for: own,
                            chain: presented?.paths ?? CertificatePaths([]),
                            names: presented?.names ?? [], hasRoots: roots != nil,
                            objects: chain?.objects ?? [], certificates: reading.certificates, host: host,
                            at: now, within: horizon, suffixes: suffixes.map { PublicSuffixList($0) }
                        ).run())
                    + (reading.omissions.isEmpty
                        ? reading.policy.findings { keys.owner(of: $0) }
                            + rehearsal(reading.policy, renewed, host, now) : []))
        } catch  where error.isAboutContent {
            // A pin of the wrong length or an invalid host is a finding of the check.
            findings = [PolicyFinding(error)]
        } catch {
            PolicyFile.report(error, in: file)
            json?.finish()
            return .unreadable
        }
        var output = Output()
        for finding in findings {
            if json != nil {
                json?.print(PolicyJSON.finding(finding, in: file, presented, keys))
            } else if arguments.has("--github") {
                output.line(annotation(finding, file))
            } else {
                let chains = arguments.lists["--chain"] ?? []
                let subject =
                    PolicyRule.ofChain.contains(finding.rule) && chains.count == 1 ? chains[0] : file
                for line in lines(finding, subject) { output.line(line) }
            }
        }
        json?.finish()
        output.flush()
        if findings.contains(where: { $0.owner != nil }) { complain("note: \(keys.source(at: now))") }
        if roots != nil {
            complain("paths to the roots were found by name and key identifier; signatures were not verified")
        }
        if !isUnderstood {
            complain(
                "\(PathName.ofInput(file)): the rules were not applied because part of the file could not be read"
            )
        }
        guard isWhole, isUnderstood, !isPart else { return .unreadable }
        return status(findings, isStrict: arguments.has("--strict"))
    }

    /// Returns the findings about a chain that the server will present.
    private static func rehearsal(
        _ policy: PinPolicy, _ next: PresentedChain?, _ host: HostName?, _ now: DERTime
    ) -> [PolicyFinding] {
        guard let next else { return [] }
        return NextChain(
            PolicyCheck(
                policy, chain: next.paths, names: next.names, hasRoots: next.roots != nil,
                objects: next.chain.objects, host: host, at: now)
        ).findings()
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

    static func consumers(_ arguments: Arguments) throws(UsageError) -> [PolicyFormat] {
        guard let text = arguments["--for"] else { return [] }
        guard text != "all" else { return PolicyFormat.allCases.filter { $0 != .manifest } }
        var result: [PolicyFormat] = []
        for word in text.split(separator: ",").map({ String($0.filter { $0 != " " }) }) {
            guard let format = PolicyFile.format(named: word) else {
                throw .unknown(
                    "format", word, among: PolicyFile.formatNames,
                    help: "--for accepts \(PolicyFile.formats.joined(separator: ", "))")
            }
            result.append(format)
        }
        return result
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
        case .giveRoots: finding.hint + ": add --roots system, or --roots and a PEM file of CA certificates"
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
