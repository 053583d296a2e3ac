import SPKIHash

/// A judge that decides whether an app with a given policy would accept a server that presents a given chain.
///
/// All commands and the public `decision(for:host:at:)` use this type. It examines the chain once and can then compare
/// it with any number of rules.
package struct Judge: Sendable {
    package let evaluation: PinEvaluation
    /// The time at which certificates and pins must be valid.
    package let now: DERTime
    /// The flaws for which TLS clients refuse the chain, each with a Boolean value that indicates whether another path
    /// avoids the flaw.
    package let flaws: [(flaw: ChainFlaw, isAvoidable: Bool)]

    package var chain: CertificatePaths { evaluation.chain }

    /// - Parameter host: the host for which the certificate must be valid; `nil` to allow every name.
    package init(
        _ chain: CertificatePaths, host: HostName?, at now: DERTime, comparesCertificates: Bool = true
    ) {
        let server = host.flatMap { ServerName($0.description) }
        let chain = chain.narrowed(to: server)
        evaluation = PinEvaluation(chain, comparesCertificates: comparesCertificates)
        self.now = now
        flaws = chain.isValidated ? [] : chain.flaws(of: server, at: now)
    }

    /// The flaws for which every TLS client refuses the chain.
    package var fatalFlaws: [ChainFlaw] { flaws.filter { !$0.isAvoidable }.map { $0.flaw } }

    /// Judges the chain for a host, as the consumer applies the policy or, for `nil`, exactly as it is written.
    package func judge(
        _ policy: PinPolicy, host: HostName, for consumer: PolicyFormat? = nil
    ) -> PinDecision {
        let applied = consumer?.applied(policy) ?? policy
        guard let rule = applied.rule(for: host) else { return unlisted(in: applied, host: host) }
        return compare(rule, of: policy.rule(for: host), for: consumer, mistakes: nil, host: host)
    }

    /// Judges the chain for a host without a rule.
    package func unlisted(in policy: PinPolicy, host: HostName? = nil) -> PinDecision {
        (refusal(for: nil) ?? PinDecision(policy.unlistedHosts == .accept, .unlisted))
            .applied(host: host.map { "\($0)" }, pattern: nil, isEnforced: true)
    }

    /// Compares the chain with a rule, in the form in which the consumer applies it.
    ///
    /// - Parameter stated: the rule as the policy states it, if that differs.
    package func compare(
        _ rule: PinPolicy.Rule, of stated: PinPolicy.Rule? = nil, for consumer: PolicyFormat?,
        mistakes: PinMistakes?, host: HostName? = nil
    ) -> PinDecision {
        decision(rule, of: stated, for: consumer, mistakes).applied(
            host: host.map { "\($0)" }, pattern: "\(rule.pattern)", isEnforced: true)
    }

    /// Compares the chain with the pins of a rule and checks nothing else, as
    /// ``SPKIHash/PinSet/decision(for:position:)`` does.
    package func compare(_ pins: PinPolicy.Rule, mistakes: PinMistakes?) -> PinDecision {
        evaluation.decision(for: pins.strategies, mustMatchAll: pins.mustMatchAll, known: mistakes)
    }

    /// Returns the decision that refuses a chain with fatal flaws, or `nil` if there are none.
    private func refusal(for consumer: PolicyFormat?) -> PinDecision? {
        // curl still uses the common name of a certificate without subject alternative names (vtls/openssl.c,
        // verifyhost).
        let fatal = fatalFlaws.filter { (flaw) in
            guard consumer == .curl, case .wrongHost(let place) = flaw else { return true }
            return chain[place]?.serverNames?.isEmpty != true
        }
        return fatal.isEmpty ? nil : PinDecision(false, .invalidChain(fatal))
    }

    private func decision(
        _ rule: PinPolicy.Rule, of stated: PinPolicy.Rule?, for consumer: PolicyFormat?,
        _ mistakes: PinMistakes?
    ) -> PinDecision {
        // The usual validation comes first on every platform.
        if let refusal = refusal(for: consumer) { return refusal }
        if let expiration = rule.expiration, expiration <= now {
            return PinDecision(true, .expired(expiration))
        }
        var evaluation = self.evaluation
        // If the consumer merged pins of other rules into this rule, the stated positions are not those of its pins.
        let counts = rule.strategies.map { $0.members.count }
        if let stated, stated.strategies.map({ $0.members.count }) == counts {
            evaluation.statedPositions = stated.strategies.map { $0.position }
        }
        if consumer?.capabilities.rebuildsHeaders ?? false {
            if let blocked = evaluation.headerWalk(rule, mistakes ?? PinMistakes()) { return blocked }
            // TrustKit puts the header of another kind of key before some keys, whose pins therefore never match.
            let unmatchable = evaluation.links.filter {
                $0.certificate.subjectPublicKeyInfo.trustKitSupport == .otherHeader
            }
            evaluation.unmatchable = Set(unmatchable.map { $0.index })
        }
        let decision = evaluation.decision(
            for: rule.strategies, mustMatchAll: rule.mustMatchAll, known: mistakes
        ).applied(host: nil, pattern: nil, isEnforced: rule.isEnforced)
        guard consumer?.capabilities.rebuildsHeaders ?? false, decision.isAccepted,
            let top = evaluation.linkOfIssuerWithoutHeader
        else { return decision }
        // The walk begins at the missing issuer and ends there, unless that key or one above it is pinned.
        let cause = PinDecision.Cause.missingIssuer(of: top.index, top.certificate.issuer.description)
        return PinDecision(false, .undecided(PinDecision.Undecided(causes: [cause])))
    }
}

/// TrustKit's walk down a path. TrustKit hashes the keys from the CA's to the server's, accepts the chain at the first
/// pinned key, and blocks the connection at the first key for which it has no header, even if the rule only reports
/// mismatches (ssl_pin_verifier.m, verifyPublicKeyPin; TSKPinningValidator.m, evaluateTrust).
extension PinEvaluation {
    /// Returns the decision if the walk ends at a key without a header; `nil` if the comparison of the pins decides.
    fileprivate func headerWalk(_ rule: PinPolicy.Rule, _ mistakes: PinMistakes) -> PinDecision? {
        let blocking = paths.compactMap { block($0, rule) }
        guard let first = blocking.first else { return nil }
        let isOpen = paths.contains { !$0.isComplete } && mayMatchAbove(rule, mistakes)
        guard blocking.count < paths.count || isOpen else {
            return PinDecision(false, .keyWithoutHeader(first))
        }
        let undecided = PinDecision.Undecided(causes: [.keyWithoutHeader(first)])
        return PinDecision(false, .undecided(undecided))
    }

    /// Returns the index of the key without a header at which the walk down a path ends; `nil` if it does not end at
    /// such a key.
    private func block(_ path: Path, _ rule: PinPolicy.Rule) -> Int? {
        for link in path.links.reversed() {
            switch link.certificate.subjectPublicKeyInfo.trustKitSupport {
            case .noHeader: return link.index
            case .header where rule.strategies.contains { $0.match(link) != nil }: return nil
            case .header, .otherHeader: continue
            }
        }
        return nil
    }

    /// Returns whether an active pin may belong to a certificate above the given ones.
    private func mayMatchAbove(_ rule: PinPolicy.Rule, _ mistakes: PinMistakes) -> Bool {
        rule.strategies.enumerated().contains { (place, strategy) in
            (statedPositions.indices.contains(place) ? statedPositions[place] : strategy.position) != .leaf
                && [strategy].pinMembers.contains {
                    $0.role != .backup && !pins.contains($0.pin) && mistakes.mayBeElsewhere($0.pin)
                }
        }
    }

    /// The certificate whose issuer is missing and has a key without a header, as the size of the signature shows; `nil`
    /// if there is none.
    fileprivate var linkOfIssuerWithoutHeader: Link? {
        paths.lazy.filter { !$0.isComplete }.compactMap { $0.links.last }.first {
            $0.certificate.isSignedByKeyWithoutHeader
        }
    }
}

extension Certificate {
    /// A Boolean value that indicates whether TrustKit has no header for the key that signed this certificate. An RSA
    /// signature is as long as the key; an ECDSA signature of at most 384 bits has at most 104 bytes (RFC 3279, section
    /// 2.2.3).
    fileprivate var isSignedByKeyWithoutHeader: Bool {
        let algorithm = "\(tbsSignatureAlgorithm.algorithm)"
        if algorithm.hasPrefix("1.2.840.113549.1.1.") {
            return ![256, 384, 512].contains(signatureValueLayout.range.count)
        }
        return !algorithm.hasPrefix("1.2.840.10045.4.") || signatureValueLayout.range.count > 104
    }
}

extension PinPolicy {
    /// Decides whether the policy accepts the chain of a host. The platform must have validated the chain; only the
    /// pins are compared.
    ///
    /// - Parameters:
    ///   - chain: the certificates of the chain that a platform built, the server's own first.
    ///   - host: the requested host.
    ///   - now: the time at which to check the expiration of rules.
    public func decision(for chain: [Certificate], host: HostName, at now: DERTime) -> PinDecision {
        guard chain.count <= PinDecision.maximumChainLength else {
            return PinDecision(false, .chainTooLong(chain.count), host: "\(host)")
        }
        return decision(for: CertificatePaths(built: chain), host: host, at: now)
    }

    /// Decides whether an app with this policy accepts a server that sends these certificates. Dates, names and
    /// constraints are checked, as in every TLS client; signatures are not verified.
    ///
    /// - Parameters:
    ///   - paths: the certificates of a server, in order.
    ///   - host: the requested host.
    ///   - now: the time at which to check certificates and pins.
    public func decision(for paths: CertificatePaths, host: HostName, at now: DERTime) -> PinDecision {
        let pinsCertificates = rules.contains { $0.strategies.contains { $0.pinSet == nil } }
        return Judge(paths, host: host, at: now, comparesCertificates: pinsCertificates)
            .judge(self, host: host)
    }
}

/// The rules by which a platform or library applies a policy, taken from the source code of that consumer.
///
/// A consumer ignores settings that it cannot express: Android compares a pin for position `leaf` with every
/// certificate, and OkHttp never lets pins expire.
extension PolicyFormat {
    /// Returns a policy as the consumer applies it.
    package func applied(_ policy: PinPolicy) -> PinPolicy {
        guard !capabilities.isEverything else { return policy }
        let unlisted = capabilities.holds.contains(.unlistedHosts) ? policy.unlistedHosts : .accept
        return policy.with(patterns(policy.rules).map { applied($0) }, unlisted: unlisted)
    }

    /// Returns the rules, converted to the patterns that the consumer compares.
    private func patterns(_ rules: [PinPolicy.Rule]) -> [PinPolicy.Rule] {
        if capabilities.hasOneLabelFlag { return OneLabelRules.joined(rules) }
        return capabilities.mergesPatterns ? (try? SharedPins.merged(rules)) ?? rules : rules
    }

    /// Returns a rule as the consumer applies it.
    private func applied(_ rule: PinPolicy.Rule) -> PinPolicy.Rule {
        let can = capabilities
        var lists = rule.strategies.map { $0.at(place(of: $0.position)) }
        var match = rule.match
        if can.matches == [.all] {
            // NSPinnedLeafIdentities and NSPinnedCAIdentities: a chain must match each of these lists that is present.
            match = .all
            lists = lists.contains { $0.position == .any } ? lists : PolicyReduction.merged(lists)
        } else if !can.matches.contains(.all) {
            match = .any
        }
        return PinPolicy.Rule(
            rule.pattern, lists, match: match,
            expiration: can.holds.contains(.expiration) ? rule.expiration : nil,
            isEnforced: rule.isEnforced || !can.holds.contains(.reportOnly))
    }

    /// Returns the position that the consumer applies for a position in a policy.
    private func place(of position: ChainPosition) -> ChainPosition {
        if capabilities.keys.contains(position) { return position }
        // curl compares the server's own key only (vtls.c, Curl_pin_peer_pubkey).
        return capabilities.keys.contains(.any) ? .any : capabilities.keys == [.leaf] ? .leaf : position
    }
}

extension OneLabelRules {
    /// Returns the rules as NSPinnedDomains applies them: `NSIncludesSubdomains` covers only hosts with one more label,
    /// and a host with an entry of its own also gets the pins of its parent domain's entry (parseNSPinnedDomains in
    /// SecPolicy.c of Apple's Security framework).
    fileprivate static func joined(_ rules: [PinPolicy.Rule]) -> [PinPolicy.Rule] {
        let rules = narrowed(rules)
        var above: [ArraySlice<String>: PinPolicy.Rule] = [:]
        for rule in rules where rule.pattern.reach == .oneLabel {
            above[rule.pattern.host.labels[...]] = rule
        }
        return rules.map { (rule) in
            guard rule.pattern.reach == .exact, let parent = above[rule.pattern.host.labels.dropFirst()]
            else {
                return rule
            }
            return PinPolicy.Rule(
                rule.pattern, PolicyReduction.merged(rule.strategies + parent.strategies), match: rule.match,
                expiration: rule.expiration, isEnforced: rule.isEnforced)
        }
    }
}

extension PinStrategy {
    /// Returns this strategy with a different position.
    fileprivate func at(_ position: ChainPosition) -> PinStrategy {
        switch self {
        case .publicKey(let pins, _): .publicKey(pins, at: position)
        case .certificate(let certificates, _): .certificate(certificates, at: position)
        }
    }
}
