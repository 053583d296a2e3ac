import DERKit
import X509Model

/// The answer to "does this chain have what is pinned", with its reason.
///
/// The answer says nothing of signatures, dates or names: pinning comes after the usual validation of a chain,
/// never in its place.
public struct PinDecision: Sendable, Hashable {
    /// A certificate and what it matched.
    public struct Match: Sendable, Hashable {
        /// Place of the certificate, from 0, in the order given; roots follow.
        public let index: Int
        /// What matched.
        public let matched: Matched
        /// Label of the pin or certificate; empty if it has none.
        public let label: String
        /// Active or backup.
        public let role: PinRole
    }

    /// What a certificate matched.
    public enum Matched: Sendable, Hashable {
        /// The pin of its key.
        case publicKey(Pin)
        /// The certificate as a whole.
        case certificate(CertificateFingerprint)
    }

    /// A certificate that matched nothing.
    public struct Mismatch: Sendable, Hashable {
        /// Place of the certificate, from 0, in the order given; roots follow.
        public let index: Int
        /// The pin of the certificate's key.
        public let pin: Pin
        /// The fingerprint of the certificate.
        package let fingerprint: CertificateFingerprint
        /// Why it did not match.
        package let why: Why
    }

    /// Why a certificate did not match.
    package enum Why: Sendable, Hashable {
        /// Neither its key nor the certificate is among the pins.
        case notPinned
        /// It is among the pins, but only another position counts.
        case wrongPosition(ChainPosition)
        /// This pin was made from the certificate, but by another recipe.
        case wrongRecipe(PinDiagnosis.Match, Pin)
        /// It matched one strategy, while each of them has to.
        case otherStrategy
        /// It is among the pins, but in no path from the server's own certificate.
        case outsidePath
        /// The pin of its key is among the certificates, where the digest of a whole certificate belongs.
        case keyAsCertificate
    }

    /// Why certificates do not decide whether a chain is accepted.
    public struct Undecided: Sendable, Hashable {
        /// What keeps the answer open; never empty.
        package let causes: [Cause]
        /// What matched in some of the paths.
        public let matches: [Match]
        /// The certificates that matched nothing.
        public let mismatches: [Mismatch]
    }

    /// What keeps an answer open, and with that what would decide it.
    package enum Cause: Sendable, Hashable {
        /// A pin may be of the issuer of this certificate, which was not given; its name.
        case missingIssuer(of: Int, String)
        /// The server's own certificate was not given.
        case missingLeaf
        /// Each of these may be the server's own certificate, and the answers differ.
        case severalLeaves([Int])
        /// Of the paths that a platform may build, only some have what is pinned.
        case severalPaths(matching: Int, of: Int)
        /// There are too many paths to look at.
        case tooManyPaths
    }

    /// Why the answer is what it is.
    #if hasAttribute(nonexhaustive)
        @nonexhaustive
    #endif
    public enum Reason: Sendable, Hashable {
        /// These certificates matched; never empty.
        case matched([Match])
        /// None matched, or not enough for a rule that asks for all strategies.
        case mismatched([Mismatch])
        /// The certificates given do not decide it.
        case undecided(Undecided)
        /// The chain is empty.
        case emptyChain
        /// No rule names the host.
        case unlisted
        /// The rule has expired, so that its pins count no more.
        case expired(DERTime)
    }

    /// A Boolean value that indicates whether the connection may go on.
    public let isAccepted: Bool
    /// Why.
    public let reason: Reason
    /// The host that a policy was asked for; `nil` if there was no policy.
    public let host: String?
    /// The pattern of the policy's rule that decided; `nil` if none did.
    public let pattern: String?

    package init(_ isAccepted: Bool, _ reason: Reason, host: String? = nil, pattern: String? = nil) {
        self.isAccepted = isAccepted
        self.reason = reason
        self.host = host
        self.pattern = pattern
    }
}

extension PinDecision.Undecided {
    /// A Boolean value that indicates whether a certificate outside of the paths is pinned: what is missing then is
    /// between it and the server's own.
    package var hasPinOutsidePath: Bool { mismatches.contains { $0.why == .outsidePath } }
}
