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
    /// The paths with a certificate to renew, each with the indexes of the certificates that have new keys.
    private let paths: [(path: PinEvaluation.Path, renewed: Set<Int>)]

    init(_ evaluation: PinEvaluation, _ renewal: Renewal, _ mistakes: PinMistakes, _ caKeys: KnownCAKeys?) {
        self.renewal = renewal
        self.caKeys = caKeys
        self.evaluation = evaluation
        self.mistakes = mistakes
        paths = evaluation.paths.map { ($0, renewal.places(in: $0)) }.filter { !$0.renewed.isEmpty }
    }

    /// Returns the positions of the strategies that the renewal breaks on any path. The result is empty if the renewal
    /// does not break the rule on any path, if there is nothing to renew, or if not all paths match now.
    func brokenPositions(of rule: PinPolicy.Rule) -> Set<ChainPosition> {
        guard evaluation.answer(rule.strategies, mustMatchAll: rule.mustMatchAll, mistakes) == .yes else {
            return []
        }
        let broken = paths.map { (path, renewed) in
            rule.strategies.filter { !$0.isKept(in: path, renewed) && !hasBackup($0) }.map { $0.position }
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

extension Renewal {
    /// Returns the indexes, in a path, of the certificates that have new keys; empty if there is nothing to renew.
    fileprivate func places(in path: PinEvaluation.Path) -> Set<Int> {
        let leaf = Set(path.hasLeaf ? [0] : [])
        let intermediates = Set(
            path.links.indices.filter { (place) in
                let certificate = path.links[place].certificate
                return !leaf.contains(place) && certificate.subject != certificate.issuer
            })
        return switch self {
        case .leaf: leaf
        case .intermediate: intermediates
        case .leafAndIntermediate:
            leaf.isEmpty || intermediates.isEmpty ? [] : leaf.union(intermediates)
        }
    }
}

extension PinStrategy {
    /// Returns whether a key or certificate in a path matches that a renewal of the certificates at these indexes leaves
    /// unchanged.
    fileprivate func isKept(in path: PinEvaluation.Path, _ renewed: Set<Int>) -> Bool {
        let candidates = Set(path.candidates(for: position).map { $0.index })
        return path.links.enumerated().contains { (place, link) in
            guard candidates.contains(link.index), !renewed.contains(place) else { return false }
            // A certificate changes when its own key or its issuer's key changes.
            if certificateSet != nil, renewed.contains(place + 1) { return false }
            return match(link) != nil
        }
    }
}
