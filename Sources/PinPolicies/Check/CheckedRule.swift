import DERKit
import SPKIHash

struct CheckedRule: Sendable {
    let rule: PolicyRule
    let check: @Sendable (CheckContext) -> [Breach]

    init(
        code: String, summary: String, source: String,
        check: @escaping @Sendable (CheckContext) -> [Breach]
    ) {
        rule = PolicyRule(code: code, summary: summary, source: source)
        self.check = check
    }

    /// A Boolean value that indicates whether the rule is about single pins, or about a chain.
    var isForPinsAlone: Bool {
        let ofPins: Set<String> = [
            "known-bad-pin", "wrong-pin", "known-ca-key", "retired-ca-key", "ca-key-typo",
        ]
        return ofPins.contains(rule.code) || PolicyRule.ofChain.contains(rule.code)
    }

    /// A violation of a rule: a finding whose rule is filled in by ``findings(_:)``.
    typealias Breach = PolicyFinding

    func findings(_ context: CheckContext) -> [PolicyFinding] {
        check(context).map { $0.breaking(rule) }
    }

    /// The rules that are applied once to a policy, in the order of the documentation.
    static let ofPolicy = pinRules + caKeyRules + consumerRules

    /// The rules about a chain, whatever is pinned.
    static let ofChainAlone = chainOrderRules + [certificateExpiry]

    /// The rules that are applied to each chain.
    static let ofChain = ofChainAlone + chainRules

    /// The rule of the judgment, whose findings are about a refused chain.
    static let chain = PolicyRule(
        code: "chain", summary: "the chain is accepted", source: "RFC 7469 section 2.6; RFC 5280 section 6.1")

    /// The rule of the judgment, whose findings are about missing certificates.
    static let chainUndecided = PolicyRule(
        code: "chain-undecided",
        summary: "the given certificates are enough to decide whether the chain is accepted",
        source: "RFC 7469 section 2.6; RFC 5280 section 6.1")
}

extension PolicyRule {
    /// All rules that a policy or a chain can break, in the order of the documentation.
    package static let all =
        CheckedRule.ofPolicy.map { $0.rule } + [CheckedRule.chain, CheckedRule.chainUndecided]
        + CheckedRule.ofChain.map { $0.rule } + [policiesDiffer]

    /// The codes of the rules that concern only the chain, whatever the policy says.
    package static let ofChain = Set(CheckedRule.ofChainAlone.map { $0.rule.code })

    /// The codes of the rules that another pin or host may satisfy.
    static let ofMissingPins: Set<String> = [
        "names-host", "backup-pin", "pin-count", "hpkp-backup", "backup-outside-chain", "renewal",
        "backup-in-use", "intermediates-only", "host-name",
    ]

    /// The codes of the rules whose violation makes a consumer terminate the app or ignore pins, whatever the server
    /// presents.
    static let ofStart: Set<String> = ["pin-count", "registry", "hpkp-backup", "pin-form", "file-refused"]
}
