import DERKit
import SPKIHash

extension AndroidFormat {
    static func read(_ text: [UInt8]) throws(PolicyError) -> PolicyReading {
        let root = try XMLElement.read(text)
        guard root.name == "network-security-config" else {
            throw PolicyError(
                .syntax, "unexpected <\(displayed(root.name))>; expected <network-security-config>",
                position: root.position)
        }
        var reader = AndroidReader()
        return try reader.read(root)
    }
}

/// Reads a file as XmlConfigSource.java does.
private struct AndroidReader {
    /// A pin set; the pins are `nil` if none of them could be read.
    struct Pins {
        let set: PinSet?
        let expiration: DERTime?
    }

    let findings = ReadingFindings(.android)
    var rules: [PinPolicy.Rule] = []
    var unpinned: [HostName] = []
    var seen: Set<HostName> = []

    mutating func read(_ root: XMLElement) throws(PolicyError) -> PolicyReading {
        findings.note(root)
        try findings.checkNames(in: root)
        // A nested configuration without a pin set inherits the outer one.
        let base = root.children("base-config").first?.overridesPins ?? false
        var pending = root.children("domain-config").reversed().map {
            (config: $0, inherited: Pins?.none, overrides: base)
        }
        while let (config, inherited, inheritedOverrides) = pending.popLast() {
            findings.noteParts(of: config)
            let overrides = config.overridesPins ?? inheritedOverrides
            let domains = config.children("domain")
            // Read once, however many domains use it.
            var pins = inherited
            if let element = config.children("pin-set").first {
                let name = domains.first.map { displayed($0.trimmedText) } ?? "pin-set"
                let own = try findings.entry(at: element.position) { () throws(PolicyError) in
                    try self.pinSet(element, name)
                }
                pins = own ?? Pins(set: nil, expiration: nil)
            }
            pending += config.children("domain-config").reversed().map { ($0, pins, overrides) }
            for domain in domains {
                let rule = try findings.entry(at: domain.position) { () throws(PolicyError) in
                    try self.rule(domain, pins)
                }
                guard let rule else { continue }
                rules.append(rule)
                if overrides {
                    findings.notRead(
                        "\(rule.pattern): overridePins=\"true\": chains to those anchors are not pinned, "
                            + "which a policy cannot express", .error,
                        hint: "remove overridePins from <certificates>")
                }
            }
        }
        findings.unpinned(unpinned, beside: rules) { (host) in
            findings.notRead("\(host): no pins, so the host has no rule")
        }
        return try findings.reading(rules)
    }

    private mutating func rule(_ domain: XMLElement, _ pins: Pins?) throws(PolicyError) -> PinPolicy.Rule? {
        let pattern = try pattern(domain)
        guard seen.insert(pattern.host).inserted else {
            findings.refused(
                "\(pattern.host): Android refuses the file because it lists a host twice; only the first is read",
                hint: "put everything about \(pattern.host) into one <domain-config>")
            return nil
        }
        guard let pins, pins.set?.members.isEmpty != true else {
            unpinned.append(pattern.host)
            return nil
        }
        // If no pin could be read, that is reported already; the host does not count as one without pins.
        return pins.set.map {
            PinPolicy.Rule(pattern, [.publicKey($0, at: .any)], expiration: pins.expiration)
        }
    }

    private func pinSet(_ pinSet: XMLElement, _ name: String) throws(PolicyError) -> Pins {
        let omitted = findings.omissionCount
        let elements = pinSet.elements.filter { $0.element.name == "pin" }
        let pins = try findings.entries(elements, at: { $0.element.position }) {
            (pin) throws(PolicyError) in
            PinSet.Member(try self.pin(pin.element, name), comment: pin.comment)
        }
        let expiration = try pinSet["expiration"].map(AndroidReader.day)
        let isUnknown = pins.isEmpty && findings.omissionCount > omitted
        return Pins(set: isUnknown ? nil : PinSet(pins), expiration: expiration)
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
        return try findings.pin(element.trimmedText, in: name)
    }

    /// Reads a date with one or two digits for month and day, as SimpleDateFormat accepts it.
    private static func day(_ text: String) throws(PolicyError) -> DERTime {
        let parts = text.split(separator: "-", omittingEmptySubsequences: false)
        return try PolicyDate.read(
            parts.map { $0.utf8.count == 1 ? "0\($0)" : String($0) }.joined(separator: "-"))
    }

    private func pattern(_ domain: XMLElement) throws(PolicyError) -> HostPattern {
        if let inside = domain.children.first {
            throw PolicyError(
                .notUnderstood, "unexpected <\(displayed(inside.name))> in a <domain>",
                hint: "write the host only",
                position: inside.position)
        }
        return try HostPattern(
            try findings.host(domain.trimmedText),
            domain.flag("includeSubdomains") == true ? .subdomains : .exact)
    }
}

/// The elements and attributes of a network security configuration: XmlConfigSource.java, and for newer
/// versions the reference at developer.android.com.
private enum AndroidNames {
    private static let configParts = ["trust-anchors", "certificateTransparency", "domainEncryption"]
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
        "certificateTransparency": ([], ["enabled"]),
        "domainEncryption": ([], ["mode"]),
    ]
    static let flags = [
        "includeSubdomains", "overridePins", "cleartextTrafficPermitted", "hstsEnforced", "enabled",
    ]
    /// Elements that make Android refuse the file in other places, which is reported as such.
    static let misplaced = ["domain", "pin-set", "domain-config"]
}

extension ReadingFindings {
    /// Reports elements, attributes and texts that Android skips: a misspelled one changes what is pinned.
    fileprivate func checkNames(in root: XMLElement) throws(PolicyError) {
        var pending = [root]
        while let element = pending.popLast() {
            guard let known = AndroidNames.elements[element.name] else { continue }
            checkAttributes(of: element, known.attributes)
            if !["domain", "pin"].contains(element.name) {
                _ = try entry(at: element.position) { () throws(PolicyError) in try element.refuseText() }
            }
            for child in element.children {
                let isMisplaced =
                    ["base-config", "debug-overrides"].contains(element.name)
                    && AndroidNames.misplaced.contains(child.name)
                if known.parts.contains(child.name) {
                    pending.append(child)
                } else if !known.parts.isEmpty, !isMisplaced {
                    unknownKey(child.name, in: "<\(element.name)>", known: known.parts, at: child.position)
                }
            }
        }
    }

    private func checkAttributes(of element: XMLElement, _ known: [String]) {
        for (name, value) in element.attributes {
            // Attributes of a namespace, as tools:ignore, are for others.
            if name == "xmlns" || name.contains(":") { continue }
            if !known.contains(name) {
                unknownKey(name, in: "<\(element.name)>", known: known, at: element.position)
            } else if AndroidNames.flags.contains(name), element.flag(name) == nil {
                omit(
                    "<\(element.name)>: \(name) is '\(displayed(value))'; expected true or false",
                    hint: "write \(name)=\"true\" or \"false\"", at: element.position)
            }
        }
    }

    /// Reports what a file has besides the configurations of domains.
    fileprivate func note(_ root: XMLElement) {
        for name in ["base-config", "debug-overrides"] {
            let same = root.children(name)
            if same.count > 1 { refusedElement("a second <\(name)>", hint: "merge them into one") }
            for config in same {
                for child in config.children where AndroidNames.misplaced.contains(child.name) {
                    refusedElement(
                        "a <\(child.name)> in <\(name)>",
                        hint: "put it into a <domain-config> next to <\(name)>")
                    if child.name != "domain" { omitPins(of: child) }
                }
                // In a debug build, these override pins unless they say otherwise.
                if name == "debug-overrides",
                    config.anchors.contains(where: { $0.flag("overridePins") != false })
                {
                    notRead(
                        "<debug-overrides>: in a debug build, chains to those anchors are not pinned", .note)
                }
            }
        }
    }

    /// Reports the parts of a domain configuration that are not pins.
    fileprivate func noteParts(of config: XMLElement) {
        for name in ["pin-set", "trust-anchors"] {
            guard let second = config.children(name).dropFirst().first else { continue }
            refusedElement("a second <\(name)> in one <domain-config>", hint: "merge them into one")
            if name == "pin-set" { omitPins(of: second) }
        }
        if config.children("domain").isEmpty {
            refusedElement("a <domain-config> without a <domain>", hint: "add its domains")
        }
    }

    private func omitPins(of element: XMLElement) {
        omit(
            "the pins of this <\(element.name)> are not read", hint: "put it where Android accepts it",
            at: element.position)
    }

    private func refusedElement(_ what: String, hint: String) {
        refused("Android refuses the file because of \(what)", hint: hint)
    }
}

extension XMLElement {
    fileprivate var anchors: [XMLElement] { children("trust-anchors").flatMap { $0.children } }

    /// A Boolean value that indicates whether chains to some of the anchors are not pinned; `nil` if the element
    /// inherits its anchors.
    fileprivate var overridesPins: Bool? {
        children("trust-anchors").isEmpty ? nil : anchors.contains { $0.flag("overridePins") == true }
    }

    /// The text as Android reads it, without surrounding white space.
    fileprivate var trimmedText: String { text.trimmed }

    /// Returns a Boolean attribute as aapt2 compiles it (ResourceUtils.cpp), or `nil` if it is absent.
    fileprivate func flag(_ name: String) -> Bool? {
        switch self[name]?.trimmed {
        case "true", "TRUE", "True": true
        case "false", "FALSE", "False": false
        default: nil
        }
    }
}
