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
        try reader.read(root)
        return try reader.reading()
    }
}

/// Reads a file as XmlConfigSource.java does.
private struct AndroidReader {
    /// A pin set; the pins are `nil` if none of them could be read.
    private struct Pins {
        let set: PinSet?
        let expiration: DERTime?
    }

    private var findings = ReadingFindings(.android)
    private var rules: [PinPolicy.Rule] = []
    private var unpinned: [HostName] = []
    private var seen: Set<HostName> = []

    func reading() throws(PolicyError) -> PolicyReading {
        var findings = findings
        findings.unpinned(unpinned, beside: rules) { (host, findings) in
            findings.notRead("\(host): no pins, so the host has no rule")
        }
        return try findings.reading(rules)
    }

    mutating func read(_ root: XMLElement) throws(PolicyError) {
        findings.note(root)
        try findings.checkNames(in: root)
        // A nested configuration without a pin set inherits the outer one.
        var pending = root.elements.map { $0.element }.filter { $0.name == "domain-config" }
            .map { (element: $0, inherited: Pins?.none) }
        pending.reverse()
        while let (config, inherited) = pending.popLast() {
            let children = config.elements.map { $0.element }
            findings.noteParts(of: config)
            let domains = children.filter { $0.name == "domain" }
            // Read once, however many domains use it.
            var pins = inherited
            if let element = children.first(where: { $0.name == "pin-set" }) {
                let name = domains.first.map { displayed($0.trimmedText) } ?? "pin-set"
                do throws(PolicyError) {
                    pins = try pinSet(element, name)
                } catch {
                    try findings.omit(error, at: element.position)
                    pins = Pins(set: nil, expiration: nil)
                }
            }
            pending += children.filter { $0.name == "domain-config" }.reversed().map { ($0, pins) }
            for domain in domains { try add(domain, pins) }
        }
    }

    private mutating func add(_ domain: XMLElement, _ pins: Pins?) throws(PolicyError) {
        do throws(PolicyError) {
            let pattern = try pattern(domain)
            guard seen.insert(pattern.host).inserted else {
                findings.refused(
                    "\(pattern.host): Android refuses the file because it lists a host twice; only the first is read",
                    hint: "put everything about \(pattern.host) into one <domain-config>")
                return
            }
            guard let pins else {
                unpinned.append(pattern.host)
                return
            }
            // If no pin could be read, that is reported already; the host does not count as one without pins.
            guard let set = pins.set else { return }
            guard !set.members.isEmpty else {
                unpinned.append(pattern.host)
                return
            }
            rules.append(
                PinPolicy.Rule(pattern, [.publicKey(set, at: .any)], expiration: pins.expiration))
        } catch {
            try findings.omit(error, at: domain.position)
        }
    }

    private mutating func pinSet(_ pinSet: XMLElement, _ name: String) throws(PolicyError) -> Pins {
        let omitted = findings.omissions.count
        var pins: [PinSet.Member] = []
        for (element, comment) in pinSet.elements where element.name == "pin" {
            let pin = try findings.entry(at: element.position) { (findings) throws(PolicyError) in
                try AndroidReader.pin(element, name, &findings)
            }
            if let pin { pins.append(PinSet.Member(pin, comment: comment)) }
        }
        let expiration = try pinSet.attributes["expiration"].map(AndroidReader.day)
        let isUnknown = pins.isEmpty && findings.omissions.count > omitted
        return Pins(set: isUnknown ? nil : PinSet(pins), expiration: expiration)
    }

    private static func pin(
        _ element: XMLElement, _ name: String, _ findings: inout ReadingFindings
    ) throws(PolicyError) -> Pin {
        let digest = element.attributes["digest"]
        guard digest?.uppercased() == "SHA-256" else {
            throw PolicyError(
                .unsupportedDigest,
                "\(name): "
                    + (digest.map { "unsupported digest '\(displayed($0))'" } ?? "a pin without a digest")
                    + "; Android refuses the file: it accepts SHA-256 only",
                hint: "write digest=\"SHA-256\" and the SHA-256 of the same key")
        }
        if let inside = element.elements.first?.element {
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

    private mutating func pattern(_ domain: XMLElement) throws(PolicyError) -> HostPattern {
        if let inside = domain.elements.first?.element {
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
    /// Attributes whose value is true or false.
    static let flags = [
        "includeSubdomains", "overridePins", "cleartextTrafficPermitted", "hstsEnforced", "enabled",
    ]
    /// Elements that make Android refuse the file in other places, which is reported as such.
    static let misplaced = ["domain", "pin-set", "domain-config"]
}

extension ReadingFindings {
    /// Reports elements, attributes and texts that Android skips: a misspelled one changes what is pinned.
    fileprivate mutating func checkNames(in root: XMLElement) throws(PolicyError) {
        var pending = [root]
        while let element = pending.popLast() {
            guard let known = AndroidNames.elements[element.name] else { continue }
            checkAttributes(of: element, known.attributes)
            if !["domain", "pin"].contains(element.name) {
                do throws(PolicyError) { try element.refuseText() } catch {
                    try omit(error, at: error.position)
                }
            }
            for child in element.elements.map({ $0.element }) {
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

    private mutating func checkAttributes(of element: XMLElement, _ known: [String]) {
        for (name, value) in element.attributes.sorted(by: { $0.key < $1.key }) {
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
    fileprivate mutating func note(_ root: XMLElement) {
        let configs = root.elements.map { $0.element }
        for name in ["base-config", "debug-overrides"] {
            let same = configs.filter { $0.name == name }
            if same.count > 1 { refusedElement("a second <\(name)>", hint: "merge them into one") }
            for config in same {
                for child in config.elements.map({ $0.element })
                where AndroidNames.misplaced.contains(child.name) {
                    refusedElement(
                        "a <\(child.name)> in <\(name)>",
                        hint: "put it into a <domain-config> next to <\(name)>")
                    if child.name != "domain" { omitPins(of: child) }
                }
                let overrides = anchors(config).map { $0.flag("overridePins") }
                if name == "base-config", overrides.contains(true) {
                    notRead("<base-config>: overridePins=\"true\": chains to those anchors are not pinned")
                }
                // In a debug build, these override pins unless they say otherwise.
                if name == "debug-overrides", overrides.contains(where: { $0 != false }) {
                    notRead(
                        "<debug-overrides>: in a debug build, chains to those anchors are not pinned", .note)
                }
            }
        }
    }

    /// Reports the parts of a domain configuration that are not pins.
    fileprivate mutating func noteParts(of config: XMLElement) {
        let names = config.elements.map { $0.element.name }
        for name in ["pin-set", "trust-anchors"] where names.count(where: { $0 == name }) > 1 {
            refusedElement("a second <\(name)> in one <domain-config>", hint: "merge them into one")
            let same = config.elements.map { $0.element }.filter { $0.name == name }
            if name == "pin-set" { omitPins(of: same[1]) }
        }
        if !names.contains("domain") {
            refusedElement("a <domain-config> without a <domain>", hint: "add its domains")
        }
        if anchors(config).contains(where: { $0.flag("overridePins") == true }) {
            notRead("overridePins=\"true\": chains to those anchors are not pinned")
        }
    }

    private mutating func omitPins(of element: XMLElement) {
        omit(
            "the pins of this <\(element.name)> are not read", hint: "put it where Android accepts it",
            at: element.position)
    }

    private mutating func refusedElement(_ what: String, hint: String) {
        refused("Android refuses the file because of \(what)", hint: hint)
    }

    /// Returns the trust anchors in a configuration.
    private func anchors(_ config: XMLElement) -> [XMLElement] {
        config.elements.map { $0.element }.filter { $0.name == "trust-anchors" }
            .flatMap { $0.elements.map { $0.element } }
    }
}

extension XMLElement {
    /// The text as Android reads it, without surrounding white space.
    fileprivate var trimmedText: String { text.trimmed }

    /// Returns a Boolean attribute as aapt2 compiles it (ResourceUtils.cpp), or `nil` if it is absent.
    fileprivate func flag(_ name: String) -> Bool? {
        switch attributes[name]?.trimmed {
        case "true", "TRUE", "True": true
        case "false", "FALSE", "False": false
        default: nil
        }
    }
}
