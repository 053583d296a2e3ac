import DERKit
import SPKIHash
import X509Model

extension CheckedRule {
    /// Rules that need the chain that the server presents.
    static let chainRules = [
        CheckedRule(
            code: "host-name", summary: "the chain belongs to a host of the policy",
            source: "RFC 9525 section 6; Apple's requirements for trusted certificates (103769)",
            check: hostName),
        CheckedRule(
            code: "backup-outside-chain", summary: "one pin is for a key outside the chain",
            source: "RFC 7469 section 4.3", check: backupOutsideChain),
        CheckedRule(
            code: "renewal",
            summary: "pins survive renewal of the leaf, of the CA below the root, and of both",
            source: "RFC 7469 section 4.1 and 4.3", check: renewals),
        CheckedRule(
            code: "backup-in-use", summary: "a backup remains after the chain is in use",
            source: "RFC 7469 section 4.3", check: backupInUse),
        keyTypes,
    ]

    static let certificateExpiry = CheckedRule(
        code: "certificate-expiry", summary: "no certificate in the chain expires soon",
        source: "RFC 5280 section 4.1.2.5", check: expiry)

    /// Returns the breach if the names in the chain rule out every host of the policy: a check that compares nothing
    /// does not pass.
    @Sendable private static func hostName(_ context: CheckContext) -> [Breach] {
        let others = context.rulesOfOtherHosts
        guard context.rows.isEmpty, others.count == context.policy.rules.count else { return [] }
        return others.prefix(mostNamed).map { (rule) in
            Breach(
                .error, pattern: rule.pattern,
                "the chain belongs to another host according to the names in "
                    + names(context.chain.leaves, context) + "; this host rule was not checked against it",
                hint: "provide the chain of \(rule.pattern.host)")
        }
    }

    @Sendable private static func backupOutsideChain(_ context: CheckContext) -> [Breach] {
        // Today's chain tells which pins are in use.
        guard !context.isNext else { return [] }
        let chain = context.evaluation.pathPins
        return context.rulesOfChain.compactMap { (rule) in
            let pins = rule.strategies.pinMembers.map { $0.pin }
            guard !pins.isEmpty,
                !pins.contains(where: { !chain.contains($0) && context.mistakes.isBackup($0) })
            else { return nil }
            return Breach(
                .warning, pattern: rule.pattern,
                pins.allSatisfy({ chain.contains($0) })
                    ? "every pin is for a key in the chain, so none is a backup"
                    : "no pin can be for a key outside the chain, so none is a backup",
                hint: context.backupHint(rule, else: "add the pin of a key that is kept offline"),
                action: .addBackup)
        }
    }

    @Sendable private static func expiry(_ context: CheckContext) -> [Breach] {
        let now = context.now.secondsSince1970
        let limit = now + Int64(context.check.horizon) * 86_400
        return context.evaluation.links.filter { context.evaluation.isInPath($0) }.compactMap { (link) in
            let end = link.certificate.validity.notAfter
            guard let seconds = end.secondsSince1970, seconds < limit else { return nil }
            // The judgment has the expired certificates, except a root, which some platforms still accept.
            guard seconds >= now || link.certificate.isSelfIssued && link.isAuthority else { return nil }
            return Breach(
                .warning,
                "\(context.name(link.index)) \(seconds < now ? "expired" : "expires") on \(end)",
                hint: (link.isAuthority ? "install a current certificate" : "renew it")
                    + ", and check that the new chain matches before you deploy it")
        }
    }

    /// Returns the warning if only backups match and none is left.
    @Sendable private static func backupInUse(_ context: CheckContext) -> [Breach] {
        context.rows.compactMap { (row) in
            guard case .matched(let matches) = row.decision.reason, let rule = row.rule,
                matches.allSatisfy({ $0.role == .backup }),
                // The server's previous key is not a backup, because the server stopped using it.
                !rule.strategies.pinMembers.contains(where: {
                    $0.role == .backup && !context.evaluation.pathPins.contains($0.pin)
                        && context.mistakes.isBackup($0.pin)
                })
            else { return nil }
            return Breach(
                .warning, pattern: rule.pattern, consumer: row.consumer,
                "the chain is accepted, but leaves no backup",
                hint: "ship a version with the pin of another backup key before the renewal after this one",
                action: .addBackup)
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

    @Sendable private static func renewals(_ context: CheckContext) -> [Breach] {
        guard !context.isNext else { return [] }
        let renewals = Renewal.allCases.map {
            RenewedPaths(context.evaluation, $0, context.mistakes, context.check.caKeys)
        }
        return context.rulesOfChain.flatMap { (rule) in
            renewals.compactMap { (renewed) -> Breach? in
                guard renewed.survival(of: rule) == .breaks else { return nil }
                return Breach(
                    .warning, pattern: rule.pattern, "\(renewed.renewal.name) breaks every pin",
                    hint: breakHint(renewed.positions(of: rule, with: .breaks)), action: .addBackup)
            }
        }
    }
}
