import SPKIHash

/// The pins of patterns, merged as in OkHttp: a host may have the pins of every pattern that matches it ("If multiple
/// patterns match a hostname, any match is sufficient", CertificatePinner). A policy applies only the most precise
/// rule, so each rule must include the pins of the patterns that cover all its hosts.
struct SharedPins {
    typealias Listed = (pattern: HostPattern, pins: PinSet)

    private let listed: [Listed]
    /// The patterns, indexed by the labels of their hosts.
    private var byName: [ArraySlice<String>: [Listed]] = [:]

    /// - Parameter rules: the rules, no two of which have the same pattern.
    private init(_ rules: [PinPolicy.Rule]) {
        listed = rules.map { ($0.pattern, PinSet($0.strategies.pinMembers)) }
        for one in listed { byName[one.pattern.host.labels[...], default: []].append(one) }
    }

    /// Returns rules as OkHttp applies them: in order, each with the pins of those that cover it, then rules for the
    /// single hosts that two patterns share although neither covers the other, such as `a.b` for `*.b` and `**.a.b`.
    ///
    /// - Throws: ``PolicyError`` with the code `limit` if the result has more pins than ``PinPolicy/mostMembers``.
    static func merged(_ rules: [PinPolicy.Rule]) throws(PolicyError) -> [PinPolicy.Rule] {
        let shared = SharedPins(rules)
        var (result, count): ([PinPolicy.Rule], Int) = ([], 0)
        for one in shared.listed + shared.hosts {
            let more = shared.more(for: one).flatMap { $0.pins.members }
            count += one.pins.members.count + more.count
            guard count <= PinPolicy.mostMembers else {
                throw PolicyError(
                    .limit, "more than \(PinPolicy.mostMembers) pins, counting each once per pattern",
                    hint: "split the file")
            }
            let pins = more.isEmpty ? one.pins : PinSet(one.pins.members + more)
            result.append(PinPolicy.Rule(one.pattern, [.publicKey(pins, at: .any)]))
        }
        return result
    }

    /// Returns a pattern for which OkHttp would accept more pins than the pattern's rule has, and the pattern that adds
    /// these pins, or `nil` if OkHttp accepts only the pins of the most precise rule for every host.
    static func widening(_ rules: [PinPolicy.Rule]) -> (pattern: HostPattern, source: HostPattern)? {
        let shared = SharedPins(rules)
        for one in shared.listed + shared.hosts {
            if let source = shared.more(for: one).first { return (one.pattern, source.pattern) }
        }
        return nil
    }

    /// The hosts that a `**.` pattern names, that have no pattern of their own, and to which a `*.` pattern adds pins.
    /// Each is listed with the pins of its `**.` pattern.
    private var hosts: [Listed] {
        listed.compactMap { (pattern, pins) in
            let name = pattern.host.labels[...]
            guard pattern.reach == .subdomains, let host = try? HostPattern(pattern.host),
                byName[name]?.contains(where: { $0.pattern == host }) == false,
                byName[name.dropFirst()]?.contains(where: { $0.pattern.reach == .oneLabel }) == true,
                more(for: (host, pins)).count > more(for: (pattern, pins)).count
            else { return nil }
            return (host, pins)
        }
    }

    /// Returns the patterns that cover the given one and have pins that it lacks, each with those pins.
    private func more(for one: Listed) -> [Listed] {
        let labels = one.pattern.host.labels
        var known = Set(one.pins.members.map { $0.pin })
        return labels.indices.flatMap { byName[labels[$0...]] ?? [] }.compactMap { (covering) -> Listed? in
            guard covering.pattern.covers(one.pattern) else { return nil }
            let more = covering.pins.members.filter { known.insert($0.pin).inserted }
            return more.isEmpty ? nil : (covering.pattern, PinSet(more))
        }
    }
}
