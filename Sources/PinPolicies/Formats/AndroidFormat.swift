import SPKIHash

/// Android's network security configuration, `res/xml/network_security_config.xml`: each `domain-config` contains the
/// domains, followed by the pin set, as in Android's documentation.
enum AndroidFormat {
    static let row = PolicyFormat.Row(
        capabilities: PolicyCapabilities(
            consumer: "Android", reaches: [.exact, .subdomains],
            hostRule: "one host, with or without all its subdomains (includeSubdomains)",
            subdomainFlag: "includeSubdomains=\"true\"", keys: [.any],
            holds: [.labels, .expiration, .overlap], pins: .android,
            // Android changes names in the file to lower case, but does not change anything else in them.
            isHostForm: { $0.lowercased() == $1 }),
        signs: ["<network-security-config", "<domain-config", "<base-config", "<debug-overrides"], rank: 4,
        isElement: true,
        read: { (text) throws(PolicyError) in try read(text) }, emit: emit)

    @Sendable private static func emit(_ policy: PinPolicy) -> String {
        var lines = [#"<?xml version="1.0" encoding="utf-8"?>"#, "<network-security-config>"]
        for rule in policy.rules {
            let day = rule.expiration.map { #" expiration="\#(PolicyDate.write($0))""# } ?? ""
            let includes = rule.pattern.reach == .subdomains
            lines += [
                "    <domain-config>",
                #"        <domain includeSubdomains="\#(includes)">\#(rule.pattern.host)</domain>"#,
                "        <pin-set\(day)>",
            ]
            lines += rule.strategies.lines(comment: xmlComment) { (digest) in
                #"            <pin digest="SHA-256">\#(digest)</pin>"#
            }
            lines += ["        </pin-set>", "    </domain-config>"]
        }
        return (lines + ["</network-security-config>", ""]).joined(separator: "\n")
    }
}
