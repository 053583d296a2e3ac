import SPKIHash

/// The reduction of a policy to the parts that a format can express, with every part that is lost.
struct PolicyReduction {
    private let can: PolicyCapabilities
    private let emission: PolicyFormat.WritingOptions
    private var losses: [PolicyLoss: [String]] = [:]

    init(_ format: PolicyFormat, _ emission: PolicyFormat.WritingOptions) {
        can = format.capabilities
        self.emission = emission
    }

    mutating func run(_ policy: PinPolicy) throws(PolicyError) -> PinPolicy {
        // A format that can express everything requires only a selection of the rules.
        guard !can.isEverything else { return policy.with(try selected(policy)) }
        let written = try selected(policy)
        let kept = try paired(written.filter { $0.isEnforced || can.holds.contains(.reportOnly) })
        guard !kept.isEmpty || written.isEmpty else {
            throw PolicyError(
                .notExpressible, "\(can.consumer) always enforces pins, but every host is report-only",
                hint: "enforce the pins of a host")
        }
        // If the format has a flag for subdomains, a host can be in the file only once.
        var hosts: Set<HostName> = []
        if can.holds.contains(.overlap) || can.subdomainFlag != nil, !can.hasOneLabelFlag,
            let twice = kept.first(where: { !hosts.insert($0.pattern.host).inserted })
        {
            throw PolicyError(
                .notExpressible,
                "\(can.consumer) allows one rule per host, but \(twice.pattern.host) has rules with and without subdomains",
                hint: "replace both with one rule, **.\(twice.pattern.host)")
        }
        var rules: [PinPolicy.Rule] = []
        for rule in kept { rules.append(try reduced(rule)) }
        var unlisted = policy.unlistedHosts
        if unlisted == .refuse, !can.holds.contains(.unlistedHosts) {
            lose(.unlistedHosts, "\(can.consumer) accepts unlisted hosts, but the policy refuses them")
            unlisted = .accept
        }
        if !can.holds.contains(.overlap), let (pattern, source) = SharedPins.widening(rules) {
            lose(
                .overlap,
                "\(can.consumer) merges the pins of every matching pattern, so \(pattern) also gets those of \(source)"
            )
        }
        let missing = PolicyLoss.allCases.filter {
            losses[$0] != nil && !emission.allowedLosses.contains($0)
        }
        guard missing.isEmpty else {
            let parts = missing.map { $0.rawValue }
            throw PolicyError(
                .loss, missing.compactMap { losses[$0]?.first }.joined(separator: "; "),
                hint: (missing.contains(.position) ? PolicyReduction.positionAdvice + "; " : "")
                    + "if that is intended, allow the loss of " + parts.joined(separator: ","),
                lostParts: parts)
        }
        return try PinPolicy(rules, unlistedHosts: unlisted)
    }

    static let positionAdvice =
        "provide the certificates of the pins, or set \"position\" in the manifest to \"leaf\" or \"ca\""

    /// Returns the rules to write: the requested one or, if none was requested, all. A format without hosts can contain
    /// only one rule.
    func selected(_ policy: PinPolicy) throws(PolicyError) -> [PinPolicy.Rule] {
        guard let pattern = emission.pattern else {
            guard can.hasHost || policy.rules.count == 1 else {
                throw PolicyError(
                    .missingHost,
                    "\(can.consumer) does not name hosts, but the policy has \(policy.rules.count) rules",
                    hint: policy.rules.isEmpty
                        ? "add a host with its pins" : "specify which host's pins to write")
            }
            return policy.rules
        }
        if let rule = policy.rules.first(where: { $0.pattern == pattern }) { return [rule] }
        if pattern.reach == .exact, let rule = policy.rule(for: pattern.host) { return [rule] }
        throw PolicyError(.missingHost, "the policy has no rule for \(pattern)")
    }

    /// Returns the rules, split as ``OneLabelRules/narrowed(_:)`` does if the format has a flag that adds hosts with
    /// one more label. Throws an error if such a rule does not have an equal rule for the host itself.
    private mutating func paired(_ rules: [PinPolicy.Rule]) throws(PolicyError) -> [PinPolicy.Rule] {
        guard can.hasOneLabelFlag else { return rules }
        for rule in rules where rule.pattern.reach == .subdomains {
            lose(
                .subdomains,
                "\(can.consumer) covers one label below a host, but \(rule.pattern) covers all labels")
        }
        let narrowed = OneLabelRules.narrowed(rules)
        guard let odd = OneLabelRules.unpaired(narrowed) else { return narrowed }
        let host = odd.pattern.host
        throw PolicyError(
            .notExpressible,
            "\(can.consumer) cannot express \(odd.pattern) without \(host); expected \(can.hostRule)",
            hint: "give \(host) and \(odd.pattern) the same pins, or list each host separately")
    }

    private mutating func lose(_ loss: PolicyLoss, _ message: String) {
        losses[loss, default: []].append(message)
    }

    private mutating func reduced(_ rule: PinPolicy.Rule) throws(PolicyError) -> PinPolicy.Rule {
        let pattern = rule.pattern
        guard can.reaches.contains(pattern.reach) else {
            let closest =
                can.reaches.contains(.subdomains)
                ? "; **.\(pattern.host) would also cover \(pattern.host) and deeper hosts" : ""
            throw PolicyError(
                .notExpressible, "\(can.consumer) cannot express \(pattern); expected \(can.hostRule)",
                hint: "list each host separately\(closest)")
        }
        if rule.expiration != nil, !can.holds.contains(.expiration) {
            lose(.expiration, "\(can.consumer) does not support the expiration date of \(pattern)")
        }
        var strategies: [PinStrategy] = []
        for strategy in rule.strategies { strategies += try reduced(strategy, pattern) }
        let merged = rule.match == .any ? PolicyReduction.merged(strategies) : strategies
        // If all strategies must match, merging lists would weaken the policy, and splitting one would strengthen it.
        let isWhole =
            rule.match == .any
            || strategies.count == rule.strategies.count
                && PolicyReduction.merged(strategies).count == strategies.count
        guard isWhole, merged.count == 1 || can.matches.contains(rule.match) else {
            let why =
                rule.match == .any && can.matches == [.all]
                ? "\(can.consumer) requires a match in every list of pins"
                : "\(can.consumer) cannot combine \(merged.count) strategies with match '\(rule.match)'"
            throw PolicyError(
                .notExpressible, "\(pattern): \(why)",
                hint: "put all pins of \(pattern) into one strategy with one position")
        }
        return PinPolicy.Rule(
            pattern, merged, match: rule.match,
            expiration: can.holds.contains(.expiration) ? rule.expiration : nil,
            isEnforced: can.holds.contains(.reportOnly) ? rule.isEnforced : true)
    }

    /// Returns a strategy in a form that the format can express, or two strategies if its pins belong to different
    /// positions.
    private mutating func reduced(
        _ strategy: PinStrategy, _ pattern: HostPattern
    ) throws(PolicyError) -> [PinStrategy] {
        guard case .publicKey(let pins, let position) = strategy else {
            guard !can.certificates.isEmpty else {
                throw PolicyError(
                    .notExpressible,
                    "\(can.consumer) pins keys, but the rule for \(pattern) pins certificates",
                    hint: "pin the keys of these certificates")
            }
            return [strategy]
        }
        return try placed(pins.members, position, pattern).map { (position, members) in
            .publicKey(PinSet(members), at: position)
        }
    }

    /// Assigns pins to positions that the format supports; returns each position with its pins.
    private mutating func placed(
        _ members: [PinSet.Member], _ position: ChainPosition, _ pattern: HostPattern
    ) throws(PolicyError) -> [(ChainPosition, [PinSet.Member])] {
        guard !can.keys.contains(position) else { return [(position, members)] }
        // The positions are not needed, because a server's key is in no other certificate of its chain, and a CA's key
        // is in no server's certificate.
        if can.keys.contains(.any) { return [(.any, members)] }
        let none: [PinSet.Member] = []
        var (leaves, issuers, unknown, backups) = (none, none, none, none)
        for member in members {
            // The position of a strategy indicates the kind of its members.
            switch position == .any ? emission.areAuthorities[member.pin] : position == .certificateAuthority
            {
            case true?: issuers.append(member)
            case false?: leaves.append(member)
            case nil where member.role == .backup: backups.append(member)
            case nil: unknown.append(member)
            }
        }
        // An unknown pin is most likely of the same kind as the others.
        let areAuthorities = leaves.isEmpty && !issuers.isEmpty
        // A backup belongs at the position of the active pins, if they all share one.
        let isOneKind = unknown.isEmpty && leaves.isEmpty != issuers.isEmpty
        if !unknown.isEmpty || !backups.isEmpty && !isOneKind {
            lose(
                .position,
                "\(can.consumer) needs the position of each pin, but the certificate for a "
                    + "\(unknown.isEmpty ? "backup" : "pin") of \(pattern) is missing; without it, the pin is written "
                    + "for \(areAuthorities ? "a CA" : "the server's own key") and matches nothing else"
            )
        }
        unknown += backups
        if areAuthorities { issuers += unknown } else { leaves += unknown }
        guard issuers.isEmpty || can.keys.contains(.certificateAuthority) else {
            throw PolicyError(
                .notExpressible,
                "\(can.consumer) checks only the server's own certificate, but the rule for \(pattern) pins a CA",
                hint: "pin the server's own keys for \(can.consumer)")
        }
        return [(.leaf, leaves), (.certificateAuthority, issuers)].filter { !$0.1.isEmpty }
    }

    /// Returns the strategies, merged by kind and position. Merging does not change the meaning if one match is enough.
    static func merged(_ strategies: [PinStrategy]) -> [PinStrategy] {
        var result: [PinStrategy] = []
        for position in ChainPosition.allCases {
            let same = strategies.filter { $0.position == position }
            let pins = same.pinMembers
            let certificates = same.compactMap { $0.certificateSet }.flatMap { $0.members }
            if !pins.isEmpty { result.append(.publicKey(PinSet(pins), at: position)) }
            if !certificates.isEmpty {
                result.append(.certificate(CertificateSet(certificates), at: position))
            }
        }
        return result
    }
}

extension PolicyFormat {
    /// Returns the hosts of a policy that are not written in this format because they only report mismatches.
    package func omitted(of policy: PinPolicy) -> [HostPattern] {
        capabilities.holds.contains(.reportOnly)
            ? [] : policy.rules.filter { !$0.isEnforced }.map { $0.pattern }
    }
}
