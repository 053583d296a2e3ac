/// `NSPinnedDomains` of App Transport Security, iOS 14 and macOS 11: Apple's Information Property List reference.
///
/// Where both arrays are present, both have to match; so the leaf and the authorities are strategies of a rule
/// that asks for all. `NSIncludesSubdomains` is for hosts with one label more, and for no others: two rules, for the host
/// and for `*.` before it, stand in one entry.
enum NSPinnedDomainsFormat {
    private static let arrays: [(key: String, position: ChainPosition)] = [
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

    static func read(_ text: [UInt8]) throws(PolicyError) -> PolicyReading {
        let root = try PropertyList.read(xml: text)
        guard let domains = (root["NSAppTransportSecurity"] ?? root)["NSPinnedDomains"]?.entries else {
            throw PolicyError(
                .missingField, "no NSPinnedDomains in the property list", hint: "name the right file")
        }
        var rules: [PinPolicy.Rule] = []
        var findings = ReadingFindings(.nsPinnedDomains)
        if (root["TSKConfiguration"] ?? root)["TSKPinnedDomains"] != nil { findings.other(.trustKit) }
        for domain in domains {
            let name = displayed(domain.key)
            for entry in domain.value.entries ?? []
            where entry.key != "NSIncludesSubdomains" && !arrays.contains(where: { $0.key == entry.key }) {
                findings.notRead("\(name): \(displayed(entry.key)) is not part of a policy")
            }
            var strategies: [PinStrategy] = []
            for (key, position) in arrays {
                var pins: [PinSet.Member] = []
                for identity in domain.value[key]?.array ?? [] {
                    guard let value = identity["SPKI-SHA256-BASE64"] else {
                        throw PolicyError(
                            .missingField, "\(name): an entry of \(key) without SPKI-SHA256-BASE64",
                            hint: "write <dict><key>SPKI-SHA256-BASE64</key><string>PIN</string></dict>")
                    }
                    pins.append(try PinSet.Member(value, in: name, &findings))
                }
                if !pins.isEmpty { strategies.append(.publicKey(PinSet(pins), at: position)) }
            }
            let host = try HostName(domain.key)
            findings.check(domain.key, of: host)
            var reaches = [HostPattern.Reach.exact]
            if try domain.value.flag("NSIncludesSubdomains", in: name) ?? false, !host.isIPv4Address {
                reaches.append(.oneLabel)
            }
            for reach in reaches {
                rules.append(PinPolicy.Rule(try HostPattern(host, reach), strategies, match: .all))
            }
        }
        return PolicyReading(policy: try PinPolicy(rules, unlistedHosts: .accept), findings: findings.all)
    }
}
