import DERKit
import X509Model

extension Command {
    static let inspect = Command(
        name: "inspect",
        summary: "show the fields of certificates and keys",
        operands: "[OPTIONS] FILE...",
        discussion: """
            Shows the names, dates, key, pin, fingerprints and extensions of every certificate,
            followed by notes on anything odd; the algorithm and pin of every key; and the
            contents of requests, CRLs and containers. For a private key, shows only its public
            half.
            """,
        options: [
            Option("--full", help: "show everything: signatures, moduli, all names"),
            Option("--field", "NAME", help: "print only this field, by its JSON name"),
            Dates.atOption, CAKeys.option,
            Option("--entries", help: "also show the entries of CRLs"),
            Option(
                "--strict", help: "reject files that need repair, and exit with status 1 if there is a note"),
        ] + jsonOptions + [Bulk.jobsOption] + lineOptions,
        examples: [
            ("pemtool inspect server.pem", "one screen per certificate"),
            ("pemtool inspect --field not_after server.pem", "2027-01-31T23:59:59Z, for a script"),
            (
                "pemtool inspect --jsonl certs/ | jq -r .subject",
                "the subjects of all certificates in a folder"
            ),
            (
                "curl -s 'https://LOG/ct/v1/get-entries?start=0&end=99' | pemtool inspect --ct -",
                "the certificates in a Certificate Transparency log, with their chains"
            ),
        ],
        run: { (arguments) throws(UsageError) in try runInspect(arguments) }
    )

    private static func runInspect(_ arguments: Arguments) throws(UsageError) -> ExitStatus {
        if var lines = try LineMode(arguments, isFull: true) { return lines.run(try Inputs(arguments)) }
        var json = try JSONOutput(arguments)
        let field = try FieldPath(arguments)
        let now = try Dates.moment(arguments)
        guard let keys = CAKeys(arguments) else {
            json?.finish()
            return .unreadable
        }
        let options = Screen.Options(
            isFull: arguments.has("--full"), now: now, hasEntries: arguments.has("--entries"), keys: keys)
        var inputs = try Inputs(arguments)
        var output = Output()
        let isJSON = json != nil
        let isLineByLine = json?.isLineByLine ?? false
        let bulk = try Bulk.Options(arguments, needsPlace: true)
        var isFirst = true
        inputs.forEachObject(
            { (file, object) in
                var rendered = Rendered()
                func fields() -> JSON.Fields {
                    ObjectJSON.full(object, in: file, at: now, entries: options.hasEntries)
                        + keys.fields(of: object)
                }
                if case .success(let content) = object.content {
                    if let certificate = content.certificate, !certificate.notes(at: now).isEmpty {
                        rendered.facts.insert(.hasNotes)
                    }
                    if let field {
                        let text = field.lines(of: fields()).joined(separator: "\n")
                        // What a container lacks its members may have, which follow.
                        rendered.output = text.isEmpty && content.isContainer ? nil : text
                    } else if !isJSON {
                        rendered.output = Screen.text(of: object, content, in: file, options)
                    }
                }
                if isJSON { rendered.fields = fields() }
                return rendered
            },
            bulk: isLineByLine ? bulk : nil,
            emit: {
                if json == nil, field == nil, !isFirst { output.line() }
                isFirst = false
                output.line($0)
            },
            emitFields: { json?.print($0) },
            emitLines: { json?.print(lines: $0) })
        json?.finish()
        output.flush()
        guard inputs.status == .success else { return inputs.status }
        return inputs.facts.contains(.hasNotes) && arguments.has("--strict") ? .no : .success
    }
}

extension Screen {
    /// The screen of an object under a line with the file's name, and what was repaired to read it.
    static func text(
        of object: InputObject, _ content: InputObject.Content, in file: String, _ options: Options
    ) -> String {
        var screen = Screen(content, options)
        for note in object.notes {
            screen.row(
                screen.rows.contains { $0.name == "notes" } ? "" : "notes", escapedForDisplay(note.message))
        }
        let heading = "\(PathName.displayed(file)): \(content.kind) \(object.index + 1)"
        return ([heading] + screen.lines).joined(separator: "\n")
    }

    /// The screen of an object: the certificate's or the key's own, then what its kind says besides.
    init(_ content: InputObject.Content, _ options: Options) {
        self.init(options)
        switch content {
        case .certificateRequest(let request): show(request)
        case .certificateList(let list): show(list)
        default:
            if let certificate = content.certificate {
                show(certificate)
            } else if let key = content.subjectPublicKeyInfo {
                show(key)
            }
            for (name, value) in content.kindRows where !value.isEmpty { row(name, value) }
        }
    }
}
