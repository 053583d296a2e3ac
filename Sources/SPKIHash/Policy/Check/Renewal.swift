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
        let intermediates = chain.indices.filter { $0 > 0 && chain[$0].subject != chain[$0].issuer }
        let renewed: Set<Int>
        switch self {
        case .leaf: renewed = [0]
        case .intermediate: renewed = Set(intermediates)
        case .leafAndIntermediate: renewed = Set([0] + intermediates)
        }
        guard !chain.isEmpty, self == .leaf || !intermediates.isEmpty,
            PinEvaluation(chain).decide(rule.strategies, rule.match).isAccepted
        else { return nil }
        let results = rule.strategies.map { survival(of: $0, chain, renewed) }
        if rule.match == .any {
            return results.contains(.survives)
                ? .survives : results.contains(.needsBackup) ? .needsBackup : .breaks
        }
        return results.contains(.breaks) ? .breaks : results.contains(.needsBackup) ? .needsBackup : .survives
    }

    private func survival(of strategy: PinStrategy, _ chain: [Certificate], _ renewed: Set<Int>) -> Survival {
        let candidates = chain.indices.filter {
            CertificateRole.isCandidate(chain[$0], at: $0, for: strategy.position)
        }
        switch strategy {
        case .publicKey(let pins, _):
            let kept = candidates.filter { !renewed.contains($0) }
            if kept.contains(where: { pins.member(chain[$0].pin) != nil }) { return .survives }
            let known = Set(chain.map(\.pin))
            return pins.members.contains { !known.contains($0.pin) } ? .needsBackup : .breaks
        case .certificate(let certificates, _):
            // A certificate changes with its own key and with its issuer's.
            let kept = candidates.filter { (place) in
                !renewed.contains(place) && !renewed.contains(place + 1)
            }
            if kept.contains(where: { certificates.member(CertificateFingerprint(chain[$0])) != nil }) {
                return .survives
            }
            let known = Set(chain.map(CertificateFingerprint.init))
            return certificates.members.contains { !known.contains($0.fingerprint) } ? .needsBackup : .breaks
        }
    }
}
