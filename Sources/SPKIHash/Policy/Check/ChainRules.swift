import DERKit
import X509Model

extension PolicyRule {
    /// Rules that need the chain which the server presents.
    static let chainRules = [
        PolicyRule(
            code: "chain", summary: "the chain of today is accepted", source: "RFC 7469 section 2.6",
            check: chainMatches),
        PolicyRule(
            code: "backup-outside-chain", summary: "one pin is of a key that is not in the chain",
            source: "RFC 7469 section 4.3", check: backupOutsideChain),
        PolicyRule(
            code: "certificate-expiry", summary: "no pinned certificate of the chain expires soon",
            source: "RFC 5280 section 4.1.2.5", check: certificateExpiry),
        PolicyRule(
            code: "renewal",
            summary: "pins survive the renewal of the leaf, of the authority below the root, and of both",
            source: "RFC 7469 section 4.1 and 4.3", check: renewals),
    ]

    @Sendable private static func chainMatches(_ check: PolicyCheck) -> [Breach] {
        guard !check.chain.isEmpty else { return [] }
        if let host = check.host, check.policy.rule(for: host) == nil {
            let accepts = check.policy.unlistedHosts == .accept
            return [
                Breach(
                    severity: accepts ? .warning : .error,
                    message: "no rule for \(host), which is \(accepts ? "accepted unpinned" : "refused")",
                    hint: "add a rule for \(host), or name another host")
            ]
        }
        let refusing = check.rulesOfChain.filter { !check.evaluation.accepts($0.strategies, $0.match) }
        guard !refusing.isEmpty else { return [] }
        let recipes = check.evaluation.wrongRecipes(refusing.flatMap(\.strategies))
        return refusing.map { (rule) in
            let decision = check.evaluation.decide(rule.strategies, rule.match, recipes: recipes)
            return Breach(
                severity: rule.isEnforced ? .error : .warning, pattern: rule.pattern,
                message: "the chain is refused: \(decision)",
                hint: advice(decision))
        }
    }

    /// What to pin instead: where a pin was only made in the wrong way, the right one of the same key.
    private static func advice(_ decision: PinDecision) -> String {
        if case .mismatched(let mismatches) = decision.reason {
            for mismatch in mismatches {
                if case .wrongRecipe(_, let wrong) = mismatch.why {
                    return "write \(mismatch.pin) in the place of \(wrong)"
                }
            }
        }
        return "pin a certificate of this chain, or give the chain of the right host"
    }

    @Sendable private static func backupOutsideChain(_ check: PolicyCheck) -> [Breach] {
        let chain = Set(check.evaluation.links.map(\.pin))
        return check.rulesOfChain.compactMap { (rule) in
            let pins = rule.strategies.compactMap(\.pinSet).flatMap(\.members)
            guard !pins.isEmpty, pins.allSatisfy({ chain.contains($0.pin) }) else { return nil }
            return Breach(
                severity: check.consumers.contains(.hpkp) ? .error : .warning, pattern: rule.pattern,
                message: "every pin is of a key in the chain, so that none is a backup",
                hint: "add the pin of a key that is kept offline")
        }
    }

    @Sendable private static func certificateExpiry(_ check: PolicyCheck) -> [Breach] {
        let limit = check.now.secondsSince1970 + Int64(check.horizon) * 86_400
        return check.chain.enumerated().compactMap { (index, certificate) in
            guard let end = certificate.validity.notAfter.secondsSince1970, end < limit else { return nil }
            let isOver = end < check.now.secondsSince1970
            return Breach(
                severity: isOver ? .error : .warning,
                message:
                    "certificate \(index + 1) \(isOver ? "expired" : "expires") on \(certificate.validity.notAfter)",
                hint: "renew it, and check that the new chain matches before it is deployed")
        }
    }

    @Sendable private static func renewals(_ check: PolicyCheck) -> [Breach] {
        let renewals = Renewal.allCases.map { RenewedChain(check.evaluation, $0) }
        return check.rulesOfChain.flatMap { (rule) in
            renewals.compactMap { (chain) -> Breach? in
                guard let survival = chain.survival(of: rule) else { return nil }
                let renewal = chain.renewal
                switch survival {
                case .survives: return nil
                case .needsBackup:
                    return Breach(
                        severity: .note, pattern: rule.pattern,
                        message: "\(renewal.name) is survived with a backup key only",
                        hint: "renew with the key whose pin is the backup")
                case .breaks:
                    return Breach(
                        severity: .warning, pattern: rule.pattern,
                        message: "\(renewal.name) breaks every pin",
                        hint: "add a backup pin, or the pin of an authority that stays")
                }
            }
        }
    }
}
