/// TrustKit's configuration, as `TSKConfiguration` in an Info.plist or as the dictionary that
/// `TrustKit(configuration:)` takes, in Swift or, for reading, Objective-C; keys as in TSKTrustKitConfig.h.
enum TrustKitFormat {
    static func emitPropertyList(_ policy: PinPolicy) -> String {
        let domains = policy.rules.map { (rule) in
            PropertyList.Entry(
                key: rule.pattern.host.description,
                value: .dictionary(entries(rule).map { .init(key: $0.key, value: $0.value) }))
        }
        return PropertyList.dictionary([
            .init(
                key: "TSKConfiguration",
                value: .dictionary([.init(key: "TSKPinnedDomains", value: .dictionary(domains))]))
        ]).xml
    }

    static func emitSwift(_ policy: PinPolicy) -> String {
        var lines = [
            "// Made from a pin policy; edit the policy, not this file.", "import TrustKit", "",
            "let trustKitConfiguration: [String: Any] = [",
        ]
        lines.append("    kTSKPinnedDomains: [" + (policy.rules.isEmpty ? ":" : ""))
        for rule in policy.rules {
            lines.append("        \(QuotedText.swift(rule.pattern.host.description)): [")
            for (key, value) in entries(rule) {
                switch value {
                case .array(let pins):
                    lines.append("            k\(key): [")
                    for case .string(let pin, let comment) in pins {
                        lines.append("                \"\(pin)\"," + (comment.map { " // \($0)" } ?? ""))
                    }
                    lines.append("            ],")
                case .bool(let value): lines.append("            k\(key): \(value),")
                case .string(let text, _): lines.append("            k\(key): \(QuotedText.swift(text)),")
                case .dictionary, .other: break
                }
            }
            lines.append("        ] as [String: Any],")
        }
        lines += ["    ] as [String: [String: Any]]", "]", ""]
        return lines.joined(separator: "\n")
    }

    private static func entries(_ rule: PinPolicy.Rule) -> [(key: String, value: PropertyList)] {
        var result: [(key: String, value: PropertyList)] = [
            ("TSKIncludeSubdomains", .bool(rule.pattern.reach == .subdomains)),
            ("TSKEnforcePinning", .bool(rule.isEnforced)),
        ]
        if let day = rule.expiration { result.append(("TSKExpirationDate", .string(PolicyDate.write(day)))) }
        let pins = rule.strategies.compactMap { $0.pinSet }.flatMap { $0.members }
        result.append(
            ("TSKPublicKeyHashes", .array(pins.map { .string($0.pin.base64, comment: $0.annotation) })))
        return result
    }

    static func read(propertyList text: [UInt8]) throws(PolicyError) -> PolicyReading {
        let root = try PropertyList.read(xml: text)
        guard let domains = (root["TSKConfiguration"] ?? root)["TSKPinnedDomains"]?.entries else {
            throw PolicyError(
                .missingField, "no TSKPinnedDomains in the property list", hint: "name the right file")
        }
        return try read(domains, .trustKit, beside: root["NSAppTransportSecurity"]?["NSPinnedDomains"] != nil)
    }

    static func read(swift text: [UInt8]) throws(PolicyError) -> PolicyReading {
        let scanner = TextScanner(text)
        let tokens = try SourceToken.read(
            // The same dictionary in Objective-C has an at sign before each literal.
            text, nestsComments: !TextScanner(text).contains("@{"))
        let keys = tokens.indices.filter { tokens[$0].isWord("kTSKPinnedDomains") }
        // Where it stands elsewhere its value is taken out, or asked for.
        let given = keys.filter { (place) in
            tokens[place...].dropFirst().first?.isSign(":") == true
                || tokens[place...].dropFirst().prefix(2).map { $0.text } == ["]", "="]
        }
        guard let key = given.first ?? keys.first else {
            throw PolicyError(
                .missingField, "no kTSKPinnedDomains in the source", hint: "name the right file")
        }
        var findings = ReadingFindings(.trustKitSwift)
        if given.count > 1 {
            findings.notRead(
                "kTSKPinnedDomains stands \(given.count) times; the first alone is read",
                hint: "check each configuration in a file of its own")
        }
        var place = key + (tokens[key...].dropFirst().first?.isSign("]") == true ? 3 : 2)
        let literal = try SourceValue.read(tokens, at: &place, in: scanner)
        if case .dictionary(let entries) = literal,
            let (key, _) = entries.first(where: { $0.key.string == nil })
        {
            throw PolicyError(
                .syntax, "the host \(displayed(key.word ?? "")) is no text", hint: "write its name in quotes")
        }
        guard let domains = PropertyList(literal).entries else {
            throw PolicyError(
                .syntax, "kTSKPinnedDomains is no dictionary literal",
                hint: "write hosts and pins as literals where kTSKPinnedDomains stands",
                position: scanner.position(of: tokens[key].offset))
        }
        var literals: [PropertyList.Entry] = []
        for domain in domains {
            if let value = domain.value.literals(in: displayed(domain.key), &findings) {
                literals.append(PropertyList.Entry(key: domain.key, value: value))
            }
        }
        let reading = try read(literals, .trustKitSwift)
        return PolicyReading(policy: reading.policy, findings: findings.all + reading.findings)
    }

    /// The key that lets a host off from the pins above it. TrustKit's constant of that name stands for a text without
    /// its T (TSKTrustKitConfig.m), whatever the documentation of property lists says.
    private static func exclusion(_ format: PolicyFormat) -> String {
        format == .trustKit ? "kSKExcludeSubdomainFromParentPolicy" : "TSKExcludeSubdomainFromParentPolicy"
    }

    /// Reads the hosts; `hasOther` where NSPinnedDomains stand beside them.
    private static func read(
        _ domains: [PropertyList.Entry], _ format: PolicyFormat, beside hasOther: Bool = false
    ) throws(PolicyError) -> PolicyReading {
        var rules: [PinPolicy.Rule] = []
        var findings = ReadingFindings(format)
        var hosts: Set<HostName> = []
        var excluded: [HostName] = []
        if hasOther { findings.other(.nsPinnedDomains) }
        for domain in domains {
            let name = displayed(domain.key)
            let host = try HostName(domain.key)
            findings.check(domain.key, of: host)
            guard hosts.insert(host).inserted else {
                throw PolicyError(
                    .duplicateHost, "\(host) is listed twice", hint: "put its pins into one entry")
            }
            let entries = domain.value.entries ?? []
            if entries.contains(where: { $0.key == exclusion(format) }) {
                excluded.append(host)
                if entries.count > 1 {
                    findings.refused(
                        "\(name): TrustKit refuses to start with anything beside an exclusion",
                        hint: "let nothing stand beside \(exclusion(format)), or remove that")
                }
                continue
            }
            var pins: [PinSet.Member] = []
            let includesSubdomains = try domain.value.flag("TSKIncludeSubdomains", in: name) ?? false
            let isEnforced = try domain.value.flag("TSKEnforcePinning", in: name) ?? true
            var expiration: String?
            for entry in entries {
                switch entry.key {
                case "TSKPublicKeyHashes":
                    for value in entry.value.array ?? [] {
                        pins.append(try PinSet.Member(value, in: name, &findings))
                    }
                case "TSKIncludeSubdomains", "TSKEnforcePinning": break
                case "TSKExpirationDate":
                    guard let (text, _) = entry.value.string else {
                        throw PolicyError(
                            .badDate, "\(name): TSKExpirationDate is no text", hint: "write it as 2027-01-31")
                    }
                    expiration = text
                default: findings.notRead("\(name): \(displayed(entry.key)) is not part of a policy")
                }
            }
            guard !pins.isEmpty else {
                let isMeant = entries.contains { $0.key == "TSKExcludeSubdomainFromParentPolicy" }
                findings.refused(
                    "\(name): TrustKit refuses to start with a host without pins",
                    hint: isMeant
                        ? "the key that TrustKit reads is \(exclusion(format)), without the T"
                        : "give \(name) its pins, or remove it")
                continue
            }
            rules.append(
                PinPolicy.Rule(
                    try HostPattern(host, includesSubdomains ? .subdomains : .exact),
                    [.publicKey(PinSet(pins), at: .any)],
                    expiration: try expiration.map(PolicyDate.read), isEnforced: isEnforced))
        }
        findings.unpinned(excluded, beside: rules)
        return PolicyReading(policy: try PinPolicy(rules, unlistedHosts: .accept), findings: findings.all)
    }
}

extension PinSet.Member {
    /// A pin that stands as a text in a property list.
    init(
        _ value: PropertyList, in name: String, _ findings: inout ReadingFindings
    ) throws(PolicyError) {
        guard let (text, comment) = value.string else {
            throw PolicyError(.badPin, "\(name): a pin that is no text", hint: "write pins as base64")
        }
        self.init(try findings.pin(text, in: name), comment: comment)
    }
}

extension PropertyList {
    /// The configuration of a host without the pins that are no literals, each of them told; nil where no pin is left
    /// of them, so that the host has pins and nobody knows which.
    fileprivate func literals(in name: String, _ findings: inout ReadingFindings) -> PropertyList? {
        guard let entries = entries ?? (array?.isEmpty == true ? [] : nil) else {
            findings.notRead("\(name): its configuration is no literal, and not read")
            return nil
        }
        var result: [Entry] = []
        for entry in entries {
            guard entry.key == "TSKPublicKeyHashes" else {
                result.append(entry)
                continue
            }
            guard let values = entry.value.array else {
                findings.notRead("\(name): its pins are no literals, and not read")
                return nil
            }
            for case .other(let word) in values {
                findings.notRead("\(name): \(displayed(word)) is no text and not read as a pin")
            }
            let kept = values.filter { if case .other = $0 { false } else { true } }
            guard !kept.isEmpty || values.isEmpty else { return nil }
            result.append(Entry(key: entry.key, value: .array(kept)))
        }
        return .dictionary(result)
    }

    /// The property list that a Swift literal stands for. TrustKit's constants are the keys with a k in front.
    init(_ value: SourceValue) {
        switch value {
        case .string(let text, let comment): self = .string(text, comment: comment)
        case .word("true"), .word("YES"): self = .bool(true)
        case .word("false"), .word("NO"): self = .bool(false)
        case .word(let word): self = .other(word)
        case .call("NSNumber", let arguments) where arguments.count == 1:
            self = PropertyList(arguments[0].value)
        case .call(let name, _): self = .other(name)
        case .array(let values): self = .array(values.map { PropertyList($0) })
        case .dictionary(let entries):
            self = .dictionary(
                entries.map { (key, value) in
                    let name = key.string?.text ?? key.word ?? ""
                    return Entry(
                        key: name.hasPrefix("kTSK") ? String(name.dropFirst()) : name,
                        value: PropertyList(value))
                })
        }
    }
}
