import SPKIHash

/// An inevitable change that gives a certificate of the chain a new key.
enum Renewal: String, CaseIterable {
    /// The server has a new certificate with a new key.
    case leaf = "a renewal of the leaf with a new key"
    /// The intermediate CAs have new keys.
    case intermediate = "a renewal of the intermediate with a new key"
    case leafAndIntermediate = "a renewal of leaf and intermediate with new keys"
}

/// The paths of a chain, with the certificates that a renewal changes.
///
/// An intermediate is a certificate that is neither the leaf nor self-issued. Renewing an intermediate also renews the
/// certificate that it issued, but not that certificate's key.
struct RenewedPaths {
    let renewal: Renewal
    private let evaluation: PinEvaluation
    private let mistakes: PinMistakes
    private let caKeys: KnownCAKeys?
    private let paths: [RenewedPath]

    init(_ evaluation: PinEvaluation, _ renewal: Renewal, _ mistakes: PinMistakes, _ caKeys: KnownCAKeys?) {
        self.renewal = renewal
        self.caKeys = caKeys
        self.evaluation = evaluation
        self.mistakes = mistakes
        paths = evaluation.paths.compactMap { RenewedPath($0, renewal) }
    }

    /// Returns the positions of the strategies that the renewal breaks on any path. The result is empty if the renewal
    /// does not break the rule on any path, if there is nothing to renew, or if not all paths match now.
    func brokenPositions(of rule: PinPolicy.Rule) -> Set<ChainPosition> {
        guard evaluation.answer(rule.strategies, mustMatchAll: rule.mustMatchAll, mistakes) == .yes else {
            return []
        }
        let broken = paths.map { (path) in
            rule.strategies.filter { !path.keeps($0) && !hasBackup($0) }.map { $0.position }
        }
        let isBroken = broken.contains { $0.count >= (rule.mustMatchAll ? 1 : rule.strategies.count) }
        return isBroken ? Set(broken.joined()) : []
    }

    /// Returns whether a strategy contains a pin or certificate that may match after the renewal. At position `leaf`,
    /// the pins of public CAs never match.
    private func hasBackup(_ strategy: PinStrategy) -> Bool {
        switch strategy {
        case .publicKey(let pins, let position):
            return pins.members.contains { (member) in
                !evaluation.pathPins.contains(member.pin) && mistakes.isBackup(member.pin)
                    && (position != .leaf || caKeys?[member.pin] == nil)
            }
        case .certificate(let certificates, _):
            let inPath = Set(
                evaluation.links.filter { evaluation.isInPath($0) }.compactMap { $0.fingerprint })
            return certificates.members.contains {
                !inPath.contains($0.fingerprint) && !evaluation.isOfKey($0.fingerprint)
            }
        }
    }
}

/// A path with the certificates that a renewal changes.
private struct RenewedPath {
    private let path: PinEvaluation.Path
    /// The indexes, in the path, of the certificates that have new keys.
    private let renewed: Set<Int>

    /// Creates a renewed path; `nil` if the path does not contain a certificate to renew.
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

    /// Returns whether a key or certificate that the renewal leaves unchanged matches the strategy.
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
