import DERKit
import SPKIHash
import X509Model

extension PinPolicy {
    /// Decides whether the policy accepts the chain of a host.
    ///
    /// - Parameters:
    ///   - chain: the certificates as a platform built the chain, the server's own first.
    ///   - host: the requested host.
    ///   - now: the moment that counts for rules that expire.
    public func decision(for chain: [Certificate], host: HostName, at now: DERTime) -> PinDecision {
        decision(for: CertificatePaths(built: chain), host: host, at: now)
    }

    /// Decides whether the policy accepts the paths that a platform may build.
    ///
    /// - Parameters:
    ///   - paths: the certificates of a server, in order.
    ///   - host: the requested host.
    ///   - now: the moment that counts for rules that expire.
    public func decision(for paths: CertificatePaths, host: HostName, at now: DERTime) -> PinDecision {
        guard let rule = rule(for: host) else {
            return PinDecision(unlistedHosts == .accept, .unlisted, host: host.description)
        }
        return decision(for: paths, rule, host: host, at: now)
    }

    func decision(
        for paths: CertificatePaths, _ rule: Rule, host: HostName? = nil, at now: DERTime
    ) -> PinDecision {
        let (name, pattern) = (host?.description, rule.pattern.description)
        if let expiration = rule.expiration, expiration <= now {
            return PinDecision(true, .expired(expiration), host: name, pattern: pattern)
        }
        let decision = PinEvaluation(paths).decision(for: rule.strategies, mustMatchAll: rule.mustMatchAll)
        return PinDecision(
            decision.isAccepted || !rule.isEnforced, decision.reason, host: name, pattern: pattern)
    }
}
