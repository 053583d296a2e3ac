import SPKIHash

/// `NSPinnedDomains` of App Transport Security, iOS 14 and macOS 11: Apple's Information Property List reference.
///
/// Where both arrays are present, both have to match; so the leaf and the authorities are strategies of a rule
/// that asks for all. `NSIncludesSubdomains` is for hosts with one label more, and for no others: two rules, for the host
/// and for `*.` before it, stand in one entry.
enum NSPinnedDomainsFormat {
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
