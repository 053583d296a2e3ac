import SPKIHash

/// Collects the findings of a reader: pins that the consumer would refuse, and parts that a policy cannot express.
final class ReadingFindings {
    let format: PolicyFormat
    private(set) var all: [PolicyFinding] = []
    /// The patterns of hosts that are written in a form that the consumer compares.
    private(set) var asked: Set<HostPattern> = []
    /// The entries that were not understood, in the order of the file.
    private(set) var omissions: [PolicyError] = []
    /// The hosts whose entry is being read.
    var subject: HostPattern?
    /// The hosts that the file excludes from the pins of their parent domains.
    private var unpinned: Set<HostPattern> = []
    /// The maximum number of omissions and of findings that are listed; the rest are only counted.
    private static let mostListed = 1000
    private var unlisted = (omissions: 0, findings: 0, worst: PolicyFinding.Severity.hint)

    init(_ format: PolicyFormat) {
        self.format = format
    }

    func notRead(
        _ message: String, _ severity: PolicyFinding.Severity = .warning,
        hint: String = "check that part of the file by hand"
    ) {
        add(PolicyFinding(.notRead, severity, message, hint: hint))
    }

    private func add(_ finding: PolicyFinding) {
        // The pins of one host can lead to the same finding about the host.
        guard finding != all.last else { return }
        guard all.count >= ReadingFindings.mostListed else { return all.append(finding) }
        unlisted.findings += 1
        unlisted.worst = max(unlisted.worst, finding.severity)
    }

    /// Reports an entry that was not understood and is therefore not in the policy.
    func omit(_ error: PolicyError) {
        guard omissions.count < ReadingFindings.mostListed else { return unlisted.omissions += 1 }
        omissions.append(subject.map { error.about($0) } ?? error)
    }

    /// The number of entries that were not understood.
    var omissionCount: Int { omissions.count + unlisted.omissions }

    /// Reads an entry. An invalid entry is reported and left out, and reading continues.
    ///
    /// - Throws: ``PolicyError`` with the code `limit`, which ends the reading of the whole file.
    @discardableResult
    func entry<Value>(
        at position: TextPosition?, _ read: () throws(PolicyError) -> Value?
    ) throws(PolicyError) -> Value? {
        do throws(PolicyError) {
            return try read()
        } catch {
            guard error.code != .limit else { throw error }
            omit(error.at(position))
            return nil
        }
    }

    /// Reads each entry of a list as ``entry(at:_:)`` does.
    func entries<Element, Value>(
        _ elements: [Element], at position: (Element) -> TextPosition?,
        _ read: (Element) throws(PolicyError) -> Value?
    ) throws(PolicyError) -> [Value] {
        var values: [Value] = []
        for element in elements {
            let value = try entry(at: position(element)) { () throws(PolicyError) in try read(element) }
            if let value { values.append(value) }
        }
        return values
    }

    /// Reports a skipped name if it resembles a name that the consumer reads, because a misspelled name silently
    /// changes the pinning.
    func unknownKey(_ key: String, in place: String, known: [String], at position: TextPosition?) {
        guard all.count < ReadingFindings.mostListed, let meant = Spelling.nearest(to: key, among: known)
        else { return }
        let line = position.map { "line \($0.line): " } ?? ""
        notRead(
            "\(line)\(place): \(format.capabilities.consumer) skips '\(displayed(key))', which it does not know",
            hint: "did you mean '\(meant)'?")
    }

    /// Returns the policy that consists of everything that was understood.
    ///
    /// - Throws: the ``PolicyError`` of the only entry if it was not understood, unless its host is malformed and the
    ///   consumer refuses the file.
    func reading(
        _ rules: [PinPolicy.Rule], unlistedHosts: PinPolicy.UnlistedHosts = .accept,
        sightings: [PinsInText.Sighting] = []
    ) throws(PolicyError) -> PolicyReading {
        let rules = unique(rules)
        // This limits the number of pins.
        let policy = try PinPolicy(rules, unlistedHosts: unlistedHosts).without(unpinned)
        guard !rules.contains(where: { $0.strategies.pinMembers.contains { $0.pin.beginsKey } }) else {
            throw PolicyError(
                .notUnderstood, "a pin is the first line of a private key",
                hint: "replace the key with the pin of its public half")
        }
        if rules.isEmpty, sightings.isEmpty, omissions.count == 1, let only = omissions.first,
            only.code != .badHost || !all.contains(where: { $0.kind == .fileRefused })
        {
            throw only
        }
        let hint = "correct the listed ones first"
        if unlisted.omissions > 0 {
            omissions.append(
                PolicyError(
                    .notUnderstood,
                    "more entries that were not understood: \(unlisted.omissions)", hint: hint))
        }
        if unlisted.findings > 0 {
            all.append(
                PolicyFinding(
                    .notRead, unlisted.worst,
                    "more findings: \(unlisted.findings)", hint: hint))
        }
        // The file has this host in the form that the consumer compares, too.
        let findings = all.map { (finding) in
            finding.kind == .hostForm && finding.pattern.map(asked.contains) ?? false
                ? PolicyFinding(.hostForm, .error, consumer: format, finding.message, hint: finding.hint)
                : finding
        }
        return PolicyReading(
            policy: policy, findings: findings, omissions: omissions, format: format, sightings: sightings)
    }

    /// Returns the first valid rule for each pattern, and reports the other rules.
    private func unique(_ rules: [PinPolicy.Rule]) -> [PinPolicy.Rule] {
        var seen: Set<HostPattern> = []
        return rules.filter { (rule) in
            guard let problem = rule.problem(beside: &seen) else { return true }
            omit(problem)
            return false
        }
    }

    /// Reads a pin, and reports it if the consumer does not read its spelling.
    ///
    /// NSPinnedDomains skips white space in a pin, and skips a pin that it does not read (SecPolicy.c of Apple's Security
    /// framework, parseNSPinnedDomains, and SecBase64.c).
    func pin(_ text: String, in name: String) throws(PolicyError) -> Pin {
        let isSkipped = format.capabilities.wrongPins == .skipped
        let text = isSkipped ? text.filter { !$0.isWhitespace } : text
        let pin = try Pin(policyText: text, in: name)
        if let problem = formProblem(of: pin, text, in: name) {
            if isSkipped { throw PolicyError(.badPin, problem.message, hint: problem.hint) }
            add(problem)
        }
        return pin
    }

    /// Reports a pin if the consumer does not read its spelling.
    func checkForm(of pin: Pin, _ text: String, in name: String) {
        if let problem = formProblem(of: pin, text, in: name) { add(problem) }
    }

    private func formProblem(of pin: Pin, _ text: String, in name: String) -> PolicyFinding? {
        guard let form = format.pinForm, !form.isForm(of: pin, text) else { return nil }
        let found = PinForm.name(of: pin, text)
        return PolicyFinding(
            .pinForm, .error, consumer: format,
            "\(name): \(format.capabilities.consumer) accepts only \(form.name) here, but this is \(found)",
            hint: "write \(pin.formatted(form.format))")
    }

    /// Reports an error that makes the consumer refuse the whole file, so that the app does not start.
    func refused(_ message: String, hint: String) {
        add(PolicyFinding(.fileRefused, .error, consumer: format, message, hint: hint))
    }

    /// Reads a host. A pattern, which some files contain by mistake, is an error.
    func host(_ text: String) throws(PolicyError) -> HostName {
        guard !text.utf8.contains(UInt8(ascii: "*")) else {
            // A flag covers the host and all hosts below it; one asterisk covers only the hosts one label below it.
            let isWhole = (try? HostPattern(text))?.reach == .subdomains
            let flag =
                isWhole && !format.capabilities.hasOneLabelFlag ? format.capabilities.subdomainFlag : nil
            throw PolicyError(
                .badHost, "\(displayed(text)): \(format.capabilities.consumer) does not support wildcards",
                hint: flag.map { "write the host without the wildcard, with \($0)" }
                    ?? "list each host separately")
        }
        return try HostName(text)
    }

    /// Checks how the host of a pattern is written, because a consumer that compares names literally never matches any
    /// other form.
    ///
    /// - Returns: whether the consumer may match the host.
    @discardableResult
    func check(_ text: String, of pattern: HostPattern) -> Bool {
        guard let isHostForm = format.capabilities.isHostForm, !isHostForm(text, pattern.host.description)
        else {
            asked.insert(pattern)
            return true
        }
        refuseTopLevel(of: text)
        add(
            PolicyFinding(
                .hostForm, .error, pattern: pattern, consumer: format,
                "\(format.capabilities.consumer) compares host names literally, so '\(displayed(text))' never matches",
                hint: "write \(pattern.host)"))
        return false
    }

    /// Reports a host without pins. If its parent domain is pinned with subdomains, the file excludes the host from
    /// those pins.
    ///
    /// - Parameter orphan: a function that reports a host without a pinned parent domain.
    func unpinned(
        _ patterns: [HostPattern], beside rules: [PinPolicy.Rule],
        orphan: (HostName) -> Void
    ) {
        let above = Set(
            rules.map { $0.pattern }.filter { $0.reach == .subdomains }.map { $0.host.labels[...] })
        for pattern in patterns {
            let host = pattern.host
            guard
                let start = host.labels.indices.dropFirst().first(where: {
                    above.contains(host.labels[$0...])
                })
            else {
                orphan(host)
                continue
            }
            unpinned.insert(pattern)
            let parent = "**.\(host.labels[start...].joined(separator: "."))"
            notRead(
                "\(host): excluded from the pins of \(parent); a policy cannot express exclusions", .error,
                hint: "list each pinned subdomain separately, with its pins")
        }
    }

    /// Reports a host whose last label cannot be that of a public suffix. TrustKit looks for the suffix in the host as it
    /// is written.
    func refuseTopLevel(of text: String) {
        guard format.capabilities.rebuildsHeaders,
            text.split(separator: ".").last?.utf8.allSatisfy({
                isWordCharacter($0) || $0 == UInt8(ascii: "-")
            })
                == false
        else { return }
        refused(
            "\(displayed(text)): TrustKit refuses to start, because it finds no public suffix",
            hint: "write the host only")
    }

    /// Reports the hosts that TrustKit excludes from the pins of their parent domains.
    func excluded(_ hosts: [HostName], beside rules: [PinPolicy.Rule]) {
        let pinned = Set(rules.map { $0.pattern.host })
        for host in hosts where pinned.contains(host) { refusedExclusion("\(host)") }
        unpinned(hosts.compactMap { try? HostPattern($0) }, beside: rules) { (host) in
            refused(
                "\(host): TrustKit refuses to start if an excluded host is not below a pinned one",
                hint: "remove the host, or pin its parent host with subdomains")
        }
    }

    func refusedExclusion(_ host: String) {
        refused(
            "\(host): TrustKit refuses to start if an excluded host has other settings",
            hint: "remove the other settings, or the exclusion")
    }

    /// Returns the hosts in a property list, and reports hosts in a place where the consumer does not look for them.
    ///
    /// - Parameters:
    ///   - inside: the dictionary of hosts, if it is in the correct place.
    ///   - keys: keys that identify the dictionaries of hosts in a fragment of a property list.
    func hosts(
        _ key: String, in outer: String, _ inside: DataValue?, _ list: (root: DataValue, isWhole: Bool),
        keys: [String]
    ) throws(PolicyError) -> [DataValue.Entry] {
        guard
            let domains = inside ?? list.root.first(key)
                ?? (list.isWhole ? nil : list.root.hosts(withAnyOf: keys))
        else {
            throw PolicyError(
                .missingField, "missing \(key) in the property list", hint: "use the file that contains it")
        }
        if inside == nil, list.isWhole {
            let consumer = format == .trustKit ? "TrustKit" : "the system"
            notRead(
                "\(key) is outside of \(outer), the only place where \(consumer) looks for it", .error,
                hint: "move it into the dictionary \(outer) of the Info.plist")
        }
        return try domains.required(domains.entries, "a dictionary of hosts", key)
    }

    func checkKeys(_ entries: [DataValue.Entry], in name: String, known: [String]) {
        for entry in entries where !known.contains(entry.key) {
            unknownKey(entry.key, in: name, known: known, at: entry.position)
        }
    }

    /// Reads a pin that is a string in a property list.
    func member(_ value: DataValue, in name: String) throws(PolicyError) -> PinSet.Member {
        let (text, comment) = try value.required(value.string, "a string", "\(name): a pin")
        do throws(PolicyError) {
            return PinSet.Member(try pin(text, in: name), comment: comment)
        } catch {
            throw error.at(value.position)
        }
    }
}
