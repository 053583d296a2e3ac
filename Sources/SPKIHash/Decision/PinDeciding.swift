import DERKit
import X509Model

extension PinStrategy {
    /// Compares a chain with the strategy.
    ///
    /// - Parameter chain: the certificates as a platform built the chain, the server's own first. The chain
    ///   that a server sent may differ: compare that as ``X509Model/CertificatePaths``.
    package func decision(for chain: [Certificate]) -> PinDecision {
        guard chain.count <= PinDecision.maximumChainLength else {
            return PinDecision(false, .chainTooLong(chain.count))
        }
        return decision(for: CertificatePaths(built: chain))
    }

    /// Compares the paths that a platform may build with the strategy.
    package func decision(for paths: CertificatePaths) -> PinDecision {
        PinEvaluation(paths, comparesCertificates: certificateSet != nil)
            .decision(for: [self], mustMatchAll: false)
    }

    /// Returns what a candidate certificate matches.
    package func match(_ link: PinEvaluation.Link) -> PinDecision.Match? {
        let member: Member? =
            switch self {
            case .publicKey(let pins, _):
                pins.member(link.pin).map { Member(.publicKey($0.pin), $0.label, $0.role) }
            case .certificate(let certificates, _):
                link.fingerprint.flatMap { certificates.member($0) }
                    .map { Member(.certificate($0.fingerprint), $0.label, $0.role) }
            }
        return member.map { (member) in
            PinDecision.Match(
                index: link.index, matched: member.matched, label: member.label, role: member.role)
        }
    }
}

extension PinSet {
    /// Compares the keys of a chain with the pins.
    public func decision(for chain: [Certificate], position: ChainPosition = .any) -> PinDecision {
        PinStrategy.publicKey(self, at: position).decision(for: chain)
    }

    /// Compares the keys of the paths that a platform may build with the pins.
    public func decision(for paths: CertificatePaths, position: ChainPosition = .any) -> PinDecision {
        PinStrategy.publicKey(self, at: position).decision(for: paths)
    }
}
