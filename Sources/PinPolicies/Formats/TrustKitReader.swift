import SPKIHash

extension TrustKitFormat {
    private static let configurationKeys = [
        "TSKPinnedDomains", "TSKSwizzleNetworkDelegates", "TSKIgnorePinningForUserDefinedTrustAnchors",
    ]

    static func read(_ text: [UInt8]) throws(PolicyError) -> PolicyReading {
        let list = try PropertyList.read(text)
        let configuration = list.root["TSKConfiguration"]
        let findings = ReadingFindings(.trustKit)
        // An app passes a file of its own to TrustKit, but in the Info.plist TrustKit reads only this dictionary.
        let isInfo = list.root["CFBundleIdentifier"] != nil
        let inside = (isInfo ? configuration : configuration ?? list.root)?["TSKPinnedDomains"]
        let hosts = try findings.hosts(
            "TSKPinnedDomains", in: "TSKConfiguration", inside, list, keys: [Keys.hashes, Keys.exclusion])
        // Without TSKConfiguration, all other keys of the Info.plist are next to TSKPinnedDomains.
        findings.checkKeys(
            configuration?.entries ?? list.root.entries?.filter { $0.key.hasPrefix("TSK") } ?? [],
            in: "TSKConfiguration", known: configurationKeys)
        var reader = TrustKitReader(findings: findings)
        let rules = try findings.entries(hosts, at: { $0.position }) { (domain) throws(PolicyError) in
            try reader.rule(domain)
        }
        findings.excluded(reader.excluded, beside: rules)
        return try findings.reading(rules)
    }

    /// The keys of an entry, from TSKTrustKitConfig.h.
    fileprivate enum Keys {
        static let hashes = "TSKPublicKeyHashes"
        static let subdomains = "TSKIncludeSubdomains"
        static let expiration = "TSKExpirationDate"
        static let enforcement = "TSKEnforcePinning"
        /// The constant's value lacks the T of its name (TSKTrustKitConfig.m), contrary to the documentation for
        /// property lists.
        static let exclusion = "kSKExcludeSubdomainFromParentPolicy"
        static let meantExclusion = "TSKExcludeSubdomainFromParentPolicy"
        /// The keys that do not concern pins.
        static let others = [
            "TSKReportUris", "TSKDisableDefaultReportUri", "TSKPublicKeyAlgorithms",
            "TSKAdditionalTrustAnchors",
        ]
        static let all = [hashes, subdomains, enforcement, expiration, exclusion, meantExclusion] + others
    }
}

/// Reads the hosts that TrustKit pins, one by one.
private struct TrustKitReader {
    private typealias Keys = TrustKitFormat.Keys

    let findings: ReadingFindings
    var excluded: [HostName] = []
    var hosts: Set<HostName> = []

    mutating func rule(_ domain: DataValue.Entry) throws(PolicyError) -> PinPolicy.Rule? {
        let name = displayed(domain.key)
        if (try? HostName(domain.key)) == nil { findings.refuseTopLevel(of: domain.key) }
        let host = try findings.host(domain.key)
        guard hosts.insert(host).inserted else {
            throw PolicyError(.duplicateHost, "duplicate host \(host)", hint: "put its pins into one entry")
        }
        findings.subject = try HostPattern(host)
        defer { findings.subject = nil }
        let entries = try domain.value.requiredEntries(name)
        // Older versions of TrustKit refuse any value next to other keys; current ones ignore false
        // (parse_configuration.m).
        if try flag(Keys.exclusion, of: domain.value, name) == true {
            excluded.append(host)
            findings.check(domain.key, of: try HostPattern(host))
            if entries.count > 1 {
                findings.refusedExclusion(name)
            }
            return nil
        }
        findings.checkKeys(entries, in: name, known: Keys.all)
        let includesSubdomains = try flag(Keys.subdomains, of: domain.value, name) ?? false
        let pattern = try HostPattern(host, includesSubdomains && !host.isIPv4Address ? .subdomains : .exact)
        findings.check(domain.key, of: pattern)
        findings.subject = pattern
        let isEnforced = try flag(Keys.enforcement, of: domain.value, name) ?? true
        let expiration = try findings.entry(at: domain.position) { () throws(PolicyError) in
            try domain.value[Keys.expiration].map { (value) throws(PolicyError) -> DERTime in
                let (text, _) = try value.required(
                    value.string, "a string", Keys.expiration, hint: "write it as 2027-01-31")
                return try PolicyDate.read(text, at: value.position)
            }
        }
        guard let pins = try pins(domain, name) else { return nil }
        return PinPolicy.Rule(
            pattern, [.publicKey(pins, at: .any)], expiration: expiration, isEnforced: isEnforced)
    }

    /// Returns the Boolean value of a setting, which may be a string. TrustKit uses the setting's `boolValue`
    /// (parse_configuration.m), which is true if Y, T or a digit other than 0 follows any leading signs and zeros.
    private func flag(_ key: String, of value: DataValue, _ name: String) throws(PolicyError) -> Bool? {
        guard let (text, _) = value[key]?.string else { return try value.flag(key, in: name) }
        guard !text.hasPrefix("$") else {
            findings.notRead(
                "\(name): the file does not define \(displayed(text)); the pins are applied regardless of its value",
                .warning, hint: "check the file that the app contains")
            return true
        }
        let rest = text.trimmed.drop { "+-0".contains($0) }
        return rest.first.map { "YyTt123456789".contains($0) } ?? false
    }

    /// Returns the pins of a host, or reports that they are missing and returns `nil`.
    private func pins(_ domain: DataValue.Entry, _ name: String) throws(PolicyError) -> PinSet? {
        let omitted = findings.omissionCount
        var members: [PinSet.Member] = []
        if let value = domain.value[Keys.hashes] {
            let array = try value.required(value.array, "an array of strings", "\(name): \(Keys.hashes)")
            members = try findings.entries(array, at: { $0.position }) { (element) throws(PolicyError) in
                try findings.member(element, in: name)
            }
        }
        guard members.isEmpty else { return PinSet(members) }
        if findings.omissionCount == omitted {
            let isMeant = domain.value[Keys.meantExclusion] != nil
            findings.refused(
                "\(name): TrustKit refuses to start if a host has no pins",
                hint: isMeant
                    ? "use \(Keys.exclusion), without the T; that is the key TrustKit reads"
                    : "add the pins of \(name), or remove the host")
        }
        return nil
    }
}
