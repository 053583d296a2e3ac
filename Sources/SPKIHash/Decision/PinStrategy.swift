import X509Model

/// The position in a chain at which a certificate may match.
public enum ChainPosition: String, Sendable, CaseIterable {
    /// Any certificate, from the server's own to the root, as in TrustKit, Android, OkHttp and RFC 7469.
    case any
    /// The server's own certificate, which is the first, as in curl, Envoy, `NSPinnedLeafIdentities` and TLSA usage 3.
    case leaf
    /// Certificates that may issue others, as in `NSPinnedCAIdentities` and TLSA usage 2.
    case certificateAuthority = "ca"
}

/// A set of keys or certificates, one of which must match at a given position in the chain.
public enum PinStrategy: Sendable, Hashable {
    /// The whole certificate must match.
    case certificate(CertificateSet, at: ChainPosition)
    /// The pin of the key must match, regardless of which certificate contains the key.
    case publicKey(PinSet, at: ChainPosition)

    /// The position of the certificates that may match.
    package var position: ChainPosition {
        switch self {
        case .certificate(_, let position), .publicKey(_, let position): position
        }
    }

    /// The pins of keys; `nil` for a certificate strategy.
    public var pinSet: PinSet? {
        if case .publicKey(let pins, _) = self { pins } else { nil }
    }

    /// The certificates; `nil` for a key strategy.
    package var certificateSet: CertificateSet? {
        if case .certificate(let certificates, _) = self { certificates } else { nil }
    }

    package var members: [Member] {
        switch self {
        case .publicKey(let pins, _): pins.members.map { Member(.publicKey($0.pin), $0.label, $0.role) }
        case .certificate(let certificates, _):
            certificates.members.map { Member(.certificate($0.fingerprint), $0.label, $0.role) }
        }
    }

    /// A strategy together with the labels and roles of its members. Comparing sets ignores these.
    package struct Labeled: Hashable {
        let strategy: PinStrategy
        let members: Set<Member>
    }

    package var labeled: Labeled { Labeled(strategy: self, members: Set(members)) }

    package struct Member: Hashable {
        package let matched: PinDecision.Matched
        package let label: String
        package let role: PinRole

        init(_ matched: PinDecision.Matched, _ label: String, _ role: PinRole) {
            (self.matched, self.label, self.role) = (matched, label, role)
        }
    }
}

extension PinDecision.Matched {
    /// The digest to compare.
    package var digest: [UInt8] {
        switch self {
        case .publicKey(let pin): pin.bytes
        case .certificate(let fingerprint): fingerprint.bytes
        }
    }

    /// A description, such as `pin sha256/…`.
    package var text: String {
        switch self {
        case .publicKey(let pin): "pin \(pin)"
        case .certificate(let fingerprint): "certificate \(fingerprint)"
        }
    }
}

extension [PinStrategy] {
    /// The pinned keys of all strategies, in order.
    package var pinMembers: [PinSet.Member] { compactMap { $0.pinSet }.flatMap { $0.members } }
}

extension PinStrategy {
    /// Compares a chain with the strategy.
    ///
    /// - Parameter chain: the certificates in the chain that a platform built, the server's own first. The chain that a
    ///   server sent may differ; compare it as ``X509Model/CertificatePaths``.
    package func decision(for chain: [Certificate]) -> PinDecision {
        guard chain.count <= PinDecision.maximumChainLength else {
            return PinDecision(false, .chainTooLong(chain.count))
        }
        return decision(for: CertificatePaths(built: chain))
    }

    /// Compares the strategy with the paths that a platform may build.
    package func decision(for paths: CertificatePaths) -> PinDecision {
        PinEvaluation(paths, comparesCertificates: certificateSet != nil)
            .decision(for: [self], mustMatchAll: false)
    }

    /// Returns the match for a candidate certificate, or `nil` if there is none.
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

    /// Compares the pins with the keys of the paths that a platform may build.
    public func decision(for paths: CertificatePaths, position: ChainPosition = .any) -> PinDecision {
        PinStrategy.publicKey(self, at: position).decision(for: paths)
    }
}
