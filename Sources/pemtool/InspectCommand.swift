import DERKit
import X509Model

extension Command {
    static let inspect = Command(
        name: "inspect",
        summary: "show what each certificate and key says",
        operands: "[--full | --field NAME | --json | --jsonl] FILE...",
        discussion: """
            Shows names, dates, key, pin, fingerprints and extensions of every certificate
            on one screen, and below them what is odd about it; and algorithm and pin of
            every public key.
            """,
        options: [
            Option("--full", help: "show everything: signatures, moduli, all names"),
            Option("--field", "NAME", help: "print one value alone, by its name in JSON"),
            Option("--at", "DATE", help: "judge dates as of this day (UTC), not as of now"),
            Option("--strict", help: "exit with status 1 where there is a note"),
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
        let now =
            try arguments["--at"].map { (text) throws(UsageError) in try DERTime.argument(text) } ?? .now
        let options = Screen.Options(isFull: arguments.has("--full"), now: now)
        var inputs = try Inputs(arguments)
        var output = Output()
        var isFirst = true
        var hasNotes = false
        inputs.forEachObject { (file, object) in
            guard case .success(let content) = object.content else {
                json?.print(ObjectJSON.full(object, in: file))
                return
            }
            if case .certificate(let certificate) = content, !certificate.notes(at: now).isEmpty {
                hasNotes = true
            }
            if json != nil {
                json?.print(ObjectJSON.full(object, in: file, at: now))
            } else if let field {
                for line in field.lines(of: ObjectJSON.full(object, in: file, at: now)) { output.line(line) }
            } else {
                if !isFirst { output.line() }
                isFirst = false
                output.line("\(escapedForDisplay(file)): \(content.kind) \(object.index + 1)")
                for line in Screen(content, options).lines { output.line(line) }
            }
        }
        json?.finish()
        output.flush()
        if inputs.hasFailed { return .unreadable }
        return hasNotes && arguments.has("--strict") ? .no : .success
    }
}

extension Screen {
    /// The screen of an object: one function a kind, each in a file of its own.
    init(_ content: InputObject.Content, _ options: Options) {
        self.init(options)
        switch content {
        case .certificate(let certificate): show(certificate)
        case .publicKey(let key): show(key)
        }
    }
}
