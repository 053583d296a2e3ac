import DERKit
import PinPolicies
import SPKIHash
import X509Model

/// The output of `diagnose`.
///
///     not the pin of this key, but made from it
///       it is    SHA-256 of the raw 65-byte P-256 point, as …
///       made by  hashing SecKeyCopyExternalRepresentation(key, nil) without the header
///       missing  the 26-byte header in front; pemtool explain shows it
///       right    sha256/azE5Ew0LGsMgkYqiDpYay0olLAS8cxxNGUZ8OJU756k=
struct DiagnosisReport {
    let diagnosis: PinDiagnosis
    let objects: [DiagnosedObject]
    /// The certificates among the objects, with the roots that they lead to.
    let chain: PresentedChain
    let keys: CAKeys
    /// A Boolean value that indicates whether all input was compared.
    private var isComplete: Bool { chain.chain.isWhole && chain.roots?.isWhole ?? true }

    var isRight: Bool { diagnosis.isRight && misuse == nil }

    /// The contradiction to the usage of a TLSA record; `nil` if a certificate may match it.
    private var misuse: String? {
        guard let usage = diagnosis.spelling.tlsaUsage, diagnosis.isRight else { return nil }
        let found = diagnosis.matches.map { (match) in
            chain.places.firstIndex { (place) in
                object(of: match).map { $0.file == place.file && $0.index == place.index } ?? false
            }.flatMap { (place) in
                let isIssuer = chain.paths.paths.contains { $0.members.dropFirst().contains(place) }
                return chain.paths[place]?.contradiction(tlsaUsage: usage, isIssuer: isIssuer)
            }
        }
        return found.contains(nil) ? nil : found.compactMap { $0 }.first
    }

    /// The title of the report if there are several texts.
    var title: String { escapedForDisplay(Pin.disclosed(diagnosis.text)) }

    var lines: [String] {
        if diagnosis.isRight { return rightLines }
        if diagnosis.isMisspelled { return misspelledLines }
        return diagnosis.matches.isEmpty ? unexplainedLines : wrongLines
    }

    private var rightLines: [String] {
        if let misuse, let first = diagnosis.matches.first, let pin = first.rightPin {
            let usages = ["0": "1", "1": "0", "2": "3", "3": "2"]
            let usage = diagnosis.spelling.tlsaUsage.flatMap { usages[String($0)] } ?? ""
            return paragraph("right key, wrong usage: \(misuse): \(name(first))", indent: 2)
                + row("write", "\(usage) 1 1 \(pin.formatted(.hex))")
        }
        return diagnosis.matches.flatMap { (match) in
            paragraph("right: \(match.message): \(name(match))", indent: 2)
        }
    }

    private var misspelledLines: [String] {
        guard let first = diagnosis.matches.first, let pin = first.rightPin else { return [] }
        var lines = diagnosis.matches.flatMap {
            paragraph("right key, wrong spelling: \($0.message): \(name($0))", indent: 2)
        }
        lines += steps(first.madeBy)
        // One line per spelling, with all consumers that accept it.
        var spellings: [(text: String, consumers: [String])] = []
        for consumer in diagnosis.spelling.consumer.map({ [$0] }) ?? PinConsumer.allCases {
            let text = consumer.spelling(of: pin)
            if let place = spellings.firstIndex(where: { $0.text == text }) {
                spellings[place].consumers.append(consumer.name)
            } else {
                spellings.append((text, [consumer.name]))
            }
        }
        for (place, spelling) in spellings.enumerated() {
            let consumers = spelling.consumers.joined(separator: ", ")
            lines += row(place == 0 ? "write" : "", "\(spelling.text) for \(consumers)")
        }
        return lines
    }

    private var wrongLines: [String] {
        guard let first = diagnosis.matches.first else { return [] }
        let single = objects.count == 1
        var lines: [String]
        if first.objectIndex == nil {
            lines = ["not the pin of any key"]
        } else if single {
            lines = paragraph("not the pin of this key, but made from it", indent: 2)
        } else {
            lines = paragraph("not the pin of any of these keys, but made from \(name(first))", indent: 2)
        }
        lines += row("it is", first.message)
        lines += steps(first.madeBy)
        if let remedy = first.remedy {
            lines +=
                remedy.hasPrefix("missing ")
                ? row("missing", remedy.dropFirst(8) + "; pemtool explain shows it") : row("note", remedy)
        }
        for match in diagnosis.matches.dropFirst() {
            lines += row(
                "or", single || match.objectIndex == nil ? match.message : "\(match.message): \(name(match))")
        }
        if first.recipe == "certificate", let object = object(of: first) {
            lines += row(
                "also", "as a fingerprint it is right: the SHA-256 fingerprint of \(object.name)")
        } else if let problem = diagnosis.problem {
            lines += row("also", problem.message)
        } else if let complaint = diagnosis.spelling.complaint, !diagnosis.spelling.oddities.isEmpty {
            lines += row("also", "it is written \(complaint)")
        }
        if let pin = first.rightPin { lines += row("right", pin.description) }
        return lines
    }

    private var unexplainedLines: [String] {
        var lines: [String]
        if let problem = diagnosis.problem {
            lines = ["not a pin"]
            lines += row("why", problem.message)
        } else {
            lines = [objects.count == 1 ? "not the pin of this key" : "not the pin of any of these keys"]
        }
        let tried = diagnosis.tried
        lines +=
            tried.digests == 0
            ? []
            : row(
                "tried",
                "\(tried.inputs) byte strings, each with up to \(PinDiagnosis.digestCodes.count) digests in "
                    + "\(PinDiagnosis.encodingCodes.count) encodings; no known mistake produces it")
        if diagnosis.problem == nil, !isComplete {
            lines += row("but", "part of the input could not be used, and the pin may be for that part")
        } else if diagnosis.problem == nil {
            lines += likelyLines
        }
        for object in objects.prefix(DiagnosisReport.shownPins) {
            lines += row("right", "\(object.pin)" + (objects.count == 1 ? "" : "  \(object.name)"))
        }
        let left = objects.count - DiagnosisReport.shownPins
        if left > 0 { lines += row("", "and \(left) more; pemtool pin prints them") }
        return lines
    }

    /// Returns the rows for a pin that does not belong to any given key.
    private var otherKeyLines: [String] {
        guard let object = objects.first(where: { $0.pointForm != nil }), let form = object.pointForm else {
            return row("maybe", "the pin of another key, or made by a mistake unknown to pemtool")
        }
        return row(
            "maybe", "the pin of the same key with an uncompressed point; that of \(object.name) is \(form)")
            + row(
                "check",
                "provide the certificate, or the key as openssl ec -pubin -conv_form uncompressed writes it"
            ) + row("or", "it is the pin of another key")
    }

    /// Possible explanations for a pin that no input explains. Servers do not send roots, so it may be the
    /// pin of a root.
    private var likelyLines: [String] {
        var lines: [String] = []
        let missing = chain.missingIssuers
        if let owner {
            lines += row("it is", "the pin of a CA: \(keys.text(owner)) (\(keys.source(at: DERTime.now)))")
        }
        if let root = diagnosis.spelling.pin.flatMap(chain.strayRoot) {
            lines += row("likely", "it is the pin of \(root), to which the given certificates do not lead")
            lines += row("check", "provide the whole chain that the server sends")
        } else if let last = missing.first {
            let issuer = "the issuer of \(chain.name(last.place)), \(last.issuer)"
            let names = last.issuer.rdnSequence.flatMap { $0.attributes }.map { $0.text }
            if let owner, !names.contains(owner.name) {
                lines += row("but", "\(issuer), is another CA; this one may be above it")
            } else {
                let isOfCA = chain.paths[last.place]?.isAuthority ?? true
                lines += row(
                    "maybe",
                    "the pin of \(issuer)"
                        + (isOfCA ? "; servers do not send their root" : ", or of a CA above it"))
            }
            lines += row("check", chain.issuerAdvice(last.place))
            if owner == nil { lines += row("or", "it is the pin of another key") }
        } else if let proxy = InterceptingProxy(in: chain.paths) {
            lines += row(
                "likely", "it is a pin of the real server: \(chain.name(proxy.place)) \(proxy.message)")
            return lines + row("check", proxy.advice)
        } else if owner != nil {
            lines +=
                chain.chain.certificates.isEmpty
                ? row("check", "provide the whole chain that the server sends; this CA may be in it")
                : row("but", "the given chain does not lead to this CA")
        } else {
            lines += otherKeyLines
        }
        let isOnlyAnswer = missing.isEmpty && lines.count == 1
        guard owner == nil else { return lines }
        lines += row(
            isOnlyAnswer ? "check" : "", "the server has several keys, or one per host or address")
        lines += row("", "the certificate was renewed with a new key after the pin was made")
        lines += row("", "a proxy in between presents its own certificate")
        if objects.contains(where: { $0.kind == "private-key" }) {
            lines += row("", "the private key was hashed, in a form other than that of its file")
        }
        guard chain.chain.certificates.isEmpty else { return lines }
        return lines + row("", "the pin belongs to an issuer; provide the whole chain")
    }

    /// The CA whose key has the pin; `nil` if unknown.
    private var owner: KnownCAKey? { diagnosis.spelling.pin.flatMap { keys.owner(of: $0) } }

    /// The maximum number of right pins in a report.
    private static let shownPins = 8

    /// Returns the steps that produce the pin, numbered if there are several.
    private func steps(_ steps: [String]) -> [String] {
        guard steps.count > 1 else { return steps.flatMap { row("made by", $0) } }
        return steps.enumerated().flatMap { (place, step) in
            paragraph(step, lead: "  " + padded(place == 0 ? "made by" : "", 7) + "  \(place + 1). ")
        }
    }

    private func row(_ name: String, _ text: String) -> [String] {
        paragraph(text, lead: "  " + padded(name, 7) + "  ")
    }

    private func object(of match: PinDiagnosis.Match) -> DiagnosedObject? {
        match.objectIndex.flatMap { objects.indices.contains($0) ? objects[$0] : nil }
    }

    private func name(_ match: PinDiagnosis.Match) -> String { object(of: match)?.name ?? "no object" }

    var json: JSON.Fields {
        let spelling = diagnosis.spelling
        let tried = diagnosis.tried
        return [
            ("schema", "pemtool/1"), ("pin", .string(Pin.disclosed(diagnosis.text))),
            ("right", .bool(isRight)), ("verdict", .string(verdict)),
            (
                "spelling",
                .object([
                    ("pin", .pin(spelling.pin)), ("complaint", .text(spelling.complaint)),
                    ("oddities", .texts(spelling.oddities.map { $0.code })),
                    ("consumers", .texts(spelling.consumers.map { $0.name })),
                ])
            ),
            ("complete", .bool(isComplete)), ("owner", keys.json(owner)),
            (
                "missing_issuers",
                .objects(chain.missingIssuers) { chain.fields($0.place) + [("issuer", .text(of: $0.issuer))] }
            ),
            (
                "problem",
                diagnosis.problem.map {
                    .object([("code", .string($0.code)), ("message", .string($0.message))])
                } ?? .null
            ),
            ("matches", .objects(diagnosis.matches, fields)), ("objects", .objects(objects, fields)),
            (
                "tried",
                .object([
                    ("objects", .count(tried.objects)), ("inputs", .count(tried.inputs)),
                    ("digests", .count(tried.digests)), ("sources", .texts(PinDiagnosis.sourceCodes)),
                    ("digest_kinds", .texts(PinDiagnosis.digestCodes)),
                    ("encodings", .texts(PinDiagnosis.encodingCodes)),
                ])
            ),
        ]
    }

    private var verdict: String {
        if diagnosis.isRight { return misuse == nil ? "right" : "misplaced" }
        if diagnosis.isMisspelled { return "misspelled" }
        if !diagnosis.matches.isEmpty { return "explained" }
        return diagnosis.problem == nil ? "unexplained" : "not-a-pin"
    }

    private func fields(_ match: PinDiagnosis.Match) -> JSON.Fields {
        [
            ("recipe", .string(match.recipe)),
            ("object", object(of: match).map { .object(fields($0)) } ?? .null),
            ("message", .string(match.message)), ("made_by", .texts(match.madeBy)),
            ("command", .text(match.command)), ("right_pin", .pin(match.rightPin)),
        ]
    }

    private func fields(_ object: DiagnosedObject) -> JSON.Fields {
        [
            ("file", .string(object.file)), ("index", .count(object.index)), ("kind", .string(object.kind)),
            ("pin", .pin(object.pin)),
        ]
    }
}
