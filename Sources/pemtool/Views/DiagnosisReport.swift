import PinPolicies

/// The output of `diagnose` for a pin.
///
///     not the pin of this key, but made from it
///       it is    SHA-256 of the raw 65-byte P-256 point, as …
///       made by  hashing SecKeyCopyExternalRepresentation(key, nil) without the header
///       missing  the 26-byte header in front; pemtool explain shows it
///       right    sha256/azE5Ew0LGsMgkYqiDpYay0olLAS8cxxNGUZ8OJU756k=
struct DiagnosisReport {
    let diagnosis: PinDiagnosis
    let objects: [DiagnosedObject]
    /// The certificates among the objects, with the roots to which they lead.
    let chain: PresentedChain
    let keys: CAKeys

    /// The maximum number of objects, missing issuers and hosts in the JSON of a pin: many pins would repeat all of them.
    static let mostListed = 100

    init(_ diagnosis: PinDiagnosis, _ inputs: DiagnosedInputs, _ keys: CAKeys) {
        (self.diagnosis, self.keys) = (diagnosis, keys)
        (objects, chain) = (inputs.objects, inputs.presented)
    }

    /// A Boolean value that indicates whether all input was compared.
    private var isComplete: Bool { chain.chain.isWhole && chain.roots?.isWhole ?? true }

    var isRight: Bool { diagnosis.isRight && misuse == nil }

    /// The contradiction between the given certificates and the usage of a TLSA record; `nil` for other text, or if one
    /// of the certificates may match the record.
    private var misuse: String? {
        guard let usage = diagnosis.spelling.tlsaUsage, diagnosis.isRight else { return nil }
        let found = diagnosis.matches.map { (match) in
            object(of: match).flatMap { chain.places.firstIndex(of: $0.place) }.flatMap { (place) in
                let isIssuer = chain.paths.paths.contains { $0.members.dropFirst().contains(place) }
                return chain.paths[place]?.contradiction(tlsaUsage: usage, isIssuer: isIssuer)
            }
        }
        return found.contains(nil) ? nil : found.compactMap { $0 }.first
    }

    /// The title of the report if there are several texts.
    var title: String { escapedForDisplay(Pin.disclosed(diagnosis.text)) }

    var lines: [String] { ReportRow.lines(rows, width: 7) }

    var rows: [ReportRow] {
        if diagnosis.isRight { return rightRows }
        if diagnosis.isMisspelled { return misspelledRows }
        return diagnosis.matches.isEmpty ? unexplainedRows : wrongRows
    }

    private var rightRows: [ReportRow] {
        if let misuse, let first = diagnosis.matches.first, let pin = first.rightPin {
            let usages = ["0": "1", "1": "0", "2": "3", "3": "2"]
            let usage = diagnosis.spelling.tlsaUsage.flatMap { usages[String($0)] } ?? ""
            let record = "\(usage) 1 1 \(pin.formatted(.hex))"
            return ReportRow.title("right key, wrong usage: \(misuse): \(name(first))")
                + row("write", record, copy: record)
        }
        return diagnosis.matches.flatMap { (match) in
            ReportRow.title("right: \(match.message): \(name(match))")
        }
    }

    private var misspelledRows: [ReportRow] {
        guard let first = diagnosis.matches.first, let pin = first.rightPin else { return [] }
        var rows = diagnosis.matches.flatMap {
            ReportRow.title("right key, wrong spelling: \($0.message): \(name($0))")
        }
        rows += steps(first.madeBy)
        // One line per spelling, with all consumers that accept it.
        let consumers = diagnosis.spelling.consumer.map { [$0] } ?? PinConsumer.allCases
        var seen: Set<String> = []
        for text in consumers.map({ $0.spelling(of: pin) }) where seen.insert(text).inserted {
            let names = consumers.filter { $0.spelling(of: pin) == text }.map { $0.rawValue }
            let line = "\(text) for \(names.joined(separator: ", "))"
            rows += row(seen.count == 1 ? "write" : "", line, copy: text)
        }
        return rows
    }

    private var wrongRows: [ReportRow] {
        guard let first = diagnosis.matches.first else { return [] }
        let single = objects.count == 1
        var rows: [ReportRow]
        if first.objectIndex == nil {
            rows = ReportRow.title("not the pin of any key")
        } else if single {
            rows = ReportRow.title("not the pin of this key, but made from it")
        } else {
            rows = ReportRow.title("not the pin of any of these keys, but made from \(name(first))")
        }
        rows += row("it is", first.message)
        rows += steps(first.madeBy)
        if let remedy = first.remedy {
            rows +=
                remedy.hasPrefix("missing ")
                ? row("missing", String(remedy.dropFirst(8)), onScreen: "; pemtool explain shows it")
                : row("note", remedy)
        }
        for match in diagnosis.matches.dropFirst() {
            rows += row(
                "or", single || match.objectIndex == nil ? match.message : "\(match.message): \(name(match))")
        }
        if first.recipe == "certificate", let object = object(of: first) {
            rows += row("also", "as a fingerprint it is right: the SHA-256 fingerprint of \(object.name)")
        } else if let problem = diagnosis.problem {
            rows += row("also", problem.message)
        } else if let complaint = diagnosis.spelling.complaint, !diagnosis.spelling.oddities.isEmpty {
            rows += row("also", "it is written \(complaint)")
        }
        if let pin = first.rightPin { rows += row("right", spelled(pin), copy: spelled(pin)) }
        return rows
    }

    private var unexplainedRows: [ReportRow] {
        if let command = Suggestion.chainCommand(diagnosis.text) {
            return ReportRow.title("not a pin, but a server") + row("run", command, copy: command)
        }
        var rows: [ReportRow]
        if let problem = diagnosis.problem {
            rows = ReportRow.title("not a pin") + row("why", problem.message)
        } else {
            rows = ReportRow.title(
                objects.isEmpty
                    ? "not compared with any key"
                    : objects.count == 1 ? "not the pin of this key" : "not the pin of any of these keys")
        }
        if diagnosis.tried.digests > 0, !objects.isEmpty {
            rows += row(
                "tried",
                "\(PinDiagnosis.sourceCodes.count) kinds of byte strings, each with up to "
                    + "\(PinDiagnosis.digestCodes.count) digests in \(PinDiagnosis.encodingCodes.count) encodings; "
                    + "no known mistake produces this text")
        }
        if diagnosis.problem == nil, objects.isEmpty {
            rows += ownerRow
        } else if diagnosis.problem == nil, !isComplete {
            rows += row("but", "part of the input could not be used, and the pin may be for that part")
        } else if diagnosis.problem == nil {
            rows += likelyRows
        }
        for object in objects.prefix(DiagnosisReport.shownPins) {
            let right = spelled(object.pin)
            rows += row("right", right + (objects.count == 1 ? "" : "  \(object.name)"), copy: right)
        }
        let left = objects.count - DiagnosisReport.shownPins
        if left > 0 { rows += row("", "and \(left) more", onScreen: "; pemtool pin prints them") }
        return rows
    }

    /// The rows for a pin that does not belong to any given key.
    private var otherKeyRows: [ReportRow] {
        guard let object = objects.first(where: { $0.pointForm != nil }), let form = object.pointForm else {
            return row("maybe", "the pin of another key, or made by a mistake unknown to pemtool")
        }
        return row(
            "maybe", "the pin of this key with an uncompressed point; the point in \(object.name) is \(form)")
            + row(
                "check",
                "provide the certificate, or the key as openssl ec -pubin -conv_form uncompressed writes it"
            ) + row("or", "it is the pin of another key")
    }

    /// The possible explanations for a pin that no input explains. It may belong to a root, which servers do not send.
    private var likelyRows: [ReportRow] {
        var rows = ownerRow
        let missing = chain.missingIssuers
        if let root = diagnosis.spelling.pin.flatMap(chain.strayRoot) {
            rows += row("likely", "it is the pin of \(root), to which the given certificates do not lead")
            rows += row("check", "provide the whole chain that the server sends")
        } else if let last = missing.first {
            let issuer = "the issuer of \(chain.name(last.place)), \(last.issuer)"
            let names = last.issuer.rdnSequence.flatMap { $0.attributes }.map { $0.text }
            if let owner, !names.contains(owner.name) {
                rows += row("but", "\(issuer), is another CA; this CA may be above it")
            } else {
                let isOfCA = chain.paths[last.place]?.isAuthority ?? true
                rows += row(
                    "maybe",
                    "the pin of \(issuer)"
                        + (isOfCA ? "; servers do not send their root" : ", or of a CA above it"))
            }
            let (advice, option) = chain.issuerAdvice(last.place)
            rows += row("check", advice, onScreen: option)
            if owner == nil { rows += row("or", "it is the pin of another key") }
        } else if let proxy = InterceptingProxy(in: chain.paths) {
            rows += row(
                "likely", "it is a pin of the real server: \(chain.name(proxy.place)) \(proxy.message)")
            return rows + row("check", proxy.advice)
        } else if owner != nil {
            rows +=
                chain.chain.certificates.isEmpty
                ? row("check", "provide the whole chain that the server sends; this CA may be in it")
                : row("but", "the given chain does not lead to this CA")
        } else {
            rows += otherKeyRows
        }
        let isOnlyAnswer = missing.isEmpty && rows.count == 1
        guard owner == nil else { return rows }
        rows += row(isOnlyAnswer ? "check" : "", "the server has several keys, or one per host or address")
        rows += row("", "the certificate was renewed with a new key after the pin was made")
        rows += row("", "a proxy in between presents its own certificate")
        if objects.contains(where: { $0.kind == "private-key" }) {
            rows += row("", "the private key was hashed, but in a form that differs from its file")
        }
        guard chain.chain.certificates.isEmpty else { return rows }
        return rows + row("", "the pin belongs to an issuer; provide the whole chain")
    }

    private var ownerRow: [ReportRow] {
        owner.map { row("it is", "the pin of a CA: \(keys.text($0)) (\(keys.source(at: DERTime.now)))") }
            ?? []
    }

    /// The CA whose key has the pin; `nil` if unknown.
    private var owner: KnownCAKey? { diagnosis.spelling.pin.flatMap { keys.table[$0] } }

    /// The maximum number of correct pins in a report.
    private static let shownPins = 8

    /// Returns the steps that produce the pin, numbered if there are several.
    private func steps(_ steps: [String]) -> [ReportRow] {
        steps.enumerated().map { (place, step) in
            let number = steps.count > 1 ? "\(place + 1). " : ""
            return ReportRow(name: place == 0 ? "made by" : "", text: number + step, indent: number.count)
        }
    }

    private func row(
        _ name: String, _ text: String, onScreen more: String = "", copy: String? = nil
    ) -> [ReportRow] {
        [ReportRow(name: name, text: text, onScreen: more, copy: copy)]
    }

    /// Returns a pin in the spelling of the consumer for which the text is written or, if that is unknown, of the first
    /// consumer that accepts the text. A consumer may reject other spellings.
    private func spelled(_ pin: Pin) -> String {
        let spelling = diagnosis.spelling
        return (spelling.consumer ?? spelling.consumers.first)?.spelling(of: pin) ?? pin.description
    }

    private func object(of match: PinDiagnosis.Match) -> DiagnosedObject? {
        match.objectIndex.flatMap { objects.indices.contains($0) ? objects[$0] : nil }
    }

    private func name(_ match: PinDiagnosis.Match) -> String { object(of: match)?.name ?? "no object" }

    /// Writes the report, with the rows of a pin unless others are shown, as for the fingerprint of an object.
    func write(to json: inout JSONWriter, showing shown: [ReportRow]? = nil, isFingerprint: Bool = false) {
        let spelling = diagnosis.spelling
        let tried = diagnosis.tried
        json.string("pin", Pin.disclosed(diagnosis.text))
        json.bool("right", isFingerprint || isRight)
        json.string("verdict", isFingerprint ? "fingerprint" : verdict)
        json.object("spelling") { (json) in
            json.string("pin", spelling.disclosedPin?.base64)
            json.string("complaint", spelling.complaint)
            json.texts("oddities", spelling.oddities.map { $0.code })
            json.texts("consumers", spelling.consumers.map { $0.rawValue })
        }
        json.bool("complete", isComplete)
        keys.write(owner, to: &json)
        json.objects("missing_issuers", chain.missingIssuers.prefix(DiagnosisReport.mostListed)) {
            (missing, json) in
            chain.write(missing.place, to: &json)
            json.string("issuer", missing.issuer.description)
        }
        json.object("problem", diagnosis.problem) { (problem, json) in
            json.string("code", problem.code)
            json.string("message", problem.message)
        }
        json.objects("matches", diagnosis.matches, write)
        json.objects("objects", objects.prefix(DiagnosisReport.mostListed), write)
        json.object("tried") { (json) in
            json.count("objects", tried.objects)
            json.count("inputs", tried.inputs)
            json.count("digests", tried.digests)
            json.texts("sources", PinDiagnosis.sourceCodes)
            json.texts("digest_kinds", PinDiagnosis.digestCodes)
            json.texts("encodings", PinDiagnosis.encodingCodes)
        }
        ReportRow.write(shown ?? rows, to: &json)
    }

    private var verdict: String {
        if diagnosis.isRight { return misuse == nil ? "right" : "misplaced" }
        if diagnosis.isMisspelled { return "misspelled" }
        if !diagnosis.matches.isEmpty { return "explained" }
        if Suggestion.chainCommand(diagnosis.text) != nil { return "server" }
        return diagnosis.problem == nil ? "unexplained" : "not-a-pin"
    }

    private func write(_ match: PinDiagnosis.Match, to json: inout JSONWriter) {
        json.string("recipe", match.recipe)
        json.object("object", object(of: match), write)
        json.string("message", match.message)
        json.texts("made_by", match.madeBy)
        json.string("command", match.command)
        json.string("right_pin", match.rightPin?.base64)
    }

    private func write(_ object: DiagnosedObject, to json: inout JSONWriter) {
        json.string("file", object.file)
        json.count("index", object.index)
        json.string("kind", object.kind)
        json.string("pin", object.pin.base64)
    }
}
