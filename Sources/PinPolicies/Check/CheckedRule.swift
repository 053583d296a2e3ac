import DERKit
import SPKIHash

struct CheckedRule: Sendable {
    let rule: PolicyRule
    let check: @Sendable (PolicyCheck) -> [Breach]

    init(
        code: String, summary: String, source: String,
        check: @escaping @Sendable (PolicyCheck) -> [Breach]
    ) {
        rule = PolicyRule(code: code, summary: summary, source: source)
        self.check = check
    }

    /// A violation of a rule: a finding whose rule is filled in by ``findings(_:)``.
    typealias Breach = PolicyFinding

    func findings(_ check: PolicyCheck) -> [PolicyFinding] {
        self.check(check).map { $0.breaking(rule) }
    }

    /// All rules, in the order of the documentation.
    static let all = pinRules + consumerRules + chainOrderRules + chainRules
}

extension PolicyRule {
    /// All rules that a policy can break, in the order of the documentation.
    package static let all = CheckedRule.all.map { $0.rule }

    /// The codes of the rules that concern only the chain, whatever the policy says.
    package static let ofChain = Set(
        CheckedRule.chainOrderRules.map { $0.rule.code } + ["certificate-expiry"])

    /// The codes of the rules whose violation makes a consumer terminate the app or ignore all pins, whatever the
    /// server presents.
    static let ofStart: Set<String> = ["pin-count", "registry", "hpkp-backup"]
}
