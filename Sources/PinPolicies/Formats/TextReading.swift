import SPKIHash

/// Creates a policy from the pins that were found in any text.
struct TextReading {
    let text: [UInt8]
    let format: PolicyFormat
    /// The hosts for pins that the text does not assign to any host.
    let pattern: HostPattern?
    let found: PinsInText
    let findings: ReadingFindings
    /// A Boolean value that indicates whether code adds a prefix to pins, as in `"sha256/" + pin` or `"sha256/$pin"`.
    private let addsPrefix: Bool

    /// Finds the pins in a text.
    ///
    /// - Parameter formats: the formats whose signs are in the text. Only the format whose consumer the statements around
    ///   the pins name applies; if there are several, none does.
    init(_ text: [UInt8], as formats: [PolicyFormat], for pattern: HostPattern?) throws(PolicyError) {
        guard text.count <= PinsInText.maximumByteCount else {
            throw PolicyError(.limit, "text exceeds \(PinsInText.maximumByteCount >> 20) MiB")
        }
        found = PinsInText(text)
        let named = Set(found.sightings.filter { !$0.isInComment }.compactMap { $0.consumer })
        // The base64 of a pin may begin with a slash, which then seems to be the second one of curl's prefix.
        let beginsWithSlash = found.sightings.contains {
            $0.spelling == .slash && $0.pin != nil && text[$0.range].starts(with: "sha256//".utf8)
        }
        let isOfOthers =
            (named == [.okHttp] || beginsWithSlash && !named.contains(.curl))
            && text[...].firstIndex(ofText: "pinnedpubkey") == nil
        let formats = formats.filter { $0 != .curl || !isOfOthers }
        let own = formats.filter { $0.capabilities.pins.map(named.contains) ?? false }
        let known = own.isEmpty ? formats : own
        let isShared = Set(known.map { $0.capabilities.consumer }).count > 1
        format = isShared && known.first?.capabilities.isEverything == false ? .text : known.first ?? .text
        findings = ReadingFindings(format)
        if format == .text, isShared {
            let names = Set(known.map { $0.capabilities.consumer }).sorted().joined(separator: " and ")
            findings.notRead(
                "the text has pins for \(names), whose own rules were not applied", .warning,
                hint: "check the text for each of them")
        }
        (self.text, self.pattern) = (text, pattern)
        addsPrefix = "\"'$%\\{".contains { text[...].firstIndex(ofText: "sha256/\($0)") != nil }
    }

    /// The error for a text in which some pins may have been left out.
    static let tooManyPins = PolicyError(
        .limit, "the text may have more than \(PinsInText.mostSightings) pins, counting each once per host",
        hint: "split the file")

    func reading() throws(PolicyError) -> PolicyReading {
        var pins = found.sightings.filter { !$0.isBare && !$0.isInComment }
        // A caller that names the host implies that the digests in the text are pins.
        if pins.isEmpty, pattern != nil, !saysPrivateKey(text) {
            pins = found.sightings.filter { !$0.isInComment && !$0.isOther }
        }
        guard !pins.isEmpty else { throw nothingFound }
        guard !isMessage(pins) else {
            throw PolicyError(.failureMessage, "this text reports refused connections; it is not a policy")
        }
        guard !found.isCut else { throw TextReading.tooManyPins }
        note(pins)
        let isReplaced = replacesNearby(pins)
        // All pins share the array.
        let hosts = pattern.map { [$0.description] }
        let placed = { (pin: PinsInText.Sighting) in
            hosts.map { isReplaced && pin.hostSource != .exact ? pin.with($0) : pin } ?? pin
        }
        let known =
            TextReading.hashesRawKeys(text)
            ? withoutRawKeys(pins) : isReplaced ? withoutUnknownHosts(pins) : pins
        if isReplaced { noteOtherHosts(known) }
        let own = known.map(placed)
        let groups = try grouped(own)
        reportEntries(beside: own)
        var rules = try findings.entries(groups, at: { $0.pins[0].position }) { (group) throws(PolicyError) in
            try self.rule(group.pattern, group.pins)
        }
        if format.capabilities.mergesPatterns { rules = try SharedPins.merged(rules) }
        noteHostsWithoutPins(rules)
        findings.excluded(found.exclusions.compactMap { try? HostName($0) }, beside: rules)
        let refuses = format == .swift && text[...].firstIndex(ofText: "unlistedHosts = \"refuse\"") != nil
        return try findings.reading(
            rules, unlistedHosts: refuses ? .refuse : .accept,
            sightings: found.sightings.map { $0.isBare || $0.isInComment ? $0 : placed($0) })
    }

    /// Returns whether all pins come from messages about refused connections that list the keys of a server.
    private func isMessage(_ pins: [PinsInText.Sighting]) -> Bool {
        let failures = PinFailure.failures(in: text).filter { !$0.sent.isEmpty }
        guard !failures.isEmpty else { return false }
        let told = failures.flatMap { $0.sent.compactMap { $0.pin } + $0.pinned.compactMap { try? Pin($0) } }
        return Set(told).isSuperset(of: pins.compactMap { $0.pin })
    }

    /// Returns whether code in the text hashes keys in the form that iOS returns, without the header of a
    /// SubjectPublicKeyInfo (SecKeyCopyExternalRepresentation, Security framework).
    static func hashesRawKeys(_ text: [UInt8]) -> Bool {
        text[...].firstIndex(ofText: "SecKeyCopyExternalRepresentation") != nil
            && !["0x30", "asn1", "Asn1", "ASN1", "MII", "3082", "3059", "SubjectPublicKeyInfo", "TrustKit"]
                .contains { text[...].firstIndex(ofText: $0) != nil }
    }

    /// Reports and removes the pins next to code that hashes raw keys, because the pins may be hashes of such keys.
    private func withoutRawKeys(_ pins: [PinsInText.Sighting]) -> [PinsInText.Sighting] {
        pins.filter { (pin) in
            guard !pin.isOfCertificate else { return true }
            findings.omit(TextReading.rawKeyHash(at: pin.position, for: pattern))
            return false
        }
    }

    /// Returns the error for a pin next to code that hashes raw keys.
    static func rawKeyHash(at position: TextPosition?, for pattern: HostPattern?) -> PolicyError {
        PolicyError(
            .rawKeyHash,
            "the code hashes the raw key, without a header, so this pin may be the hash of a raw key",
            hint: "add the ASN.1 header to the code, and ship that change together with the pin of the SPKI",
            position: position, pattern: pattern)
    }

    private var nothingFound: PolicyError {
        let isEmpty = text.allSatisfy { Base64.isWhiteSpace($0) || $0 == 0x0b || $0 == 0x0c }
        guard !isEmpty else { return PolicyError(.unknownFormat, "empty input") }
        let commented = found.sightings.count { $0.isInComment && !$0.isBare }
        guard commented == 0 else {
            return PolicyError(
                .unknownFormat, "\(counted(commented, "pin")) in comments, but none outside them",
                hint: "write the pins where the app reads them")
        }
        let bare = found.sightings.count
        return PolicyError(
            .unknownFormat,
            bare == 0
                ? "unknown format, and no pin in the text"
                : "unknown format; no sign of a pin near \(counted(bare, "digest"))",
            hint: "specify the format")
    }

    func name(of sighting: PinsInText.Sighting) -> String {
        sighting.pin.map { sighting.isOfCertificate ? hex($0.bytes) : $0.description } ?? "after sha256/"
    }

    // MARK: Rules

    /// Returns the rule for a pattern with its pins, or `nil` if none can be read.
    private func rule(
        _ pattern: HostPattern, _ sightings: [PinsInText.Sighting]
    ) throws(PolicyError) -> PinPolicy.Rule? {
        let strategies = try findings.entries(sightings, at: { $0.position }) {
            (sighting) throws(PolicyError) -> PinStrategy? in
            guard let pin = sighting.pin else {
                let isSHA1 = sighting.spelling == TextDigest.Spelling.sha1
                let problem =
                    isSHA1
                    ? "SHA-1 pins are not compared" : "the text after sha256/ is not 32 bytes in base64"
                throw PolicyError(
                    isSHA1 ? .unsupportedDigest : .badPin, "\(pattern): \(problem)",
                    hint: isSHA1 ? "replace it with the SHA-256 of the same key" : TextReading.hintOfCutPin,
                    pattern: pattern)
            }
            let isOfCurl = format == .curl || sighting.consumer == .curl
            guard !isOfCurl || CurlFormat.compares(pin, sighting, in: text) else {
                throw PolicyError(
                    .badPin,
                    "\(pattern): curl never matches \(name(of: sighting)), because the option's value has other "
                        + "text beside it",
                    hint: "write sha256// before each pin, and ; without spaces between pins",
                    pattern: pattern)
            }
            let position = sighting.chainPosition ?? (format == .curl ? .leaf : .any)
            if sighting.isOfCertificate {
                guard let fingerprint = CertificateFingerprint(bytes: pin.bytes) else { return nil }
                let annotation = Annotation(comment: sighting.comment)
                let member = CertificateSet.Member(
                    fingerprint, label: annotation.label, role: annotation.role)
                return .certificate(CertificateSet([member]), at: sighting.chainPosition ?? .any)
            }
            if sighting.isWhole, sighting.hostSource == .exact, !addsPrefix {
                let written = String(
                    decoding: text[text.withLabel(around: sighting.range)], as: UTF8.self)
                findings.checkForm(of: pin, written, in: pattern.description)
            }
            return .publicKey(PinSet([PinSet.Member(pin, comment: sighting.comment)]), at: position)
        }
        guard !strategies.isEmpty, let first = sightings.first else { return nil }
        // Another configuration for the same host may be the one that is used.
        let hasUnnamed = sightings.contains { !$0.isFollowed }
        let own = sightings.lazy.filter { !hasUnnamed || !$0.isFollowed }
        let enforced = Set(own.filter { $0.isEnforced ?? true }.map { $0.pin })
        let reported = Set(own.filter { $0.isEnforced == false }.map { $0.pin })
        if !enforced.isEmpty, !reported.isEmpty, enforced != reported {
            throw PolicyError(
                .duplicateHost, "\(pattern): some pins are enforced, and others are only reported",
                hint: "compare the pins of only one configuration", position: first.position, pattern: pattern
            )
        }
        try checkValues(of: sightings, pattern)
        noteUnknownSettings(of: sightings, pattern)
        // The pins of a rule that has expired do not end those of another one.
        let days = Set(sightings.compactMap { $0.expirationDate }).filter(TextReading.isDate)
        let expirations = days.compactMap { try? PolicyDate.read($0) }
        if expirations.isEmpty, let day = days.min() {
            do throws(PolicyError) { _ = try PolicyDate.read(day, at: first.position) } catch {
                findings.omit(error.about(pattern))
            }
        }
        return PinPolicy.Rule(
            pattern, PolicyReduction.merged(strategies), match: first.settings[.match] == "all" ? .all : .any,
            expiration: own.allSatisfy { $0.expirationDate.map(TextReading.isDate) ?? false }
                ? expirations.max() : nil,
            isEnforced: !enforced.isEmpty)
    }

    /// Returns whether a value may be a date rather than a name that stands for a date.
    private static func isDate(_ value: String) -> Bool {
        value.utf8.first.map { !isASCIILetter($0) && $0 != 0x5f } ?? true
    }

    /// Notes the settings whose values are not in the text; the pins count regardless.
    private func noteUnknownSettings(of pins: [PinsInText.Sighting], _ pattern: HostPattern) {
        let unknown = pins.flatMap { $0.settings }.filter { (name, value) in
            switch name {
            case .expirationdate, .expires: !TextReading.isDate(value) && TextSetting.truth(value) == nil
            case .enforcepinning, .isenforced, .enforce, .includesubdomains, .nsincludessubdomains:
                TextSetting.truth(value) == nil
            default: false
            }
        }
        for value in Set(unknown.map { $0.value }).sorted() {
            findings.notRead(
                "\(pattern): the text does not define \(displayed(value)); the pins are applied regardless of its value",
                .warning, hint: "write the value next to the pins")
        }
    }

    private static let hintOfCutPin = "compute it again from the certificate or key"

    /// Reports entries in a list of pins that look like pins of the wrong length or are names that the text does not
    /// define.
    private func reportEntries(beside pins: [PinsInText.Sighting]) {
        var place = TextPlace()
        let beside = pins.filter { $0.hostSource != nil }.flatMap { (pin) in
            (pin.hostSource == .exact ? pin.cutPins : []).map { (pin.hosts, $0, false) }
                + pin.unknownNames.map { (pin.hosts, $0, true) }
        }
        let absent = found.absent.flatMap { (entry) in entry.names.map { (entry.hosts, $0, true) } }
        for (names, entry, isName) in (beside + absent).sorted(by: { $0.1.lowerBound < $1.1.lowerBound }) {
            place.advance(to: entry.lowerBound, in: text.span)
            // There may be as many entries as hosts.
            let hosts = names.prefix(3).map { displayed($0) }.joined(separator: ", ")
            let more = names.count > 3 ? " and \(names.count - 3) more" : ""
            let pattern = names.count == 1 ? try? HostPattern(names[0]) : nil
            let name = isName ? displayed(String(decoding: text[entry].prefix(256), as: UTF8.self)) : ""
            let problem =
                isName
                ? "the text does not define \(name), which may stand for pins"
                : "an entry next to a pin is not 32 bytes in base64"
            findings.omit(
                PolicyError(
                    isName ? .unknownName : .badPin, "\(hosts)\(more): \(problem)",
                    hint: isName ? "compare its value, too" : TextReading.hintOfCutPin,
                    position: place.position, pattern: pattern))
        }
    }

    // MARK: Notes

    /// Notes pins that are compared for the given host, although the text has other hosts near them.
    private func noteOtherHosts(_ pins: [PinsInText.Sighting]) {
        let others = pins.filter { $0.hostSource == .nearby || $0.isAmbiguous }
        guard let first = others.first, let pattern else { return }
        let hosts = Set(others.flatMap { $0.hosts }).sorted().prefix(3).map { displayed($0) }
        let near = hosts.isEmpty ? "several hosts" : hosts.joined(separator: ", ")
        findings.notRead(
            "line \(first.position.line): \(counted(others.count, "pin")) near \(near) "
                + "\(others.count == 1 ? "was" : "were") used for \(pattern)",
            .warning, hint: "if they are for other hosts, compare the pins of only one host")
    }

    /// Notes hosts of the text that no rule covers, because their pins may not have been recognized. The other hosts of
    /// a command of curl are proxies.
    private func noteHostsWithoutPins(_ rules: [PinPolicy.Rule]) {
        let hosts = found.hostsWithoutPins.compactMap { try? HostPattern($0) }.filter { (host) in
            !rules.contains { $0.pattern.covers(host) }
        }
        guard !hosts.isEmpty, !rules.isEmpty, format != .curl else { return }
        let names = hosts.prefix(3).map { displayed("\($0)") }.joined(separator: ", ")
        let more = hosts.count > 3 ? " and \(hosts.count - 3) more" : ""
        findings.notRead(
            "no pin in the text belongs to \(names)\(more)",
            hosts.contains { $0 == pattern } ? .warning : .hint, hint: "check that this is intended")
    }

    /// Notes facts that a person should know about how the pins were found.
    private func note(_ pins: [PinsInText.Sighting]) {
        func note(_ pins: [PinsInText.Sighting], _ message: String, hint: String) {
            guard let first = pins.first else { return }
            findings.notRead("line \(first.position.line): \(message)", .hint, hint: hint)
        }
        note(
            pins.filter { $0.isConditional }, "pins in conditional code; those of every branch were used",
            hint: "check which pins a release has")
        let near = pattern == nil ? pins.filter { $0.hostSource == .nearby } : []
        note(
            near, "the nearest host in the text was used for \(counted(near.count, "pin"))",
            hint: "specify the host to be certain")
        let commented = found.sightings.filter { $0.isInComment && !$0.isBare && $0.pin != nil }
        note(
            commented, "ignored \(counted(commented.count, "pin")) in comments",
            hint: "remove them if you do not need them")
        let bare = found.sightings.count { $0.isBare }
        if bare > 0, !pins.contains(where: { $0.isBare }) {
            findings.notRead(
                "no sign of a pin near \(counted(bare, "digest")) of 32 bytes", .hint,
                hint: "write sha256/ before a digest that is a pin")
        }
    }
}
