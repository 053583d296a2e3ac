import SPKIHash

extension AndroidFormat {
    /// The elements with which a file may begin by mistake; Android requires an enclosing element.
    private static let innerElements = ["base-config", "domain-config", "debug-overrides"]

    static func read(_ text: [UInt8]) throws(PolicyError) -> PolicyReading {
        let root = try XMLElement.read(text)
        var reader = AndroidReader()
        if innerElements.contains(root.name) {
            reader.findings.refused(
                "Android refuses the file because of the root element <\(root.name)>",
                hint: "put it into <network-security-config>")
            let outer = XMLElement(
                name: "network-security-config", attributes: [], nodes: [.element(root)],
                position: root.position)
            return try reader.read(outer)
        }
        guard root.name == "network-security-config" else {
            throw PolicyError(
                .syntax, "unexpected <\(displayed(root.name))>; expected <network-security-config>",
                position: root.position)
        }
        return try reader.read(root)
    }
}

/// A reader that treats a file as XmlConfigSource.java does: it skips unknown elements and attributes, and text between
/// elements.
private struct AndroidReader {
    /// A pin set.
    struct Pins {
        let set: PinSet
        let expiration: DERTime?
        /// The place of the first pin that could not be read.
        let problem: TextPosition?
    }

    /// The settings of a configuration, with those that it inherits from enclosing configurations.
    struct Config {
        var pins: Pins?
        /// The sources of the anchors that are exempt from pinning.
        var overriding: Set<String>
        var isEnforced = true
    }

    let findings = ReadingFindings(.android)
    var rules: [PinPolicy.Rule] = []
    var unpinned: [HostPattern] = []
    var seen: Set<HostName> = []

    mutating func read(_ root: XMLElement) throws(PolicyError) -> PolicyReading {
        findings.note(root)
        findings.checkNames(in: root)
        let base = Config(overriding: root.children("base-config").first?.overriding ?? [])
        var pending = root.children("domain-config").reversed().map { (element: $0, outer: base) }
        // A nested configuration without a pin set inherits that of the enclosing configuration.
        while let (element, outer) = pending.popLast() {
            let domains = element.children("domain")
            findings.refuseSeconds(["pin-set", "trust-anchors"], of: element, " in one <domain-config>")
            if domains.isEmpty {
                findings.refusedElement("a <domain-config> without a <domain>", hint: "add its domains")
            }
            var config = outer
            if let pins = element.children("pin-set").first {
                let name = domains.first.map { displayed($0.text.trimmed) } ?? "pin-set"
                config.pins = try pinSet(pins, name)
            }
            config.overriding = element.overriding ?? outer.overriding
            config.isEnforced = element.isEnforced ?? outer.isEnforced
            pending += element.children("domain-config").reversed().map { (element: $0, outer: config) }
            _ = try findings.entries(domains, at: { $0.position }) { (domain) throws(PolicyError) -> Void? in
                try self.add(domain, config)
            }
        }
        findings.unpinned(unpinned, beside: rules) { (host) in
            findings.notRead(
                "\(host): no pins, so the host has no rule", .hint,
                hint: "add pins if the host should be pinned")
        }
        return try findings.reading(rules)
    }

    private mutating func add(_ domain: XMLElement, _ config: Config) throws(PolicyError) {
        let (pattern, text) = try pattern(domain)
        let isAsked = findings.check(text, of: pattern)
        guard seen.insert(pattern.host).inserted else {
            return findings.refused(
                "\(pattern.host): Android refuses the file because it lists a host twice; only the first entry is read",
                hint: "put everything about \(pattern.host) into one <domain-config>")
        }
        if let problem = config.pins?.problem {
            findings.omit(
                PolicyError(
                    .badPin, "\(pattern): a pin could not be read", hint: "correct the pin",
                    position: problem, pattern: pattern))
        }
        guard let pins = config.pins, !pins.set.isEmpty || pins.problem != nil else {
            if isAsked { unpinned.append(pattern) }
            return
        }
        // If no pin could be read, that was already reported; the host does not count as one without pins.
        guard !pins.set.isEmpty else { return }
        rules.append(
            PinPolicy.Rule(
                pattern, [.publicKey(pins.set, at: .any)], expiration: pins.expiration,
                isEnforced: config.isEnforced))
        guard !config.overriding.isEmpty else { return }
        let message =
            "\(pattern): chains to anchors with overridePins=\"true\" are not pinned; a policy cannot express that"
        let hint = "remove overridePins from <certificates>"
        // A server's chain ends at an anchor of the user only if a proxy intercepts the connection.
        guard config.overriding == ["user"] else {
            return findings.omit(
                PolicyError(.notUnderstood, message, hint: hint, position: domain.position, pattern: pattern))
        }
        findings.notRead(message, .error, hint: hint)
    }

    private func pinSet(_ pinSet: XMLElement, _ name: String) throws(PolicyError) -> Pins {
        var problem: TextPosition?
        var members: [PinSet.Member] = []
        for (element, comment) in pinSet.elements where element.name == "pin" {
            do throws(PolicyError) {
                members.append(PinSet.Member(try pin(element, name), comment: comment))
            } catch {
                findings.refused(
                    "line \(element.position.line): \(error.message)", hint: error.hint ?? "correct the pin")
                problem = problem ?? element.position
            }
        }
        var expiration: DERTime?
        if let text = pinSet["expiration"] {
            do throws(PolicyError) {
                expiration = try AndroidReader.day(text)
            } catch {
                findings.refused(
                    "\(name): Android refuses the file because of its expiration: \(error.message)",
                    hint: error.hint ?? "write it as 2027-01-31")
            }
        }
        return Pins(set: PinSet(members), expiration: expiration, problem: problem)
    }

    private func pin(_ element: XMLElement, _ name: String) throws(PolicyError) -> Pin {
        let digest = element["digest"]
        guard digest?.uppercased() == "SHA-256" else {
            throw PolicyError(
                .unsupportedDigest,
                "\(name): "
                    + (digest.map { "unsupported digest '\(displayed($0))'" } ?? "a pin without a digest")
                    + "; Android refuses the file: it accepts SHA-256 only",
                hint: "write digest=\"SHA-256\" and the SHA-256 of the same key")
        }
        if let inside = element.children.first {
            throw PolicyError(
                .notUnderstood,
                "\(name): unexpected <\(displayed(inside.name))> in a pin; Android refuses the file",
                hint: "write the digest only", position: inside.position)
        }
        return try findings.pin(element.text.trimmed, in: name)
    }

    /// Reads a date with one or two digits for month and day, as SimpleDateFormat accepts it. It ignores what follows.
    private static func day(_ text: String) throws(PolicyError) -> DERTime {
        var parts = text.split(separator: "-", maxSplits: 2, omittingEmptySubsequences: false)
        if parts.count == 3 { parts[2] = parts[2].prefix { $0.isASCII && $0.isNumber } }
        return try PolicyDate.read(
            parts.map { $0.utf8.count == 1 ? "0\($0)" : String($0) }.joined(separator: "-"))
    }

    private func pattern(_ domain: XMLElement) throws(PolicyError) -> (pattern: HostPattern, text: String) {
        if let inside = domain.children.first {
            throw PolicyError(
                .notUnderstood, "unexpected <\(displayed(inside.name))> in a <domain>",
                hint: "write the host only", position: inside.position)
        }
        let text = domain.text.trimmed
        guard !text.hasPrefix("@") else {
            throw PolicyError(
                .notUnderstood, "a <domain> is the resource \(displayed(text)), which another file defines",
                hint: "write the host itself")
        }
        let host = try findings.host(text)
        if let includes = domain["includeSubdomains"], domain.flag("includeSubdomains") == nil {
            // XmlResourceParser.getAttributeBooleanValue returns the default for a string or a reference.
            findings.notRead(
                "\(host): Android reads includeSubdomains=\"\(displayed(includes))\" as false",
                hint: "write includeSubdomains=\"true\" or \"false\"")
        }
        let reach = domain.flag("includeSubdomains") == true && !host.isIPv4Address
        return (try HostPattern(host, reach ? .subdomains : .exact), text)
    }
}

/// The elements and attributes of a network security configuration: those in XmlConfigSource.java, those of newer
/// versions in the reference at developer.android.com, and those that TrustKit for Android adds
/// (TrustKitConfigurationParser).
private enum AndroidNames {
    private static let configParts = [
        "trust-anchors", "certificateTransparency", "domainEncryption", "trustkit-config",
    ]
    private static let configAttributes = ["cleartextTrafficPermitted", "hstsEnforced"]

    static let elements: [String: (parts: [String], attributes: [String])] = [
        "network-security-config": (["base-config", "domain-config", "debug-overrides"], []),
        "base-config": (configParts, configAttributes),
        "debug-overrides": (configParts, []),
        "domain-config": (["domain", "pin-set", "domain-config"] + configParts, configAttributes),
        "domain": ([], ["includeSubdomains"]),
        "trust-anchors": (["certificates"], []),
        "certificates": ([], ["src", "overridePins"]),
        "pin-set": (["pin"], ["expiration"]),
        "pin": ([], ["digest"]),
        "trustkit-config": (["report-uri"], ["enforcePinning", "disableDefaultReportUri"]),
    ]
    /// The elements that make Android refuse the file if they are in the wrong place. They are reported separately.
    static let misplaced = ["domain", "pin-set", "domain-config"]
}

extension ReadingFindings {
    /// Reports skipped elements and attributes that resemble ones that Android reads.
    fileprivate func checkNames(in root: XMLElement) {
        var pending = [root]
        while let element = pending.popLast() {
            guard let known = AndroidNames.elements[element.name] else { continue }
            if !known.parts.isEmpty, element.hasStrayValue {
                notRead(
                    "<\(element.name)>: Android skips text between elements, but this looks like a host or pin",
                    hint: "put it into a <domain> or a <pin>")
            }
            let source = element["src"]?.trimmed ?? ""
            if element.name == "certificates", !source.hasPrefix("@"),
                !["system", "user", "wfa"].contains(source)
            {
                refusedElement(
                    "the source '\(displayed(source))' of <certificates>",
                    hint: "write src=\"system\", \"user\" or a resource such as \"@raw/ca\"")
            }
            // Attributes with a namespace prefix, such as tools:ignore, are for other programs.
            for (name, _) in element.attributes where name != "xmlns" && !name.contains(":") {
                guard !known.attributes.contains(name) else { continue }
                unknownKey(name, in: "<\(element.name)>", known: known.attributes, at: element.position)
            }
            for child in element.children {
                if known.parts.contains(child.name) {
                    pending.append(child)
                } else if !AndroidNames.misplaced.contains(child.name) {
                    unknownKey(child.name, in: "<\(element.name)>", known: known.parts, at: child.position)
                }
            }
        }
    }

    /// Reports what Android refuses, or a policy cannot express, outside the configurations of domains.
    fileprivate func note(_ root: XMLElement) {
        for config in root.children where ["base-config", "debug-overrides"].contains(config.name) {
            for child in config.children where AndroidNames.misplaced.contains(child.name) {
                refusedElement(
                    "a <\(child.name)> in <\(config.name)>",
                    hint: "put it into a <domain-config> next to <\(config.name)>")
            }
            // In a debug build, the anchors of <debug-overrides> override pins unless they set overridePins to false.
            if config.name == "debug-overrides",
                config.anchors.contains(where: { $0.flag("overridePins") != false })
            {
                notRead("<debug-overrides>: in a debug build, chains to its anchors are not pinned", .hint)
            }
        }
        refuseSeconds(["base-config", "debug-overrides"], of: root)
    }

    fileprivate func refuseSeconds(_ names: [String], of element: XMLElement, _ place: String = "") {
        for name in names where element.children(name).count > 1 {
            refusedElement("a second <\(name)>\(place)", hint: "merge them into one")
        }
    }

    fileprivate func refusedElement(_ what: String, hint: String) {
        refused("Android refuses the file because of \(what)", hint: hint)
    }
}

extension XMLElement {
    /// A Boolean value that indicates whether the text between the child elements contains a host or a pin.
    fileprivate var hasStrayValue: Bool {
        text.split(whereSeparator: { $0.isWhitespace }).contains { (word) in
            (try? Pin(String(word))) != nil || word.contains(".") && (try? HostName(String(word))) != nil
        }
    }

    fileprivate var anchors: [XMLElement] { children("trust-anchors").flatMap { $0.children } }

    /// The sources of the anchors whose chains are exempt from pinning; `nil` if the element inherits its anchors.
    fileprivate var overriding: Set<String>? {
        guard !children("trust-anchors").isEmpty else { return nil }
        return Set(anchors.filter { $0.flag("overridePins") == true }.map { $0["src"]?.trimmed ?? "" })
    }

    /// A Boolean value that indicates whether TrustKit for Android refuses a mismatch; `nil` if the element does not
    /// specify it.
    fileprivate var isEnforced: Bool? { children("trustkit-config").first?.flag("enforcePinning") }

    /// Returns a Boolean attribute as aapt2 compiles it (ResourceUtils.cpp), or `nil` if it is absent or not Boolean.
    fileprivate func flag(_ name: String) -> Bool? {
        switch self[name]?.trimmed {
        case "true", "TRUE", "True": true
        case "false", "FALSE", "False": false
        default: nil
        }
    }
}
