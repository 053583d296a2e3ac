import DERKit
import SPKIHash

extension CheckedRule {
    /// Rules about the keys of public CAs, applied if the check has a table of them.
    static let caKeyRules = [
        CheckedRule(
            code: "known-ca-key", summary: "no pin for the server's own key is that of a public CA",
            source: "the certificates of the CAs that root stores list", check: knownKeys),
        CheckedRule(
            code: "retired-ca-key", summary: "no pin is the key of a CA whose certificate has ended",
            source: "the certificates of the CAs that root stores list", check: retiredKeys),
        CheckedRule(
            code: "ca-label", summary: "a label that names a CA is on a pin of that CA",
            source: "the certificates of the CAs that root stores list", check: labels),
        CheckedRule(
            code: "ca-key-typo", summary: "no pin begins like that of a CA and continues otherwise",
            source: "the certificates of the CAs that root stores list", check: typos),
        CheckedRule(
            code: "intermediates-only", summary: "not every pin is the key of an intermediate CA",
            source: "RFC 7469 section 4.1; CA/Browser Forum, Baseline Requirements section 6.1.1.1",
            check: intermediates),
    ]

    /// A pin of a CA's key, with the rules that have it.
    private struct Pinned {
        let pin: Pin
        let owner: KnownCAKey
        var patterns: [HostPattern] = []
        var isForLeaf = false
    }

    /// Returns the pins of CA keys, each once, in order.
    private static func pinned(_ context: CheckContext) -> [Pinned] {
        guard let keys = context.check.caKeys else { return [] }
        var found: [Pinned] = []
        var places: [Pin: Int] = [:]
        for rule in context.policy.rules {
            for strategy in rule.strategies {
                for member in strategy.pinSet?.members ?? [] {
                    guard let place = places[member.pin] else {
                        guard let owner = keys[member.pin] else { continue }
                        places[member.pin] = found.count
                        found.append(
                            Pinned(
                                pin: member.pin, owner: owner, patterns: [rule.pattern],
                                isForLeaf: strategy.position == .leaf))
                        continue
                    }
                    found[place].patterns.append(rule.pattern)
                    found[place].isForLeaf = found[place].isForLeaf || strategy.position == .leaf
                }
            }
        }
        return found
    }

    @Sendable private static func knownKeys(_ context: CheckContext) -> [Breach] {
        pinned(context).map { (pinned) in
            let what = "the pin \(pinned.pin) is the key of a CA, \(displayed(pinned.owner.description))"
            var breach =
                pinned.isForLeaf
                ? Breach(
                    .error, pattern: pinned.patterns.first, "\(what), so it never matches at position leaf",
                    hint: "move it to position ca, or pin the server's own key")
                : Breach(.note, what, hint: "")
            breach.owner = pinned.owner
            return breach
        }
    }

    @Sendable private static func retiredKeys(_ context: CheckContext) -> [Breach] {
        pinned(context).filter {
            $0.owner.notAfter.secondsSince1970 + 86_400 <= context.now.secondsSince1970
                && !context.isPresented($0.pin)
        }.map { (pinned) in
            var breach = Breach(
                .warning, pattern: pinned.patterns.first,
                "the pin \(pinned.pin) is the key of \(displayed(pinned.owner.name)), whose certificate ended on "
                    + PolicyDate.write(pinned.owner.notAfter),
                hint: "remove it, or replace it with the pin of a CA that issues for the host today")
            breach.owner = pinned.owner
            return breach
        }
    }

    @Sendable private static func labels(_ context: CheckContext) -> [Breach] {
        guard let keys = context.check.caKeys else { return [] }
        let members = context.policy.rules.flatMap { (rule) in
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
            let owner = keys[member.pin].map { "it is that of \(displayed($0.description))" }
            return Breach(
                .warning, pattern: pattern,
                "the label '\(displayed(member.label))' names the CA \(displayed(name)), but the pin \(member.pin) is "
                    + "none of its keys of \(keys.date)" + (owner.map { "; \($0)" } ?? ""),
                hint: "compare the pin with that of the CA's certificate, and correct the pin or the label")
        }
    }

    @Sendable private static func typos(_ context: CheckContext) -> [Breach] {
        guard let keys = context.check.caKeys else { return [] }
        var seen: Set<Pin> = []
        return context.policy.rules.flatMap { (rule) in
            rule.strategies.pinMembers.compactMap { (member) -> Breach? in
                // Six bytes: among millions of random pins, none would begin like one of a few thousand.
                guard seen.insert(member.pin).inserted, keys[member.pin] == nil,
                    !context.isPresented(member.pin),
                    let owner = keys.key(startingWith: Array(member.pin.bytes.prefix(6)), endingWith: [])
                else { return nil }
                var breach = Breach(
                    .error, pattern: rule.pattern,
                    "the pin \(member.pin) begins like \(owner.pin), the key of \(displayed(owner.description)), and "
                        + "continues otherwise",
                    hint:
                        "if it is meant to be the pin of that CA, replace it with \(context.spelled(owner.pin))",
                    action: .replacePin(member.pin, with: owner.pin))
                breach.owner = owner
                return breach
            }
        }
    }

    @Sendable private static func intermediates(_ context: CheckContext) -> [Breach] {
        guard let keys = context.check.caKeys else { return [] }
        let presented = context.check.chains.flatMap { $0.judge.evaluation.links }
        let known = Set(presented.filter { $0.isAuthority && !$0.certificate.isSelfIssued }.map { $0.pin })
        let others = Set(presented.map { $0.pin }).subtracting(known)
        return context.policy.rules.compactMap { (rule) in
            let pins = rule.strategies.pinMembers.map { $0.pin }
            let isIntermediate = { (pin: Pin) in
                known.contains(pin) || !others.contains(pin) && keys[pin]?.role == .intermediate
            }
            guard !pins.isEmpty, rule.strategies.allSatisfy({ $0.pinSet != nil }),
                pins.allSatisfy(isIntermediate)
            else { return nil }
            return Breach(
                .warning, pattern: rule.pattern,
                "every pin is the key of an intermediate CA, and CAs replace these without notice",
                hint: "add the pin of a root, or of a key of your own")
        }
    }
}

/// The names of CAs that a label may begin with.
private struct CANames {
    private var byName: [String: [KnownCAKey]] = [:]
    private var longest = 0

    init(_ keys: KnownCAKeys) {
        for key in keys.all {
            let name = key.name.lowercased()
            byName[name, default: []].append(key)
            longest = max(longest, name.utf8.count)
        }
    }

    /// Returns the keys of the CA whose name a label begins with, the longest such name; `nil` if it begins with none.
    ///
    /// A name of one word, such as R3, has to be the whole label.
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
