import DERKit
import SPKIHash
import X509Model

/// A rehearsal of the chain that a server will present.
package struct NextChain {
    private let check: PolicyCheck

    /// - Parameter check: a check against that chain.
    package init(_ check: PolicyCheck) {
        self.check = check
    }

    /// Returns how the change affects each rule, and what must ship before it.
    package func findings() -> [PolicyFinding] {
        guard !check.chain.given.isEmpty else { return [] }
        if let breach = check.unlistedHost {
            return [breach.breaking(PolicyRule.nextChain)]
        }
        let rules = check.rulesOfChain
        guard !rules.isEmpty else {
            return [
                PolicyFinding(
                    PolicyRule.nextChain, .error, "the next chain does not belong to any host in the policy",
                    hint: "provide the chain of a host that the policy pins")
            ]
        }
        return rules.map { finding($0) } + expired() + flaws()
            + ServerCertificateNotes.findings(of: check.chain) { "\(check.name($0)) in the next chain" }
    }

    /// Returns the certificates that every path needs and that have expired: the server will be refused,
    /// whatever is pinned.
    private func expired() -> [PolicyFinding] {
        let now = check.now.secondsSince1970
        return check.evaluation.links.compactMap { (link) in
            let end = link.certificate.validity.notAfter
            guard check.chain.paths.allSatisfy({ $0.members.contains(link.index) }),
                let seconds = end.secondsSince1970, seconds < now
            else { return nil }
            return PolicyFinding(
                PolicyRule.nextChain, .error, "\(check.name(link.index)) in the next chain expired on \(end)",
                hint: "provide the chain that the server will present")
        }
    }

    /// Returns what makes clients refuse the next chain, whatever is pinned.
    private func flaws() -> [PolicyFinding] {
        check.findingsOfChain().map { $0.about("the next chain", as: PolicyRule.nextChain.code) }
    }

    private func finding(_ rule: PinPolicy.Rule) -> PolicyFinding {
        if let day = rule.expiration, day <= check.now {
            return note(
                rule, "the pins expired on \(PolicyDate.write(day)), so any chain is accepted",
                "check the pins, and set a later expiration date")
        }
        let decision = check.evaluation.decision(
            for: rule.strategies, mustMatchAll: rule.mustMatchAll, known: check.mistakes)
        switch decision.reason {
        case .matched(let matches): return accepted(rule, matches)
        case .mismatched: return refused(rule, decision)
        case .undecided(let undecided):
            let causes = undecided.causes.map { $0.text(naming: check.name) }
            let advice = undecided.causes.first.map { CheckedRule.advice($0, undecided, check) }
            return PolicyFinding(
                PolicyRule.nextUndecided, rule.isEnforced ? .warning : .note,
                "cannot decide whether the next chain is accepted: " + causes.joined(separator: "; "),
                pattern: rule.pattern,
                hint: advice?.hint ?? "provide every certificate that the server will send",
                action: advice?.action)
        case .emptyChain, .unlisted, .expired: return note(rule, decision.summary, "provide the next chain")
        }
    }

    private func accepted(_ rule: PinPolicy.Rule, _ matches: [PinDecision.Match]) -> PolicyFinding {
        let by = matches.map { $0.text(naming: check.name) }.joined(separator: "; ")
        let pins = rule.strategies.pinMembers
        let chain = check.evaluation.pathPins
        // The server's previous key is not a backup, because the server stopped using it.
        let hasBackup = pins.contains {
            $0.role == .backup && !chain.contains($0.pin) && check.mistakes.isBackup($0.pin)
        }
        guard !hasBackup, matches.allSatisfy({ $0.role == .backup }) else {
            return note(rule, "the next chain is accepted: \(by)", "no new version has to ship first")
        }
        return PolicyFinding(
            PolicyRule.nextChain, .warning, "the next chain is accepted, but leaves no backup: \(by)",
            pattern: rule.pattern,
            hint: "ship a version with the pin of another backup key before the renewal after this one",
            action: .addBackup)
    }

    private func refused(_ rule: PinPolicy.Rule, _ decision: PinDecision) -> PolicyFinding {
        let missing = missing(rule)
        let names = missing.map { "\($0.link.pin) of \(check.name($0.link.index))" }
        let action =
            missing.count == 1
            ? missing.first.map { PolicyFinding.Action.addPin($0.link.pin, at: $0.position) } : nil
        return PolicyFinding(
            PolicyRule.nextChain, rule.isEnforced ? .error : .warning,
            "the next chain is refused: \(decision.text(naming: check.name))", pattern: rule.pattern,
            hint: missing.isEmpty
                ? "ship a version that pins the next chain before the server changes"
                : "ship a version that also has \(names.joined(separator: " and ")), and change the server only after "
                    + "the versions without it are gone",
            action: action)
    }

    /// Returns the missing pin of each strategy without a match: at position `ca`, that of the CA above the
    /// server's own certificate, otherwise the server's own. If one match is enough, returns only the first.
    private func missing(_ rule: PinPolicy.Rule) -> [(link: PinEvaluation.Link, position: ChainPosition)] {
        guard let path = check.evaluation.paths.first, check.evaluation.paths.count == 1 || path.hasLeaf
        else {
            return []
        }
        var found: [(link: PinEvaluation.Link, position: ChainPosition)] = []
        for strategy in rule.strategies {
            let candidates = path.candidates(for: strategy.position)
            guard !candidates.contains(where: { strategy.match($0) != nil }), let link = candidates.first
            else {
                continue
            }
            found.append((link, strategy.position))
        }
        return rule.mustMatchAll ? found : Array(found.prefix(1))
    }

    private func note(_ rule: PinPolicy.Rule, _ message: String, _ hint: String) -> PolicyFinding {
        PolicyFinding(PolicyRule.nextChain, .note, message, pattern: rule.pattern, hint: hint)
    }
}
