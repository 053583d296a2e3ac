import SPKIHash

/// Rules as a flag has them that takes the hosts of one label more to a host, and no others: NSIncludesSubdomains.
enum OneLabelRules {
    /// The rules with each `**.example.com` in two, for `example.com` and for `*.example.com`, unless the rules have
    /// these already.
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

    /// The first rule for `*.example.com` that no equal rule for `example.com` is beside, or that another rule for
    /// it is beside; nil if all rules come in pairs or are for one host.
    static func unpaired(_ rules: [PinPolicy.Rule]) -> PinPolicy.Rule? {
        var exact: [HostName: PinPolicy.Rule] = [:]
        for rule in rules.reversed() where rule.pattern.reach == .exact { exact[rule.pattern.host] = rule }
        return rules.first { (rule) in
            rule.pattern.reach == .oneLabel && exact[rule.pattern.host]?.with(rule.pattern) != rule
        }
    }
}

extension PinPolicy.Rule {
    /// The rule for another pattern.
    fileprivate func with(_ pattern: HostPattern) -> PinPolicy.Rule {
        PinPolicy.Rule(pattern, strategies, match: match, expiration: expiration, isEnforced: isEnforced)
    }
}
