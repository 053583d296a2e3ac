/// `NSPinnedDomains` of App Transport Security, iOS 14 and macOS 11: Apple's Information Property List reference.
///
/// Where both arrays are present, both have to match; so the leaf and the authorities are strategies of a rule
/// that asks for all.
enum NSPinnedDomainsFormat {
    private static let arrays: [(key: String, position: ChainPosition)] = [
        ("NSPinnedLeafIdentities", .leaf), ("NSPinnedCAIdentities", .certificateAuthority),
    ]

    static func emit(_ policy: PinPolicy) -> String {
        let domains = policy.rules.map { (rule) in
            var entries = [
                PropertyList.Entry(
                    key: "NSIncludesSubdomains", value: .bool(rule.pattern.reach == .subdomains))
            ]
            for (key, position) in arrays {
                let pins = rule.strategies.filter { $0.position == position }.compactMap(\.pinSet)
                    .flatMap(\.members)
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
            let reach: HostPattern.Reach =
                try domain.value.flag("NSIncludesSubdomains", in: name) ?? false ? .subdomains : .exact
            rules.append(
                PinPolicy.Rule(try HostPattern(try HostName(domain.key), reach), strategies, match: .all))
        }
        return PolicyReading(policy: try PinPolicy(rules, unlistedHosts: .accept), findings: findings.all)
    }
}
