import SPKIHash

/// TrustKit's configuration, as `TSKConfiguration` in an Info.plist or as a Swift dictionary. The keys are those of
/// TSKTrustKitConfig.h.
enum TrustKitFormat {
    static let row = PolicyFormat.Row(
        capabilities: capabilities(prefix: "TSK"), signs: ["TSKPinnedDomains", "TSKPublicKeyHashes"], rank: 2,
        isElement: true,
        read: { (text) throws(PolicyError) in try read(text) }, emit: emit)

    static let swiftRow = PolicyFormat.Row(
        capabilities: capabilities(prefix: "kTSK"), signs: ["kTSKPinnedDomains", "\"TSKPinnedDomains\""],
        rank: 10, emit: emitSwift)

    private static func capabilities(prefix: String) -> PolicyCapabilities {
        PolicyCapabilities(
            consumer: "TrustKit", reaches: [.exact, .subdomains],
            hostRule: "one host, with or without all its subdomains (kTSKIncludeSubdomains)",
            subdomainFlag: "TSKIncludeSubdomains", keys: [.any],
            holds: [.labels, .expiration, .reportOnly, .overlap],
            enforcement: "set \(prefix)EnforcePinning to true", pins: .trustKit,
            isHostForm: { $0 == $1 }, rebuildsHeaders: true, wrongPins: .refused)
    }

    @Sendable private static func emit(_ policy: PinPolicy) -> String {
        let hosts = policy.rules.map { (rule) in
            var lines = [
                "<key>TSKIncludeSubdomains</key>", "<\(rule.pattern.reach == .subdomains)/>",
                "<key>TSKEnforcePinning</key>", "<\(rule.isEnforced)/>",
            ]
            if let day = rule.expiration {
                lines += ["<key>TSKExpirationDate</key>", "<string>\(PolicyDate.write(day))</string>"]
            }
            lines += ["<key>TSKPublicKeyHashes</key>", "<array>"]
            lines += rule.strategies.lines(comment: xmlComment) { "\t<string>\($0)</string>" }
            return (host: rule.pattern.host, lines: lines + ["</array>"])
        }
        return PropertyList.document("TSKConfiguration", "TSKPinnedDomains", hosts)
    }

    @Sendable private static func emitSwift(_ policy: PinPolicy) -> String {
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
