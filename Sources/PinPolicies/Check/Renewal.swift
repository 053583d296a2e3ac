import SPKIHash
import X509Model

/// An inevitable change of a chain, with new keys.
package enum Renewal: String, Sendable, CaseIterable {
    /// The server has a new certificate with a new key.
    case leaf
    /// The CA that issues the certificate has a new key.
    case intermediate
    case leafAndIntermediate = "leaf-and-intermediate"

    /// The effect on the pins of a rule.
    package enum Survival: String, Sendable, CaseIterable {
        /// A certificate that remains still matches.
        case survives
        /// Nothing that remains matches, but a pin outside the chain does if its key is the new one.
        case needsBackup = "needs-backup"
        case breaks
    }

    package var name: String {
        switch self {
        case .leaf: "a renewal of the leaf with a new key"
        case .intermediate: "a renewal of the intermediate with a new key"
        case .leafAndIntermediate: "a renewal of leaf and intermediate with new keys"
        }
    }
}

/// The paths of a chain, and which of their certificates a renewal changes.
///
/// An intermediate is a certificate between the leaf and a self-issued certificate. Renewing an intermediate also renews
/// the certificate below it, but not that certificate's key.
struct RenewedPaths {
    let renewal: Renewal
    private let evaluation: PinEvaluation
    private let mistakes: PinMistakes
    private let paths: [RenewedPath]

    init(_ evaluation: PinEvaluation, _ renewal: Renewal, _ mistakes: PinMistakes) {
        self.renewal = renewal
        self.evaluation = evaluation
        self.mistakes = mistakes
        paths = evaluation.paths.compactMap { RenewedPath($0, renewal) }
    }

    /// Returns the effect on the pins of a rule on the worst path, or `nil` if there is nothing to renew or
    /// if not all paths match today.
    func survival(of rule: PinPolicy.Rule) -> Renewal.Survival? {
        guard !paths.isEmpty,
            evaluation.answer(rule.strategies, mustMatchAll: rule.mustMatchAll, mistakes) == .yes
        else {
            return nil
        }
        let results = paths.map { (path) -> Renewal.Survival in
            let survivals = rule.strategies.map { survival(of: $0, on: path) }
            return rule.match == .any ? Renewal.Survival.best(survivals) : Renewal.Survival.worst(survivals)
        }
        return Renewal.Survival.worst(results)
    }

    private func survival(of strategy: PinStrategy, on path: RenewedPath) -> Renewal.Survival {
        path.keeps(strategy) ? .survives : hasBackup(strategy) ? .needsBackup : .breaks
    }

    /// Returns the positions of the strategies that a renewal affects in this way, on any of the paths.
    func positions(of rule: PinPolicy.Rule, with survival: Renewal.Survival?) -> Set<ChainPosition> {
        let found = rule.strategies.filter { (strategy) in
            paths.contains { self.survival(of: strategy, on: $0) == survival }
        }
        return Set(found.map { $0.position })
    }

    /// Returns the backup of a rule in words: the pins, if their role does not say it or says it of another.
    func backup(of rule: PinPolicy.Rule) -> String {
        let backups = rule.strategies.flatMap { self.backups(of: $0) }
        guard !backups.isEmpty,
            rule.strategies.pinMembers.contains(where: { ($0.role == .backup) != backups.contains($0) })
        else { return "the backup" }
        return backups.map { "\($0.pin)" }.joined(separator: " or ")
    }

    /// Returns whether the backups of a rule may be the pins of CAs that the chain lacks: of an issuer that was not
    /// given, or of a public CA.
    func mayBeCAs(_ rule: PinPolicy.Rule) -> (missing: Bool, known: Bool) {
        let backups = rule.strategies.filter { $0.position != .leaf }.flatMap { self.backups(of: $0) }
        guard !backups.isEmpty, backups.count == rule.strategies.flatMap({ self.backups(of: $0) }).count
        else {
            return (false, false)
        }
        return (
            evaluation.paths.contains { !$0.isComplete } && backups.allSatisfy { $0.role != .backup },
            backups.allSatisfy { KnownCAKeys.builtIn[$0.pin] != nil }
        )
    }

    /// Returns the pins that may match after a renewal. At position `leaf`, those of public CAs never do.
    private func backups(of strategy: PinStrategy) -> [PinSet.Member] {
        (strategy.pinSet?.members ?? []).filter { (member) in
            !evaluation.pathPins.contains(member.pin) && mistakes.isBackup(member.pin)
                && (strategy.position != .leaf || KnownCAKeys.builtIn[member.pin] == nil)
        }
    }

    private func hasBackup(_ strategy: PinStrategy) -> Bool {
        !backups(of: strategy).isEmpty
            || strategy.certificateSet?.members.contains {
                !evaluation.pathFingerprints.contains($0.fingerprint) && !evaluation.isOfKey($0.fingerprint)
            } ?? false
    }
}

extension Renewal.Survival {
    fileprivate static func worst(_ results: [Renewal.Survival]) -> Renewal.Survival {
        results.contains(.breaks) ? .breaks : results.contains(.needsBackup) ? .needsBackup : .survives
    }

    fileprivate static func best(_ results: [Renewal.Survival]) -> Renewal.Survival {
        results.contains(.survives) ? .survives : results.contains(.needsBackup) ? .needsBackup : .breaks
    }
}

/// A path, and which of its certificates a renewal changes.
private struct RenewedPath {
    private let path: PinEvaluation.Path
    /// The places in the path of the certificates that have new keys.
    private let renewed: Set<Int>

    /// Creates the renewal of a path; `nil` if the path has no such certificate.
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

    /// Returns whether a certificate that remains matches.
    func keeps(_ strategy: PinStrategy) -> Bool {
        let candidates = Set(path.candidates(for: strategy.position).map { $0.index })
        return path.links.enumerated().contains { (place, link) in
            guard candidates.contains(link.index), !renewed.contains(place) else { return false }
            // A certificate changes when its own key or its issuer's key changes.
            if strategy.certificateSet != nil, renewed.contains(place + 1) { return false }
            return strategy.match(link) != nil
        }
    }
}
