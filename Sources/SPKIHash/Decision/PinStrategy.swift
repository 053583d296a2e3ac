/// The certificates of a chain that may match.
public enum ChainPosition: String, Sendable, CaseIterable {
    /// Every certificate, from the server's own to the root: TrustKit, Android, OkHttp, RFC 7469.
    case any
    /// The server's own certificate, the first of the chain: curl, Envoy, `NSPinnedLeafIdentities`, TLSA 3.
    case leaf
    /// Certificates that may issue others: `NSPinnedCAIdentities`, TLSA 2.
    case certificateAuthority = "ca"
}

/// A set of keys or certificates, one of which must match at a position of the chain.
public enum PinStrategy: Sendable, Hashable {
    /// A whole certificate must be equal.
    case certificate(CertificateSet, at: ChainPosition)
    /// The pin of a key must be equal, whatever certificate contains the key.
    case publicKey(PinSet, at: ChainPosition)

    /// The certificates of a chain that may match.
    public var position: ChainPosition {
        switch self {
        case .certificate(_, let position), .publicKey(_, let position): position
        }
    }

    /// The pins of keys; `nil` for a strategy of certificates.
    public var pinSet: PinSet? {
        if case .publicKey(let pins, _) = self { pins } else { nil }
    }

    /// The certificates; `nil` for a strategy of keys.
    package var certificateSet: CertificateSet? {
        if case .certificate(let certificates, _) = self { certificates } else { nil }
    }

    /// The number of pins or certificates.
    package var count: Int {
        switch self {
        case .certificate(let certificates, _): certificates.members.count
        case .publicKey(let pins, _): pins.members.count
        }
    }

    /// The labels of all members.
    package var labels: [String] {
        switch self {
        case .certificate(let certificates, _): certificates.members.map { $0.label }
        case .publicKey(let pins, _): pins.members.map { $0.label }
        }
    }
}
