import SPKIHash

/// The pins of patterns, merged as in OkHttp: a host may have the pins of every pattern that matches it ("If
/// multiple patterns match a hostname, any match is sufficient", CertificatePinner). A policy applies only
/// the closest rule, so each rule must include the pins of the patterns that cover all its hosts.
struct SharedPins {
    /// A pattern and its pins.
    typealias Listed = (pattern: HostPattern, pins: PinSet)

    /// The first pattern that received pins it does not list, and one of the patterns they come from.
    private(set) var widened: (pattern: HostPattern, source: HostPattern)?
    /// By the number of a name: the pins of `**.` with those above it, of `*.` alone, and whether it is
    /// listed itself.
    private var subdomains: [Int: Listed] = [:]
    private var oneLabel: [Int: Listed] = [:]
    private var exact: Set<Int> = []
    private var count = 0

    /// Returns the patterns in order with the pins of those that cover them, then single hosts that two
    /// patterns share without one covering the other, as `*.b` and `**.a.b` share `a.b`.
    ///
    /// - Parameter listed: the patterns, without duplicates.
    /// - Throws: ``PolicyError``, `limit`, if the result has more than ``PinPolicy/mostMembers``.
    static func share(_ listed: [Listed]) throws(PolicyError) -> [Listed] {
        var pins = SharedPins()
        return try pins.share(listed)
    }

    /// Returns a pattern for which OkHttp would accept more pins than its rule has, and the pattern they come
    /// from, or `nil` if OkHttp decides like the closest rule for every host.
    static func widening(
        _ rules: [PinPolicy.Rule]
    ) -> (pattern: HostPattern, source: HostPattern)? {
        var pins = SharedPins()
        // If the limit stops it, some pattern has already been widened.
        _ = try? pins.share(
            rules.map { ($0.pattern, PinSet($0.strategies.compactMap { $0.pinSet }.flatMap { $0.members })) })
        return pins.widened
    }

    private mutating func share(_ listed: [Listed]) throws(PolicyError) -> [Listed] {
        var names = NameTree()
        let paths = listed.map { names.path(of: $0.pattern.host)[...] }
        var result = listed
        // A covering pattern is complete before those it covers: wildcards before single hosts, parent names
        // first.
        let order = listed.indices.map { (rank(listed[$0].pattern.reach), paths[$0].count, $0) }.sorted(by: <)
        for (_, _, place) in order {
            let (one, path) = (listed[place], paths[place])
            guard let name = path.last, let above = path.dropLast().last else { continue }
            switch one.pattern.reach {
            case .subdomains:
                result[place] = try widen(one, [nearest(path.dropLast())])
                subdomains[name] = result[place]
            case .oneLabel:
                result[place] = try widen(one, [nearest(path)])
                oneLabel[name] = one
            case .exact:
                result[place] = try widen(one, [oneLabel[above], nearest(path)])
                exact.insert(name)
            }
        }
        for place in listed.indices where listed[place].pattern.reach == .subdomains {
            let path = paths[place]
            guard let name = path.last, let above = path.dropLast().last, !exact.contains(name),
                let other = oneLabel[above]
            else { continue }
            let all = result[place].pins
            let both = try widen((try HostPattern(listed[place].pattern.host), all), [other])
            if both.pins.members.count > all.members.count { result.append(both) }
        }
        return result
    }

    /// Returns the closest `**.` for a name, which includes the pins of all those above it.
    private func nearest(_ path: ArraySlice<Int>) -> Listed? {
        for name in path.reversed() { if let found = subdomains[name] { return found } }
        return nil
    }

    /// Returns a pattern with the pins of others added. No list is longer than the result, so the time is
    /// proportional to the output.
    private mutating func widen(_ one: Listed, _ covering: [Listed?]) throws(PolicyError) -> Listed {
        var new: [PinSet.Member] = []
        for case let other? in covering {
            let more = other.pins.members.filter { one.pins.member($0.pin) == nil }
            if !more.isEmpty, widened == nil { widened = (one.pattern, other.pattern) }
            new += more
        }
        let pins = new.isEmpty ? one.pins : PinSet(one.pins.members + new)
        count += pins.members.count
        guard count <= PinPolicy.mostMembers else {
            throw PolicyError(
                .limit,
                "more than \(PinPolicy.mostMembers) pins, counting each once per pattern",
                hint: "split the file")
        }
        return (one.pattern, pins)
    }

    private func rank(_ reach: HostPattern.Reach) -> Int {
        switch reach {
        case .subdomains: 0
        case .oneLabel: 1
        case .exact: 2
        }
    }
}

/// Numbers for names, each found by the parent's number and its own label, so that the cost of a name is its
/// length.
private struct NameTree {
    private struct Step: Hashable {
        let above: Int
        let label: String
    }

    private var steps: [Step: Int] = [:]

    /// Returns the numbers of all names from the root, which is 0, down to the host itself.
    mutating func path(of host: HostName) -> [Int] {
        var path = [0]
        for label in host.labels.reversed() {
            let step = Step(above: path.last ?? 0, label: label)
            let name = steps[step] ?? steps.count + 1
            steps[step] = name
            path.append(name)
        }
        return path
    }
}
