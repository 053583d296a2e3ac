import PinPolicies

extension Command {
    static let policyNew = Command(
        name: "new",
        summary: "write a manifest from a chain and backup keys",
        operands: "--host NAME [--backup FILE]... [OPTIONS] CHAIN...",
        discussion: """
            Writes a manifest that pins keys of the server's chain, with positions, roles and
            labels filled in. At position leaf or any, it pins the server's own key; at
            position ca, the keys of the CAs in the chain.

            A backup is a key that the server does not use yet: a certificate request, a
            public or private key, a certificate, or a pin. At position ca, it is the
            certificate of another CA.

            Nothing is written if check would report an error, or if a backup is in
            the chain. Warnings go to standard error.
            """,
        options: [
            Option("--host NAME", "the host, or a pattern such as **.example.com"),
            Option("--backup FILE", "a backup key or its pin, in case the active key is lost (repeatable)"),
            Option(
                "--position POSITION", values: ChainPosition.allCases.map { $0.rawValue },
                "which certificates may match: any, leaf or ca (default: leaf)"),
            Option("--expires DATE", "the day on which the pins expire, such as 2027-06-30"),
            outputOption, Roots.option, Dates.atOption, CAKeys.option.rare,
        ] + Passwords.options,
        examples: [
            (
                "pemtool policy new --host api.example.com --backup backup.csr --output pins.json chain.pem",
                "the server's own key and one that is kept offline"
            ),
            (
                "pemtool policy new --host api.example.com --position ca --backup other-ca.pem chain.pem",
                "the CAs of the chain, and another CA"
            ),
        ],
        run: { (arguments) throws(UsageError) in try runPolicyNew(arguments) }
    )

    private static func runPolicyNew(_ arguments: Arguments) throws(UsageError) -> ExitStatus {
        guard let pattern = try PolicyFile.pattern(arguments) else {
            throw UsageError("policy new requires --host NAME", hint: "see pemtool policy new --help")
        }
        let position = arguments["--position"].flatMap { ChainPosition(rawValue: $0) } ?? .leaf
        let expiration = try PolicyFile.value(of: "--expires", arguments) { (text) throws(PolicyError) in
            try PolicyDate.read(text)
        }
        let now = try Dates.moment(arguments)
        let backups = try BackupKeys(arguments)
        let chain = try Chain(arguments)
        let roots = try Roots(arguments)
        let keys = try CAKeys(arguments).table
        guard !chain.certificates.isEmpty, chain.isWhole, backups.isWhole, roots?.isWhole ?? true else {
            if !chain.certificates.isEmpty {
                complain("nothing was written, because part of the input could not be used")
            }
            return .unreadable
        }
        let host = pattern.reach == .exact ? pattern.host : nil
        let presented = PresentedChain(chain, roots: roots, host: host)
        let text: String
        do throws(PolicyError) {
            let policy = try PolicyDraft.policy(pattern, position, expiration, presented, backups.keys, keys)
            var chain = CheckedChain(Judge(presented.paths, host: host, at: now))
            chain.names = presented.names
            chain.hasRoots = roots != nil
            chain.objects = backups.keys.compactMap { $0.object }
            var check = PolicyCheck(policy, chains: [chain], host: host, at: now)
            check.suffixes = PublicSuffixList.ofSystem
            check.caKeys = keys
            let (judgments, found) = check.result()
            for judgment in judgments where judgment.verdict != .accepted {
                complain("error: \(judgment.decision.text(naming: presented.name))")
                hint(CheckReport.advice(judgment.hint, judgment.action))
            }
            guard judgments.allSatisfy({ $0.verdict == .accepted }) else { return .no }
            let findings = found.filter {
                $0.kind != .renewal && $0.action != .giveSuffixes && $0.severity != .hint
            }
            for finding in PolicyFinding.worstFirst(findings) {
                complain("\(finding.severity.rawValue): \(finding.message) (\(finding.rule))")
                hint(finding.hint + (finding.action == .giveRoots ? ": --roots FILE, or --roots system" : ""))
            }
            guard !findings.contains(where: { $0.severity == .error }) else { return .no }
            text = try policy.text(as: .manifest)
        } catch {
            complain(error.message)
            hint(error.hint)
            return .no
        }
        let isWritten = try write(Array(text.utf8), toPath: arguments["--output"], replacing: true)
        return isWritten ? .success : .unwritable
    }
}
