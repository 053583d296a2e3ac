import DERKit
import SPKIHash
import X509Model

/// Something that a check has to say about a policy.
public struct PolicyFinding: Sendable, Hashable {
    /// How much it matters.
    public enum Severity: String, Sendable, CaseIterable, Comparable {
        /// Good to know.
        case note
        /// Works today, and will not for long, or not as meant.
        case warning
        /// A consumer refuses the policy, or connections fail.
        case error

        /// By how much it matters.
        public static func < (one: Severity, other: Severity) -> Bool { one.rank < other.rank }

        private var rank: Int {
            switch self {
            case .note: 0
            case .warning: 1
            case .error: 2
            }
        }
    }

    /// The code of the rule.
    public let rule: String
    /// How much it matters.
    public let severity: Severity
    /// The pattern it is about; `nil` if it is about the whole policy.
    public let pattern: HostPattern?
    /// The consumer whose rule it is; `nil` for a rule of pinning itself.
    public let consumer: PolicyFormat?
    /// What is wrong, in one sentence.
    public let message: String
    /// What to change.
    public let hint: String
    /// Where the rule comes from.
    public let source: String
    /// The same as ``hint``, for a program; `nil` if it is for a person to decide.
    package var action: Action? = nil
    /// Where in the file it is; `nil` if it is about the policy as a whole or if its place is not known.
    public var position: TextPosition? = nil
    /// The CA whose key the pin is of; `nil` for every other finding.
    package var owner: KnownCAKey? = nil

    /// A change that is certain to be right.
    package enum Action: Sendable, Hashable {
        /// Writes another pin instead of one; where the other is `nil`, that of a key that is kept offline.
        case replacePin(Pin, with: Pin?)
        /// Puts a pin into a strategy for another position.
        case movePin(Pin, from: ChainPosition, to: ChainPosition)
        /// Sends the certificates in this order, by their places.
        case reorder([Int])
        /// Adds the pin of a key that is kept offline.
        case addBackup
        /// Adds a pin for a position, in a version that ships before the server changes.
        case addPin(Pin, at: ChainPosition)
        /// Gives the roots that a platform may know.
        case giveRoots
        /// Says which host the chain is for.
        case giveHost
        /// Gives a list of public suffixes.
        case giveSuffixes
    }
}

extension PolicyFinding {
    /// The findings with the worst first, and those that matter as much in their order.
    package static func worstFirst(_ findings: [PolicyFinding]) -> [PolicyFinding] {
        findings.enumerated()
            .sorted { ($1.element.severity, $0.offset) < ($0.element.severity, $1.offset) }
            .map { $0.element }
    }

    /// What could not become a policy, as a finding: a pin of the wrong length, a date that does not exist.
    package init(_ error: PolicyError) {
        self.init(
            rule: error.code.rawValue, severity: .error, pattern: nil, consumer: nil,
            message: error.description, hint: error.hint ?? "correct the file",
            source: "RFC 7469 section 2.4; the documentation of the format")
        position = error.position
    }
}
