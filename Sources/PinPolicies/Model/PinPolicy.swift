@_exported import SPKIHash

/// The pinned hosts, their pins, and the treatment of all other hosts.
public struct PinPolicy: Sendable {
    /// The treatment of hosts that no rule matches. There is no default, because a host that you forget would be
    /// unprotected with `accept` and unreachable with `refuse`.
    public enum UnlistedHosts: String, Sendable, CaseIterable {
        /// The host is not pinned; only the platform's usual validation of its chain applies.
        case accept
        /// The connection is refused.
        case refuse
    }

    /// The way in which the strategies of a rule are combined.
    public enum Match: String, Sendable, CaseIterable {
        /// One match is enough.
        case any
        /// All strategies must match, as with the two arrays of NSPinnedDomains.
        case all
    }

    /// The requirements for the hosts that one pattern names.
    public struct Rule: Sendable {
        /// The pattern of the hosts to which the rule applies.
        public let pattern: HostPattern
        /// The strategies for comparing chains; never empty.
        public let strategies: [PinStrategy]
        /// The way in which the strategies are combined; irrelevant if there is only one strategy.
        public let match: Match
        var mustMatchAll: Bool { match == .all }
        /// The start, in UTC, of the day from which the pins no longer count; `nil` if they always count.
        public let expiration: DERTime?
        /// A Boolean value that indicates whether a mismatch is refused, rather than only reported.
        public let isEnforced: Bool

        /// Creates a rule for one pattern.
        public init(
            _ pattern: HostPattern, _ strategies: [PinStrategy], match: Match = .any,
            expiration: DERTime? = nil, isEnforced: Bool = true
        ) {
            self.pattern = pattern
            self.strategies = strategies
            self.match = strategies.count > 1 ? match : .any
            self.expiration = expiration.flatMap {
                DERTime(year: $0.year, month: $0.month, day: $0.day)
            }
            self.isEnforced = isEnforced
        }
    }

    /// The maximum number of pins and certificates in all rules of a policy, counting each once per strategy.
    ///
    /// Hosts in a file can share a list of pins, which the policy stores once, but writes for each host. The largest
    /// known lists of pinned hosts have a few thousand entries.
    package static let mostMembers = 1_000_000

    /// The rules in the given order, which has no effect.
    public let rules: [Rule]
    /// The treatment of hosts that no rule matches.
    public let unlistedHosts: UnlistedHosts
    /// Hosts that are not pinned although they match the pattern of a rule.
    private var unpinned: Set<HostPattern> = []

    /// Creates a policy.
    ///
    /// - Throws: ``PolicyError`` if two rules have the same pattern, a rule has no pins, all rules together
    ///   have more than 1,000,000 pins, or a label would not fit on one line.
    public init(_ rules: [Rule], unlistedHosts: UnlistedHosts) throws(PolicyError) {
        var seen: Set<HostPattern> = []
        var count = 0
        for rule in rules {
            if let problem = rule.problem(beside: &seen) { throw problem }
            count += rule.strategies.reduce(0) { $0 + $1.members.count }
            guard count <= PinPolicy.mostMembers else {
                throw PolicyError(
                    .limit, "the rules have more than \(PinPolicy.mostMembers) pins in total",
                    hint: "split the policy")
            }
        }
        // A line end would let a label escape from the comment that contains it.
        for label in rules.lazy.flatMap({ $0.strategies }).flatMap({ $0.members.map { $0.label } })
        where label.unicodeScalars.contains(where: isUnsafe) || MarkRun.end(in: label) != nil {
            throw PolicyError(
                .badLabel, "the label '\(displayed(label))' contains a control or invisible character",
                hint: "write the label on one line, without such characters")
        }
        self.rules = rules
        self.unlistedHosts = unlistedHosts
    }

    /// Returns the policy with only the rule for one host, or the whole policy for `nil`.
    package func restricted(to host: HostName?) -> PinPolicy {
        guard let host else { return self }
        return with(rule(for: host).map { [$0] } ?? [])
    }

    /// Returns the policy with other rules, which may have empty strategies.
    func with(_ rules: [Rule], unlisted: UnlistedHosts? = nil) -> PinPolicy {
        PinPolicy(checked: rules, unlisted ?? unlistedHosts, unpinned)
    }

    /// Returns the policy without pins for the given hosts, even if they match the pattern of a rule.
    func without(_ patterns: Set<HostPattern>) -> PinPolicy {
        PinPolicy(checked: rules, unlistedHosts, unpinned.union(patterns))
    }

    private init(checked rules: [Rule], _ unlistedHosts: UnlistedHosts, _ unpinned: Set<HostPattern>) {
        (self.rules, self.unlistedHosts, self.unpinned) = (rules, unlistedHosts, unpinned)
    }

    /// Returns the rule whose pattern is the most specific of those that match a host. An exact name takes precedence
    /// over a wildcard, and a longer wildcard over a shorter one.
    public func rule(for host: HostName) -> Rule? {
        let rule = rules.filter { $0.pattern.matches(host) }.max {
            $0.pattern.precision < $1.pattern.precision
        }
        guard let rule,
            !unpinned.contains(where: { $0.matches(host) && $0.precision > rule.pattern.precision })
        else { return nil }
        return rule
    }
}

extension PinPolicy.Rule {
    /// Returns the reason why the rule cannot be in a policy, or `nil` if it can.
    ///
    /// - Parameter patterns: the patterns of the preceding rules, to which the rule's own is added.
    func problem(beside patterns: inout Set<HostPattern>) -> PolicyError? {
        guard patterns.insert(pattern).inserted else {
            return PolicyError(
                .duplicateHost, "duplicate rule for \(pattern)", hint: "put its pins into one rule",
                pattern: pattern)
        }
        guard strategies.isEmpty || strategies.contains(where: { $0.members.isEmpty }) else { return nil }
        return PolicyError(
            .noPins, "\(pattern) has an empty list of pins", hint: "add pins to the list, or remove it",
            pattern: pattern)
    }

    fileprivate func with(_ pattern: HostPattern) -> PinPolicy.Rule {
        PinPolicy.Rule(pattern, strategies, match: match, expiration: expiration, isEnforced: isEnforced)
    }
}

extension PinPolicy: Hashable {
    /// Returns whether both policies have the same rules, in any order, and treat other hosts alike.
    public static func == (one: PinPolicy, other: PinPolicy) -> Bool {
        one.unlistedHosts == other.unlistedHosts && Set(one.rules) == Set(other.rules)
            && one.unpinned == other.unpinned
    }

    /// Hashes the rules, regardless of their order, and the treatment of other hosts.
    public func hash(into hasher: inout Hasher) {
        hasher.combine(Set(rules))
        hasher.combine(unlistedHosts)
    }
}

extension PinPolicy.Rule: Hashable {
    /// Returns whether both rules have the same pattern, settings and strategies, including the labels and roles of
    /// their pins. The order of the strategies does not matter.
    public static func == (one: PinPolicy.Rule, other: PinPolicy.Rule) -> Bool {
        one.pattern == other.pattern && one.match == other.match && one.expiration == other.expiration
            && one.isEnforced == other.isEnforced && one.labeled == other.labeled
    }

    private var labeled: Set<PinStrategy.Labeled> { Set(strategies.map { $0.labeled }) }

    /// Hashes the pattern, the settings and, regardless of their order, the strategies.
    public func hash(into hasher: inout Hasher) {
        hasher.combine(pattern)
        hasher.combine(match)
        hasher.combine(expiration)
        hasher.combine(isEnforced)
        hasher.combine(labeled)
    }
}

extension PinPolicy: CustomStringConvertible {
    /// The rules, separated by semicolons, and the treatment of other hosts.
    public var description: String {
        (rules.map { "\($0)" } + ["other hosts: \(unlistedHosts.rawValue)"]).joined(separator: "; ")
    }
}

extension PinPolicy.Rule: CustomStringConvertible {
    /// The pattern and the number of pins and certificates, as in `**.example.com: 2 pins`.
    public var description: String {
        "\(pattern): \(counted(strategies.reduce(0) { $0 + $1.members.count }, "pin"))"
    }
}

/// Conversion of rules for `NSIncludesSubdomains`, a flag that adds only the hosts with one more label.
enum OneLabelRules {
    /// Returns the rules with each `**.example.com` split into two, for `example.com` and for `*.example.com`, unless
    /// these already exist.
    static func narrowed(_ rules: [PinPolicy.Rule]) -> [PinPolicy.Rule] {
        var patterns = Set(rules.map { $0.pattern })
        return rules.flatMap { (rule) -> [PinPolicy.Rule] in
            guard rule.pattern.reach == .subdomains else { return [rule] }
            return [HostPattern.Reach.exact, .oneLabel].compactMap { try? HostPattern(rule.pattern.host, $0) }
                .filter { patterns.insert($0).inserted }.map { rule.with($0) }
        }
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
