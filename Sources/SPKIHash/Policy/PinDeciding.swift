import DERKit
import X509Model

extension PinStrategy {
    /// Compares a chain with the strategy.
    ///
    /// - Parameter chain: the certificates as a platform built the chain, the server's own first. The one that a
    ///   server sent may be another: compare it as ``X509Model/CertificatePaths``.
    public func decide(_ chain: [Certificate]) -> PinDecision {
        decide(paths: CertificatePaths(built: chain))
    }

    /// Compares the paths that a platform may build with the strategy.
    public func decide(paths: CertificatePaths) -> PinDecision {
        PinEvaluation(paths).decide([self], .any)
    }

    /// What a certificate that is a candidate matches.
    func match(_ link: PinEvaluation.Link) -> PinDecision.Match? {
        find(link).map { (matched, label, role) in
            PinDecision.Match(index: link.index, matched: matched, label: label, role: role)
        }
    }

    func find(
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

    /// Compares the keys of the paths that a platform may build with the pins.
    public func decide(paths: CertificatePaths, at position: ChainPosition = .any) -> PinDecision {
        PinStrategy.publicKey(self, at: position).decide(paths: paths)
    }
}

extension PinPolicy {
    /// Compares the chain of a host with what the policy asks of it.
    ///
    /// - Parameters:
    ///   - chain: the certificates as a platform built the chain, the server's own first.
    ///   - host: the host that was asked for.
    ///   - now: the moment that counts for rules that expire.
    public func decide(_ chain: [Certificate], host: HostName, at now: DERTime) -> PinDecision {
        decide(paths: CertificatePaths(built: chain), host: host, at: now)
    }

    /// Compares the paths that a platform may build with what the policy asks of them.
    ///
    /// - Parameters:
    ///   - paths: the certificates of a server, in order.
    ///   - host: the host that was asked for.
    ///   - now: the moment that counts for rules that expire.
    public func decide(paths: CertificatePaths, host: HostName, at now: DERTime) -> PinDecision {
        guard let rule = rule(for: host) else {
            return PinDecision(unlistedHosts == .accept, .unlisted, host: host)
        }
        if let expiration = rule.expiration, expiration <= now {
            return PinDecision(true, .expired(expiration), host: host, pattern: rule.pattern)
        }
        let decision = PinEvaluation(paths).decide(rule.strategies, rule.match)
        return PinDecision(
            decision.isAccepted || !rule.isEnforced, decision.reason, host: host, pattern: rule.pattern)
    }
}
