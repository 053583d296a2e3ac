import SPKIHash

/// `NSPinnedDomains` of App Transport Security, iOS 14 and macOS 11: Apple's Information Property List reference.
///
/// If both arrays are present, both must match, so the leaf and the CAs are strategies of a rule whose match
/// is `all`. `NSIncludesSubdomains` covers only hosts with exactly one more label: one entry holds two rules,
/// for the host and for `*.` plus the host.
enum NSPinnedDomainsFormat {
    static let row = PolicyFormat.Row(
        capabilities: PolicyCapabilities(
            consumer: "NSPinnedDomains", reaches: [.exact, .oneLabel], hasOneLabelFlag: true,
            hostRule: "one host, with or without the hosts one label below it (NSIncludesSubdomains)",
            subdomainFlag: "NSIncludesSubdomains", keys: [.leaf, .certificateAuthority], matches: [.all],
            holds: [.labels, .overlap],
            words: [.leaf: "NSPinnedLeafIdentities", .certificateAuthority: "NSPinnedCAIdentities"]),
        signs: ["NSPinnedDomains"], rank: 3, isElement: true, pins: .nsPinnedDomains,
        isHostForm: { $0 == $1 },
        read: { (text, _) throws(PolicyError) in try read(text) }, emit: { (policy, _) in emit(policy) })

    static let arrays: [(key: String, position: ChainPosition)] = [
        ("NSPinnedLeafIdentities", .leaf), ("NSPinnedCAIdentities", .certificateAuthority),
    ]

    static func emit(_ policy: PinPolicy) -> String {
        let wide = Set(policy.rules.map { $0.pattern }.filter { $0.reach == .oneLabel }.map { $0.host })
        let domains = policy.rules.filter { $0.pattern.reach == .exact }.map { (rule) in
            var entries = [
                PropertyList.Entry(
                    key: "NSIncludesSubdomains", value: .bool(wide.contains(rule.pattern.host)))
            ]
            for (key, position) in arrays {
                let pins = rule.strategies.filter { $0.position == position }.compactMap { $0.pinSet }
                    .flatMap { $0.members }
                guard !pins.isEmpty else { continue }
                let identities = pins.map { (member) in
                    PropertyList.dictionary([
                        .init(
                            key: "SPKI-SHA256-BASE64",
                            value: .string(member.pin.base64, comment: member.annotation))
                    ])
                }
                entries.append(.init(key: key, value: .array(identities)))
            }
            return PropertyList.Entry(key: rule.pattern.host.description, value: .dictionary(entries))
        }
        return PropertyList.dictionary([
            .init(
                key: "NSAppTransportSecurity",
                value: .dictionary([.init(key: "NSPinnedDomains", value: .dictionary(domains))]))
        ]).xml
    }
}

extension NSPinnedDomainsFormat {
    /// The keys of an entry, Information Property List reference.
    private static let keys = ["NSIncludesSubdomains", "NSPinnedLeafIdentities", "NSPinnedCAIdentities"]
    private static let digestKey = "SPKI-SHA256-BASE64"

    static func read(_ text: [UInt8]) throws(PolicyError) -> PolicyReading {
        let root = try PropertyList.read(text)
        let place = "NSAppTransportSecurity"
        guard let domains = root[place]?["NSPinnedDomains"] ?? root["NSPinnedDomains"] else {
            throw PolicyError(
                .missingField, "missing NSPinnedDomains in the property list",
                hint: "use the file that contains it")
        }
        guard let entries = domains.entries else {
            throw PolicyError(
                .syntax, "NSPinnedDomains is \(domains.name); expected a dictionary of hosts",
                position: domains.position)
        }
        var findings = ReadingFindings(.nsPinnedDomains)
        if root[place]?["NSPinnedDomains"] == nil {
            findings.notRead(
                "NSPinnedDomains is outside of \(place), the only place where the system looks for it",
                .error,
                hint: "move it into the dictionary \(place) of the Info.plist")
        }
        if (root["TSKConfiguration"] ?? root)["TSKPinnedDomains"] != nil { findings.other(.trustKit) }
        var rules: [PinPolicy.Rule] = []
        for entry in entries {
            rules +=
                try findings.entry(at: entry.position) { (findings) throws(PolicyError) in
                    try self.rules(entry, &findings)
                } ?? []
        }
        return try findings.reading(rules)
    }

    private static func rules(
        _ domain: PropertyList.Entry, _ findings: inout ReadingFindings
    ) throws(PolicyError) -> [PinPolicy.Rule] {
        let host = try findings.host(domain.key)
        let name = displayed(domain.key)
        let entries = try domain.value.requiredEntries(name)
        findings.checkKeys(entries, in: name, known: keys)
        let omitted = findings.omissions.count
        var strategies: [PinStrategy] = []
        for (key, position) in arrays {
            guard let identities = domain.value[key] else { continue }
            let members = try self.members(identities, "\(name): \(key)", &findings)
            if !members.isEmpty { strategies.append(.publicKey(PinSet(members), at: position)) }
        }
        var reaches = [HostPattern.Reach.exact]
        if try domain.value.flag("NSIncludesSubdomains", in: name) ?? false, !host.isIPv4Address {
            reaches.append(.oneLabel)
        }
        guard !strategies.isEmpty else {
            guard findings.omissions.count == omitted else { return [] }
            throw PolicyError(
                .noPins, "\(host) has no pins",
                hint: "add \(arrays.map { $0.key }.joined(separator: " or "))")
        }
        var rules: [PinPolicy.Rule] = []
        for reach in reaches {
            rules.append(PinPolicy.Rule(try HostPattern(host, reach), strategies, match: .all))
        }
        return rules
    }

    private static func members(
        _ identities: PropertyList, _ name: String, _ findings: inout ReadingFindings
    ) throws(PolicyError) -> [PinSet.Member] {
        guard let array = identities.array else {
            throw PolicyError(
                .notUnderstood, "\(name) is \(identities.name); expected an array of dictionaries",
                hint: "write <dict><key>\(digestKey)</key><string>PIN</string></dict> in an <array>",
                position: identities.position)
        }
        var members: [PinSet.Member] = []
        for identity in array {
            let member = try findings.entry(at: identity.position) {
                (findings) throws(PolicyError) -> PinSet.Member in
                findings.checkKeys(try identity.requiredEntries(name), in: name, known: [digestKey])
                guard let value = identity[digestKey] else {
                    throw PolicyError(
                        .missingField, "\(name): an entry is missing \(digestKey)",
                        hint: "write <dict><key>\(digestKey)</key><string>PIN</string></dict>")
                }
                return try PinSet.Member(value, in: name, &findings)
            }
            if let member { members.append(member) }
        }
        return members
    }
}

extension ReadingFindings {
    /// Reports the keys of a dictionary that are not in `known`.
    mutating func checkKeys(_ entries: [PropertyList.Entry], in name: String, known: [String]) {
        for entry in entries where !known.contains(entry.key) {
            unknownKey(entry.key, in: name, known: known, at: entry.position)
        }
    }
}

extension PropertyList {
    /// Returns the entries of a value that must be a dictionary.
    ///
    /// - Throws: ``PolicyError`` for anything else.
    func requiredEntries(_ name: String) throws(PolicyError) -> [Entry] {
        // In Swift `[]` may be either.
        if array?.isEmpty == true { return [] }
        guard let entries else {
            throw PolicyError(
                .notUnderstood, "\(name) is \(self.name); expected a dictionary", position: position)
        }
        return entries
    }

    /// Returns the Boolean value of a key, or `nil` if the key is absent.
    ///
    /// - Throws: ``PolicyError`` for any other type, which must not count as false.
    func flag(_ key: String, in name: String) throws(PolicyError) -> Bool? {
        guard let value = self[key] else { return nil }
        guard let flag = value.bool else {
            throw PolicyError(
                .notUnderstood, "\(name): \(key) is \(value.name); expected true or false",
                hint: "write true or false", position: value.position)
        }
        return flag
    }
}

extension PinSet.Member {
    /// Reads a pin that is a string in a property list.
    init(
        _ value: PropertyList, in name: String, _ findings: inout ReadingFindings
    ) throws(PolicyError) {
        guard let (text, comment) = value.string else {
            throw PolicyError(
                .notUnderstood, "\(name): a pin is \(value.name); expected a string",
                hint: "write the pin as a string", position: value.position)
        }
        do throws(PolicyError) {
            self.init(try findings.pin(text, in: name), comment: comment)
        } catch {
            throw error.at(value.position)
        }
    }
}
