import SPKIHash

/// Whether policies that ship together, such as those of an app's platforms and flavors, pin the same keys.
package enum PolicyAgreement {
    /// Returns the differences of each policy from the first, as findings about the later one.
    ///
    /// - Parameter policies: each with its format and its name in messages.
    package static func findings(
        _ policies: [(policy: PinPolicy, format: PolicyFormat, name: String)]
    ) -> [(place: Int, finding: PolicyFinding)] {
        guard let first = policies.first else { return [] }
        var found: [(place: Int, finding: PolicyFinding)] = []
        for (place, other) in policies.enumerated().dropFirst() {
            let positions = first.format.positions.intersection(other.format.positions)
            let differences = PolicyDifference.between(
                first.policy, other.policy,
                ignoring: first.format.losses.union(other.format.losses).union([.labels, .unlistedHosts]),
                positions: positions)
            for difference in differences {
                let message =
                    switch difference.code {
                    case .pinRemoved: "\(difference.message) of \(first.name) is missing"
                    case .pinAdded: "\(difference.message) is not in \(first.name)"
                    case .hostRemoved: "\(first.name) lists this host, and this policy does not"
                    case .hostAdded: "\(first.name) does not list this host"
                    default: "differs from \(first.name): \(difference.message)"
                    }
                found.append(
                    (
                        place,
                        PolicyFinding(
                            .policiesDiffer, .warning, pattern: difference.pattern, message,
                            hint: "correct the wrong one, or compare an older release as a version of its own"
                        )
                    ))
            }
        }
        return found
    }
}
