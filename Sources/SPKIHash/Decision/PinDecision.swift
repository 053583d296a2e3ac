import X509Model

/// The decision on whether a chain matches the pins, and the reason for it.
///
/// The decision does not cover signatures: pinning comes after the usual validation of a chain and never replaces it.
/// It covers dates, names and constraints only if a policy is applied to ``X509Model/CertificatePaths``, which
/// represents a chain as a server sends it.
///
/// A decision takes a few microseconds per certificate. Only ``description`` and ``explained()`` search for a mistake
/// that explains a mismatch.
public struct PinDecision: Sendable, Hashable {
    /// The verdict of a decision.
    public enum Verdict: String, Sendable, CaseIterable {
        /// The chain matches, or the policy only reports a mismatch.
        case accepted
        /// The connection must fail.
        case refused
        /// The given certificates are not enough to decide.
        case undecided
        /// The pins do not apply, so the usual validation decides.
        case notPinned = "not-pinned"
    }

    /// The maximum number of certificates in a chain that a platform built. TLS clients allow about ten.
    package static let maximumChainLength = 64

    /// A certificate, and the pin or certificate that it matched.
    public struct Match: Sendable, Hashable {
        /// The index of the certificate in the given order, from 0; roots follow the given certificates.
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
        /// The pin of the certificate's key.
        case publicKey(Pin)
        /// The whole certificate.
        case certificate(CertificateFingerprint)
    }

    /// A certificate that did not match any pin or pinned certificate.
    public struct Mismatch: Sendable, Hashable {
        /// The index of the certificate in the given order, from 0; roots follow the given certificates.
        public let index: Int
        /// The pin of the certificate's key.
        public let pin: Pin
        package let why: Why
    }

    package enum Why: Sendable, Hashable {
        case notPinned
        case wrongPosition(ChainPosition)
        /// The pin was computed from the certificate, but incorrectly.
        case wrongRecipe(PinDiagnosis.Match, Pin)
        case otherStrategy
        case outsidePath
        case keyAsCertificate
        /// The consumer puts the header of another kind of key before this one, so its pin never matches.
        case otherHeader
    }

    /// The reasons why the given certificates are not enough to decide.
    public struct Undecided: Sendable, Hashable {
        /// The causes; never empty.
        package fileprivate(set) var causes: [Cause]
        /// The matches, which are on some of the paths but not on all of them.
        public let matches: [Match]
        /// The certificates that did not match.
        public let mismatches: [Mismatch]

        package init(causes: [Cause], matches: [Match] = [], mismatches: [Mismatch] = []) {
            self.causes = causes
            self.matches = matches
            self.mismatches = mismatches
        }
    }

    /// A reason why a chain is undecided, which also shows what information is missing.
    package enum Cause: Sendable, Hashable {
        /// The issuer of this certificate, given by name, is missing, and a pin may be for it or for a CA above it.
        case missingIssuer(of: Int, String)
        case missingLeaf
        case severalLeaves([Int])
        case severalPaths(matching: Int, of: Int)
        case tooManyPaths
        /// TrustKit blocks the connection because of this certificate's key, unless a missing one above it is pinned.
        case keyWithoutHeader(Int)
        /// A part of the policy for the host was not understood and may contain the pin.
        case unreadEntry
        /// Part of the chain or of the roots was not read and may contain a certificate that matches.
        case unreadCertificate
    }

    /// The reason for a decision.
    #if hasAttribute(nonexhaustive)
        @nonexhaustive
    #endif
    public enum Reason: Sendable, Hashable {
        /// These certificates matched; the list is never empty.
        case matched([Match])
        /// No certificate matched, or a rule requires all its strategies to match and not all did.
        case mismatched([Mismatch])
        /// The given certificates are not enough to decide.
        case undecided(Undecided)
        /// The chain is empty.
        case emptyChain
        /// No rule names the host.
        case unlisted
        /// The rule has expired, so its pins no longer count.
        case expired(DERTime)
        /// TLS clients refuse the chain because of these flaws, regardless of the pins; the list is never empty.
        case invalidChain([ChainFlaw])
        /// TrustKit cannot hash the key of this certificate, so it blocks the connection without checking the
        /// certificates below this one.
        case keyWithoutHeader(Int)
        /// The platform or library does not use the pins because it refuses the policy; the strings are the codes of
        /// the checks that failed.
        case policyRefused([String])
        /// The chain has more than 64 certificates.
        case chainTooLong(Int)
    }

    /// A Boolean value that indicates whether the connection is accepted.
    public let isAccepted: Bool
    /// The reason.
    public let reason: Reason
    /// The host to which the policy was applied; `nil` without a policy.
    public let host: String?
    /// The pattern of the rule that decided; `nil` if there is none.
    public let pattern: String?
    /// The compared values, for ``explained()``; `nil` if the search for mistakes is done or cannot help.
    private let evidence: Evidence?

    /// The certificates and pins that were compared.
    package struct Evidence: Sendable {
        let evaluation: PinEvaluation
        let strategies: [PinStrategy]
        let mustMatchAll: Bool
    }

    package init(
        _ isAccepted: Bool, _ reason: Reason, host: String? = nil, pattern: String? = nil,
        evidence: Evidence? = nil
    ) {
        self.isAccepted = isAccepted
        self.reason = reason
        self.host = host
        self.pattern = pattern
        self.evidence = evidence
    }

    /// Returns the decision with a host and a rule's pattern. If the rule is not enforced, the decision is accepted.
    package func applied(host: String?, pattern: String?, isEnforced: Bool) -> PinDecision {
        PinDecision(isAccepted || !isEnforced, reason, host: host, pattern: pattern, evidence: evidence)
    }

    /// Returns the decision if something that was not read may contain a match. A mismatch becomes undecided; so does
    /// an unlisted host if the cause is an unread entry. An undecided decision gets the cause too. Other decisions do
    /// not change.
    ///
    /// - Parameter mayRefuse: whether that which was not read may also refuse a chain that matches.
    package func open(because cause: Cause, mayRefuse: Bool = false) -> PinDecision {
        var undecided = Undecided(causes: [])
        switch reason {
        case .matched(let found) where mayRefuse: undecided = Undecided(causes: [], matches: found)
        case .mismatched(let found): undecided = Undecided(causes: [], mismatches: found)
        case .undecided(let known): undecided = known
        case .unlisted where cause == .unreadEntry: break
        default: return self
        }
        undecided.causes.insert(cause, at: 0)
        return PinDecision(false, .undecided(undecided), host: host, pattern: pattern)
    }

    /// The verdict.
    public var verdict: Verdict {
        switch reason {
        case .matched: .accepted
        case .mismatched, .emptyChain: isAccepted ? .accepted : .refused
        case .undecided: isAccepted ? .accepted : .undecided
        case .unlisted: isAccepted ? .notPinned : .refused
        case .expired: .notPinned
        case .invalidChain, .keyWithoutHeader, .policyRefused, .chainTooLong: .refused
        }
    }

    /// Returns the decision with the mistakes that explain a mismatch. A pin that results from a mistake does not match
    /// any key, so an undecided chain may turn out to be refused.
    ///
    /// This takes a few milliseconds per certificate, for at most 64 certificates.
    public func explained() -> PinDecision {
        guard let evidence, !isAccepted else { return self }
        let examined = evidence.evaluation.links.prefix(PinDecision.maximumChainLength)
        let mistakes = PinMistakes(evidence.strategies.pinMembers.map { $0.pin }, Array(examined))
        return evidence.evaluation.decision(
            for: evidence.strategies, mustMatchAll: evidence.mustMatchAll, known: mistakes
        ).applied(host: host, pattern: pattern, isEnforced: true)
    }

    /// Returns whether two decisions have the same verdict for the same reason.
    public static func == (one: PinDecision, other: PinDecision) -> Bool {
        one.isAccepted == other.isAccepted && one.reason == other.reason && one.host == other.host
            && one.pattern == other.pattern
    }

    /// Hashes the verdict and the reason.
    public func hash(into hasher: inout Hasher) {
        hasher.combine(isAccepted)
        hasher.combine(reason)
        hasher.combine(host)
        hasher.combine(pattern)
    }
}

extension PinDecision.Undecided {
    /// A Boolean value that indicates whether a certificate outside the paths is pinned. If so, a certificate between
    /// it and the server's own is missing.
    package var hasPinOutsidePath: Bool { mismatches.contains { $0.why == .outsidePath } }
}
