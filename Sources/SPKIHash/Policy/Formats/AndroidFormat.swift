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
            for member in rule.strategies.compactMap({ $0.pinSet }).flatMap({ $0.members }) {
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
        var unpinned: [HostName] = []
        var seen: Set<HostName> = []
        var findings = ReadingFindings(.android)
        findings.note(root)
        // A nested configuration without a pin set has the one around it.
        var pending = root.elements.map { $0.element }.filter { $0.name == "domain-config" }
            .map { (element: $0, inherited: AndroidPins?.none) }
        pending.reverse()
        while let (config, inherited) = pending.popLast() {
            let children = config.elements.map { $0.element }
            let domains = children.filter { $0.name == "domain" }
            findings.noteParts(of: config)
            // Read once, however many domains have it.
            let pins =
                try children.first { $0.name == "pin-set" }.map { (element) throws(PolicyError) in
                    try pinSet(
                        element, domains.first.map { displayed($0.trimmedText) } ?? "pin-set", &findings)
                } ?? inherited
            pending += children.filter { $0.name == "domain-config" }.reversed().map { ($0, pins) }
            for domain in domains {
                let pattern = try pattern(domain)
                findings.check(domain.trimmedText, of: pattern.host)
                guard seen.insert(pattern.host).inserted else {
                    findings.refused(
                        "\(pattern.host): Android refuses the file, for it names a host twice",
                        hint: "put all that is said of \(pattern.host) into one <domain-config>")
                    continue
                }
                if let pins, pins.strategy.count > 0 {
                    rules.append(PinPolicy.Rule(pattern, [pins.strategy], expiration: pins.expiration))
                } else {
                    unpinned.append(pattern.host)
                }
            }
        }
        findings.unpinned(unpinned, beside: rules)
        return PolicyReading(policy: try PinPolicy(rules, unlistedHosts: .accept), findings: findings.all)
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
            guard element.attributes["digest"]?.uppercased() == "SHA-256" else {
                throw PolicyError(
                    .badPin, "\(name): a pin without digest=\"SHA-256\"", hint: "Android knows no other",
                    position: element.position)
            }
            pins.append(PinSet.Member(try findings.pin(element.trimmedText, in: name), comment: comment))
        }
        return AndroidPins(
            strategy: .publicKey(PinSet(pins), at: .any),
            expiration: try pinSet.attributes["expiration"].map(day))
    }

    /// A day with one digit or two for month and day, as SimpleDateFormat takes them.
    private static func day(_ text: String) throws(PolicyError) -> DERTime {
        let parts = text.split(separator: "-", omittingEmptySubsequences: false)
        return try PolicyDate.read(
            parts.map { $0.utf8.count == 1 ? "0\($0)" : String($0) }.joined(separator: "-"))
    }

    private static func pattern(_ domain: XMLElement) throws(PolicyError) -> HostPattern {
        guard !domain.trimmedText.hasPrefix("*") else {
            throw PolicyError(
                .badHost, "\(displayed(domain.trimmedText)): Android has no wildcards",
                hint: "write the host alone with includeSubdomains=\"true\"", position: domain.position)
        }
        return try HostPattern(
            try HostName(domain.trimmedText), domain.flag("includeSubdomains") == true ? .subdomains : .exact)
    }
}

extension ReadingFindings {
    /// What stands beside the configurations of domains.
    fileprivate mutating func note(_ root: XMLElement) {
        let configs = root.elements.map { $0.element }
        for name in ["base-config", "debug-overrides"] {
            let same = configs.filter { $0.name == name }
            if same.count > 1 { refusedElement("a second <\(name)>", hint: "put them into one") }
            for config in same {
                for child in config.elements.map({ $0.element }).map({ $0.name })
                where ["domain", "pin-set", "domain-config"].contains(child) {
                    refusedElement(
                        "a <\(child)> in <\(name)>",
                        hint: "it belongs into a <domain-config> beside <\(name)>")
                }
                let overrides = anchors(config).map { $0.flag("overridePins") }
                if name == "base-config", overrides.contains(true) {
                    notRead("<base-config>: overridePins=\"true\": chains from those anchors are not pinned")
                }
                // In a debug build they override pins unless they say otherwise.
                if name == "debug-overrides", overrides.contains(where: { $0 != false }) {
                    notRead(
                        "<debug-overrides>: in a debug build chains from those anchors are not pinned", .note)
                }
            }
        }
    }

    /// What a configuration of domains has that is no pin.
    fileprivate mutating func noteParts(of config: XMLElement) {
        let names = config.elements.map { $0.element.name }
        for name in ["pin-set", "trust-anchors"] where names.count(where: { $0 == name }) > 1 {
            refusedElement("a second <\(name)> in one <domain-config>", hint: "put them into one")
        }
        if !names.contains("domain") {
            refusedElement("a <domain-config> without a <domain>", hint: "name its domains in it")
        }
        for name in names where !["domain", "pin-set", "trust-anchors", "domain-config"].contains(name) {
            notRead("<\(displayed(name))> is not part of a policy")
        }
        if anchors(config).contains(where: { $0.flag("overridePins") == true }) {
            notRead("overridePins=\"true\": chains from those anchors are not pinned")
        }
    }

    private mutating func refusedElement(_ what: String, hint: String) {
        refused("Android refuses the file for \(what)", hint: hint)
    }

    /// The entries of the trust anchors in a configuration.
    private func anchors(_ config: XMLElement) -> [XMLElement] {
        config.elements.map { $0.element }.filter { $0.name == "trust-anchors" }
            .flatMap { $0.elements.map { $0.element } }
    }
}

extension XMLElement {
    /// The text as Android reads it, without white space around it.
    fileprivate var trimmedText: String { text.trimmed }

    /// A truth value as aapt2 compiles it (ResourceUtils.cpp); nil where there is none.
    fileprivate func flag(_ name: String) -> Bool? {
        switch attributes[name]?.trimmed {
        case "true", "TRUE", "True": true
        case "false", "FALSE", "False": false
        default: nil
        }
    }
}
