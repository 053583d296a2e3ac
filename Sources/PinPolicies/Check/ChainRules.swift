import SPKIHash

/// Checks that need the chain that the server presents.
extension CheckContext {
    var chainFindings: [PolicyFinding] {
        [otherHosts, missingBackupsOutsideChain, brokenRenewals, backupsInUse, misplacedPins, unhashableKeys]
            .flatMap { $0 }
    }

    /// The findings if the names in the chain rule out every host of the policy. Without them, a check that compares
    /// nothing would pass.
    private var otherHosts: [PolicyFinding] {
        guard rows.isEmpty, host == nil, !check.isPinsAlone,
            policy.rules.allSatisfy({ chain.isOfAnotherHost(than: $0.pattern) })
        else { return [] }
        return policy.rules.prefix(PinDecision.mostNamed).map { (rule) in
            PolicyFinding(
                .hostName, .error, pattern: rule.pattern,
                "the chain belongs to another host, according to the names in "
                    + names(chain.leaves) + "; this host rule was not checked against it",
                hint: "provide the chain of \(rule.pattern.host)")
        }
    }

    private var missingBackupsOutsideChain: [PolicyFinding] {
        // Only today's chain tells which pins are in use.
        guard !isNext else { return [] }
        let chain = evaluation.pathPins
        return rulesOfChain.compactMap { (rule) in
            let pins = rule.strategies.pinMembers.map { $0.pin }
            guard !pins.isEmpty,
                !pins.contains(where: { !chain.contains($0) && mistakes.isBackup($0) })
            else { return nil }
            return PolicyFinding(
                .backupOutsideChain, .warning, pattern: rule.pattern,
                pins.allSatisfy({ chain.contains($0) })
                    ? "every pin is for a key in the chain, so none is a backup"
                    : "no pin can be for a key outside the chain, so none is a backup",
                hint: backupHint(rule, else: "add the pin of a key that is kept offline"),
                action: .addBackup)
        }
    }

    var expiringCertificates: [PolicyFinding] {
        let now = now.secondsSince1970
        let limit = now + Int64(min(max(check.horizon, -4_000_000), 4_000_000)) * 86_400
        return evaluation.links.filter { evaluation.isInPath($0) }.compactMap { (link) in
            guard let end = try? link.certificate.validity.notAfter else { return nil }
            let seconds = end.secondsSince1970
            guard seconds < limit else { return nil }
            // The judgment reports an expired certificate, unless it is a root, which some platforms still accept.
            guard seconds >= now || link.certificate.isSelfIssued && link.isAuthority else { return nil }
            return PolicyFinding(
                .certificateExpiry, .warning,
                "\(name(link.index)) \(seconds < now ? "expired" : "expires") on \(end)",
                hint: (link.isAuthority ? "install a current certificate" : "renew it")
                    + ", and check that the new chain matches before you deploy it")
        }
    }

    /// The warnings about rules that match only by backups and have no other backup left.
    private var backupsInUse: [PolicyFinding] {
        rows.compactMap { (row) in
            guard case .matched(let matches) = row.decision.reason, let rule = row.rule,
                matches.allSatisfy({ $0.role == .backup }),
                // An active pin does not count as a backup: it may be for the key that the server used before.
                !rule.strategies.pinMembers.contains(where: {
                    $0.role == .backup && !evaluation.pathPins.contains($0.pin)
                        && mistakes.isBackup($0.pin)
                })
            else { return nil }
            return PolicyFinding(
                .backupInUse, .warning, pattern: rule.pattern, consumer: row.consumer,
                "the chain is accepted, but leaves no backup",
                hint: "ship a version with the pin of another backup key before the server changes keys "
                    + "again",
                action: .addBackup)
        }
    }

    private var brokenRenewals: [PolicyFinding] {
        guard !isNext else { return [] }
        let renewals = Renewal.allCases.map { RenewedPaths(evaluation, $0, mistakes, check.caKeys) }
        return rulesOfChain.flatMap { (rule) in
            renewals.compactMap { (renewed) in
                let positions = renewed.brokenPositions(of: rule)
                guard !positions.isEmpty else { return nil }
                let backup = "add a backup pin"
                let hint =
                    switch positions {
                    case [.leaf]: backup
                    case [.certificateAuthority]:
                        "add the pin of a CA that does not change, or of another CA that can issue for the host"
                    default: "\(backup), or the pin of a CA that does not change"
                    }
                return PolicyFinding(
                    .renewal, .warning, pattern: rule.pattern, "\(renewed.renewal.rawValue) breaks every pin",
                    hint: hint, action: .addBackup)
            }
        }
    }
}
