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

    /// Notes two sets of pins for one host, either of which may be in use.
    func noteSets(
        _ pattern: HostPattern, _ one: PinsInText.Sighting, _ other: PinsInText.Sighting,
        _ severity: PolicyFinding.Severity
    ) {
        let (first, second) = (one.position.line, other.position.line)
        let lines = first == second ? "line \(first)" : "lines \(first) and \(second)"
        findings.notRead(
            "\(pattern): two sets of pins, at \(lines), both count", severity,
            hint: "check which set a release has")
    }

    /// Returns the first pins of two values of one key, as in `PIN=…` above another `PIN=…`. Each branch of a condition
    /// has its own value, and so does each directive of a header.
    ///
    /// - Parameter replaced: whether the keys must be in the same brackets, in a notation in which the second value
    ///   replaces the first: an assignment, or an item after a comma.
    func values(
        of pins: [PinsInText.Sighting], replaced: Bool
    ) -> (first: PinsInText.Sighting, second: PinsInText.Sighting)? {
        struct Name: Hashable {
            let words: [ArraySlice<UInt8>]
            let scope: UInt32
        }
        var values: [Name: [Int: [PinsInText.Sighting]]] = [:]
        for pin in pins where !pin.isConditional && pin.spelling != .directive {
            guard let key = pin.key?.range, let scope = pin.key?.scope else { continue }
            // In `Backup pin: …`, the name has two words.
            let line = text[..<key.lowerBound].suffix(80)
            let start = line.lastIndex { "\n,;{[(<>".utf8.contains($0) }
            let words = text[(start ?? line.startIndex)..<key.upperBound].split { !isWordCharacter($0) }
                .filter { !TextReading.declarations.contains(String(decoding: $0.prefix(8), as: UTF8.self)) }
            guard !isAppended(pin, words), start.map({ text[$0] }) != UInt8(ascii: "<") else { continue }
            let name = Name(words: words, scope: replaced ? scope : 0)
            values[name, default: [:]][key.lowerBound, default: []].append(pin)
        }
        let pairs = values.values.compactMap { (values) -> (PinsInText.Sighting, PinsInText.Sighting)? in
            let values = values.sorted { $0.key < $1.key }.map { $0.value }
            let first = Set(values[0].map { $0.pin })
            let second = values.first { (value) in
                Set(value.map { $0.pin }) != first && (!replaced || isReplacing(value[0]))
            }
            return second.map { (values[0][0], $0[0]) }
        }
        return pairs.min { $0.1.range.lowerBound < $1.1.range.lowerBound }
    }

    /// Returns whether a value is added to others, as in `pins += …`, `PINS="$PINS;…"`, `$pins[] = …` and `add_list …`.
    private func isAppended(_ pin: PinsInText.Sighting, _ words: [ArraySlice<UInt8>]) -> Bool {
        guard let key = pin.key?.range, key.upperBound <= pin.range.lowerBound else { return false }
        let value = text[key.upperBound..<pin.range.lowerBound].prefix(256)
        let sign = value.prefix { $0 != UInt8(ascii: "=") }
        return sign.last.map("+|.".utf8.contains) ?? false || sign.firstIndex(ofText: "[]") != nil
            || value.firstIndex(ofText: String(decoding: text[key], as: UTF8.self)) != nil
            || words.contains { $0.starts(with: "add".utf8) }
    }

    /// Returns whether the value of a pin replaces another one of the same key: after an equals sign, or as an item after
    /// a comma, as in a dictionary. Lines with colons, as in a log, may have several values.
    private func isReplacing(_ pin: PinsInText.Sighting) -> Bool {
        guard let key = pin.key?.range, key.upperBound <= pin.range.lowerBound else { return false }
        let sign = text[key.upperBound..<pin.range.lowerBound].prefix(80).drop { !"=:".utf8.contains($0) }
        let before = text[..<key.lowerBound].suffix(80).last {
            !Base64.isWhiteSpace($0) && !"\"'`@".utf8.contains($0)
        }
        return sign.prefix(2).contains(UInt8(ascii: "=")) || !sign.isEmpty && before == UInt8(ascii: ",")
    }

    /// Words before a name that is declared, as in `let pin = …` above `pin = …`.
    private static let declarations: Set<String> = [
        "let", "var", "val", "const", "final", "static", "local", "my", "export", "set",
    ]
}
