import PinPolicies
import SPKIHash

/// The output of `check`: one line per host, or a table for several policies or chains, followed by the findings.
///
///     policy  host             now.pem   next.pem
///     v1      api.example.com  accepted  refused
///     v2      api.example.com  accepted  accepted
struct CheckReport {
    /// The judgment of a policy for a host and a chain.
    struct Row {
        let policy: CheckInputs.Policy
        let judgment: Judgment
        /// The index of the chain in the inputs.
        let chain: Int
    }

    /// A finding, and the file that it concerns.
    struct Located {
        let finding: PolicyFinding
        /// The policy; `nil` for a finding about a chain.
        let policy: CheckInputs.Policy?
        let file: String
    }

    let rows: [Row]
    /// The findings by subject. There may be thousands, so none is copied.
    private let groups: [Group]
    let inputs: CheckInputs
    let options: CheckOptions

    private typealias Group = (findings: [PolicyFinding], policy: CheckInputs.Policy?, file: String)

    init(_ inputs: CheckInputs, _ options: CheckOptions) {
        self.inputs = inputs
        self.options = options
        var groups = CheckReport.findings(ofChains: inputs, options)
        var rows: [Row] = []
        var known: Set<HostPattern> = []
        let patterns = inputs.policies.flatMap { $0.isPinsAlone ? [] : $0.policy.rules.map { $0.pattern } }
            .filter { known.insert($0).inserted }
        let recipes = PinRecipes(of: inputs.policies.map { $0.policy }, in: inputs.chains)
        for policy in inputs.policies {
            var check = CheckReport.check(policy, inputs, options)
            check.recipes = recipes
            var result = check.result(also: patterns)
            rows += result.rows.map { Row(policy: policy, judgment: $0, chain: $0.chain) }
            result.findings.removeAll { PolicyRule.ofChainAlone.contains($0.kind) }
            groups += [policy.omissions.map { PolicyFinding($0) }, policy.findings, result.findings].map {
                ($0, policy, policy.file)
            }
        }
        self.rows = rows
        self.groups =
            groups
            + CheckReport.differences(
                inputs.policies.filter { $0.version == nil && !$0.isPinsAlone }, options.host)
    }

    /// The findings, the most severe first.
    var findings: some Sequence<Located> {
        PolicyFinding.Severity.allCases.reversed().lazy.flatMap { (severity) in
            groups.lazy.flatMap { (group) in
                group.findings.lazy.filter { $0.severity == severity }.map {
                    Located(finding: $0, policy: group.policy, file: group.file)
                }
            }
        }
    }

    /// Returns the findings about the chains, regardless of the pins. If a chain has judgments, the judgments already
    /// report that clients refuse the chain.
    private static func findings(ofChains inputs: CheckInputs, _ options: CheckOptions) -> [Group] {
        guard inputs.isAboutChains || !inputs.policies.isEmpty else { return [] }
        let isJudged = inputs.policies.contains { !$0.isPinsAlone }
        return zip(inputs.chains, inputs.presented).map { (chain, presented) in
            let findings = chain.findings(within: options.horizon, host: options.host)
                .filter { !isJudged || PolicyRule.ofChainAlone.contains($0.kind) }
                // If only pins were given, flaws of the chain do not decide the answer.
                .map { inputs.isAboutChains ? $0 : $0.loweredToWarning() }
            return (findings, nil, presented.title)
        }
    }

    private static func check(
        _ policy: CheckInputs.Policy, _ inputs: CheckInputs, _ options: CheckOptions
    ) -> PolicyCheck {
        let own = policy.format == .manifest ? [] : [policy.format]
        var check = PolicyCheck(
            policy.policy, for: options.consumers.isEmpty ? own : options.consumers, chains: inputs.chains,
            host: options.host, at: options.now)
        check.horizon = options.horizon
        check.format = policy.format
        check.suffixes = options.suffixes
        check.caKeys = options.keys.table
        check.refusals = policy.findings
        check.omissions = policy.omissions
        check.isPinsAlone = policy.isPinsAlone
        return check
    }

    /// Returns the differences between policies without a version; none if an entry of a policy was not understood.
    private static func differences(_ policies: [CheckInputs.Policy], _ host: HostName?) -> [Group] {
        guard policies.count > 1, policies.allSatisfy({ $0.omissions.isEmpty }) else { return [] }
        let isOneFile = Set(policies.map { $0.file }).count < policies.count
        return PolicyDifference.findings(
            policies.map {
                let format = isOneFile ? " (\($0.format.rawValue))" : ""
                return ($0.policy.restricted(to: host), $0.format, $0.name + format)
            }
        ).map { ([$0.finding], policies[$0.place], policies[$0.place].file) }
    }

    /// Returns whether every host is accepted or not pinned, and no check failed. Warnings count as failures if
    /// `isStrict` is true or there is no policy. If `isStrict` is true, a policy must also pin the host.
    func isPassed(strictly isStrict: Bool) -> Bool {
        // Without a policy, the question is whether the chain is in order.
        let least: PolicyFinding.Severity = isStrict || inputs.isAboutChains ? .warning : .error
        if isStrict, isUnpinned { return false }
        return rows.allSatisfy { $0.judgment.verdict == .accepted || $0.judgment.verdict == .notPinned }
            && !findings.contains { $0.finding.severity >= least }
    }

    /// A Boolean value that indicates whether no judged host is pinned, perhaps because of a typo. Without judgments,
    /// it indicates whether a host but no policy was given.
    private var isUnpinned: Bool {
        rows.isEmpty
            ? inputs.policies.isEmpty && options.host != nil
            : rows.allSatisfy { $0.judgment.verdict == .notPinned }
    }

    /// The limits of the answer and, on a terminal, a line about success if there are no judgments or findings.
    var remarks: [String] {
        var remarks: [String] = []
        if inputs.roots != nil, !inputs.chains.isEmpty { remarks.append(Roots.caveat) }
        let isOutdated = options.keys.table.isOutdated(at: options.now)
        if isOutdated, findings.contains(where: { $0.finding.owner != nil }) {
            remarks.append("note: \(options.keys.source(at: options.now))")
        }
        if options.host != nil || options.pins != nil, inputs.chains.isEmpty, inputs.isRead {
            remarks.append("note: no chain was given, so the pins were not compared with a server")
        }
        let patterns = Set(inputs.policies.flatMap { $0.policy.rules.map { "\($0.pattern)" } })
        let others = patterns.subtracting(rows.map { $0.judgment.host }).sorted()
        if options.host == nil, !rows.isEmpty, let first = others.first {
            let rest = others.count > 1 ? " and \(counted(others.count - 1, "other host"))" : ""
            remarks.append(
                "note: no chain was given for \(first)\(rest), whose pins were not compared with a server")
        }
        if isUnpinned, options.isStrict { remarks.append("--strict requires a policy that pins the host") }
        let hasFindings = groups.contains { !$0.findings.isEmpty }
        if rows.isEmpty, !hasFindings, inputs.isRead, !inputs.policies.isEmpty, System.isTerminal(2) {
            let rules = inputs.policies.flatMap { $0.policy.rules }
            let pins = Set(rules.flatMap { $0.strategies }.flatMap { $0.members.map { $0.matched } })
            remarks.append("ok: \(counted(rules.count, "host")), \(counted(pins.count, "pin")), no findings")
        }
        return remarks
    }

    // MARK: Advice

    /// Returns advice on what to change, with the option or command to use.
    static func advice(_ finding: PolicyFinding) -> String {
        let commands: [PolicyRule: String] = [
            .knownBadPin: "; pemtool pin prints the pin of a certificate or key",
            .certificatePin: "; pemtool pin prints the pins of the same files",
        ]
        return advice(finding.hint, finding.action) + (commands[finding.kind] ?? "")
    }

    static func advice(_ hint: String, _ action: PolicyFinding.Action?) -> String {
        switch action {
        case .giveRoots: "\(hint): \(Roots.advice)"
        case .giveHost: "\(hint) with --host"
        case .giveSuffixes: "\(hint) with --suffixes"
        default: hint
        }
    }
}

extension PolicyFinding {
    /// The message, preceded by the host that it is about.
    var locatedMessage: String { (pattern.map { "\($0): " } ?? "") + message }
}
