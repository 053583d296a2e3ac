import DERKit
import X509Model

extension PinStrategy {
    /// Compares a chain with the strategy.
    ///
    /// - Parameter chain: the certificates, the server's own first. Where a platform validates, pass the chain
    ///   that it built, not the one that the server sent: the two may differ.
    public func decide(_ chain: [Certificate]) -> PinDecision {
        PinEvaluation(chain).decide([self], .any)
    }

    /// What a certificate at `index` matches.
    fileprivate func match(_ link: PinEvaluation.Link) -> PinDecision.Match? {
        guard CertificateRole.isCandidate(link.certificate, at: link.index, for: position),
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
        if let expiration = rule.expiration, expiration < now {
            return PinDecision(true, .expired(expiration), host: host, pattern: rule.pattern)
        }
        let decision = PinEvaluation(chain).decide(rule.strategies, rule.match)
        return PinDecision(
            decision.isAccepted || !rule.isEnforced, decision.reason, host: host, pattern: rule.pattern)
    }
}

/// A chain whose digests are computed once.
struct PinEvaluation {
    /// A certificate of the chain.
    struct Link {
        let index: Int
        let certificate: Certificate
        let pin: Pin
        let fingerprint: CertificateFingerprint
    }

    private let links: [Link]

    init(_ chain: [Certificate]) {
        links = chain.enumerated().map { (index, certificate) in
            Link(
                index: index, certificate: certificate, pin: certificate.pin,
                fingerprint: CertificateFingerprint(certificate))
        }
    }

    func decide(_ strategies: [PinStrategy], _ match: PinPolicy.Match) -> PinDecision {
        guard !links.isEmpty else { return PinDecision(false, .emptyChain) }
        let matches = strategies.map { (strategy) in links.compactMap { strategy.match($0) } }
        let matching = matches.filter { !$0.isEmpty }
        if match == .any ? !matching.isEmpty : matching.count == strategies.count {
            var seen: Set<PinDecision.Match> = []
            let all = matches.joined().filter { seen.insert($0).inserted }.sorted { $0.index < $1.index }
            return PinDecision(true, .matched(all))
        }
        let matched = Set(matches.joined().map(\.index))
        let pins = Set(strategies.compactMap(\.pinSet).flatMap(\.members).map(\.pin))
        return PinDecision(
            false,
            .mismatched(
                links.map { (link) in
                    PinDecision.Mismatch(
                        index: link.index, pin: link.pin, fingerprint: link.fingerprint,
                        why: matched.contains(link.index) ? .otherStrategy : why(link, strategies, pins))
                }))
    }

    private func why(
        _ link: Link, _ strategies: [PinStrategy], _ pins: Set<Pin>
    ) -> PinDecision.Why {
        for strategy in strategies where strategy.find(link) != nil {
            return .wrongPosition(strategy.position)
        }
        return PinDiagnosis.wrongRecipe(of: pins, from: link.certificate)
            .map { .wrongRecipe($0.recipe, $0.pin) } ?? .notPinned
    }
}
