import DERKit
import SPKIHash
import X509Model

/// Which hosts are pinned, to what, and what all other hosts get.
public struct PinPolicy: Sendable, Hashable {
    /// What a host gets that no rule matches. There is no default: the one means that a forgotten host is
    /// unprotected, the other that it is unreachable.
    public enum UnlistedHosts: String, Sendable, CaseIterable {
        /// The host is not pinned; the usual validation of its chain decides. What every platform does.
        case accept
        /// The connection is refused.
        case refuse
    }

    /// How the strategies of a rule work together.
    public enum Match: String, Sendable, CaseIterable {
        /// One that matches is enough.
        case any
        /// Each has to match, as with both arrays of NSPinnedDomains.
        case all
    }

    /// What is asked of the hosts that one pattern names.
    public struct Rule: Sendable, Hashable {
        /// The hosts.
        public let pattern: HostPattern
        /// How their chains are compared; never empty.
        public let strategies: [PinStrategy]
        /// How the strategies work together. With a single one there is no difference.
        public let match: Match
        /// A Boolean value that indicates whether each of the strategies has to match.
        var mustMatchAll: Bool { match == .all }
        /// The first second, in UTC, of the day from which the pins no longer count; `nil` if they always count.
        public let expiration: DERTime?
        /// False if a mismatch is only reported and the connection goes on.
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

    /// The most pins and certificates that the rules of a policy may have together, each counted as often as
    /// a rule has it.
    ///
    /// Hosts can share a list of pins in a file, and a policy holds it once; but what is made of a policy has
    /// the list for each host. The largest lists of hosts that are pinned have a few thousand.
    package static let mostMembers = 1_000_000

    /// The rules in the order in which they were given. The order decides nothing.
    public let rules: [Rule]
    /// What a host gets that no rule matches.
    public let unlistedHosts: UnlistedHosts

    /// Creates a policy.
    ///
    /// - Throws: ``PolicyError`` if two rules have the same pattern, one has no pins, they have more than
    ///   `mostMembers` together, or a label would not fit on one line.
    public init(_ rules: [Rule], unlistedHosts: UnlistedHosts) throws(PolicyError) {
        var seen: Set<HostPattern> = []
        var count = 0
        for rule in rules {
            guard seen.insert(rule.pattern).inserted else {
                throw PolicyError(
                    .duplicateHost, "duplicate rule for \(rule.pattern)", hint: "put its pins into one rule")
            }
            guard rule.strategies.contains(where: { $0.count > 0 }),
                rule.strategies.allSatisfy({ $0.count > 0 })
            else {
                throw PolicyError(
                    .noPins, "\(rule.pattern) has an empty list of pins", hint: "add pins, or remove it")
            }
            count += rule.strategies.reduce(0) { $0 + $1.count }
            guard count <= PinPolicy.mostMembers else {
                throw PolicyError(
                    .limit, "more than \(PinPolicy.mostMembers) pins in all rules together",
                    hint: "split the policy")
            }
        }
        // A line end would let a label step out of the comment that it is written into.
        for label in rules.lazy.flatMap({ $0.strategies }).flatMap({ $0.labels })
        where label.unicodeScalars.contains(where: isUnsafe) || MarkRun.end(in: label) != nil {
            throw PolicyError(
                .badLabel, "the label '\(displayed(label))' has a control character or an invisible one",
                hint: "write the label on one line, without such characters")
        }
        self.rules = rules
        self.unlistedHosts = unlistedHosts
    }

    /// The policy with the rule of one host alone; the whole policy for nil.
    package func restricted(to host: HostName?) -> PinPolicy {
        guard let host else { return self }
        return PinPolicy(checked: rule(for: host).map { [$0] } ?? [], unlistedHosts)
    }

    /// The policy with other strategies in its rules, of which some may be empty.
    func with(_ rules: [Rule]) -> PinPolicy { PinPolicy(checked: rules, unlistedHosts) }

    /// The policy with one of its rules.
    func restricted(to rule: Rule) -> PinPolicy { PinPolicy(checked: [rule], unlistedHosts) }

    private init(checked rules: [Rule], _ unlistedHosts: UnlistedHosts) {
        self.rules = rules
        self.unlistedHosts = unlistedHosts
    }

    /// The rule for a host: of those that match, the one whose pattern says most. An exact name comes before a
    /// wildcard, and a longer wildcard before a shorter one.
    public func rule(for host: HostName) -> Rule? {
        rules.filter { $0.pattern.matches(host) }.max { $0.pattern.precision < $1.pattern.precision }
    }
}
