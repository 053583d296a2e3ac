import DERKit
import SPKIHash
import X509Model

extension CheckedRule {
    /// Rules that need the chain that the server presents.
    static let chainRules = [
        CheckedRule(
            code: "chain", summary: "the current chain is accepted", source: "RFC 7469 section 2.6",
            check: chainMatches),
        CheckedRule(
            code: "chain-undecided",
            summary: "the given certificates are enough to decide whether the chain is accepted",
            source: "RFC 7469 section 2.6; RFC 5280 section 6.1", check: undecided),
        CheckedRule(
            code: "backup-outside-chain", summary: "one pin is for a key outside the chain",
            source: "RFC 7469 section 4.3", check: backupOutsideChain),
        CheckedRule(
            code: "certificate-expiry",
            summary: "every certificate in the chain is valid and none expires soon",
            source: "RFC 5280 section 4.1.2.5", check: certificateExpiry),
        CheckedRule(
            code: "renewal",
            summary: "pins survive renewal of the leaf, of the CA below the root, and of both",
            source: "RFC 7469 section 4.1 and 4.3", check: renewals),
    ]

    @Sendable private static func chainMatches(_ check: PolicyCheck) -> [Breach] {
        guard !check.chain.given.isEmpty else { return [] }
        if let breach = check.unlistedHost { return [breach] }
        return check.decisions.compactMap { (rule, decision) in
            guard case .mismatched = decision.reason else { return nil }
            let (hint, action) = advice(decision, rule, check)
            let isOver = rule.expiration.map { $0 <= check.now } ?? false
            return Breach(
                rule.isEnforced ? .error : .warning, pattern: rule.pattern,
                "the chain \(isOver ? "would be refused, had the pins not expired" : "is refused"): "
                    + decision.text(naming: check.name),
                hint: hint, action: action)
        }
    }

    /// Returns what to pin instead: for a pin that was computed incorrectly, the right pin of the same key.
    static func advice(
        _ decision: PinDecision, _ rule: PinPolicy.Rule, _ check: PolicyCheck
    ) -> (hint: String, action: PolicyFinding.Action?) {
        if case .mismatched(let mismatches) = decision.reason {
            for mismatch in mismatches {
                if case .wrongRecipe(_, let wrong) = mismatch.why {
                    return (
                        "replace \(check.spelled(wrong)) with \(check.spelled(mismatch.pin))",
                        .replacePin(wrong, with: mismatch.pin)
                    )
                }
                if mismatch.why == .keyAsCertificate {
                    return ("pin that digest as a key, not as a certificate", nil)
                }
            }
        }
        if let proxy = InterceptingProxy(in: check.chain) { return (proxy.advice, nil) }
        // An app that pins the chain of a proxy or a wrong server connects only to that.
        let positions = Set(rule.strategies.map { $0.position })
        let pinned =
            positions == [.leaf]
            ? "the server's own key"
            : positions == [.certificateAuthority] ? "one of its CAs" : "one of its keys"
        return (
            "make sure that the server itself sent this chain, from another network or through its administrator; "
                + "if it did, pin \(pinned); otherwise provide the chain of the server", nil
        )
    }

    @Sendable private static func undecided(_ check: PolicyCheck) -> [Breach] {
        check.decisions.compactMap { (rule, decision) in
            guard case .undecided(let undecided) = decision.reason, let first = undecided.causes.first else {
                return nil
            }
            let (hint, action) = advice(first, undecided, check)
            return Breach(
                rule.isEnforced ? .warning : .note, pattern: rule.pattern,
                "cannot decide whether the chain is accepted: "
                    + undecided.causes.map { $0.text(naming: check.name) }.joined(separator: "; "),
                hint: hint, action: action)
        }
    }

    /// Returns advice on how to get a decision.
    static func advice(
        _ cause: PinDecision.Cause, _ undecided: PinDecision.Undecided, _ check: PolicyCheck
    ) -> (hint: String, action: PolicyFinding.Action?) {
        switch cause {
        case .missingIssuer(_, let issuer) where undecided.hasPinOutsidePath:
            (check.chain.missing(issuer), nil)
        case .missingIssuer where check.hasRoots:
            ("add the missing certificate; none of the roots has that name and key identifier", nil)
        case .missingIssuer(let place, _): (check.chain.issuerHint(place), .giveRoots)
        case .missingLeaf: ("provide the whole chain that the server presents", nil)
        case .severalLeaves where check.host == nil: ("specify the host of the chain", .giveHost)
        case .severalLeaves: (PolicyCheck.oneLeafHint, nil)
        case .tooManyPaths: ("provide the chain of one server only", nil)
        case .severalPaths: ("pin a key that is on every path, or one on each", nil)
        }
    }

    @Sendable private static func backupOutsideChain(_ check: PolicyCheck) -> [Breach] {
        let chain = check.evaluation.pathPins
        return check.rulesOfChain.compactMap { (rule) in
            let pins = rule.strategies.pinMembers.map { $0.pin }
            guard !pins.isEmpty,
                !pins.contains(where: { !chain.contains($0) && check.mistakes.isBackup($0) })
            else { return nil }
            return Breach(
                check.consumers.contains(.hpkp) ? .error : .warning, pattern: rule.pattern,
                pins.allSatisfy({ chain.contains($0) })
                    ? "every pin is for a key in the chain, so none is a backup"
                    : "no pin can be for a key outside the chain, so none is a backup",
                hint: check.backupHint(rule, else: "add the pin of a key that is kept offline"),
                action: .addBackup)
        }
    }

    @Sendable private static func certificateExpiry(_ check: PolicyCheck) -> [Breach] {
        let limit = check.now.secondsSince1970 + Int64(check.horizon) * 86_400
        let paths = check.chain.paths
        return check.evaluation.links.filter { check.evaluation.isInPath($0) }.compactMap { (link) in
            let (now, validity) = (check.now.secondsSince1970, link.certificate.validity)
            // Another path may do without it.
            let isNeeded = paths.allSatisfy { $0.members.contains(link.index) }
            if let start = validity.notBefore.secondsSince1970, start > now {
                return Breach(
                    isNeeded ? .error : .warning,
                    "\(check.name(link.index)) is not valid before \(validity.notBefore)",
                    hint: "wait until then, or install a certificate that is already valid")
            }
            guard let end = validity.notAfter.secondsSince1970, end < limit else { return nil }
            let isOver = end < now
            return Breach(
                isOver && isNeeded ? .error : .warning,
                "\(check.name(link.index)) \(isOver ? "expired" : "expires") on \(validity.notAfter)",
                hint: (link.isAuthority ? "install a current certificate" : "renew it")
                    + ", and check that the new chain matches before you deploy it")
        }
    }

    /// Returns advice that keeps pins at these positions from breaking.
    private static func breakHint(_ positions: Set<ChainPosition>) -> String {
        switch positions {
        case [.leaf]: "add a backup pin"
        case [.certificateAuthority]:
            "add the pin of a CA that does not change, or of another CA that can issue for the host"
        default: "add a backup pin, or the pin of a CA that does not change"
        }
    }

    /// Returns the note on a renewal that only a pin outside the chain survives.
    private static func backupBreach(
        _ rule: PinPolicy.Rule, _ renewed: RenewedPaths, _ positions: Set<ChainPosition>, hasRoots: Bool
    ) -> Breach {
        let mayBe = renewed.mayBeCAs(rule)
        if mayBe.missing, !mayBe.known {
            return Breach(
                .note, pattern: rule.pattern,
                "the pins survive \(renewed.renewal.name) only if a pin outside the chain is that of a "
                    + "backup key, and not of an issuer that the chain lacks",
                hint: hasRoots ? "add the missing certificate" : "provide the roots that the platforms trust",
                action: hasRoots ? nil : .giveRoots)
        }
        return Breach(
            .note, pattern: rule.pattern,
            "the pins survive \(renewed.renewal.name) only if the backup key is used",
            hint: positions == [.certificateAuthority] || mayBe.known
                ? "have the certificate issued under the CA whose pin is \(renewed.backup(of: rule))"
                : "renew with the key whose pin is \(renewed.backup(of: rule))")
    }

    @Sendable private static func renewals(_ check: PolicyCheck) -> [Breach] {
        let renewals = Renewal.allCases.map { RenewedPaths(check.evaluation, $0, check.mistakes) }
        return check.rulesOfChain.flatMap { (rule) in
            renewals.compactMap { (renewed) -> Breach? in
                let renewal = renewed.renewal
                let survival = renewed.survival(of: rule)
                let positions = renewed.positions(of: rule, with: survival)
                switch survival {
                case .survives, nil: return nil
                case .needsBackup where rule.strategies.allSatisfy({ $0.certificateSet != nil }):
                    return Breach(
                        .note, pattern: rule.pattern,
                        "the pins survive \(renewal.name) only if the new certificate is already pinned",
                        hint: "renew with a certificate that is pinned")
                case .needsBackup: return backupBreach(rule, renewed, positions, hasRoots: check.hasRoots)
                case .breaks:
                    return Breach(
                        .warning, pattern: rule.pattern, "\(renewal.name) breaks every pin",
                        hint: breakHint(positions), action: .addBackup)
                }
            }
        }
    }
}

extension PolicyCheck {
    /// The breach if no rule of the policy is for the host of the chain.
    var unlistedHost: CheckedRule.Breach? {
        guard let host, policy.rule(for: host) == nil else { return nil }
        let accepts = policy.unlistedHosts == .accept
        return CheckedRule.Breach(
            accepts ? .warning : .error,
            "no host rule for \(host), which is \(accepts ? "accepted unpinned" : "refused")",
            hint: "add a rule for \(host), or specify another host")
    }
}

extension CertificatePaths {
    /// Returns advice on how to find the issuer of the certificate at a place.
    ///
    /// - Parameter roots: How to give roots, in the words of the caller.
    package func issuerHint(
        _ place: Int, roots: String = "provide the roots that the platforms trust"
    ) -> String {
        // A root seldom issues the certificates of servers.
        self[place]?.isAuthority ?? true
            ? roots : "provide the whole chain that the server presents; if that is all of it, \(roots)"
    }
}
