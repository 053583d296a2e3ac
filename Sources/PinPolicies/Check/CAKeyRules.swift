import SPKIHash

/// Checks of pins against the keys of public CAs, if the policy check has a table of these keys.
extension CheckContext {
    var caKeyFindings: [PolicyFinding] {
        guard let keys = check.caKeys else { return [] }
        let pinned = pinned(keys)
        return knownKeys(pinned) + retiredKeys(pinned) + misleadingLabels(keys) + typos(keys)
            + rulesOfIntermediates(keys)
    }

    /// The pin of a CA's key, with the first rule that contains the pin.
    private struct Pinned {
        let pin: Pin
        let owner: KnownCAKey
        let pattern: HostPattern
        var isForLeaf = false
    }

    /// Returns the policy's pins of CA keys, in order and without duplicates.
    private func pinned(_ keys: KnownCAKeys) -> [Pinned] {
        var found: [Pinned] = []
        var places: [Pin: Int] = [:]
        for rule in policy.rules {
            for strategy in rule.strategies {
                for member in strategy.pinSet?.members ?? [] {
                    if places[member.pin] == nil, let owner = keys[member.pin] {
                        places[member.pin] = found.count
                        found.append(Pinned(pin: member.pin, owner: owner, pattern: rule.pattern))
                    }
                    guard let place = places[member.pin], strategy.position == .leaf else { continue }
                    found[place].isForLeaf = true
                }
            }
        }
        return found
    }

    private func knownKeys(_ pinned: [Pinned]) -> [PolicyFinding] {
        pinned.map { (pinned) in
            let owner = "belongs to a CA: \(displayed(pinned.owner.description))"
            guard pinned.isForLeaf else {
                return PolicyFinding(
                    .knownCAKey, .hint, "the pin \(pinned.pin) \(owner)", hint: "", owner: pinned.owner)
            }
            return PolicyFinding(
                .knownCAKey, .error, pattern: pinned.pattern,
                "the pin \(pinned.pin) never matches at position leaf, because it \(owner)",
                hint: "move it to position ca, or pin the server's own key", owner: pinned.owner)
        }
    }

    private func retiredKeys(_ pinned: [Pinned]) -> [PolicyFinding] {
        pinned.filter {
            $0.owner.notAfter.secondsSince1970 + 86_400 <= now.secondsSince1970 && !isPresented($0.pin)
        }.map { (pinned) in
            PolicyFinding(
                .retiredCAKey, .warning, pattern: pinned.pattern,
                "the pin \(pinned.pin) belongs to \(displayed(pinned.owner.name)), whose certificate expired on "
                    + PolicyDate.write(pinned.owner.notAfter),
                hint: "remove it, or replace it with the pin of a CA that issues for the host today",
                owner: pinned.owner)
        }
    }

    private func misleadingLabels(_ keys: KnownCAKeys) -> [PolicyFinding] {
        let members = policy.rules.flatMap { (rule) in
            rule.strategies.pinMembers.filter { !$0.label.isEmpty }.map { (rule.pattern, $0) }
        }
        guard !members.isEmpty else { return [] }
        let names = CANames(keys)
        var seen: Set<Pin> = []
        return members.compactMap { (pattern, member) in
            guard let named = names.keys(namedBy: member.label),
                !named.contains(where: { $0.pin == member.pin }),
                let name = named.first?.name, seen.insert(member.pin).inserted
            else { return nil }
            let owner = keys[member.pin].map { "it belongs to \(displayed($0.description))" }
            return PolicyFinding(
                .caLabel, .warning, pattern: pattern,
                "the label '\(displayed(member.label))' names the CA \(displayed(name)), but the pin \(member.pin) is "
                    + "not one of its pins as of \(keys.date)" + (owner.map { "; \($0)" } ?? ""),
                hint: "compare the pin with the CA's certificate, and correct the pin or the label")
        }
    }

    private func typos(_ keys: KnownCAKeys) -> [PolicyFinding] {
        var seen: Set<Pin> = []
        return policy.rules.flatMap { (rule) in
            rule.strategies.pinMembers.compactMap { (member) -> PolicyFinding? in
                // Six bytes are enough: even among millions of random pins, none is likely to begin like the pin of one
                // of a few thousand CA keys.
                guard seen.insert(member.pin).inserted, keys[member.pin] == nil, !isPresented(member.pin),
                    let owner = keys.key(startingWith: Array(member.pin.bytes.prefix(6)), endingWith: [])
                else { return nil }
                return PolicyFinding(
                    .caKeyTypo, .error, pattern: rule.pattern,
                    "only the beginning of the pin \(member.pin) matches \(owner.pin), the pin of "
                        + displayed(owner.description),
                    hint: "if it is meant to be the pin of that CA, replace it with \(spelled(owner.pin))",
                    action: .replacePin(member.pin, with: owner.pin), owner: owner)
            }
        }
    }

    private func rulesOfIntermediates(_ keys: KnownCAKeys) -> [PolicyFinding] {
        let presented = check.chains.flatMap { $0.judge.evaluation.links }
        let known = Set(presented.filter { $0.isAuthority && !$0.certificate.isSelfIssued }.map { $0.pin })
        let others = Set(presented.map { $0.pin }).subtracting(known)
        return policy.rules.compactMap { (rule) in
            let pins = rule.strategies.pinMembers.map { $0.pin }
            let isIntermediate = { (pin: Pin) in
                known.contains(pin) || !others.contains(pin) && keys[pin]?.role == .intermediate
            }
            guard !pins.isEmpty, rule.strategies.allSatisfy({ $0.pinSet != nil }),
                pins.allSatisfy(isIntermediate)
            else { return nil }
            return PolicyFinding(
                .intermediatesOnly, .warning, pattern: rule.pattern,
                "every pin is for the key of an intermediate CA, and CAs replace such keys without notice",
                hint: "add the pin of a root, or of a key of your own")
        }
    }
}

/// The CA names with which a pin's label may begin.
private struct CANames {
    private let byName: [String: [KnownCAKey]]
    private let longest: Int

    init(_ keys: KnownCAKeys) {
        byName = Dictionary(grouping: keys.all) { $0.name.lowercased() }
        longest = byName.keys.map { $0.utf8.count }.max() ?? 0
    }

    /// Returns the keys of the CA with the longest name that the label begins with; `nil` if there is none.
    ///
    /// A one-word name, such as R3, must be the whole label.
    func keys(namedBy label: String) -> [KnownCAKey]? {
        let text = label.lowercased()
        if let whole = byName[text] { return whole }
        var best: [KnownCAKey]?
        var end = text.startIndex
        while end < text.endIndex {
            let isEnd = !(text[end].isLetter || text[end].isNumber)
            let name = String(text[..<end])
            guard name.utf8.count <= longest else { break }
            if isEnd, name.contains(" "), let found = byName[name] { best = found }
            end = text.index(after: end)
        }
        return best
    }
}
