import DERKit
import X509Model

extension PinStrategy {
    /// Compares a chain with the strategy.
    ///
    /// - Parameter chain: the certificates, the server's own first. Where a platform validates, pass the chain
    ///   that it built, not the one that the server sent: the two may differ.
    public func decide(_ chain: [Certificate]) -> PinDecision {
        PinEvaluation(chain, for: [self]).decide([self], .any)
    }

    /// What a certificate at `index` matches.
    fileprivate func match(_ link: PinEvaluation.Link) -> PinDecision.Match? {
        guard link.isCandidate(for: position),
            let (matched, label, role) = find(link)
        else { return nil }
        return PinDecision.Match(index: link.index, matched: matched, label: label, role: role)
    }

    fileprivate func find(
        _ link: PinEvaluation.Link
    ) -> (matched: PinDecision.Matched, label: String, role: PinRole)? {
        switch self {
        case .publicKey(let pins, _):
            pins.member(link.pin).map { (.publicKey($0.pin), $0.label, $0.role) }
        case .certificate(let certificates, _):
            certificates.member(link.fingerprint).map { (.certificate($0.fingerprint), $0.label, $0.role) }
        }
    }
}

extension PinSet {
    /// Compares the keys of a chain with the pins.
    public func decide(_ chain: [Certificate], at position: ChainPosition = .any) -> PinDecision {
        PinStrategy.publicKey(self, at: position).decide(chain)
    }
}

extension PinPolicy {
    /// Compares the chain of a host with what the policy asks of it.
    ///
    /// - Parameters:
    ///   - chain: the certificates, the server's own first.
    ///   - host: the host that was asked for.
    ///   - now: the moment that counts for rules that expire.
    public func decide(_ chain: [Certificate], host: HostName, at now: DERTime) -> PinDecision {
        guard let rule = rule(for: host) else {
            return PinDecision(unlistedHosts == .accept, .unlisted, host: host)
        }
        if let expiration = rule.expiration, expiration <= now {
            return PinDecision(true, .expired(expiration), host: host, pattern: rule.pattern)
        }
        let decision = PinEvaluation(chain, for: rule.strategies).decide(rule.strategies, rule.match)
        return PinDecision(
            decision.isAccepted || !rule.isEnforced, decision.reason, host: host, pattern: rule.pattern)
    }
}

/// A chain whose digests and roles are found out once.
struct PinEvaluation {
    /// A certificate of the chain.
    struct Link {
        let index: Int
        let certificate: Certificate
        let pin: Pin
        let fingerprint: CertificateFingerprint
        let isAuthority: Bool

        /// True where the certificate may match a strategy for `position`.
        func isCandidate(for position: ChainPosition) -> Bool {
            switch position {
            case .any: true
            case .leaf: index == 0
            case .certificateAuthority: isAuthority
            }
        }
    }

    /// The certificates, the server's own first.
    let links: [Link]

    /// A chain that is compared with these strategies; where none of them asks for authorities, no role is found out.
    init(_ chain: [Certificate], for strategies: [PinStrategy]) {
        let asksForAuthorities = strategies.contains { $0.position == .certificateAuthority }
        links = chain.enumerated().map { (index, certificate) in
            Link(
                index: index, certificate: certificate, pin: certificate.pin,
                fingerprint: CertificateFingerprint(certificate),
                isAuthority: asksForAuthorities && CertificateRole.isAuthority(certificate))
        }
    }

    /// True where enough of the strategies match.
    func accepts(_ strategies: [PinStrategy], _ match: PinPolicy.Match) -> Bool {
        guard !links.isEmpty else { return false }
        let matches = { (strategy: PinStrategy) in links.contains { strategy.match($0) != nil } }
        return match == .any ? strategies.contains(where: matches) : strategies.allSatisfy(matches)
    }

    /// The recipes by which pins of strategies that do not match were made from certificates of the chain.
    func wrongRecipes(_ strategies: [PinStrategy]) -> WrongRecipes {
        WrongRecipes(
            of: Set(PinEvaluation.pins(strategies)), from: links.map { ($0.fingerprint, $0.certificate) })
    }

    /// Compares the chain with strategies.
    ///
    /// - Parameter recipes: what is known of these strategies' pins, found out where they do not match.
    func decide(
        _ strategies: [PinStrategy], _ match: PinPolicy.Match, recipes: WrongRecipes? = nil
    ) -> PinDecision {
        guard !links.isEmpty else { return PinDecision(false, .emptyChain) }
        let matches = strategies.map { (strategy) in links.compactMap { strategy.match($0) } }
        let matching = matches.filter { !$0.isEmpty }
        if match == .any ? !matching.isEmpty : matching.count == strategies.count {
            var seen: Set<PinDecision.Match> = []
            let all = matches.joined().filter { seen.insert($0).inserted }.sorted { $0.index < $1.index }
            return PinDecision(true, .matched(all))
        }
        let matched = Set(matches.joined().map(\.index))
        let recipes = recipes ?? wrongRecipes(strategies)
        // A set has no order of its own, and the answer must always be the same.
        let pins = Set(PinEvaluation.pins(strategies)).sorted { $0.base64 < $1.base64 }
        return PinDecision(
            false,
            .mismatched(
                links.map { (link) in
                    PinDecision.Mismatch(
                        index: link.index, pin: link.pin, fingerprint: link.fingerprint,
                        why: matched.contains(link.index)
                            ? .otherStrategy : why(link, strategies, pins, recipes))
                }))
    }

    private func why(
        _ link: Link, _ strategies: [PinStrategy], _ pins: [Pin], _ recipes: WrongRecipes
    ) -> PinDecision.Why {
        for strategy in strategies where strategy.find(link) != nil {
            return .wrongPosition(strategy.position)
        }
        return recipes.first(of: pins, from: link.fingerprint)
            .map { .wrongRecipe($0.recipe, $0.pin) } ?? .notPinned
    }

    private static func pins(_ strategies: [PinStrategy]) -> [Pin] {
        strategies.compactMap(\.pinSet).flatMap(\.members).map(\.pin)
    }
}
