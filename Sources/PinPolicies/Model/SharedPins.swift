import SPKIHash

/// The pins of patterns, merged as in OkHttp: a host may have the pins of every pattern that matches it ("If
/// multiple patterns match a hostname, any match is sufficient", CertificatePinner). A policy applies only
/// the closest rule, so each rule must include the pins of the patterns that cover all its hosts.
struct SharedPins {
    typealias Listed = (pattern: HostPattern, pins: PinSet)

    /// The first pattern that received pins it does not list, and one of the patterns they come from.
    private(set) var widened: (pattern: HostPattern, source: HostPattern)?
    /// By the labels of a name: the pins of `**.` with those above it, of `*.` alone, and whether it is listed
    /// itself.
    private var subdomains: [ArraySlice<String>: Listed] = [:]
    private var oneLabel: [ArraySlice<String>: Listed] = [:]
    private var exact: Set<ArraySlice<String>> = []
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
            rules.map { ($0.pattern, PinSet($0.pins)) })
        return pins.widened
    }

    private mutating func share(_ listed: [Listed]) throws(PolicyError) -> [Listed] {
        var result = listed
        // A covering pattern is complete before those it covers: wildcards before single hosts, parent names
        // first.
        let order = listed.indices.map { (rank(listed[$0].pattern), $0) }.sorted(by: <)
        for (_, place) in order {
            let one = listed[place]
            let name = one.pattern.host.labels[...]
            switch one.pattern.reach {
            case .subdomains:
                result[place] = try widen(one, [nearest(name.dropFirst())])
                subdomains[name] = result[place]
            case .oneLabel:
                result[place] = try widen(one, [nearest(name)])
                oneLabel[name] = one
            case .exact:
                result[place] = try widen(one, [oneLabel[name.dropFirst()], nearest(name)])
                exact.insert(name)
            }
        }
        for (pattern, pins) in result where pattern.reach == .subdomains {
            let name = pattern.host.labels[...]
            guard !exact.contains(name), let other = oneLabel[name.dropFirst()] else { continue }
            let both = try widen((try HostPattern(pattern.host), pins), [other])
            if both.pins.members.count > pins.members.count { result.append(both) }
        }
        return result
    }

    /// Returns the closest `**.` for a name, which includes the pins of all those above it.
    private func nearest(_ name: ArraySlice<String>) -> Listed? {
        name.indices.lazy.compactMap { subdomains[name[$0...]] }.first
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

    private func rank(_ pattern: HostPattern) -> Int {
        switch pattern.reach {
        case .subdomains: pattern.host.labels.count
        case .oneLabel: 1000 + pattern.host.labels.count
        case .exact: 2000
        }
    }
}
