import SPKIHash
import X509Model

/// The rules by which a platform or library applies a policy, from its own source.
///
/// A consumer ignores what it cannot express: Android compares a pin for position `leaf` with every certificate, and
/// OkHttp never lets pins expire.
extension PolicyFormat {
    /// Returns a policy as the consumer applies it.
    package func applied(_ policy: PinPolicy) -> PinPolicy {
        guard !capabilities.isEverything else { return policy }
        let unlisted = capabilities.holds.contains(.unlistedHosts) ? policy.unlistedHosts : .accept
        return policy.with(patterns(policy.rules).map { applied($0) }, unlisted: unlisted)
    }

    /// Returns the rules for the patterns as the consumer compares them.
    private func patterns(_ rules: [PinPolicy.Rule]) -> [PinPolicy.Rule] {
        // NSIncludesSubdomains covers one more label (Apple, NSPinnedDomains).
        if capabilities.hasOneLabelFlag { return OneLabelRules.narrowed(rules) }
        return capabilities.mergesPatterns ? (try? SharedPins.merged(rules)) ?? rules : rules
    }

    /// Returns a rule with what the consumer makes of it.
    private func applied(_ rule: PinPolicy.Rule) -> PinPolicy.Rule {
        let can = capabilities
        var lists = rule.strategies.map { $0.at(place(of: $0.position)) }
        var match = rule.match
        if can.matches == [.all] {
            // NSPinnedLeafIdentities and NSPinnedCAIdentities: a chain must match each list that is there.
            match = .all
            lists = lists.contains { $0.position == .any } ? lists : PolicyReduction.merged(lists)
        } else if !can.matches.contains(.all) {
            match = .any
        }
        return PinPolicy.Rule(
            rule.pattern, lists, match: match,
            expiration: can.holds.contains(.expiration) ? rule.expiration : nil,
            isEnforced: rule.isEnforced || !can.holds.contains(.reportOnly))
    }

    /// Returns the certificates that the consumer compares for a position.
    private func place(of position: ChainPosition) -> ChainPosition {
        if capabilities.keys.contains(position) { return position }
        // curl compares the server's own key only (vtls.c, Curl_pin_peer_pubkey).
        return capabilities.keys.contains(.any) ? .any : capabilities.keys == [.leaf] ? .leaf : position
    }
}

extension PinStrategy {
    /// Returns the strategy for another position.
    fileprivate func at(_ position: ChainPosition) -> PinStrategy {
        switch self {
        case .publicKey(let pins, _): .publicKey(pins, at: position)
        case .certificate(let certificates, _): .certificate(certificates, at: position)
        }
    }
}
