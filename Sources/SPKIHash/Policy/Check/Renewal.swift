import X509Model

/// A change of a chain that comes sooner or later, each with new keys.
public enum Renewal: String, Sendable, CaseIterable {
    /// The server has a new certificate with a new key.
    case leaf
    /// The authority that issues it has a new key.
    case intermediate
    /// Both.
    case leafAndIntermediate = "leaf-and-intermediate"

    /// What becomes of the pins of a rule.
    public enum Survival: String, Sendable, CaseIterable {
        /// A certificate that stays still matches.
        case survives
        /// Nothing that stays matches, but a pin outside the chain does, if its key is the new one.
        case needsBackup = "needs-backup"
        /// Nothing matches.
        case breaks
    }

    /// In words.
    public var name: String {
        switch self {
        case .leaf: "a renewal of the leaf with a new key"
        case .intermediate: "a renewal of the intermediate with a new key"
        case .leafAndIntermediate: "a renewal of leaf and intermediate with new keys"
        }
    }

    /// What this renewal does to a rule; nil where the chain has no such certificate, or does not match today.
    ///
    /// An intermediate is what stands between the leaf and a certificate that issued itself. A renewed
    /// intermediate renews the certificate below it too, though not its key.
    public func survival(of rule: PinPolicy.Rule, _ chain: [Certificate]) -> Survival? {
        RenewedChain(PinEvaluation(chain, for: rule.strategies), self).survival(of: rule)
    }
}

/// A chain, and which of its certificates a renewal changes.
struct RenewedChain {
    let renewal: Renewal
    private let evaluation: PinEvaluation
    /// The places of the certificates that have new keys.
    private let renewed: Set<Int>
    /// False where the chain has no such certificate.
    private let isPossible: Bool
    private let pins: Set<Pin>
    private let fingerprints: Set<CertificateFingerprint>

    init(_ evaluation: PinEvaluation, _ renewal: Renewal) {
        self.renewal = renewal
        self.evaluation = evaluation
        let intermediates = evaluation.links
            .filter { $0.index > 0 && $0.certificate.subject != $0.certificate.issuer }.map(\.index)
        switch renewal {
        case .leaf: renewed = [0]
        case .intermediate: renewed = Set(intermediates)
        case .leafAndIntermediate: renewed = Set([0] + intermediates)
        }
        isPossible = !evaluation.links.isEmpty && (renewal == .leaf || !intermediates.isEmpty)
        pins = Set(evaluation.links.map(\.pin))
        fingerprints = Set(evaluation.links.map(\.fingerprint))
    }

    /// What becomes of the pins of a rule; nil where there is nothing to renew, or the chain does not match today.
    func survival(of rule: PinPolicy.Rule) -> Renewal.Survival? {
        guard isPossible, evaluation.accepts(rule.strategies, rule.match) else { return nil }
        let results = rule.strategies.map(survival)
        if rule.match == .any {
            return results.contains(.survives)
                ? .survives : results.contains(.needsBackup) ? .needsBackup : .breaks
        }
        return results.contains(.breaks) ? .breaks : results.contains(.needsBackup) ? .needsBackup : .survives
    }

    private func survival(of strategy: PinStrategy) -> Renewal.Survival {
        let candidates = evaluation.links.lazy.filter { $0.isCandidate(for: strategy.position) }
        switch strategy {
        case .publicKey(let known, _):
            let kept = candidates.filter { !renewed.contains($0.index) }
            if kept.contains(where: { known.member($0.pin) != nil }) { return .survives }
            return known.members.contains { !pins.contains($0.pin) } ? .needsBackup : .breaks
        case .certificate(let known, _):
            // A certificate changes with its own key and with its issuer's.
            let kept = candidates.filter {
                !renewed.contains($0.index) && !renewed.contains($0.index + 1)
            }
            if kept.contains(where: { known.member($0.fingerprint) != nil }) { return .survives }
            return known.members.contains { !fingerprints.contains($0.fingerprint) } ? .needsBackup : .breaks
        }
    }
}
