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
        let evaluation = PinEvaluation(CertificatePaths(built: chain))
        let recipes = evaluation.wrongRecipes(rule.strategies)
        let mistakes = evaluation.mistakes(rule.strategies, recipes: recipes)
        return survival(of: rule, evaluation, mistakes)
    }

    /// What becomes of the pins of a rule on the worst of the paths; `nil` if there is nothing to renew, or if not all
    /// paths match today.
    func survival(
        of rule: PinPolicy.Rule, _ evaluation: PinEvaluation, _ mistakes: PinMistakes
    ) -> Survival? {
        guard evaluation.answer(rule.strategies, rule.match, mistakes) == .yes else { return nil }
        let own = Set(evaluation.paths.flatMap { $0.links }.map { $0.pin })
        let fingerprints = Set(evaluation.paths.flatMap { $0.links }.map { $0.fingerprint })
        var results: Set<Survival> = []
        for path in evaluation.paths {
            guard let renewed = RenewedPath(path, self) else { continue }
            let survivals = rule.strategies.map { (strategy) -> Survival in
                if renewed.keeps(strategy) { return .survives }
                let hasBackup =
                    switch strategy {
                    case .publicKey(let pins, _):
                        pins.members.contains { !own.contains($0.pin) && mistakes.mayBeElsewhere($0.pin) }
                    case .certificate(let certificates, _):
                        certificates.members.contains { !fingerprints.contains($0.fingerprint) }
                    }
                return hasBackup ? .needsBackup : .breaks
            }
            results.insert(rule.match == .any ? Survival.best(survivals) : Survival.worst(survivals))
        }
        return results.isEmpty ? nil : Survival.worst(results)
    }
}

extension Renewal.Survival {
    fileprivate static func worst(_ results: some Sequence<Renewal.Survival>) -> Renewal.Survival {
        let found = Set(results)
        return found.contains(.breaks) ? .breaks : found.contains(.needsBackup) ? .needsBackup : .survives
    }

    fileprivate static func best(_ results: some Sequence<Renewal.Survival>) -> Renewal.Survival {
        let found = Set(results)
        return found.contains(.survives) ? .survives : found.contains(.needsBackup) ? .needsBackup : .breaks
    }
}

/// A path, and which of its certificates a renewal changes.
private struct RenewedPath {
    private let path: PinEvaluation.Path
    /// The places in the path of the certificates that have new keys.
    private let renewed: Set<Int>

    /// Nil where the path has no such certificate.
    init?(_ path: PinEvaluation.Path, _ renewal: Renewal) {
        let leaf = Set(path.hasLeaf ? [0] : [])
        let intermediates = Set(
            path.links.indices.filter { (place) in
                let certificate = path.links[place].certificate
                return !leaf.contains(place) && certificate.subject != certificate.issuer
            })
        self.path = path
        switch renewal {
        case .leaf: renewed = leaf
        case .intermediate: renewed = intermediates
        case .leafAndIntermediate: renewed = intermediates.isEmpty ? [] : leaf.union(intermediates)
        }
        if renewed.isEmpty || renewal != .intermediate && leaf.isEmpty { return nil }
    }

    /// True where a certificate that stays matches.
    func keeps(_ strategy: PinStrategy) -> Bool {
        let candidates = Set(path.candidates(for: strategy.position).map { $0.index })
        return path.links.enumerated().contains { (place, link) in
            guard candidates.contains(link.index), !renewed.contains(place) else { return false }
            // A certificate changes with its own key and with its issuer's.
            if strategy.certificateSet != nil, renewed.contains(place + 1) { return false }
            return strategy.match(link) != nil
        }
    }
}
