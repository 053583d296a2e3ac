import SPKIHash

/// Checks for individual consumers, if they are among the consumers of the policy check.
extension CheckContext {
    var consumerFindings: [PolicyFinding] {
        [tooFewPins, hostsWithoutRegistry, inexpressible, doubleAsterisks].flatMap { $0 }
    }

    /// TrustKit, if it is among the consumers of the check.
    private var trustKit: PolicyFormat? { consumers.first { $0.capabilities.rebuildsHeaders } }

    private var tooFewPins: [PolicyFinding] {
        guard let trustKit else { return [] }
        return policy.rules.filter { $0.isEnforced && $0.digestCount < 2 }.map { (rule) in
            PolicyFinding(
                .pinCount, .error, pattern: rule.pattern, consumer: trustKit,
                "TrustKit refuses to start if an enforced host has fewer than two pins",
                hint: "add the pin of a backup key")
        }
    }

    private var hostsWithoutRegistry: [PolicyFinding] {
        guard let trustKit else { return [] }
        let found = check.suffixes?.look(up: policy.rules.map { $0.pattern.host })
        func finding(_ rule: PinPolicy.Rule, _ condition: String, hint: String) -> PolicyFinding {
            PolicyFinding(
                .registry, .error, pattern: rule.pattern, consumer: trustKit,
                "TrustKit refuses to start if \(condition)", hint: hint)
        }
        return policy.rules.compactMap { (rule) in
            let host = rule.pattern.host
            // Without a list, only IP addresses and names without a dot are certain not to end in a public suffix.
            guard found?.hasRegistry(host) ?? (host.labels.count > 1 && !host.isIPv4Address) else {
                return finding(
                    rule, "a host does not end in a public suffix",
                    hint:
                        "leave this host out of TrustKit's configuration; TrustKit pins only names in the public DNS"
                )
            }
            guard rule.pattern.reach == .subdomains, found?.contains(host) == true else { return nil }
            return finding(
                rule, "a public suffix is pinned with its subdomains", hint: "use your own domain below it")
        }
    }

    /// The findings about double asterisks, which OkHttp before 4.3 compares literally, so they never match a host.
    private var doubleAsterisks: [PolicyFinding] {
        guard let okHttp = consumers.first(where: { $0.capabilities.mergesPatterns }) else { return [] }
        return policy.rules.filter { $0.pattern.reach == .subdomains }.map { (rule) in
            PolicyFinding(
                .okHttpVersion, .hint, pattern: rule.pattern, consumer: okHttp,
                "OkHttp before 4.3 never matches \(rule.pattern), so it does not pin these hosts",
                hint: "require OkHttp 4.3 or later, or list each host")
        }
    }

    private var inexpressible: [PolicyFinding] {
        let options = PolicyFormat.WritingOptions(certificates: check.chains.flatMap { $0.paths.given })
        return consumers.flatMap { (consumer) in
            guard !consumer.capabilities.hasHost else { return [loss(policy, consumer, options, nil)] }
            return policy.rules.map { loss(policy.with([$0]), consumer, options, $0.pattern) }
        }.compactMap { $0 }
    }

    /// Returns the finding about parts of a policy, or of the rule for one pattern, that a consumer cannot express.
    private func loss(
        _ policy: PinPolicy, _ consumer: PolicyFormat, _ options: PolicyFormat.WritingOptions,
        _ pattern: HostPattern?
    ) -> PolicyFinding? {
        do throws(PolicyError) {
            _ = try consumer.reduce(policy, options)
            return nil
        } catch {
            // Only the writer can allow a loss, so the advice to allow one does not apply here.
            let isPosition = error.lostParts.contains(PolicyLoss.position.rawValue)
            let advice = isPosition ? PolicyReduction.positionAdvice : error.code == .loss ? nil : error.hint
            return PolicyFinding(
                .expressible, error.code == .loss ? .warning : .error, pattern: pattern, consumer: consumer,
                error.message, hint: advice ?? "change the policy, or leave this consumer out")
        }
    }

    var misplacedPins: [PolicyFinding] {
        let paths = evaluation.paths
        return rulesOfChain.flatMap { (rule) in
            rule.strategies.flatMap { (strategy) -> [PolicyFinding] in
                guard let pins = strategy.pinSet, strategy.position != .any else { return [] }
                // A key that is also at the right position in some path does match.
                let placed = Set(paths.flatMap { $0.candidates(for: strategy.position) }.map { $0.pin })
                var seen: Set<Pin> = []
                return evaluation.links.compactMap { (link) -> PolicyFinding? in
                    guard !placed.contains(link.pin), pins.member(link.pin) != nil,
                        let position = evaluation.position(of: link), position != strategy.position,
                        seen.insert(link.pin).inserted
                    else { return nil }
                    return misplaced(link, position, strategy.position, rule)
                }
            }
        }
    }

    /// Returns the finding for a pin whose position differs from the position of its certificate in the chain.
    private func misplaced(
        _ link: PinEvaluation.Link, _ position: ChainPosition, _ asked: ChainPosition, _ rule: PinPolicy.Rule
    ) -> PolicyFinding {
        let whose = position == .leaf ? "the server's own" : "a CA's"
        let message =
            "the pin \(link.pin) is for \(whose) key (\(name(link.index))), "
            + "which never matches at position '\(asked.rawValue)'"
        let isThere = rule.strategies.contains { $0.pinSet != nil && $0.position == position }
        let canMove = consumers.allSatisfy { (consumer) in
            let can = consumer.capabilities
            return can.keys.contains(.any)
                || can.keys.contains(position) && (isThere || can.matches.contains(.any))
        }
        // If all strategies must match, another one would make the policy stricter.
        guard canMove, isThere || rule.match == .any else {
            return PolicyFinding(
                .leafOrCA, .error, pattern: rule.pattern, message,
                hint: asked == .leaf
                    ? "replace it with the pin of the server's own key"
                    : "replace it with the pin of a CA above the server's certificate")
        }
        return PolicyFinding(
            .leafOrCA, .error, pattern: rule.pattern, message,
            hint: format.capabilities.places[position].map { "move it to \($0)" }
                ?? "move it to position '\(position.rawValue)'"
                + (isThere ? "" : ", in a separate strategy with match 'any'"),
            action: .movePin(link.pin, from: asked, to: position))
    }

    /// Findings about keys that TrustKit cannot hash, if it accepts the chain; otherwise, the judgment reports them.
    var unhashableKeys: [PolicyFinding] {
        guard let trustKit, rows.contains(where: { $0.consumer == trustKit && $0.verdict == .accepted })
        else { return [] }
        return evaluation.links.filter { evaluation.isInPath($0) }.compactMap { (link) in
            let key = link.certificate.subjectPublicKeyInfo
            guard key.trustKitSupport == .noHeader else { return nil }
            return PolicyFinding(
                .keyType, .warning, consumer: trustKit,
                "TrustKit cannot hash the key of \(name(link.index)), \(key.keyName), and accepts the chain "
                    + "only because a key higher in the chain is pinned",
                hint: "keep that pin, or use RSA 2048, RSA 3072, RSA 4096, P-256 or P-384")
        }
    }
}
