import SPKIHash

/// Conversion of rules for a flag that adds only the hosts with one more label: NSIncludesSubdomains.
enum OneLabelRules {
    /// Returns the rules with each `**.example.com` split in two, for `example.com` and for `*.example.com`,
    /// unless these already exist.
    static func narrowed(_ rules: [PinPolicy.Rule]) -> [PinPolicy.Rule] {
        var patterns = Set(rules.map { $0.pattern })
        var result: [PinPolicy.Rule] = []
        for rule in rules {
            guard rule.pattern.reach == .subdomains else {
                result.append(rule)
                continue
            }
            for reach in [HostPattern.Reach.exact, .oneLabel] {
                guard let pattern = try? HostPattern(rule.pattern.host, reach),
                    patterns.insert(pattern).inserted
                else { continue }
                result.append(rule.with(pattern))
            }
        }
        return result
    }

    /// Returns the first rule for `*.example.com` without an equal rule for `example.com`, or `nil` if all
    /// rules come in pairs or are for a single host.
    static func unpaired(_ rules: [PinPolicy.Rule]) -> PinPolicy.Rule? {
        var exact: [HostName: PinPolicy.Rule] = [:]
        for rule in rules.reversed() where rule.pattern.reach == .exact { exact[rule.pattern.host] = rule }
        return rules.first { (rule) in
            rule.pattern.reach == .oneLabel && exact[rule.pattern.host]?.with(rule.pattern) != rule
        }
    }
}

extension PinPolicy.Rule {
    fileprivate func with(_ pattern: HostPattern) -> PinPolicy.Rule {
        PinPolicy.Rule(pattern, strategies, match: match, expiration: expiration, isEnforced: isEnforced)
    }
}
