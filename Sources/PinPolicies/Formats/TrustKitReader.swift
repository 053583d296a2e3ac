import DERKit
import SPKIHash

extension TrustKitFormat {
    private static let configurationKeys = [
        "TSKPinnedDomains", "TSKSwizzleNetworkDelegates", "TSKIgnorePinningForUserDefinedTrustAnchors",
    ]
    /// The calls that start TrustKit with a configuration, and the sign after each.
    private static let starts = [
        "initSharedInstance": "(", "initSharedInstanceWithConfiguration": ":", "initWithConfiguration": ":",
        "TrustKit": "(",
    ]

    static func read(propertyList text: [UInt8]) throws(PolicyError) -> PolicyReading {
        let root = try PropertyList.read(text)
        let configuration = root["TSKConfiguration"] ?? root
        let inside = configuration["TSKPinnedDomains"]
        guard let domains = inside ?? root.first("TSKPinnedDomains") else {
            throw PolicyError(
                .missingField, "missing TSKPinnedDomains in the property list",
                hint: "use the file that contains it")
        }
        var reader = HostOptionsReader(ReadingFindings(.trustKit), .trustKit(isText: true))
        // At the top of an Info.plist, everything else is next to TSKPinnedDomains.
        let isWhole = root["TSKConfiguration"] != nil
        reader.findings.checkKeys(
            (configuration.entries ?? []).filter { isWhole || $0.key.hasPrefix("TSK") },
            in: "TSKConfiguration", known: configurationKeys)
        if inside == nil {
            reader.findings.notRead(
                "TSKPinnedDomains is outside of TSKConfiguration, the only place where TrustKit looks for it",
                .error,
                hint: "move it into the dictionary TSKConfiguration of the Info.plist")
        }
        if root.first("NSPinnedDomains") != nil { reader.findings.other(.nsPinnedDomains) }
        let hosts = try domains.hosts("TSKPinnedDomains")
        let rules = try reader.findings.entries(hosts, at: { $0.position }) { (domain) throws(PolicyError) in
            try reader.rule(domain)
        }
        return try reader.reading(rules)
    }

    static func read(swift text: [UInt8]) throws(PolicyError) -> PolicyReading {
        // In Objective-C, each literal of the same dictionary has an at sign.
        let isObjectiveC = TextScanner(text).contains("@{")
        let file = try SourceFile(text, isObjectiveC ? .objectiveC : .swift)
        var reader = HostOptionsReader(ReadingFindings(.trustKitSwift), .trustKit(isText: false))
        let domains = try domains(in: file, reader.findings)
        let rules = try reader.findings.entries(domains, at: { $0.key.position }) {
            (host, value) throws(PolicyError) in
            try reader.rule(
                DataValue.Entry(
                    key: try SourceValue.literal(host, for: "host").text, value: DataValue(value),
                    position: host.position))
        }
        reader.findings.checkUnread(
            in: file, read: Set(rules.flatMap { $0.pins }.map { $0.pin }),
            hint: "write it into the literal of kTSKPinnedDomains, or remove it"
        ) { $0.utf8.count == 44 && $0.hasSuffix("=") }
        reader.findings.checkUses(in: file, starts, "TrustKit is started")
        return try reader.reading(rules)
    }

    /// Returns the entries of the dictionary that a source file sets for `kTSKPinnedDomains`.
    private static func domains(
        in file: SourceFile, _ findings: ReadingFindings
    ) throws(PolicyError) -> [(key: SourceValue, value: SourceValue)] {
        // The constant, or the text that it stands for.
        let keys = file.tokens.indices.filter { (place) in
            let token = file.tokens[place]
            return token.isCode("kTSKPinnedDomains")
                || token.kind == .string && token.text == "TSKPinnedDomains"
        }
        // Elsewhere, the code removes its value or queries it.
        let given = keys.filter { (place) in
            file.has(place + 1, ":") || file.has(place + 1, "]") && file.has(place + 2, "=")
        }
        guard let key = given.first ?? keys.first else {
            throw PolicyError(
                .missingField, "missing kTSKPinnedDomains in the source",
                hint: "use the file that contains it")
        }
        if given.count > 1 {
            findings.omit(
                "kTSKPinnedDomains appears \(given.count) times; only the first is read",
                hint: "check each configuration in a separate file", at: file.tokens[given[1]].position)
        }
        if file.conditions.contains(key) {
            findings.conditional("kTSKPinnedDomains is set", at: file.tokens[key].position)
        }
        var place = key + (file.has(key + 1, "]") ? 3 : 2)
        guard let domains = try file.value(at: &place).entries else {
            throw PolicyError(
                .syntax, "kTSKPinnedDomains is not a dictionary literal",
                hint: "write hosts and pins as literals or as constants of the same file",
                position: file.tokens[key].position)
        }
        return domains
    }
}

/// The keys of the options that a library takes for each host.
struct HostKeys {
    let hashes: String
    let subdomains: String
    let expiration: String
    var enforcement: String?
    /// The key that excludes a host from the pins of its parent.
    var exclusion: String?
    /// The keys that do not concern pins.
    var besidePins: [String] = []

    /// The keys of an entry, TSKTrustKitConfig.h.
    ///
    /// - Parameter isText: true for a property list, which has the texts of the constants. That of the exclusion lacks
    ///   the T (TSKTrustKitConfig.m), whatever the documentation of property lists says.
    fileprivate static func trustKit(isText: Bool) -> HostKeys {
        HostKeys(
            hashes: "TSKPublicKeyHashes", subdomains: "TSKIncludeSubdomains", expiration: "TSKExpirationDate",
            enforcement: "TSKEnforcePinning",
            exclusion: "\(isText ? "k" : "T")SKExcludeSubdomainFromParentPolicy",
            besidePins: [
                "TSKReportUris", "TSKDisableDefaultReportUri", "TSKPublicKeyAlgorithms",
                "TSKAdditionalTrustAnchors", meantExclusion,
            ])
    }

    fileprivate static let meantExclusion = "TSKExcludeSubdomainFromParentPolicy"

    fileprivate var all: [String] { [hashes, subdomains, enforcement, expiration].compactMap { $0 } }
}

/// Reads the hosts that are pinned by TrustKit, one by one.
struct HostOptionsReader {
    let findings: ReadingFindings
    let keys: HostKeys
    private var excluded: [HostName] = []

    init(_ findings: ReadingFindings, _ keys: HostKeys) {
        (self.findings, self.keys) = (findings, keys)
    }

    func reading(_ rules: [PinPolicy.Rule]) throws(PolicyError) -> PolicyReading {
        findings.unpinned(excluded, beside: rules) { (host) in
            findings.refused(
                "\(host): TrustKit refuses to start with an exclusion that is not below a pinned host",
                hint: "remove it, or pin its parent host with subdomains")
        }
        return try findings.reading(rules)
    }

    mutating func rule(_ domain: DataValue.Entry) throws(PolicyError) -> PinPolicy.Rule? {
        let name = displayed(domain.key)
        let host = try findings.newHost(domain.key)
        let entries = try domain.value.requiredEntries(name)
        var seen: Set<String> = []
        for entry in entries where !seen.insert(entry.key).inserted {
            throw PolicyError(
                .syntax, "\(name): duplicate key '\(displayed(entry.key))'", position: entry.position)
        }
        if let exclusion = keys.exclusion, seen.contains(exclusion) {
            excluded.append(host)
            if entries.count > 1 {
                findings.refused(
                    "\(name): TrustKit refuses to start with other keys next to an exclusion",
                    hint: "remove the keys next to \(exclusion), or remove the exclusion")
            }
            return nil
        }
        for entry in entries where keys.besidePins.contains(entry.key) {
            findings.notRead("\(name): \(displayed(entry.key)) is not part of a policy")
        }
        findings.checkKeys(entries, in: name, known: keys.all + keys.besidePins)
        let includesSubdomains = try domain.value.flag(keys.subdomains, in: name) ?? false
        let isEnforced = try keys.enforcement.flatMap { (key) throws(PolicyError) in
            try domain.value.flag(key, in: name)
        }
        let expiration = try domain.value[keys.expiration].map(day)
        guard let pins = try pins(domain.value[keys.hashes], name, seen) else { return nil }
        return PinPolicy.Rule(
            try HostPattern(host, includesSubdomains ? .subdomains : .exact), [.publicKey(pins, at: .any)],
            expiration: expiration, isEnforced: isEnforced ?? true)
    }

    private func day(_ value: DataValue) throws(PolicyError) -> DERTime {
        guard let text = value.string?.text else {
            throw PolicyError(
                .notUnderstood, "\(keys.expiration) is \(value.name); expected a string",
                hint: "write it as 2027-01-31", position: value.position)
        }
        return try PolicyDate.read(text, at: value.position)
    }

    /// Returns the pins of a host, or reports that they are missing and returns `nil`.
    private func pins(
        _ value: DataValue?, _ name: String, _ seen: Set<String>
    ) throws(PolicyError) -> PinSet? {
        let omitted = findings.omissionCount
        var members: [PinSet.Member] = []
        if let value {
            guard let array = value.array else {
                throw PolicyError(
                    .notUnderstood, "\(name): its pins are \(value.name); expected an array of strings",
                    hint: "write the pins as string literals, or define their constant in the same file",
                    position: value.position)
            }
            members = try findings.entries(array, at: { $0.position }) { (element) throws(PolicyError) in
                try findings.member(element, in: name)
            }
        }
        guard members.isEmpty else { return PinSet(members) }
        if findings.omissionCount == omitted {
            let meant = seen.contains(HostKeys.meantExclusion) ? keys.exclusion : nil
            findings.refused(
                "\(name): TrustKit refuses to start with a host without pins",
                hint: meant.map { "use \($0), without the T; that is the key TrustKit reads" }
                    ?? "add the pins of \(name), or remove it")
        }
        return nil
    }
}

extension DataValue {
    /// Creates the property list that a Swift or Objective-C literal represents. TrustKit's constants are
    /// named like the keys, with a leading k.
    init(_ value: SourceValue) {
        let kind: Kind =
            switch value.kind {
            case .string(let text, let comment): .string(text, comment: comment)
            case .word("true"), .word("YES"): .bool(true)
            case .word("false"), .word("NO"): .bool(false)
            case .word(let word) where word.utf8.allSatisfy({ (0x30...0x39).contains($0) }): .number(word)
            case .call("NSNumber", let arguments) where arguments.count == 1:
                DataValue(arguments[0].value).kind
            case .call("NSArray", let arguments) where arguments.first?.label == "arrayWithObjects":
                .array(arguments.map { DataValue($0.value) }.filter { $0.name != DataValue.end })
            case .array(let values): .array(values.map { DataValue($0) })
            case .dictionary(let entries): .dictionary(entries.map { DataValue.entry($0.key, $0.value) })
            case .word, .call: .other("\(value.name), which is not defined in this file")
            }
        self.init(kind, at: value.position)
    }

    /// The value that ends a list of arguments in Objective-C.
    private static let end = displayed("'nil', which is not defined in this file")

    private static func entry(_ key: SourceValue, _ value: SourceValue) -> Entry {
        // A name that is not one of TrustKit's constants is not a key, even if a text with the same letters
        // is.
        let name =
            key.string?.text
            ?? key.word.map { $0.hasPrefix("kTSK") ? String($0.dropFirst()) : "(\($0))" } ?? "(\(key.name))"
        return Entry(key: name, value: DataValue(value), position: key.position)
    }
}
