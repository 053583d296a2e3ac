import SPKIHash

/// A result of checking a policy.
public struct PolicyFinding: Sendable, Hashable {
    /// The severity of a finding.
    public enum Severity: String, Sendable, CaseIterable, Comparable {
        /// Information only.
        case hint
        /// The policy works now, but not for long, or not as intended.
        case warning
        /// A consumer refuses the policy, or connections fail.
        case error

        /// Orders severities from hint to error.
        public static func < (one: Severity, other: Severity) -> Bool {
            one != other && (one == .hint || other == .error)
        }
    }

    /// The violated rule.
    package let kind: PolicyRule
    /// The code of the check that produced the finding.
    public var rule: String { kind.code }
    /// The severity of the finding.
    public private(set) var severity: Severity
    /// The pattern of the affected host rule; `nil` if the finding is about the whole policy.
    public let pattern: HostPattern?
    /// The consumer whose rule is violated; `nil` for a general rule of pinning.
    public let consumer: PolicyFormat?
    /// A description of the problem, in one sentence.
    public let message: String
    /// The recommended change.
    public let hint: String
    /// The document, code or data from which the rule comes.
    package var source: String { kind.source }
    /// The ``hint`` in machine-readable form; `nil` if a person must decide.
    package var action: Action? = nil
    /// The position in the file; `nil` if the finding is about the whole policy or the position is unknown.
    public var position: TextPosition? = nil
    /// The CA whose key is pinned; `nil` for findings that are not about a known CA.
    package var owner: KnownCAKey? { boxedOwner?.value }
    private var boxedOwner: Boxed<KnownCAKey>?

    /// A change that is certain to be correct.
    package indirect enum Action: Sendable, Hashable {
        /// Replace a pin with another one; `nil` stands for the pin of a key that is kept offline.
        case replacePin(Pin, with: Pin?)
        /// Move a pin to a strategy for another position.
        case movePin(Pin, from: ChainPosition, to: ChainPosition)
        /// Send the certificates in this order, given by their indexes.
        case reorder([Int])
        /// Add the pin of a key that is kept offline.
        case addBackup
        /// Add a pin at a position, in a version that ships before the server changes.
        case addPin(Pin, at: ChainPosition)
        /// Provide the roots that a platform may trust.
        case giveRoots
        /// Specify the host of the chain.
        case giveHost
        /// Provide a list of public suffixes.
        case giveSuffixes
    }

    init(
        _ kind: PolicyRule, _ severity: Severity, pattern: HostPattern? = nil, consumer: PolicyFormat? = nil,
        _ message: String, hint: String, action: Action? = nil, owner: KnownCAKey? = nil
    ) {
        (self.kind, self.severity, self.pattern, self.consumer) = (kind, severity, pattern, consumer)
        (self.message, self.hint, self.action) = (message, hint, action)
        boxedOwner = owner.map { .value($0) }
    }

    /// Creates a finding from an error in a policy file, such as a pin of the wrong length or a date that
    /// does not exist.
    package init(_ error: PolicyError, consumer: PolicyFormat? = nil) {
        let kind = PolicyRule(
            error.code.rawValue, "RFC 7469 section 2.4; the documentation of the format")
        self.init(
            kind, error.code == .unknownName ? .hint : .error, consumer: consumer, error.placedMessage,
            hint: error.hint ?? "correct the file")
        position = error.position
    }

    /// Returns the finding, as a warning if it is an error.
    package func loweredToWarning() -> PolicyFinding {
        var finding = self
        finding.severity = min(severity, .warning)
        return finding
    }

    /// Returns the findings, the most severe first and otherwise in their original order.
    package static func worstFirst(_ findings: [PolicyFinding]) -> [PolicyFinding] {
        Severity.allCases.reversed().flatMap { (severity) in findings.filter { $0.severity == severity } }
    }
}
