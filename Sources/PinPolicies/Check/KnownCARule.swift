import SPKIHash

extension PolicyRule {
    static let knownCAKey = PolicyRule(
        code: "known-ca-key", summary: "no pin for the server's own key is that of a public CA",
        source: "the certificates of the CAs that root stores list")
}

extension PinPolicy {
    /// Returns a note for each pin of a public CA's key, or an error if only the server's own key counts.
    ///
    /// - Parameter owner: returns the CA that a pin belongs to, or `nil`.
    package func findings(of owner: (Pin) -> KnownCAKey?) -> [PolicyFinding] {
        var findings: [PolicyFinding] = []
        for rule in rules {
            var seen: Set<Pin> = []
            for strategy in rule.strategies {
                for member in strategy.pinSet?.members ?? [] {
                    guard let owner = owner(member.pin), seen.insert(member.pin).inserted else { continue }
                    let isLeaf = strategy.position == .leaf
                    var finding = PolicyFinding(
                        PolicyRule.knownCAKey, isLeaf ? .error : .note,
                        "the pin \(member.pin) is the key of a CA, \(displayed(owner.description))"
                            + (isLeaf ? ", so it never matches at position leaf" : ""),
                        pattern: rule.pattern,
                        hint: isLeaf
                            ? "move it to position ca, or pin the server's own key"
                            : "keep it while the server's chain leads to this CA")
                    finding.owner = owner
                    findings.append(finding)
                }
            }
        }
        return findings
    }
}
