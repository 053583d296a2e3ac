import PinPolicies

/// The output of `diagnose` for a message that an app or tool wrote when it refused a server.
///
///     OkHttp refused api.example.com
///       sent    1  sha256/…  CN=api.example.com
///       pinned  sha256/…     the key of ISRG Root X1, …; root
///       change  …
struct FailureReport {
    /// A pin of the app and its explanation.
    struct Pinned {
        let text: String
        let diagnosis: PinDiagnosis
        let owner: KnownCAKey?
        /// The index of the certificate with this key among the certificates that were sent.
        let sent: Int?
        /// The first known mistake behind the pin, with the name of the object from which the pin was made.
        let mistake: (match: PinDiagnosis.Match, name: String?)?
        /// The name of a given object that has this key but was not sent.
        let given: String?
        /// A Boolean value that indicates whether the end of the pin is missing, perhaps because a log truncated it.
        let isCut: Bool
        /// A Boolean value that indicates whether the software that failed does not read the pin as it is written.
        let isMisspelled: Bool
    }

    let failure: PinFailure
    let keys: CAKeys
    let sent: [PinFailure.Certificate]
    /// A Boolean value that indicates whether the given certificates replace the sent ones, which the message lacks.
    let isGiven: Bool
    let pinned: [Pinned]
    let owners: [KnownCAKey?]
    /// The pins of the certificates that were sent, if the message, given certificates or the table of CAs has them.
    let pins: [Pin?]
    private let isComplete: Bool
    /// The certificates and keys that were given along with the message.
    let given: [DiagnosedObject]
    /// A Boolean value that indicates whether a configuration was given along with the message.
    let hasConfiguration: Bool
    /// The pins of the given configurations for the host.
    let configured: Set<Pin>

    init(
        _ message: DiagnosedInputs.Failure, _ diagnoses: [PinDiagnosis], _ inputs: DiagnosedInputs,
        given: [DiagnosedObject], _ keys: CAKeys
    ) {
        let failure = message.failure
        isGiven = failure.sent.isEmpty && failure.meaning.isAboutKeys && !given.isEmpty
        let paths = inputs.presented.paths
        let sent =
            isGiven
            ? (paths.certificates + paths.roots).map { PinFailure.Certificate($0) } : failure.sent
        let owners = sent.map { (certificate) in
            certificate.pin.map { keys.table[$0] }
                ?? certificate.part.flatMap { keys.table.key(startingWith: $0.head, endingWith: $0.tail) }
        }
        let pins = sent.indices.map { (place) -> Pin? in
            if let pin = sent[place].pin ?? owners[place]?.pin { return pin }
            return sent[place].part.flatMap { (part) in given.first { part.matches($0.pin) }?.pin }
        }
        var places: [Pin: Int] = [:]
        for (place, pin) in pins.enumerated() { if let pin, places[pin] == nil { places[pin] = place } }
        // curl and openconnect compare the text that they were given. A configuration was read by its own rules.
        let isWritten = !failure.pinned.isEmpty || inputs.configured.isEmpty
        let isLiteral = isWritten && [.curl, .openConnect].contains(failure.source)
        let consumer = isLiteral ? failure.source.consumer : nil
        pinned = diagnoses.map { Pinned($0, inputs.objects, places, keys, consumer) }
        (self.failure, self.keys, self.sent) = (failure, keys, sent)
        (self.owners, self.pins) = (owners, pins)
        isComplete = inputs.presented.chain.isWhole
        self.given = given
        hasConfiguration = !inputs.configured.isEmpty
        configured = Set(inputs.configuredPins(for: failure).compactMap { $0.pin })
    }

    // MARK: Text

    var lines: [String] { ReportRow.lines(rows, width: 6) }

    private var rows: [ReportRow] {
        let host = failure.host.map { escapedForDisplay(withoutKeys($0)) }
        var rows = [
            ReportRow(text: "\(failure.source.rawValue) \(failure.meaning.verb(host, of: failure.source))")
        ]
        for (place, certificate) in sent.enumerated() {
            // Names from a certificate are already escaped.
            let name = certificate.certificate != nil ? certificate.name : displayed(certificate.name)
            let owner = owners[place].map { "\(name.isEmpty ? "" : "; ")the key of \(keys.text($0))" } ?? ""
            let pin = self.text(ofPinAt: place).map { $0 + "  " } ?? ""
            rows.append(
                row(place == 0 ? isGiven ? "given" : "sent" : "", "\(place + 1)  \(pin)\(name)\(owner)"))
        }
        for (place, one) in pinned.enumerated() {
            rows.append(row(place == 0 ? "pinned" : "", "\(displayed(one.text))  \(what(one))"))
        }
        rows += facts
        if let meaning { rows.append(row("means", meaning)) }
        let copies = replacements.map { $0.right }
        for (place, change) in changes.enumerated() {
            let copy = place < copies.count ? copies[place] : nil
            rows.append(row(place == 0 ? "change" : "", change, copy: copy))
            guard change == FailureReport.isPinnedAnyway else { continue }
            rows[rows.count - 1].onScreen =
                "; to find out what, use pemtool check with --host, --chain and the configuration"
        }
        return rows
    }

    /// The facts about the given certificates that are relevant to a failure in which no pins were compared.
    private var facts: [ReportRow] {
        guard !failure.meaning.isAboutKeys else { return [] }
        let shown = given.prefix(8).map {
            "\($0.name): \(fact($0.certificate) ?? "not needed, as no pin was compared")"
        }
        let others = given.count > shown.count ? ["\(given.count - shown.count) more"] : []
        return (shown + others).enumerated().map { row($0 == 0 ? "given" : "", $1) }
    }

    func fact(_ certificate: Certificate?) -> String? {
        guard let certificate else { return nil }
        switch failure.meaning {
        case .hostName where !certificate.isCertificateAuthority:
            return failure.host.map {
                (certificate.matches(host: $0) ? "has" : "lacks") + " the name \(displayed($0))"
            }
        case .expired:
            let start = try? certificate.validity.notBefore
            let end = try? certificate.validity.notAfter
            return start.flatMap { (start) in end.map { "valid from \(start) to \($0)" } }
        case .missingIssuer, .selfSigned:
            return CertificateFacts(certificate).isSelfSigned
                ? "self-signed" : "issued by \(certificate.issuer.description)"
        default: return nil
        }
    }

    /// Returns the pin of a certificate that was sent, or as much of it as the message contains.
    private func text(ofPinAt place: Int) -> String? {
        if let pin = pins[place] { return "\(pin)" }
        return sent[place].part.map { "SHA-256 \(hex($0.head))...\(hex($0.tail))" }
    }

    /// Returns whether the software compares the key of a certificate with the pins.
    func isCompared(_ place: Int) -> Bool { place == 0 || !failure.source.comparesOnlyLeaf }

    private func row(_ name: String, _ text: String, copy: String? = nil) -> ReportRow {
        ReportRow(name: name, text: text, copy: copy, indent: 3)
    }

    private func what(_ one: Pinned) -> String {
        if sent.isEmpty, let given = one.given { return "the key of \(given)" }
        guard !sent.isEmpty || one.mistake != nil || one.owner != nil else {
            return "not compared, because no certificate was given"
        }
        let presented = isGiven ? "given" : "sent"
        if let place = one.sent {
            let owner = "certificate \(place + 1), which was \(presented)"
            if one.isCut { return "cut short: the beginning of the pin of \(owner)" }
            let source = failure.source.rawValue
            if !isCompared(place) {
                return "the key of \(owner), but \(source) compares only the server's own key"
            }
            return "the key of \(owner)"
                + (one.isMisspelled ? ", but not in the form that \(source) reads" : "")
        }
        if let mistake = one.mistake {
            return mistake.match.message + (mistake.name.map { " (\($0))" } ?? "")
        }
        if let given = one.given { return "not sent: the key of \(given)" }
        if let owner = one.owner { return "not \(presented): the key of \(keys.text(owner))" }
        if one.isCut { return "cut short, so its key is unknown" }
        if let problem = one.diagnosis.problem { return "not a pin: \(problem.message)" }
        return isComplete
            ? "not the pin of a key that was \(presented), nor of a known public CA"
            : "not compared with everything, because part of the input could not be used"
    }

    /// The meaning of the message, if it is not clear from the rows.
    private var meaning: String? {
        if failure.meaning == .fingerprint, let detail = failure.detail,
            let fingerprint = FingerprintText("fingerprint=\(detail)"),
            let object = given.first(where: { $0.certificate.map(fingerprint.isFingerprint) ?? false })
        {
            return "the fingerprint \(displayed(detail)) belongs to \(object.name)"
        }
        guard failure.meaning != .mismatch || pinned.isEmpty else { return nil }
        return failure.meaning.message(detail)
    }

    /// The details in the message, which may be a sentence.
    private var detail: String? { failure.detail.map { escapedForDisplay(withoutKeys($0)) } }

    /// A Boolean value that indicates whether the owner of a key is named.
    var hasOwner: Bool { owners.contains { $0 != nil } || pinned.contains { $0.owner != nil } }

    // MARK: JSON

    func write(to json: inout JSONWriter) {
        json.string("kind", "pin-failure")
        json.string("reported_by", failure.source.rawValue)
        json.string("meaning", failure.meaning.rawValue)
        json.string("host", failure.host.map { withoutKeys($0) })
        json.objects("sent", sent.indices) { (place, json) in
            json.string("pin", pins[place]?.base64)
            json.string("subject", withoutKeys(sent[place].name))
            keys.write(owners[place], to: &json)
        }
        json.objects("pinned", pinned) { (one, json) in
            let mistake = one.mistake?.match
            json.string("text", one.text)
            json.string("pin", one.diagnosis.spelling.disclosedPin?.base64)
            json.count("sent", one.sent)
            keys.write(one.owner, to: &json)
            json.string("message", what(one))
            json.string("right_pin", mistake?.objectIndex == nil ? nil : mistake?.rightPin?.base64)
        }
        json.string("message", failure.meaning.message(detail))
        json.texts("changes", changes)
        ReportRow.write(rows, to: &json)
    }
}

extension FailureReport.Pinned {
    fileprivate init(
        _ diagnosis: PinDiagnosis, _ objects: [DiagnosedObject], _ places: [Pin: Int], _ keys: CAKeys,
        _ consumer: PinConsumer?
    ) {
        let first = diagnosis.matches.first
        let object = first?.objectIndex.flatMap { objects.indices.contains($0) ? objects[$0] : nil }
        let place = object == nil ? nil : first?.rightPin.flatMap { places[$0] }
        let name = place.map { "certificate \($0 + 1)" } ?? object?.name
        let isOfKey = diagnosis.isRight || diagnosis.isMisspelled
        let isBeginning = first?.recipe == "spki:cut-short"
        let isShown = isOfKey || isBeginning
        self.init(
            text: Pin.disclosed(diagnosis.text), diagnosis: diagnosis,
            owner: diagnosis.spelling.pin.flatMap { keys.table[$0] },
            sent: isShown ? place : nil, mistake: isShown ? nil : first.map { ($0, name) },
            given: isShown ? object?.name : nil,
            isCut: isBeginning || diagnosis.isBeginning,
            isMisspelled: isOfKey && diagnosis.spelling.body != diagnosis.text
                && consumer.map { !diagnosis.spelling.consumers.contains($0) } ?? false)
    }
}

extension PinDiagnosis {
    /// A Boolean value that indicates whether the text may be the beginning of a pin.
    fileprivate var isBeginning: Bool {
        if case .wrongCharacterCount(let count, _)? = problem { return count < 43 }
        return text.hasSuffix("...") || text.hasSuffix("…")
    }
}
