import SPKIHash

/// TrustKit's configuration, as `TSKConfiguration` in an Info.plist or as the dictionary that
/// `TrustKit(configuration:)` takes, in Swift or, for reading, Objective-C. The keys are those of
/// TSKTrustKitConfig.h.
enum TrustKitFormat {
    static let row = PolicyFormat.Row(
        capabilities: capabilities(prefix: "TSK"), signs: ["TSKPinnedDomains"], rank: 2, isElement: true,
        pins: .trustKit, isHostForm: { $0 == $1 },
        read: { (text, _) throws(PolicyError) in try read(propertyList: text) },
        emit: { (policy, _) in emitPropertyList(policy) })

    static let swiftRow = PolicyFormat.Row(
        capabilities: capabilities(prefix: "kTSK"), signs: ["kTSKPinnedDomains", "\"TSKPinnedDomains\""],
        rank: 1,
        pins: .trustKit,
        isHostForm: { $0 == $1 }, read: { (text, _) throws(PolicyError) in try read(swift: text) },
        emit: { (policy, _) in emitSwift(policy) })

    private static func capabilities(prefix: String) -> PolicyCapabilities {
        PolicyCapabilities(
            consumer: "TrustKit", reaches: [.exact, .subdomains],
            hostRule: "one host, with or without all its subdomains (kTSKIncludeSubdomains)",
            subdomainFlag: "TSKIncludeSubdomains", keys: [.any],
            holds: [.labels, .expiration, .reportOnly, .overlap],
            words: [.enforcement: "set \(prefix)EnforcePinning to true"])
    }

    static func emitPropertyList(_ policy: PinPolicy) -> String {
        let domains = policy.rules.map { (rule) in
            PropertyList.Entry(
                key: rule.pattern.host.description,
                value: .dictionary(entries(rule).map { .init(key: $0.key, value: $0.value) }))
        }
        return PropertyList.dictionary([
            .init(
                key: "TSKConfiguration",
                value: .dictionary([.init(key: "TSKPinnedDomains", value: .dictionary(domains))]))
        ]).xml
    }

    static func emitSwift(_ policy: PinPolicy) -> String {
        var lines = [
            "// Made from a pin policy; edit the policy, not this file.", "import TrustKit", "",
            "let trustKitConfiguration: [String: Any] = [",
        ]
        lines.append("    kTSKPinnedDomains: [" + (policy.rules.isEmpty ? ":" : ""))
        for rule in policy.rules {
            lines.append("        \(QuotedText.swift(rule.pattern.host.description)): [")
            for (key, value) in entries(rule) {
                switch value.kind {
                case .array(let pins):
                    lines.append("            k\(key): [")
                    for case let (pin, comment)? in pins.map({ $0.string }) {
                        lines.append("                \"\(pin)\"," + (comment.map { " // \($0)" } ?? ""))
                    }
                    lines.append("            ],")
                case .bool(let value): lines.append("            k\(key): \(value),")
                case .string(let text, _): lines.append("            k\(key): \(QuotedText.swift(text)),")
                case .dictionary, .number, .other: break
                }
            }
            lines.append("        ] as [String: Any],")
        }
        lines += ["    ] as [String: [String: Any]]", "]", ""]
        return lines.joined(separator: "\n")
    }

    private static func entries(_ rule: PinPolicy.Rule) -> [(key: String, value: PropertyList)] {
        var result: [(key: String, value: PropertyList)] = [
            ("TSKIncludeSubdomains", .bool(rule.pattern.reach == .subdomains)),
            ("TSKEnforcePinning", .bool(rule.isEnforced)),
        ]
        if let day = rule.expiration { result.append(("TSKExpirationDate", .string(PolicyDate.write(day)))) }
        let pins = rule.strategies.compactMap { $0.pinSet }.flatMap { $0.members }
        result.append(
            ("TSKPublicKeyHashes", .array(pins.map { .string($0.pin.base64, comment: $0.annotation) })))
        return result
    }
}
