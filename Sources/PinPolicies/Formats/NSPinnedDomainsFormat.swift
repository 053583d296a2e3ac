import SPKIHash

/// `NSPinnedDomains` of App Transport Security (iOS 14, macOS 11), as in Apple's Information Property List reference.
///
/// If both arrays are present, both must match, so the pins for the leaf and for CAs are strategies of a rule whose
/// match is `all`. An empty array matches nothing. `NSIncludesSubdomains` covers only hosts with exactly one more label,
/// so an entry with this flag stands for two rules: one for the host, and one for `*.` followed by the host.
enum NSPinnedDomainsFormat {
    static let row = PolicyFormat.Row(
        capabilities: PolicyCapabilities(
            consumer: "NSPinnedDomains", reaches: [.exact, .oneLabel], hasOneLabelFlag: true,
            hostRule: "one host, with or without the hosts one label below it (NSIncludesSubdomains)",
            subdomainFlag: "NSIncludesSubdomains", keys: [.leaf, .certificateAuthority], matches: [.all],
            holds: [.labels],
            places: [.leaf: "NSPinnedLeafIdentities", .certificateAuthority: "NSPinnedCAIdentities"],
            pins: .nsPinnedDomains, isHostForm: { $0.lowercased() == $1 },
            wrongPins: .skipped),
        signs: ["NSPinnedDomains", "NSPinnedLeafIdentities", "NSPinnedCAIdentities"], rank: 3,
        isElement: true, read: { (text) throws(PolicyError) in try read(text) }, emit: emit)

    static let arrays: [(key: String, position: ChainPosition)] = [
        ("NSPinnedLeafIdentities", .leaf), ("NSPinnedCAIdentities", .certificateAuthority),
    ]

    @Sendable private static func emit(_ policy: PinPolicy) -> String {
        let wide = Set(policy.rules.map { $0.pattern }.filter { $0.reach == .oneLabel }.map { $0.host })
        let hosts = policy.rules.filter { $0.pattern.reach == .exact }.map { (rule) in
            var lines = ["<key>NSIncludesSubdomains</key>", "<\(wide.contains(rule.pattern.host))/>"]
            for (key, position) in arrays {
                let strategies = rule.strategies.filter { $0.position == position }
                guard !strategies.isEmpty else { continue }
                lines += ["<key>\(key)</key>", "<array>"]
                lines += strategies.lines(comment: xmlComment) { "\t\t<string>\($0)</string>" }.flatMap {
                    ["\t<dict>", "\t\t<key>\(digestKey)</key>", $0, "\t</dict>"]
                }
                lines.append("</array>")
            }
            return (host: rule.pattern.host, lines: lines)
        }
        return PropertyList.document(transport, "NSPinnedDomains", hosts)
    }

    /// The keys of an entry, from the Information Property List reference.
    private static let keys = ["NSIncludesSubdomains", "NSPinnedLeafIdentities", "NSPinnedCAIdentities"]
    private static let digestKey = "SPKI-SHA256-BASE64"
    private static let transport = "NSAppTransportSecurity"

    static func read(_ text: [UInt8]) throws(PolicyError) -> PolicyReading {
        let list = try PropertyList.read(text)
        let findings = ReadingFindings(.nsPinnedDomains)
        let hosts = try findings.hosts(
            "NSPinnedDomains", in: transport, list.root[transport]?["NSPinnedDomains"], list,
            keys: arrays.map { $0.key })
        let rules = try findings.entries(hosts, at: { $0.position }) { (host) throws(PolicyError) in
            try self.rules(host, findings)
        }
        return try findings.reading(rules.flatMap { $0 })
    }

    private static func rules(
        _ domain: DataValue.Entry, _ findings: ReadingFindings
    ) throws(PolicyError) -> [PinPolicy.Rule] {
        let host = try findings.host(domain.key)
        findings.check(domain.key, of: try HostPattern(host))
        let name = displayed(domain.key)
        findings.subject = try HostPattern(host)
        defer { findings.subject = nil }
        findings.checkKeys(try domain.value.requiredEntries(name), in: name, known: keys)
        var reaches = [HostPattern.Reach.exact]
        if try domain.value.flag("NSIncludesSubdomains", in: name) ?? false, !host.isIPv4Address {
            reaches.append(.oneLabel)
            findings.subject = try HostPattern(host, .subdomains)
        }
        var strategies: [PinStrategy] = []
        for (key, position) in arrays {
            guard let identities = domain.value[key] else { continue }
            let members = try self.members(identities, "\(name): \(key)", findings)
            guard !members.isEmpty else {
                throw PolicyError(
                    .noPins, "\(name): \(key) has no pins, so no connection to the host is accepted",
                    hint: "remove the key, or add pins", pattern: findings.subject)
            }
            strategies.append(.publicKey(PinSet(members), at: position))
        }
        guard !strategies.isEmpty else {
            throw PolicyError(
                .missingField, "\(host) has no pins",
                hint: "add \(arrays.map { $0.key }.joined(separator: " or "))")
        }
        return try reaches.map { (reach) throws(PolicyError) in
            PinPolicy.Rule(try HostPattern(host, reach), strategies, match: .all)
        }
    }

    private static func members(
        _ identities: DataValue, _ name: String, _ findings: ReadingFindings
    ) throws(PolicyError) -> [PinSet.Member] {
        let form = "<dict><key>\(digestKey)</key><string>PIN</string></dict>"
        let array = try identities.required(
            identities.array, "an array of dictionaries", name, hint: "write \(form) in an <array>")
        return try findings.entries(array, at: { $0.position }) { (identity) throws(PolicyError) in
            findings.checkKeys(try identity.requiredEntries(name), in: name, known: [digestKey])
            guard let value = identity[digestKey] else {
                throw PolicyError(
                    .missingField, "\(name): an entry is missing \(digestKey)", hint: "write \(form)")
            }
            return try findings.member(value, in: name)
        }
    }
}
