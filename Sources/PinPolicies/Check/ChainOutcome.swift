import DERKit
import SPKIHash
import X509Model

/// The reaction of an app with a policy when a server presents a chain.
package struct ChainOutcome: Sendable, Hashable {
    /// The answer; of several rules for the chain, the worst.
    package enum Verdict: String, Sendable, CaseIterable {
        /// No rule pins the host, and the policy accepts such hosts.
        case unpinned
        case expired
        /// The chain contains a pinned key or certificate.
        case accepted
        /// The chain contains only a backup.
        case acceptedByBackup = "accepted-by-backup"
        /// The chain does not match, and the app only reports that.
        case reported
        /// The given certificates are not enough to decide.
        case undecided
        case refused

        /// A Boolean value that indicates whether users notice, or may notice.
        package var isFailure: Bool { self == .refused || self == .undecided }
    }

    package let verdict: Verdict
    package let decisions: [PinDecision]
    /// The day from which the pins of all rules that do not accept the chain have expired; `nil` if one never
    /// expires, or if there is no such rule.
    package let free: DERTime?

    /// The outcome for every chain if the app refuses its own pins.
    package static let refusal = ChainOutcome(verdict: .refused, decisions: [], free: nil)
}

extension PinPolicy {
    /// Returns the reaction of an app with this policy when a server presents a chain.
    ///
    /// - Parameters:
    ///   - paths: the certificates of the server, in order.
    ///   - host: the host of the chain; `nil` if the names in the chain determine its rules.
    ///   - now: the time at which to check expiration.
    package func outcome(of paths: CertificatePaths, host: HostName?, at now: DERTime) -> ChainOutcome {
        var asked: [Rule] = []
        if let host {
            asked = rule(for: host).map { [$0] } ?? []
        } else {
            asked = rules.filter { !paths.isOfAnotherHost(than: $0.pattern) }
        }
        guard !asked.isEmpty else {
            return ChainOutcome(
                verdict: unlistedHosts == .accept ? .unpinned : .refused, decisions: [], free: nil)
        }
        var verdicts: [ChainOutcome.Verdict] = []
        var decisions: [PinDecision] = []
        var free: DERTime?
        var isFree = true
        for rule in asked {
            let decision = decision(for: paths, rule, at: now)
            let verdict = ChainOutcome.Verdict(decision)
            verdicts.append(verdict)
            decisions.append(decision)
            guard verdict.isFailure else { continue }
            guard let day = rule.expiration else {
                isFree = false
                continue
            }
            free = free.map { $0 < day ? day : $0 } ?? day
        }
        let worst = ChainOutcome.Verdict.allCases.last { verdicts.contains($0) } ?? .unpinned
        return ChainOutcome(verdict: worst, decisions: decisions, free: isFree ? free : nil)
    }
}

extension ChainOutcome.Verdict {
    fileprivate init(_ decision: PinDecision) {
        switch decision.reason {
        case .matched(let matches):
            self = matches.allSatisfy { $0.role == .backup } ? .acceptedByBackup : .accepted
        case .mismatched: self = decision.isAccepted ? .reported : .refused
        case .undecided, .emptyChain: self = decision.isAccepted ? .reported : .undecided
        case .unlisted: self = decision.isAccepted ? .unpinned : .refused
        case .expired: self = .expired
        }
    }
}

extension PinPolicy {
    /// Returns the reaction of an app with this policy after the server gets a new certificate for its
    /// current key from the same CAs.
    ///
    /// Pins of keys still match; the digest of the server's own certificate no longer does.
    package func outcomeOfRenewal(
        of paths: CertificatePaths, host: HostName?, at now: DERTime
    ) -> ChainOutcome {
        let leaves = Set(paths.leaves.compactMap { paths[$0].map { CertificateFingerprint($0) } })
        let rules = rules.map { (rule) in
            let strategies = rule.strategies.map { (strategy) -> PinStrategy in
                guard case .certificate(let set, let position) = strategy else { return strategy }
                let kept = set.members.filter { !leaves.contains($0.fingerprint) }
                return .certificate(CertificateSet(kept), at: position)
            }
            return Rule(
                rule.pattern, strategies, match: rule.match, expiration: rule.expiration,
                isEnforced: rule.isEnforced)
        }
        return with(rules).outcome(of: paths, host: host, at: now)
    }
}
