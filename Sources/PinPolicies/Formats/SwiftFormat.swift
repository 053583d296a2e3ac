import SPKIHash

/// Plain Swift constants that do not require a library and contain the whole policy.
enum SwiftFormat {
    static let row = PolicyFormat.Row(
        capabilities: .everything("swift"), signs: ["enum HostPins"], rank: 11, emit: emit)

    @Sendable private static func emit(_ policy: PinPolicy) -> String {
        var lines = [
            PolicyFormat.notice, "",
            "/// Hosts, and the SHA-256 of the SubjectPublicKeyInfo of their keys in base64.",
            "enum HostPins {",
            "    /// What happens to hosts without a rule: \"accept\" or \"refuse\".",
            "    static let unlistedHosts = \"\(policy.unlistedHosts.rawValue)\"", "",
            "    /// The pins of the hosts that match a pattern; \"**.\" includes all subdomains.",
            "    struct Rule: Sendable {", "        let host: String", "        let match: String",
            "        let expires: String?", "        let isEnforced: Bool",
            "        let strategies: [Strategy]", "    }", "",
            "    /// The pins of keys, or the SHA-256 of certificates in hex.",
            "    struct Strategy: Sendable {", "        let kind: String", "        let position: String",
            "        let pins: [String]", "    }", "",
            "    static let rules: [Rule] = [",
        ]
        for rule in policy.rules {
            let day = rule.expiration.map { "\"\(PolicyDate.write($0))\"" } ?? "nil"
            lines += [
                "        Rule(",
                "            host: \"\(rule.pattern)\", match: \"\(rule.match.rawValue)\", expires: \(day),",
                "            isEnforced: \(rule.isEnforced),", "            strategies: [",
            ]
            for strategy in rule.strategies {
                let kind = strategy.pinSet == nil ? "certificate" : "public-key"
                lines += [
                    "                Strategy(",
                    "                    kind: \"\(kind)\", position: \"\(strategy.position.rawValue)\",",
                    "                    pins: [",
                ]
                lines += [strategy].lines { "                        \"\($0)\"," }
                lines += ["                    ]),"]
            }
            lines += ["            ]),"]
        }
        return (lines + ["    ]", "}", ""]).joined(separator: "\n")
    }
}
