import SPKIHash

// Several values that a text gives to one key, only one of which may be in use.
extension TextReading {
    /// Throws an error if one of the pins of a host may have been replaced, and notes sets of pins in different brackets.
    func checkValues(of pins: [PinsInText.Sighting], _ pattern: HostPattern) throws(PolicyError) {
        if let (first, second) = values(of: pins, replaced: true) {
            throw PolicyError(
                .duplicateHost,
                "\(pattern): two values of one key, at \(lines(first, second)), only one of which may be in use",
                hint: "remove the other one", position: second.position, pattern: pattern)
        }
        let keyed = pins.filter { (pin) in
            pin.key.map { pin.hosts.contains(String(decoding: text[$0.range], as: UTF8.self)) } ?? false
        }
        if let (first, second) = values(of: keyed, replaced: false) {
            noteSets(pattern, first, second, .hint)
        }
    }

    /// Notes two sets of pins for one host, either of which may be in use.
    func noteSets(
        _ pattern: HostPattern, _ one: PinsInText.Sighting, _ other: PinsInText.Sighting,
        _ severity: PolicyFinding.Severity
    ) {
        findings.notRead(
            "\(pattern): two sets of pins, at \(lines(one, other)), both count", severity,
            hint: "check which set a release has")
    }

    private func lines(_ one: PinsInText.Sighting, _ other: PinsInText.Sighting) -> String {
        let (first, second) = (one.position.line, other.position.line)
        return first == second ? "line \(first)" : "lines \(first) and \(second)"
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
            guard let key = pin.key else { continue }
            let start = key.range.lowerBound
            // In `Backup pin: …`, the name has two words.
            let line = text[..<start].suffix(80)
            let sign = line.lastIndex { "\n,;{[(<>".utf8.contains($0) }
            let words = text[(sign ?? line.startIndex)..<key.range.upperBound].split { !isWordCharacter($0) }
                .filter { !TextReading.declarations.contains(String(decoding: $0.prefix(8), as: UTF8.self)) }
            // As in `<b class="…">`.
            let isAttribute = sign.map { text[$0] } == UInt8(ascii: "<")
            guard !isAttribute, !isAppended(pin, to: key, words) else { continue }
            let name = Name(words: words, scope: replaced ? key.scope : 0)
            values[name, default: [:]][start, default: []].append(pin)
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

    /// Returns the text between a key and the pin that belongs to it.
    private func text(between key: TextKey, and pin: PinsInText.Sighting) -> ArraySlice<UInt8> {
        let end = key.range.upperBound
        return text[end..<max(end, pin.range.lowerBound)].prefix(256)
    }

    /// Returns whether a value is added to others, as in `pins += …`, `PINS="$PINS;…"`, `$pins[] = …` and `add_list …`.
    private func isAppended(
        _ pin: PinsInText.Sighting, to key: TextKey, _ words: [ArraySlice<UInt8>]
    ) -> Bool {
        let value = text(between: key, and: pin)
        let target = value.prefix { $0 != UInt8(ascii: "=") }
        return target.last.map("+|.".utf8.contains) ?? false || target.firstIndex(ofText: "[]") != nil
            || value.firstIndex(ofText: String(decoding: text[key.range], as: UTF8.self)) != nil
            || words.contains { $0.starts(with: "add".utf8) }
    }

    /// Returns whether the value of a pin replaces another one of the same key: after an equals sign, or as an item after
    /// a comma, as in a dictionary. Lines with colons, as in a log, may have several values.
    private func isReplacing(_ pin: PinsInText.Sighting) -> Bool {
        guard let key = pin.key else { return false }
        let sign = text(between: key, and: pin).drop { !"=:".utf8.contains($0) }
        let before = text[..<key.range.lowerBound].suffix(80).last {
            !Base64.isWhiteSpace($0) && !"\"'`@".utf8.contains($0)
        }
        return sign.prefix(2).contains(UInt8(ascii: "=")) || !sign.isEmpty && before == UInt8(ascii: ",")
    }

    /// Words before a name that is declared, as in `let pin = …` above `pin = …`.
    private static let declarations: Set<String> = [
        "let", "var", "val", "const", "final", "static", "local", "my", "export", "set",
    ]
}
