import DERKit
import SPKIHash
import X509Model

/// A check of a policy against the rules of its consumers and, if given, against a chain.
public struct PolicyCheck: Sendable {
    package let policy: PinPolicy
    package let format: PolicyFormat
    package let consumers: [PolicyFormat]
    /// The certificates that a server presents today, in order; empty if unknown.
    package let chain: CertificatePaths
    /// The names of the certificates of the chain in messages, by place.
    let names: [String]
    /// Keys, requests and other certificates from which a pin may have been made.
    let objects: [PinDiagnosis.Object]
    /// A Boolean value that indicates whether the roots that a platform may know were given.
    let hasRoots: Bool
    /// Certificates besides those of the chain that pins come from, such as those in the policy's file. A
    /// consumer that ships whole certificates needs them.
    package let certificates: [Certificate]
    package let host: HostName?
    package let now: DERTime
    package let horizon: Int
    /// The public suffixes; `nil` if they are unknown.
    package let suffixes: PublicSuffixList?
    /// The digests and roles of the chain, computed once for all rules.
    let evaluation: PinEvaluation
    /// The pins that are not the pin of any key.
    let mistakes: PinMistakes
    /// The rules for the chain that not all of its paths match, with the decision.
    let decisions: [(rule: PinPolicy.Rule, decision: PinDecision)]

    /// Creates a check for ``run()``.
    ///
    /// - Parameters:
    ///   - policy: the policy.
    ///   - format: the format of its file, whose words the advice uses.
    ///   - consumers: the consumers whose rules apply.
    ///   - chain: the certificates that a server presents, in any order.
    ///   - certificates: certificates besides those of the chain that pins come from.
    ///   - host: the host of that chain; `nil` if the chain applies to every rule.
    ///   - now: the time at which to check dates.
    ///   - horizon: the number of days before an expiration from which to warn.
    public init(
        _ policy: PinPolicy, in format: PolicyFormat = .manifest, for consumers: [PolicyFormat] = [],
        chain: [Certificate] = [], certificates: [Certificate] = [], host: HostName? = nil, at now: DERTime,
        within horizon: Int = 30
    ) {
        self.init(
            policy, in: format, for: consumers,
            chain: CertificatePaths(chain, host: host.flatMap { ServerName($0.description) }),
            certificates: certificates, host: host, at: now, within: horizon)
    }

    /// Creates a check for ``run()``; `names` are usually `certificate 1` and so on, and `hasRoots` is true if the roots
    /// were searched, whether or not one was found.
    package init(
        _ policy: PinPolicy, in format: PolicyFormat = .manifest, for consumers: [PolicyFormat] = [],
        chain: CertificatePaths,
        names: [String] = [],
        hasRoots: Bool = false, objects: [PinDiagnosis.Object] = [], certificates: [Certificate] = [],
        host: HostName? = nil, at now: DERTime, within horizon: Int = 30, suffixes: PublicSuffixList? = nil
    ) {
        self.policy = policy
        self.format = format
        self.consumers = consumers
        self.chain = chain
        self.names = names
        self.hasRoots = hasRoots
        self.objects = objects
        self.certificates = certificates
        let strategies = policy.rules.flatMap { $0.strategies }
        evaluation = PinEvaluation(chain)
        mistakes = evaluation.mistakes(
            strategies, objects: objects + certificates.map { PinDiagnosis.Object($0) })
        self.host = host
        self.now = now
        self.horizon = max(0, min(horizon, 100_000))
        self.suffixes = suffixes
        let (evaluation, mistakes) = (self.evaluation, self.mistakes)
        decisions = PolicyCheck.rules(of: chain, policy, host).compactMap { (rule) in
            guard evaluation.answer(rule.strategies, mustMatchAll: rule.mustMatchAll, mistakes) != .yes else {
                return nil
            }
            return (
                rule,
                evaluation.decision(for: rule.strategies, mustMatchAll: rule.mustMatchAll, known: mistakes)
            )
        }
    }

    /// Returns the name of the certificate at a place, for messages.
    func name(_ place: Int) -> String {
        if names.indices.contains(place) { return names[place] }
        guard place >= chain.given.count, let root = chain[place] else { return "certificate \(place + 1)" }
        return "the root \(root.subject)"
    }

    /// Advice for several certificates of the host: a server may have more than one, for example with RSA and
    /// ECDSA keys.
    package static let oneLeafHint =
        "check each of these certificates separately, with its issuers; if the server has several, each must match"

    /// Returns a pin in the spelling of the file's format.
    func spelled(_ pin: Pin) -> String {
        format.pinForm.map { pin.formatted($0.format) } ?? "\(pin)"
    }

    /// Returns the findings of all rules, the most severe first.
    public func run() -> [PolicyFinding] {
        PolicyFinding.worstFirst(CheckedRule.all.flatMap { (rule) in rule.findings(self) })
    }

    /// Returns the findings about the chain that hold whatever is pinned. A chain of one of several hosts is
    /// not a finding.
    package func findingsOfChain() -> [PolicyFinding] {
        let codes: Set<String> = [
            "chain-order", "chain-incomplete", "interception", "host-name", "chain-constraints",
        ]
        return CheckedRule.chainOrderRules.filter { codes.contains($0.rule.code) }
            .flatMap { (rule) in rule.findings(self) }
            .filter { $0.rule != "host-name" || $0.severity != .note }
    }

    /// Returns the certificates on every path that have expired or are not valid yet.
    package func findingsOfDates() -> [PolicyFinding] {
        CheckedRule.chainRules.filter { $0.rule.code == "certificate-expiry" }
            .flatMap { (rule) in rule.findings(self) }.filter { $0.severity == .error }
    }

    /// The rules of the policy that apply to the chain.
    var rulesOfChain: [PinPolicy.Rule] { PolicyCheck.rules(of: chain, policy, host) }

    private static func rules(
        of chain: CertificatePaths, _ policy: PinPolicy, _ host: HostName?
    ) -> [PinPolicy.Rule] {
        guard !chain.given.isEmpty else { return [] }
        guard let host else { return policy.rules.filter { !chain.isOfAnotherHost(than: $0.pattern) } }
        guard let rule = policy.rule(for: host), let pattern = try? HostPattern(host),
            !chain.isOfAnotherHost(than: pattern)
        else { return [] }
        return [rule]
    }

    /// The rules of the policy for hosts that the chain does not belong to, if no host was given.
    var rulesOfOtherHosts: [PinPolicy.Rule] {
        host == nil ? policy.rules.filter { chain.isOfAnotherHost(than: $0.pattern) } : []
    }
}
