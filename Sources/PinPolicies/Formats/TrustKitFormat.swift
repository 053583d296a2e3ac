import SPKIHash

/// TrustKit's configuration as `TSKConfiguration` in an Info.plist. The keys are those of TSKTrustKitConfig.h.
enum TrustKitFormat {
    static let row = PolicyFormat.Row(
        capabilities: capabilities(prefix: "TSK"), signs: ["TSKPinnedDomains", "TSKPublicKeyHashes"], rank: 2,
        isElement: true,
        read: { (text) throws(PolicyError) in try read(text) }, emit: emit)

    static func capabilities(prefix: String) -> PolicyCapabilities {
        PolicyCapabilities(
            consumer: "TrustKit", reaches: [.exact, .subdomains],
            hostRule: "one host, with or without all its subdomains (kTSKIncludeSubdomains)",
            subdomainFlag: "TSKIncludeSubdomains", keys: [.any],
            holds: [.labels, .expiration, .reportOnly, .overlap],
            words: [.enforcement: "set \(prefix)EnforcePinning to true"], pins: .trustKit,
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
}
