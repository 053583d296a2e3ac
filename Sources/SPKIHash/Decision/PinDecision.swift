import DERKit
import X509Model

/// The decision whether a chain matches the pins, and the reason for it.
///
/// The decision does not cover signatures, dates or names: pinning comes after the usual validation of a
/// chain and never replaces it.
public struct PinDecision: Sendable, Hashable {
    /// A certificate, and the pin or certificate that it matched.
    public struct Match: Sendable, Hashable {
        /// The place of the certificate, from 0, in the order given; roots follow.
        public let index: Int
        /// The pin or certificate that matched.
        public let matched: Matched
        /// The label of the pin or certificate; empty if it has none.
        public let label: String
        /// The role, active or backup.
        public let role: PinRole
    }

    /// A pin or certificate that matched.
    public enum Matched: Sendable, Hashable {
        /// The pin of its key.
        case publicKey(Pin)
        /// The whole certificate.
        case certificate(CertificateFingerprint)
    }

    /// A certificate that matched nothing.
    public struct Mismatch: Sendable, Hashable {
        /// The place of the certificate, from 0, in the order given; roots follow.
        public let index: Int
        /// The pin of the certificate's key.
        public let pin: Pin
        package let fingerprint: CertificateFingerprint
        package let why: Why
    }

    package enum Why: Sendable, Hashable {
        case notPinned
        case wrongPosition(ChainPosition)
        /// This pin was made from the certificate, but incorrectly.
        case wrongRecipe(PinDiagnosis.Match, Pin)
        case otherStrategy
        case outsidePath
        case keyAsCertificate
    }

    /// The reasons the given certificates are not enough to decide.
    public struct Undecided: Sendable, Hashable {
        /// The causes; never empty.
        package let causes: [Cause]
        /// The matches in some of the paths.
        public let matches: [Match]
        /// The certificates that matched nothing.
        public let mismatches: [Mismatch]
    }

    /// A reason for an open decision, which implies what would decide it.
    package enum Cause: Sendable, Hashable {
        /// A pin may belong to the missing issuer of this certificate, given by name.
        case missingIssuer(of: Int, String)
        case missingLeaf
        case severalLeaves([Int])
        case severalPaths(matching: Int, of: Int)
        case tooManyPaths
    }

    /// The reason for a decision.
    #if hasAttribute(nonexhaustive)
        @nonexhaustive
    #endif
    public enum Reason: Sendable, Hashable {
        /// These certificates matched; never empty.
        case matched([Match])
        /// None matched, or not enough for a rule that requires all strategies.
        case mismatched([Mismatch])
        /// The given certificates are not enough to decide.
        case undecided(Undecided)
        /// The chain is empty.
        case emptyChain
        /// No rule names the host.
        case unlisted
        /// The rule has expired, so its pins no longer count.
        case expired(DERTime)
    }

    /// A Boolean value that indicates whether the connection is accepted.
    public let isAccepted: Bool
    /// The reason.
    public let reason: Reason
    /// The host that the policy was applied to; `nil` without a policy.
    public let host: String?
    /// The pattern of the rule that decided, if any.
    public let pattern: String?

    package init(_ isAccepted: Bool, _ reason: Reason, host: String? = nil, pattern: String? = nil) {
        self.isAccepted = isAccepted
        self.reason = reason
        self.host = host
        self.pattern = pattern
    }
}

extension PinDecision.Undecided {
    /// A Boolean value that indicates whether a certificate outside the paths is pinned, so that a
    /// certificate between it and the server's own is missing.
    package var hasPinOutsidePath: Bool { mismatches.contains { $0.why == .outsidePath } }
}
