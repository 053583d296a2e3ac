import SPKIHash

/// The subject of a check: a policy and one of the chains, if there are any.
struct CheckContext: Sendable {
    let check: PolicyCheck
    /// The pins that do not belong to any key.
    let mistakes: PinMistakes
    /// The chain; empty if there is none.
    let checked: CheckedChain
    /// The index of the chain among the chains of the check.
    private let place: Int
    /// The rules as the policy states them, by pattern.
    private var stated: [HostPattern: PinPolicy.Rule] = [:]
    /// The findings about problems that prevent the consumer from using the pins.
    var starts: [PolicyFinding] = []
    /// The judgments of the chain.
    private(set) var rows: [Judgment] = []

    var policy: PinPolicy { check.policy }
    var format: PolicyFormat { check.format }
    var consumers: [PolicyFormat] { check.consumers }
    var host: HostName? { check.host }
    var now: DERTime { check.now }
    var chain: CertificatePaths { checked.paths }
    /// The digests and positions of the certificates, computed once for all rules.
    var evaluation: PinEvaluation { checked.judge.evaluation }
    var hasRoots: Bool { checked.hasRoots }
    var isNext: Bool { checked.isNext }

    init(_ check: PolicyCheck, chain place: Int = 0) {
        self.check = check
        self.place = place
        checked =
            check.chains.indices.contains(place)
            ? check.chains[place] : CheckedChain(Judge(CertificatePaths([]), host: nil, at: check.now))
        for rule in check.policy.rules { stated[rule.pattern] = rule }
        let pins = check.policy.rules.flatMap { $0.strategies.pinMembers }.map { $0.pin }
        mistakes = PinMistakes(pins, checked.judge.evaluation.links, known: check.recipes)
    }

    /// Returns the name of the certificate at an index, for messages.
    func name(_ place: Int) -> String { checked.name(place) }

    /// Returns a pin in the spelling of the file's format.
    func spelled(_ pin: Pin) -> String { format.pinForm.map { pin.formatted($0.format) } ?? "\(pin)" }

    /// Returns whether a certificate in any of the chains has the pinned key.
    func isPresented(_ pin: Pin) -> Bool {
        check.chains.contains { $0.judge.evaluation.pathPins.contains(pin) }
    }

    /// The rules of the policy that apply to the chain.
    var rulesOfChain: [PinPolicy.Rule] {
        guard !chain.given.isEmpty else { return [] }
        if check.isPinsAlone { return policy.rules }
        guard let host else { return policy.rules.filter { !chain.isOfAnotherHost(than: $0.pattern) } }
        return policy.rule(for: host).map { [$0] } ?? []
    }

    // MARK: Judgments

    /// Judges the chain for each consumer and each host, the policy's own and those of `patterns`.
    mutating func judge(also patterns: [HostPattern]) {
        guard !chain.given.isEmpty else { return }
        for consumer in consumers.isEmpty ? [nil] : consumers.map({ Optional($0) }) {
            let unmatchable = check.unmatchable(by: consumer).map {
                PinPolicy.Rule($0, [.publicKey(PinSet([PinSet.Member]()), at: .any)])
            }
            // A host in a form that never matches is not asked for, because the consumer compares names literally.
            let misspelled = check.refusals.filter { $0.kind == .hostForm && $0.consumer == consumer }
            let never = Set(misspelled.map { $0.pattern })
            let stated = policy.with(policy.rules.filter { !never.contains($0.pattern) } + unmatchable)
            let applied = consumer?.applied(stated) ?? stated
            if let host, !check.isPinsAlone {
                add(applied, "\(host)", applied.rule(for: host), consumer)
                continue
            }
            for rule in applied.rules where check.isPinsAlone || !chain.isOfAnotherHost(than: rule.pattern) {
                add(applied, "\(rule.pattern)", rule, consumer)
            }
            let known = Set(policy.rules.map { $0.pattern })
            for pattern in patterns where !known.contains(pattern) && !chain.isOfAnotherHost(than: pattern) {
                add(applied, "\(pattern)", applied.rule(for: pattern.host), consumer)
            }
        }
    }

    /// Adds the judgment for a host or pattern and its rule.
    private mutating func add(
        _ policy: PinPolicy, _ name: String, _ rule: PinPolicy.Rule?, _ consumer: PolicyFormat?
    ) {
        let judge = checked.judge
        let compared = { (rule: PinPolicy.Rule) in
            check.isPinsAlone
                ? judge.compare(rule, mistakes: mistakes)
                : judge.compare(rule, of: stated[rule.pattern], for: consumer, mistakes: mistakes)
        }
        var decision = rule.map(compared) ?? judge.unlisted(in: policy)
        let unread = check.unread(try? HostPattern(name), for: consumer)
        if !unread.isEmpty {
            // Pins whose host is unknown change nothing if adding them to the rule gives the same verdict.
            let pins = unread.compactMap { $0.pin }
            let widened = pins.count == unread.count ? rule?.adding(pins).map(compared) : nil
            if widened?.verdict != decision.verdict {
                let mayRefuse = !unread.allSatisfy { $0.isAboutOnePin }
                decision = decision.open(because: .unreadEntry, mayRefuse: mayRefuse)
            }
        }
        if !checked.isWhole { decision = decision.open(because: .unreadCertificate) }
        // With such a finding, the app terminates or ignores the pins before it compares them.
        let refusing = starts.filter { $0.consumer == nil || $0.consumer == consumer }
        // curl reads each command by itself.
        let isRead = consumer?.capabilities.hasHost == false && decision.verdict == .notPinned
        let isRefused = refusing.contains { $0.kind != .pinForm || !isRead }
        if isRefused {
            let codes = refusing.reduce(into: [String]()) { if !$0.contains($1.rule) { $0.append($1.rule) } }
            decision = PinDecision(false, .policyRefused(codes), pattern: rule.map { "\($0.pattern)" })
        }
        let (hint, action) = isRefused ? (refusing[0].hint, nil) : advice(decision, rule)
        rows.append(
            Judgment(
                consumer: consumer, host: name, rule: rule, chain: place, decision: decision, hint: hint,
                action: action))
    }
}

/// The judgment of one chain for one host and consumer.
package struct Judgment: Sendable {
    /// The consumer that enforces the pins; `nil` for the policy exactly as written.
    package let consumer: PolicyFormat?
    /// The host, or the pattern of the rule.
    package let host: String
    /// The rule for the host; `nil` if there is none.
    package let rule: PinPolicy.Rule?
    /// The index of the chain among the chains of the check.
    package let chain: Int
    package let decision: PinDecision
    /// The advice on a chain that is not accepted; empty if none is needed.
    package let hint: String
    /// The ``hint`` in machine-readable form; `nil` if there is none.
    package let action: PolicyFinding.Action?

    package var verdict: PinDecision.Verdict { decision.verdict }

    /// Returns the judgment as a finding; `nil` if the chain matches or the pins have expired.
    func finding(naming name: (Int) -> String) -> PolicyFinding? {
        let (kind, severity, message): (PolicyRule, PolicyFinding.Severity, String)
        switch decision.reason {
        case .matched, .expired: return nil
        case .undecided(let undecided):
            (kind, severity) = (PolicyRule.chainUndecided, decision.isAccepted ? .hint : .warning)
            message =
                "cannot decide whether the chain is accepted: "
                + undecided.causes.map { $0.text(naming: name) }.joined(separator: "; ")
        case .unlisted:
            (kind, severity) = (PolicyRule.chain, decision.isAccepted ? .warning : .error)
            message =
                "no host rule for \(host), so it is \(decision.isAccepted ? "accepted unpinned" : "refused")"
        default:
            (kind, severity) = (PolicyRule.chain, decision.isAccepted ? .warning : .error)
            message = "the chain is refused: \(decision.text(naming: name))"
        }
        return PolicyFinding(
            kind, severity, pattern: rule?.pattern, consumer: consumer, message, hint: hint, action: action)
    }
}

extension CertificatePaths {
    /// Returns whether the names in each certificate that may be the server's own rule out every host of a pattern;
    /// `false` if there is no such certificate, or if one has no names or unreadable names.
    package func isOfAnotherHost(than pattern: HostPattern) -> Bool {
        !leaves.isEmpty
            && leaves.allSatisfy { (place) in
                guard let certificate = self[place], let names = certificate.serverNames, !names.isEmpty
                else { return false }
                return !names.contains { (name) in
                    switch name {
                    case .dnsName(let text):
                        // A less strict client may accept a name that is not a host pattern.
                        (try? HostPattern(String(decoding: text.bytes, as: UTF8.self)))
                            .map { $0.overlaps(pattern) } ?? true
                    case .ipAddress(let address): pattern.host.labels == address.bytes.map { "\($0)" }
                    default: false
                    }
                }
            }
    }
}
