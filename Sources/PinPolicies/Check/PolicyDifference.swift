import SPKIHash

/// A difference between the requirements of two policies, regardless of the order of their entries and of their
/// formats.
package struct PolicyDifference: Sendable, Hashable, CustomStringConvertible {
    /// The kind of difference. The codes are a contract: future versions only add to them.
    package enum Code: String, Sendable, CaseIterable {
        /// A different treatment of hosts without a rule.
        case unlistedHosts = "unlisted-hosts"
        /// A pattern that only the first policy has.
        case hostRemoved = "host-removed"
        /// A pattern that only the second policy has.
        case hostAdded = "host-added"
        /// A pin or certificate that only the first policy has.
        case pinRemoved = "pin-removed"
        /// A pin or certificate that only the second policy has.
        case pinAdded = "pin-added"
        /// A pin or certificate that the policies allow at different positions of the chain.
        case position = "position"
        case label = "label"
        case expiration = "expiration"
        /// A rule that one policy enforces, while the other only reports mismatches.
        case enforcement = "enforcement"
        /// A rule whose strategies the policies combine differently.
        case match = "match"
    }

    package let code: Code
    /// The pattern whose rules differ; `nil` if the difference is about the whole policy.
    package let pattern: HostPattern?
    /// A description of the difference, with the first policy's value before the second's.
    package let message: String

    /// Returns all differences: first in the treatment of unlisted hosts, then in the order of the patterns.
    ///
    /// - Parameters:
    ///   - ignoring: the parts that are not compared, such as those that one of the formats cannot express.
    ///   - positions: the positions that both formats can express. Differences that involve any other position are
    ///     ignored.
    package static func between(
        _ one: PinPolicy, _ other: PinPolicy, ignoring: Set<PolicyLoss> = [],
        positions: Set<ChainPosition>? = nil
    ) -> [PolicyDifference] {
        let positions = positions ?? (ignoring.contains(.position) ? [] : Set(ChainPosition.allCases))
        var result: [PolicyDifference] = []
        func add(_ code: Code, _ pattern: HostPattern?, _ message: String) {
            result.append(PolicyDifference(code: code, pattern: pattern, message: message))
        }
        if one.unlistedHosts != other.unlistedHosts, !ignoring.contains(.unlistedHosts) {
            let (first, second) = (one.unlistedHosts.rawValue, other.unlistedHosts.rawValue)
            add(.unlistedHosts, nil, "unlisted hosts: \(first), then \(second)")
        }
        func byPattern(_ policy: PinPolicy) -> [HostPattern: PinPolicy.Rule] {
            let rules = ignoring.contains(.subdomains) ? OneLabelRules.narrowed(policy.rules) : policy.rules
            return Dictionary(grouping: rules) { $0.pattern }.compactMapValues { $0.first }
        }
        let isIgnored = { (rule: PinPolicy.Rule) in !rule.isEnforced && ignoring.contains(.reportOnly) }
        let (before, after) = (byPattern(one), byPattern(other))
        for pattern in Set(before.keys).union(after.keys).sorted(by: { "\($0)" < "\($1)" }) {
            switch (before[pattern], after[pattern]) {
            case (let one?, let other?): compare(one, other, ignoring, positions) { add($0, pattern, $1) }
            case (nil, let rule?) where isIgnored(rule), (let rule?, nil) where isIgnored(rule): break
            case (nil, _): add(.hostAdded, pattern, "only in the second policy")
            case (_, nil): add(.hostRemoved, pattern, "only in the first policy")
            }
        }
        return result
    }

    /// Calls a function for each difference between two rules.
    private static func compare(
        _ one: PinPolicy.Rule, _ other: PinPolicy.Rule, _ ignoring: Set<PolicyLoss>,
        _ positions: Set<ChainPosition>, _ add: (Code, String) -> Void
    ) {
        func day(_ rule: PinPolicy.Rule) -> String { rule.expiration.map(PolicyDate.write) ?? "never" }
        if one.expiration != other.expiration, !ignoring.contains(.expiration) {
            add(.expiration, "expiration: \(day(one)), then \(day(other))")
        }
        if one.isEnforced != other.isEnforced, !ignoring.contains(.reportOnly) {
            let words = one.isEnforced ? "enforced, then reported only" : "reported only, then enforced"
            add(.enforcement, words)
        }
        if one.match != other.match {
            add(.match, "match '\(one.match.rawValue)', then '\(other.match.rawValue)'")
        }
        let (before, after) = (members(one), members(other))
        for item in before.keys.sorted() where after[item] == nil { add(.pinRemoved, "\(item)") }
        for item in after.keys.sorted() where before[item] == nil { add(.pinAdded, "\(item)") }
        func list(_ words: [String]) -> String { Set(words).sorted().joined(separator: " and ") }
        for item in before.keys.sorted() {
            guard let first = before[item], let second = after[item] else { continue }
            let places = (Set(first.map { $0.position }), Set(second.map { $0.position }))
            if places.0 != places.1, places.0.union(places.1).isSubset(of: positions) {
                let names = (list(places.0.map { $0.rawValue }), list(places.1.map { $0.rawValue }))
                add(.position, "\(item) at \(names.0), then at \(names.1)")
            }
            let notes = (list(first.map { $0.annotation }), list(second.map { $0.annotation }))
            if notes.0 != notes.1, !ignoring.contains(.labels) {
                add(.label, "\(item) is \(notes.0), then \(notes.1)")
            }
        }
    }

    /// Returns the distinct pins and certificates of a rule as text, each with its positions and annotations.
    private static func members(
        _ rule: PinPolicy.Rule
    ) -> [String: [(position: ChainPosition, annotation: String)]] {
        rule.strategies.reduce(into: [:]) { (result, strategy) in
            for member in strategy.members {
                let annotation = Annotation(member.label, member.role).text ?? "active"
                result[member.matched.text, default: []].append((strategy.position, annotation))
            }
        }
    }

    /// The pattern and the difference on one line.
    package var description: String {
        let lead = pattern.map { "\($0): " } ?? ""
        switch code {
        case .pinRemoved: return "\(lead)only the first policy has \(message)"
        case .pinAdded: return "\(lead)only the second policy has \(message)"
        default: return lead + message
        }
    }
}

extension PolicyFormat {
    /// The parts of a policy that this format cannot express; differences in them are ignored.
    package var losses: Set<PolicyLoss> {
        var result = Set(PolicyLoss.allCases).subtracting(capabilities.holds)
        if !capabilities.hasOneLabelFlag { result.remove(.subdomains) }
        return result
    }

    /// The positions of keys and certificates that this format can express.
    package var positions: Set<ChainPosition> { capabilities.keys.union(capabilities.certificates) }
}

extension PolicyDifference {
    /// Returns the differences between the first policy and each later one, as findings about the later one. Policies
    /// that ship together, such as those of an app's platforms and flavors, should pin the same keys.
    package static func findings(
        _ policies: [(policy: PinPolicy, format: PolicyFormat, name: String)]
    ) -> [(place: Int, finding: PolicyFinding)] {
        guard let first = policies.first else { return [] }
        return policies.enumerated().dropFirst().flatMap { (place, other) in
            let positions = first.format.positions.intersection(other.format.positions)
            let differences = between(
                first.policy, other.policy,
                ignoring: first.format.losses.union(other.format.losses).union([.labels, .unlistedHosts]),
                positions: positions)
            return differences.map { (difference) in
                let message =
                    switch difference.code {
                    case .pinRemoved: "\(difference.message) is only in \(first.name)"
                    case .pinAdded: "\(difference.message) is not in \(first.name)"
                    case .hostRemoved: "\(first.name) lists this host, but this policy does not"
                    case .hostAdded: "\(first.name) does not list this host"
                    default: "differs from \(first.name): \(difference.message)"
                    }
                let finding = PolicyFinding(
                    .policiesDiffer, .warning, pattern: difference.pattern, message,
                    hint: "correct the wrong policy; if one is from an older release, give it a version name")
                return (place: place, finding: finding)
            }
        }
    }
}
