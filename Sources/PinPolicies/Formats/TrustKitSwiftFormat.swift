import SPKIHash

/// TrustKit's configuration as a Swift dictionary.
enum TrustKitSwiftFormat {
    static let row = PolicyFormat.Row(
        capabilities: TrustKitFormat.capabilities(prefix: "kTSK"),
        signs: ["kTSKPinnedDomains", "\"TSKPinnedDomains\""], rank: 10,
        emit: emit)

    @Sendable private static func emit(_ policy: PinPolicy) -> String {
        var lines = [
            PolicyFormat.notice, "import TrustKit", "", "let trustKitConfiguration: [String: Any] = [",
            "    kTSKPinnedDomains: [" + (policy.rules.isEmpty ? ":" : ""),
        ]
        for rule in policy.rules {
            lines += [
                "        \"\(rule.pattern.host)\": [",
                "            kTSKIncludeSubdomains: \(rule.pattern.reach == .subdomains),",
                "            kTSKEnforcePinning: \(rule.isEnforced),",
            ]
            if let day = rule.expiration {
                lines.append("            kTSKExpirationDate: \"\(PolicyDate.write(day))\",")
            }
            lines.append("            kTSKPublicKeyHashes: [")
            lines += rule.strategies.lines { "                \"\($0)\"," }
            lines += ["            ],", "        ] as [String: Any],"]
        }
        return (lines + ["    ] as [String: [String: Any]]", "]", ""]).joined(separator: "\n")
    }
}
