import X509Model

/// A chain with the digests and positions of its certificates, which are computed once.
package struct PinEvaluation: Sendable {
    package struct Link: Sendable {
        /// The index in ``X509Model/CertificatePaths``.
        package let index: Int
        package let certificate: Certificate
        package let pin: Pin
        /// The SHA-256 of the whole certificate; `nil` if only keys are compared.
        package let fingerprint: CertificateFingerprint?
        package let isAuthority: Bool
    }

    package struct Path: Sendable {
        /// The certificates, each followed by its issuer.
        package let links: [Link]
        package let hasLeaf: Bool
        package let isComplete: Bool

        /// Returns the certificates that may match a strategy for `position`.
        package func candidates(for position: ChainPosition) -> [Link] {
            switch position {
            case .any: links
            case .leaf: hasLeaf ? Array(links.prefix(1)) : []
            case .certificateAuthority: links.filter { $0.isAuthority }
            }
        }

        /// Returns whether a certificate for `position` may be missing.
        package func isOpen(at position: ChainPosition) -> Bool {
            !hasLeaf || !isComplete && position != .leaf
        }
    }

    /// The certificates in order: those on the paths, starting with the server's own, then unrelated ones, then roots.
    package let links: [Link]
    package let paths: [Path]
    package let chain: CertificatePaths
    private let pathPlaces: Set<Int>
    /// The indexes of certificates that never match because the consumer computes a different hash.
    package var unmatchable: Set<Int> = []
    /// The positions that a policy states for the strategies, if the consumer also compares certificates at other
    /// positions; otherwise empty. A pin stated for the server's own key cannot be the pin of a missing issuer.
    package var statedPositions: [ChainPosition] = []
    /// The pins of the links that are in at least one path.
    package let pathPins: Set<Pin>
    /// The pins of all links.
    package let pins: Set<Pin>
    /// The fingerprints of all links; empty if only keys are compared.
    package let fingerprints: Set<CertificateFingerprint>

    /// Creates an evaluation of a chain.
    ///
    /// - Parameter comparesCertificates: whether to hash whole certificates; false if only keys are pinned.
    package init(_ chain: CertificatePaths, comparesCertificates: Bool = true) {
        var byPlace: [Int: Link] = [:]
        let roots = chain.roots.indices.map { chain.given.count + $0 }
        links = (chain.order + roots).compactMap { (place) in
            guard let certificate = chain[place] else { return nil }
            let link = Link(
                index: place, certificate: certificate, pin: certificate.pin,
                fingerprint: comparesCertificates ? CertificateFingerprint(certificate) : nil,
                isAuthority: certificate.isAuthority)
            byPlace[place] = link
            return link
        }
        paths = chain.paths.map { (path) in
            Path(
                links: path.members.compactMap { byPlace[$0] }, hasLeaf: path.hasLeaf,
                isComplete: path.isComplete)
        }
        let inPath = Set(chain.paths.flatMap { $0.members })
        pathPlaces = inPath
        pathPins = Set(links.lazy.filter { inPath.contains($0.index) }.map { $0.pin })
        pins = Set(links.map { $0.pin })
        fingerprints = Set(links.compactMap { $0.fingerprint })
        self.chain = chain
    }

    package func isInPath(_ link: Link) -> Bool { pathPlaces.contains(link.index) }

    /// Returns the position of a link's certificate; `nil` if it has both positions or none, or is outside the paths.
    package func position(of link: Link) -> ChainPosition? {
        let isFirst = paths.contains { $0.hasLeaf && $0.links.first?.index == link.index }
        guard isInPath(link), isFirst != link.isAuthority else { return nil }
        return isFirst ? .leaf : .certificateAuthority
    }

    /// Returns the certificates in a path that may match a strategy and that the consumer can hash.
    private func candidates(_ path: Path, _ strategy: PinStrategy) -> [Link] {
        let found = path.candidates(for: strategy.position)
        return unmatchable.isEmpty ? found : found.filter { !unmatchable.contains($0.index) }
    }

    // MARK: Answers

    package enum Answer {
        case yes, no, unknown
    }

    package func answer(
        _ path: Path, _ strategies: [PinStrategy], mustMatchAll: Bool, _ mistakes: PinMistakes
    ) -> Answer {
        let answers = strategies.enumerated().map { (place, strategy) -> Answer in
            let stated = statedPositions.indices.contains(place) ? statedPositions[place] : strategy.position
            if candidates(path, strategy).contains(where: { strategy.match($0) != nil }) { return .yes }
            return path.isOpen(at: stated) && isOpen(strategy, above: path, mistakes)
                ? .unknown : .no
        }
        let decisive: Answer = mustMatchAll ? .no : .yes
        if answers.contains(decisive) { return decisive }
        return answers.contains(.unknown) ? .unknown : mustMatchAll ? .yes : .no
    }

    /// Returns the answer on which all paths agree; unknown if they disagree or there are too many paths to check.
    package func answer(
        _ strategies: [PinStrategy], mustMatchAll: Bool, _ mistakes: PinMistakes
    ) -> Answer {
        let answers = Set(paths.map { answer($0, strategies, mustMatchAll: mustMatchAll, mistakes) })
        guard answers.count == 1, let answer = answers.first, !chain.hasMorePaths else { return .unknown }
        return answer
    }

    /// Returns whether a strategy may match a missing certificate, or matches a CA that may have issued one.
    private func isOpen(_ strategy: PinStrategy, above path: Path, _ mistakes: PinMistakes) -> Bool {
        if !path.isComplete, isAboveMissing(strategy, path) { return true }
        return switch strategy {
        case .publicKey(let wanted, _):
            wanted.members.contains { !pins.contains($0.pin) && mistakes.mayBeElsewhere($0.pin) }
        case .certificate(let wanted, _):
            wanted.members.contains { !fingerprints.contains($0.fingerprint) && !isOfKey($0.fingerprint) }
        }
    }

    /// Returns whether a CA outside the path matches a strategy. Such a CA may have issued the missing certificate.
    private func isAboveMissing(_ strategy: PinStrategy, _ path: Path) -> Bool {
        guard strategy.position != .leaf, path.links.count < links.count else { return false }
        return links.contains { (link) in
            link.isAuthority && strategy.match(link) != nil && !path.links.contains { $0.pin == link.pin }
        }
    }

    /// Returns whether a digest that is pinned as a certificate fingerprint is actually the pin of a given key.
    package func isOfKey(_ fingerprint: CertificateFingerprint) -> Bool {
        Pin(bytes: fingerprint.bytes).map { pins.contains($0) } ?? false
    }

    // MARK: Decisions

    /// Compares the paths with strategies.
    ///
    /// - Parameter known: the mistakes in these strategies' pins; `nil` if mistakes have not been searched for, so that
    ///   the decision can be explained later.
    package func decision(
        for strategies: [PinStrategy], mustMatchAll: Bool, known: PinMistakes? = nil
    ) -> PinDecision {
        guard !links.isEmpty else { return PinDecision(false, .emptyChain) }
        let matches = matches(strategies)
        let mistakes = known ?? PinMistakes()
        let answer = answer(strategies, mustMatchAll: mustMatchAll, mistakes)
        guard answer != .yes else { return PinDecision(true, .matched(matches)) }
        let evidence =
            known == nil
            ? PinDecision.Evidence(evaluation: self, strategies: strategies, mustMatchAll: mustMatchAll) : nil
        let mismatches = mismatches(
            strategies, Set(matches.map { $0.index }), mistakes, isDecided: answer == .no)
        guard answer == .unknown else {
            return PinDecision(false, .mismatched(mismatches), evidence: evidence)
        }
        let undecided = PinDecision.Undecided(
            causes: causes(strategies, mustMatchAll: mustMatchAll, mistakes), matches: matches,
            mismatches: mismatches)
        return PinDecision(false, .undecided(undecided), evidence: evidence)
    }

    /// Returns the matches in any path, in the order of the certificates.
    private func matches(_ strategies: [PinStrategy]) -> [PinDecision.Match] {
        var found: Set<PinDecision.Match> = []
        for path in paths {
            for strategy in strategies {
                for link in candidates(path, strategy) {
                    if let match = strategy.match(link) { found.insert(match) }
                }
            }
        }
        return links.flatMap { (link) in
            strategies.compactMap { $0.match(link) }.filter { found.remove($0) != nil }
        }
    }

    private func mismatches(
        _ strategies: [PinStrategy], _ matched: Set<Int>, _ mistakes: PinMistakes, isDecided: Bool
    ) -> [PinDecision.Mismatch] {
        // A set has no fixed order, but the result must always be the same.
        let pins =
            mistakes.hasRecipes
            ? Set(strategies.pinMembers.map { $0.pin }).sorted { $0.base64 < $1.base64 } : []
        return links.compactMap { (link) in
            // A certificate that matched in some paths is not a mismatch if the decision is undecided.
            guard isDecided || !matched.contains(link.index) else { return nil }
            return PinDecision.Mismatch(
                index: link.index, pin: link.pin,
                why: matched.contains(link.index) ? .otherStrategy : why(link, strategies, pins, mistakes))
        }
    }

    private func why(
        _ link: Link, _ strategies: [PinStrategy], _ pins: [Pin], _ mistakes: PinMistakes
    ) -> PinDecision.Why {
        for strategy in strategies where strategy.match(link) != nil {
            if unmatchable.contains(link.index) { return .otherHeader }
            return isInPath(link) ? .wrongPosition(strategy.position) : .outsidePath
        }
        let isKeyOfSet = strategies.contains { (strategy) in
            strategy.certificateSet?.members.contains { $0.fingerprint.bytes == link.pin.bytes } ?? false
        }
        if isKeyOfSet { return .keyAsCertificate }
        return mistakes.recipe(from: link.index, among: pins)
            .map { .wrongRecipe($0.recipe, $0.pin) } ?? .notPinned
    }

    private func causes(
        _ strategies: [PinStrategy], mustMatchAll: Bool, _ mistakes: PinMistakes
    ) -> [PinDecision.Cause] {
        var causes: [PinDecision.Cause] = []
        var byLeaf: [Int: Set<Answer>] = [:]
        var matching = 0
        for path in paths {
            let answer = answer(path, strategies, mustMatchAll: mustMatchAll, mistakes)
            if answer == .yes { matching += 1 }
            guard let first = path.links.first, let last = path.links.last else { continue }
            byLeaf[first.index, default: []].insert(answer)
            guard answer == .unknown else { continue }
            if !path.hasLeaf { add(.missingLeaf, to: &causes) }
            if !path.isComplete {
                add(.missingIssuer(of: last.index, last.certificate.issuer.description), to: &causes)
            }
        }
        if byLeaf.count > 1, Set(byLeaf.values).count > 1 {
            add(.severalLeaves(byLeaf.keys.sorted()), to: &causes)
        }
        if matching > 0, byLeaf.values.contains(where: { $0.count > 1 }) {
            add(.severalPaths(matching: matching, of: paths.count), to: &causes)
        }
        if chain.hasMorePaths { add(.tooManyPaths, to: &causes) }
        return causes
    }

    private func add(_ cause: PinDecision.Cause, to causes: inout [PinDecision.Cause]) {
        if !causes.contains(cause) { causes.append(cause) }
    }
}
