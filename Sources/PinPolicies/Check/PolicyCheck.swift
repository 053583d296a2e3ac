import SPKIHash

/// A check of a policy against the rules of its consumers and, if given, against chains.
public struct PolicyCheck: Sendable {
    package let policy: PinPolicy
    /// The consumers whose rules apply.
    package let consumers: [PolicyFormat]
    /// The chains that a server presents, now or later.
    package let chains: [CheckedChain]
    /// The host of the chains; `nil` if each chain is compared with the rules for the names in it.
    package let host: HostName?
    package let now: DERTime
    /// The number of days before an expiration during which the check warns.
    public var horizon = 30
    /// The format of the policy's file, whose terms the advice uses.
    package var format = PolicyFormat.manifest
    /// The public suffixes; `nil` if they are unknown.
    package var suffixes: PublicSuffixList?
    /// The keys of public CAs; `nil` to skip checks against them.
    package var caKeys: KnownCAKeys?
    /// The known mistakes by which pins were made from the chains and their objects; `nil` to search for them.
    package var recipes: PinRecipes?
    /// The findings about problems in the policy's file that prevent its consumer from using the pins.
    package var refusals: [PolicyFinding] = []
    /// The entries of the policy's file that could not be understood. Findings that depend on them are not reported.
    package var omissions: [PolicyError] = []
    /// A Boolean value that indicates whether the policy consists only of pins, without hosts and roles.
    package var isPinsAlone = false

    /// Creates a check that ``run()`` performs.
    ///
    /// - Parameters:
    ///   - policy: the policy.
    ///   - consumers: the consumers whose rules apply.
    ///   - chain: the certificates that a server presents, in any order.
    ///   - host: the host of the chain; `nil` to check every rule that matches a name in the chain.
    ///   - now: the time at which to check dates.
    public init(
        _ policy: PinPolicy, for consumers: [PolicyFormat] = [], chain: [Certificate] = [],
        host: HostName? = nil, at now: DERTime
    ) {
        let paths = CertificatePaths(chain, host: host.flatMap { ServerName($0.description) })
        self.init(
            policy, for: consumers,
            chains: chain.isEmpty ? [] : [CheckedChain(Judge(paths, host: host, at: now))],
            host: host, at: now)
        caKeys = .builtIn
    }

    /// Creates a check without the table of CA keys.
    package init(
        _ policy: PinPolicy, for consumers: [PolicyFormat] = [], chains: [CheckedChain],
        host: HostName? = nil, at now: DERTime
    ) {
        (self.policy, self.consumers, self.chains) = (policy, consumers, chains)
        (self.host, self.now) = (host, now)
    }

    /// Returns the findings of all checks, the most severe first.
    public func run() -> [PolicyFinding] {
        let (rows, findings) = result()
        return PolicyFinding.worstFirst(
            rows.compactMap { (row) in row.finding { self.chains[row.chain].name($0) } } + findings)
    }

    /// Returns the judgments for each chain, and the findings of all checks.
    ///
    /// - Parameter patterns: the hosts to judge in addition to the policy's own, such as another policy's hosts.
    package func result(also patterns: [HostPattern] = []) -> (rows: [Judgment], findings: [PolicyFinding]) {
        var check = self
        check.recipes = recipes ?? PinRecipes(of: [policy], in: chains)
        let contexts = chains.indices.map { CheckContext(check, chain: $0) }
        let ofPolicy = contexts.first ?? CheckContext(self)
        var findings = ofPolicy.pinFindings + ofPolicy.caKeyFindings + ofPolicy.consumerFindings
        let wrongPins =
            format.capabilities.wrongPins == .refused ? omissions.filter { $0.code == .badPin } : []
        let starts =
            (findings + refusals).filter {
                $0.severity == .error && PolicyRule.ofStart.contains($0.kind) && !dependsOnOmission($0)
            } + wrongPins.map { PolicyFinding($0, consumer: format) }
        var rows: [Judgment] = []
        for var context in contexts {
            context.starts = starts
            context.judge(also: patterns)
            rows += context.rows
            guard context.checked.isWhole else { continue }
            findings += context.chainOrderFindings + context.chainFindings
        }
        // A finding must not depend on entries that could not be understood or, if there are only pins, on hosts and
        // roles. Several chains may have the same one.
        var seen: Set<PolicyFinding> = []
        findings.removeAll {
            dependsOnOmission($0) || isPinsAlone && !PolicyRule.ofPinsAlone.contains($0.kind)
                || !seen.insert($0).inserted
        }
        return (rows, findings)
    }

    /// Returns whether an entry that could not be understood may contradict a finding, because the entry may contain
    /// another pin.
    private func dependsOnOmission(_ finding: PolicyFinding) -> Bool {
        guard !omissions.isEmpty, PolicyRule.ofMissingPins.contains(finding.kind) else { return false }
        return finding.pattern.map { !unread($0).isEmpty } ?? true
    }

    /// Returns the entries that were not understood and may apply to the hosts of a pattern. An entry with a malformed
    /// host does not apply to any other host.
    func unread(_ pattern: HostPattern?, for consumer: PolicyFormat? = nil) -> [PolicyError] {
        omissions.filter { (error) in
            guard !isCompared(error, by: consumer) else { return false }
            guard let other = error.pattern else { return error.code != .badHost }
            return pattern.map { other.overlaps($0) } ?? true
        }
    }

    /// Returns the patterns that have only invalid pins, which the consumer compares although they cannot match any
    /// key.
    func unmatchable(by consumer: PolicyFormat?) -> [HostPattern] {
        let code: IssueCode = format.capabilities.wrongPins == .skipped ? .noPins : .badPin
        let known = Set(policy.rules.map { $0.pattern })
        return omissions.filter { $0.code == code && isCompared($0, by: consumer) }.compactMap { $0.pattern }
            .filter { !known.contains($0) }
    }

    private func isCompared(_ error: PolicyError, by consumer: PolicyFormat?) -> Bool {
        guard consumer == format else { return false }
        return switch format.capabilities.wrongPins {
        case .compared: error.code == .badPin
        case .skipped: error.code == .badPin || error.code == .noPins && error.pattern != nil
        case .refused, .unknown: false
        }
    }
}

extension PinRecipes {
    /// Searches for the pins of policies. A pin may have been made from a certificate of any chain.
    package init(of policies: [PinPolicy], in chains: [CheckedChain]) {
        let rules = policies.flatMap { $0.rules }
        self.init(
            of: rules.flatMap { $0.strategies.pinMembers.map { $0.pin } },
            from: chains.flatMap { $0.judge.evaluation.links.map { $0.certificate } },
            objects: chains.flatMap { $0.objects })
    }
}

/// A chain that a server presents, now or later.
package struct CheckedChain: Sendable {
    package let judge: Judge
    /// The names of the certificates in messages, by index; if empty, the names are `certificate 1` and so on.
    package var names: [String] = []
    /// A Boolean value that indicates whether the server will present the chain later.
    package var isNext = false
    /// A Boolean value that indicates whether roots that a platform may trust were given.
    package var hasRoots = false
    /// A Boolean value that indicates whether the chain is complete; `false` if an unread object may be a certificate.
    package var isWhole = true
    /// Keys, requests and other certificates from which a pin may have been made.
    package var objects: [PinDiagnosis.Object] = []

    package init(_ judge: Judge) {
        self.judge = judge
    }

    package var paths: CertificatePaths { judge.chain }

    /// Returns the name of the certificate at an index, for messages.
    package func name(_ place: Int) -> String {
        if names.indices.contains(place) { return names[place] }
        guard place >= paths.given.count, let root = paths[place] else { return "certificate \(place + 1)" }
        return "the root \(root.subject)"
    }

    /// Returns the findings about the chain itself, regardless of the pins; empty if the chain is incomplete.
    package func findings(within horizon: Int, host: HostName?) -> [PolicyFinding] {
        guard isWhole, let policy = try? PinPolicy([], unlistedHosts: .accept) else { return [] }
        var check = PolicyCheck(policy, chains: [self], host: host, at: judge.now)
        check.horizon = horizon
        let context = CheckContext(check)
        let flaws = judge.fatalFlaws.map { (flaw) in
            PolicyFinding(
                .chain, .error, "TLS clients refuse the chain: \(flaw.text(naming: name))",
                hint: context.hint(flaw))
        }
        return PolicyFinding.worstFirst(flaws + context.chainOrderFindings)
    }
}

extension PolicyFormat {
    /// Returns the findings that explain why a file in this format would stop the app, pin nothing, or block the given
    /// chain.
    ///
    /// - Throws: ``PolicyError`` if the options do not name a rule of the policy.
    package func obstacles(
        to policy: PinPolicy, _ options: WritingOptions, at now: DERTime, suffixes: PublicSuffixList?
    ) throws(PolicyError) -> [PolicyFinding] {
        // A manifest is not the file of a consumer.
        guard self != .manifest else { return [] }
        let rules = PolicyRule.ofStart + [.namesHost, .knownBadPin, .expired]
        let written = policy.with(try PolicyReduction(self, options).selected(policy))
        let judge = Judge(CertificatePaths(options.certificates), host: nil, at: now)
        let chains = options.certificates.isEmpty ? [] : [CheckedChain(judge)]
        var check = PolicyCheck(written, for: [self], chains: chains, at: now)
        check.format = self
        check.suffixes = suffixes
        let (rows, findings) = check.result()
        return findings.filter { $0.severity == .error && rules.contains($0.kind) }
            + rows.compactMap { (row) in
                guard case .keyWithoutHeader = row.decision.reason else { return nil }
                return PolicyFinding(
                    .keyType, .error, pattern: row.rule?.pattern, consumer: self,
                    row.decision.text { "certificate \($0 + 1)" }, hint: row.hint)
            }
    }
}
