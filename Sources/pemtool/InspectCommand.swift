import DERKit
import X509Model

extension Command {
    static let inspect = Command(
        name: "inspect",
        summary: "show what each certificate and key says",
        operands: "[--full | --field NAME | --json | --jsonl] FILE...",
        discussion: """
            Shows names, dates, key, pin, fingerprints and extensions of every certificate
            on one screen, and below them what is odd about it; algorithm and pin of every
            key; what requests, revocation lists and containers say. Of a private key it
            shows the public half.
            """,
        options: [
            Option("--full", help: "show everything: signatures, moduli, all names"),
            Option("--field", "NAME", help: "print one value alone, by its name in JSON"),
            Dates.atOption,
            Option("--entries", help: "show the entries of revocation lists too"),
            Option("--strict", help: "refuse repairs, and exit with status 1 where there is a note"),
        ] + jsonOptions,
        examples: [
            ("pemtool inspect server.pem", "one screen for each certificate"),
            ("pemtool inspect --field not_after server.pem", "2027-01-31T23:59:59Z, for a script"),
            (
                "pemtool inspect --jsonl certs/ | jq -r .subject",
                "the subjects of all certificates in a folder"
            ),
        ],
        run: { (arguments) throws(UsageError) in try runInspect(arguments) }
    )

    private static func runInspect(_ arguments: Arguments) throws(UsageError) -> ExitStatus {
        var json = try JSONOutput(arguments)
        let field = try FieldPath(arguments)
        let now = try Dates.moment(arguments)
        let options = Screen.Options(
            isFull: arguments.has("--full"), now: now, hasEntries: arguments.has("--entries"))
        var inputs = try Inputs(arguments)
        var output = Output()
        var isFirst = true
        var hasNotes = false
        inputs.forEachObject { (file, object) in
            guard case .success(let content) = object.content else {
                json?.print(ObjectJSON.full(object, in: file))
                return
            }
            if let certificate = content.certificate, !certificate.notes(at: now).isEmpty { hasNotes = true }
            let entries = options.hasEntries
            if json != nil {
                json?.print(ObjectJSON.full(object, in: file, at: now, entries: entries))
            } else if let field {
                for line in field.lines(of: ObjectJSON.full(object, in: file, at: now, entries: entries)) {
                    output.line(line)
                }
            } else {
                if !isFirst { output.line() }
                isFirst = false
                output.line("\(escapedForDisplay(file)): \(content.kind) \(object.index + 1)")
                var screen = Screen(content, options)
                for note in object.notes {
                    screen.row(screen.rows.contains { $0.name == "notes" } ? "" : "notes", safe(note.message))
                }
                for line in screen.lines { output.line(line) }
            }
        }
        json?.finish()
        output.flush()
        if inputs.hasFailed { return .unreadable }
        return hasNotes && arguments.has("--strict") ? .no : inputs.status
    }
}

extension Screen {
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
