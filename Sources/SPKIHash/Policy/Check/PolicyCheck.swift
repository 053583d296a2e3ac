import DERKit
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
    /// The pattern it is about; nil where it is about the whole policy.
    public let pattern: HostPattern?
    /// The consumer whose rule it is; nil for a rule of pinning itself.
    public let consumer: PolicyFormat?
    /// What is wrong, in one sentence.
    public let message: String
    /// What to change.
    public let hint: String
    /// Where the rule comes from.
    public let source: String
}

extension PolicyFinding {
    /// The findings with the worst first, and those that matter as much in their order.
    package static func worstFirst(_ findings: [PolicyFinding]) -> [PolicyFinding] {
        findings.enumerated()
            .sorted { ($1.element.severity, $0.offset) < ($0.element.severity, $1.offset) }
            .map(\.element)
    }

    /// What could not become a policy, as a finding: a pin of the wrong length, a date that does not exist.
    public init(_ error: PolicyError) {
        self.init(
            rule: error.code.rawValue, severity: .error, pattern: nil, consumer: nil,
            message: error.description, hint: error.hint ?? "correct the file",
            source: "RFC 7469 section 2.4; the documentation of the format")
    }
}

/// The checks of a policy, against the rules of its consumers and where there is one against a chain.
public struct PolicyCheck: Sendable {
    /// The policy.
    public let policy: PinPolicy
    /// The consumers whose rules count.
    public let consumers: [PolicyFormat]
    /// The chain that a server presents today, its own certificate first; empty where none is known.
    public let chain: [Certificate]
    /// Certificates that pins come from beside those of the chain, as the file of the policy has them. A consumer
    /// that ships whole certificates needs them.
    public let certificates: [Certificate]
    /// The host of that chain; nil where the chain is for every rule.
    public let host: HostName?
    /// The moment for which the check is made.
    public let now: DERTime
    /// How many days ahead an expiry is worth a warning.
    public let horizon: Int
    /// The public suffixes; nil where no list is at hand.
    public let suffixes: PublicSuffixList?
    /// What the rules ask of the chain, found out once.
    let evaluation: PinEvaluation

    /// A check, not yet run.
    public init(
        _ policy: PinPolicy, for consumers: [PolicyFormat] = [], chain: [Certificate] = [],
        certificates: [Certificate] = [], host: HostName? = nil, at now: DERTime, within horizon: Int = 30,
        suffixes: PublicSuffixList? = nil
    ) {
        self.policy = policy
        self.consumers = consumers
        self.chain = chain
        self.certificates = certificates
        evaluation = PinEvaluation(chain, for: policy.rules.flatMap(\.strategies))
        self.host = host
        self.now = now
        self.horizon = max(0, min(horizon, 100_000))
        self.suffixes = suffixes
    }

    /// What every rule has to say, the worst first.
    public func run() -> [PolicyFinding] {
        PolicyFinding.worstFirst(PolicyRule.all.flatMap { (rule) in rule.findings(self) })
    }

    /// The rules of the policy that the chain is for.
    var rulesOfChain: [PinPolicy.Rule] {
        guard !chain.isEmpty else { return [] }
        guard let host else { return policy.rules }
        return policy.rule(for: host).map { [$0] } ?? []
    }
}
