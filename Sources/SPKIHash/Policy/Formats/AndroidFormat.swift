import DERKit

/// Android's network security configuration, `res/xml/network_security_config.xml`: in each `domain-config` the
/// domains, then the pin set, as the documentation has them.
enum AndroidFormat {
    static func emit(_ policy: PinPolicy) -> String {
        var lines = [#"<?xml version="1.0" encoding="utf-8"?>"#, "<network-security-config>"]
        for rule in policy.rules {
            let day = rule.expiration.map { #" expiration="\#(PolicyDate.write($0))""# } ?? ""
            let includes = rule.pattern.reach == .subdomains
            lines += [
                "    <domain-config>",
                #"        <domain includeSubdomains="\#(includes)">\#(rule.pattern.host)</domain>"#,
                "        <pin-set\(day)>",
            ]
            for member in rule.strategies.compactMap(\.pinSet).flatMap(\.members) {
                let comment = member.annotation.map { " <!-- \($0) -->" } ?? ""
                lines.append(#"            <pin digest="SHA-256">\#(member.pin.base64)</pin>\#(comment)"#)
            }
            lines += ["        </pin-set>", "    </domain-config>"]
        }
        return (lines + ["</network-security-config>", ""]).joined(separator: "\n")
    }

    static func read(_ text: [UInt8]) throws(PolicyError) -> PolicyReading {
        let root = try XMLElement.read(text)
        guard root.name == "network-security-config" else {
            throw PolicyError(
                .syntax, "<\(displayed(root.name))> where <network-security-config> is expected",
                position: root.position)
        }
        var rules: [PinPolicy.Rule] = []
        var findings = ReadingFindings(.android)
        noteOverrides(root, &findings)
        // A nested configuration without a pin set has the one around it.
        var pending = root.elements.map(\.element).filter { $0.name == "domain-config" }
            .map { (element: $0, inherited: AndroidPins?.none) }
        pending.reverse()
        while let (config, inherited) = pending.popLast() {
            let children = config.elements.map(\.element)
            let domains = children.filter { $0.name == "domain" }
            let own = children.filter { $0.name == "pin-set" }
            guard own.count < 2 else {
                throw PolicyError(
                    .syntax, "a second <pin-set> in one <domain-config>", hint: "put all pins into one",
                    position: own[1].position)
            }
            // Read once, however many domains have it.
            let pins =
                try own.first.map { (element) throws(PolicyError) in
                    try pinSet(
                        element, domains.first.map { displayed($0.trimmedText) } ?? "pin-set", &findings)
                } ?? inherited
            pending += children.filter { $0.name == "domain-config" }.reversed().map { ($0, pins) }
            for child in children
            where !["domain", "pin-set", "trust-anchors", "domain-config"].contains(child.name) {
                findings.notRead("<\(displayed(child.name))> is not part of a policy")
            }
            if anchors(config).contains(where: { $0.attributes["overridePins"] == "true" }) {
                findings.notRead("overridePins=\"true\": chains from those anchors are not pinned")
            }
            for domain in domains {
                if let rule = try rule(domain, pins) {
                    rules.append(rule)
                } else {
                    findings.notRead(
                        "\(displayed(domain.trimmedText)): no pins, so that the host has no rule")
                }
            }
        }
        return PolicyReading(policy: try PinPolicy(rules, unlistedHosts: .accept), findings: findings.all)
    }

    /// The entries of the trust anchors in a configuration.
    private static func anchors(_ config: XMLElement) -> [XMLElement] {
        config.elements.map(\.element).filter { $0.name == "trust-anchors" }
            .flatMap { $0.elements.map(\.element) }
    }

    /// Anchors outside the domains whose chains are not pinned. Those of debug builds override pins unless they say
    /// otherwise.
    private static func noteOverrides(_ root: XMLElement, _ findings: inout ReadingFindings) {
        for config in root.elements.map(\.element) {
            let overrides = anchors(config).map { $0.attributes["overridePins"] }
            if config.name == "base-config", overrides.contains("true") {
                findings.notRead(
                    "<base-config>: overridePins=\"true\": chains from those anchors are not pinned")
            }
            if config.name == "debug-overrides", overrides.contains(where: { $0 != "false" }) {
                findings.notRead(
                    "<debug-overrides>: in a debug build chains from those anchors are not pinned", .note)
            }
        }
    }

    /// A pin set as it was read.
    private struct AndroidPins {
        let strategy: PinStrategy
        let expiration: DERTime?
    }

    private static func pinSet(
        _ pinSet: XMLElement, _ name: String, _ findings: inout ReadingFindings
    ) throws(PolicyError) -> AndroidPins {
        var pins: [PinSet.Member] = []
        for (element, comment) in pinSet.elements where element.name == "pin" {
            guard element.attributes["digest"] == "SHA-256" else {
                throw PolicyError(
                    .badPin, "\(name): a pin without digest=\"SHA-256\"", hint: "Android knows no other",
                    position: element.position)
            }
            pins.append(PinSet.Member(try findings.pin(element.trimmedText, in: name), comment: comment))
        }
        return AndroidPins(
            strategy: .publicKey(PinSet(pins), at: .any),
            expiration: try pinSet.attributes["expiration"].map(PolicyDate.read))
    }

    private static func rule(
        _ domain: XMLElement, _ pins: AndroidPins?
    ) throws(PolicyError) -> PinPolicy.Rule? {
        guard !domain.trimmedText.hasPrefix("*") else {
            throw PolicyError(
                .badHost, "\(displayed(domain.trimmedText)): Android has no wildcards",
                hint: "write the host alone with includeSubdomains=\"true\"", position: domain.position)
        }
        guard let pins, pins.strategy.count > 0 else { return nil }
        let reach: HostPattern.Reach =
            domain.attributes["includeSubdomains"] == "true" ? .subdomains : .exact
        return PinPolicy.Rule(
            try HostPattern(try HostName(domain.trimmedText), reach), [pins.strategy],
            expiration: pins.expiration)
    }
}

extension XMLElement {
    /// The text as Android reads it, without white space around it.
    fileprivate var trimmedText: String { text.trimmed }
}
