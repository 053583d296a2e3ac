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
        var notes: [String] = []
        // A nested configuration without a pin set has the one around it.
        var pending = root.elements.map(\.element).filter { $0.name == "domain-config" }
            .map { (element: $0, inherited: XMLElement?.none) }
        pending.reverse()
        while let (config, inherited) = pending.popLast() {
            let children = config.elements.map(\.element)
            let pinSet = children.first { $0.name == "pin-set" } ?? inherited
            pending += children.filter { $0.name == "domain-config" }.reversed().map { ($0, pinSet) }
            for child in children
            where !["domain", "pin-set", "trust-anchors", "domain-config"].contains(child.name) {
                notes.append("<\(displayed(child.name))> is not part of a policy")
            }
            let overrides = children.filter { $0.name == "trust-anchors" }.flatMap(\.elements)
                .contains { $0.element.attributes["overridePins"] == "true" }
            if overrides { notes.append("overridePins=\"true\": chains from those anchors are not pinned") }
            for domain in children where domain.name == "domain" {
                if let rule = try rule(domain, pinSet) {
                    rules.append(rule)
                } else {
                    notes.append("\(displayed(domain.text)): no pins, so that the host has no rule")
                }
            }
        }
        return PolicyReading(policy: try PinPolicy(rules, unlistedHosts: .accept), notes: notes)
    }

    private static func rule(
        _ domain: XMLElement, _ pinSet: XMLElement?
    ) throws(PolicyError) -> PinPolicy.Rule? {
        let name = displayed(domain.text)
        guard !domain.text.hasPrefix("*") else {
            throw PolicyError(
                .badHost, "\(name): Android has no wildcards",
                hint: "write the host alone with includeSubdomains=\"true\"", position: domain.position)
        }
        var pins: [PinSet.Member] = []
        for (element, comment) in pinSet?.elements ?? [] where element.name == "pin" {
            guard element.attributes["digest"] == "SHA-256" else {
                throw PolicyError(
                    .badPin, "\(name): a pin without digest=\"SHA-256\"", hint: "Android knows no other",
                    position: element.position)
            }
            pins.append(PinSet.Member(try Pin(policyText: element.text, in: name), comment: comment))
        }
        guard !pins.isEmpty else { return nil }
        let reach: HostPattern.Reach =
            domain.attributes["includeSubdomains"] == "true" ? .subdomains : .exact
        return PinPolicy.Rule(
            try HostPattern(try HostName(domain.text), reach), [.publicKey(PinSet(pins), at: .any)],
            expiration: try pinSet?.attributes["expiration"].map(PolicyDate.read))
    }
}
