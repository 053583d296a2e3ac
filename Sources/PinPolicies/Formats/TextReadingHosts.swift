import SPKIHash

// The hosts of the pins of a text, as far as the text or the caller names them.
extension TextReading {
    /// Returns whether the given host replaces the hosts that were assigned to pins only because they are nearby. It
    /// replaces them unless the host of any pin matches it.
    func replacesNearby(_ pins: [PinsInText.Sighting]) -> Bool {
        guard let pattern else { return false }
        return !pins.contains { (pin) in
            pin.hosts.contains { (text) in
                (try? HostPattern(text)).map {
                    $0.overlaps(pattern) || pin.pattern($0).matches(pattern.host)
                } ?? false
            }
        }
    }

    /// Reports and removes the pins that may be for a host other than the given one.
    func withoutUnknownHosts(_ pins: [PinsInText.Sighting]) -> [PinsInText.Sighting] {
        let owner = { (pin: PinsInText.Sighting) -> String? in
            guard pin.hostSource != .exact else { return nil }
            if pin.hostName == nil, !pin.hosts.isEmpty { return pin.hosts.joined(separator: " ") }
            return pin.hostName ?? (found.hasSeveralHosts ? pin.list : nil)
        }
        // If the text contains the given host, the hosts nearest to the pins may not be the hosts of the pins.
        let lowercased = pattern == nil ? [] : text.map { isASCIILetter($0) ? $0 | 0x20 : $0 }
        let isNamed = pattern.map { lowercased[...].firstIndex(ofText: $0.host.description) != nil } ?? false
        let owners = pins.lazy.compactMap(owner)
        let first = owners.first
        guard
            owners.contains(where: { $0 != first })
                || found.hasSeveralHosts && values(of: pins, replaced: false) != nil
                || isNamed && pins.contains(where: { $0.hostSource == .nearby })
        else { return pins }
        return pins.filter { (pin) in
            guard let owner = owner(pin) else { return true }
            findings.omit(
                PolicyError(
                    .missingHost,
                    pin.hostName == nil
                        ? "the text names several hosts without saying which has the pin \(self.name(of: pin))"
                        : "the pin \(self.name(of: pin)) is for \(displayed(owner)), which the text does not define",
                    hint: "compare the pins of only one host",
                    position: pin.position, pattern: pattern))
            return false
        }
    }

    /// Returns the pins, grouped by pattern, and reports pins without a host.
    func grouped(
        _ pins: [PinsInText.Sighting]
    ) throws(PolicyError) -> [(pattern: HostPattern, pins: [PinsInText.Sighting])] {
        var patterns: [HostPattern] = []
        var groups: [HostPattern: [PinsInText.Sighting]] = [:]
        func add(_ pin: PinsInText.Sighting, for pattern: HostPattern) {
            if groups[pattern] == nil { patterns.append(pattern) }
            groups[pattern, default: []].append(pin)
        }
        var unasked: [(pin: PinsInText.Sighting, pattern: HostPattern)] = []
        for pin in pins {
            if pin.hostSource == nil {
                findings.omit(
                    PolicyError(
                        .missingHost, "the text does not name the host of the pin \(name(of: pin))",
                        hint: pattern == nil ? "specify the host" : "write the host next to the pin",
                        position: pin.position,
                        pin: pin.isOfCertificate ? nil : pin.pin))
            }
            for (place, host) in pin.hosts.enumerated() {
                let written = pin.hostSource == .exact ? pin.literals[place] : nil
                let pattern = try findings.entry(at: pin.position) { () throws(PolicyError) in
                    pin.pattern(try HostPattern(host))
                }
                let isWrong = written.map { $0 != host || pattern == nil && host.contains("*") } ?? false
                let isRefused = isWrong && format.capabilities.pins == .okHttp
                if isRefused {
                    findings.refused(
                        "\(displayed(written ?? host)): OkHttp throws an exception, because this is not a host name",
                        hint: "write \(displayed(pattern == nil ? "*.example.com or **.example.com" : host))")
                }
                guard let pattern else { continue }
                if isRefused || findings.check(written ?? host, of: pattern) {
                    add(pin, for: pattern)
                } else {
                    unasked.append((pin, pattern))
                }
            }
        }
        // The pins of a host in a form that is never asked for do not belong to the same host in the right form.
        for (pin, pattern) in unasked where !findings.asked.contains(pattern) { add(pin, for: pattern) }
        // A text may have one set of pins for a host, and another for the host with its subdomains. Either may be in
        // use, so the host gets the pins of both. In the format `swift`, the sets are separate rules.
        let sets = groups
        for pattern in patterns where pattern.reach == .exact && format != .swift {
            let wide = try? HostPattern(pattern.host, .subdomains)
            guard let own = sets[pattern], let others = wide.flatMap({ sets[$0] }) else { continue }
            noteSets(pattern, own[0], others[0], .warning)
            for pin in others { add(pin, for: pattern) }
        }
        return patterns.map { ($0, groups[$0] ?? []) }
    }
}
