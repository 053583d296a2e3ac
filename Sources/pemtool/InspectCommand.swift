import X509Model

extension Command {
    static let inspect = Command(
        name: "inspect",
        summary: "show what each certificate and key says",
        operands: "[--json | --jsonl] FILE...",
        discussion: """
            Shows subject, issuer, validity, key, pin, fingerprint and extensions of every
            certificate, and algorithm and pin of every public key.
            """,
        options: jsonOptions,
        examples: [
            ("pemtool inspect server.pem", "one screen for each certificate"),
            (
                "pemtool inspect --jsonl certs/ | jq -r .subject",
                "the subjects of all certificates in a folder"
            ),
        ],
        run: { (arguments) throws(UsageError) in try runInspect(arguments) }
    )

    private static func runInspect(_ arguments: Arguments) throws(UsageError) -> ExitStatus {
        var json = try JSONOutput(arguments)
        var inputs = try Inputs(arguments)
        var output = Output()
        var isFirst = true
        inputs.forEachObject { (file, object) in
            if json != nil {
                json?.print(ObjectJSON.full(object, in: file))
            } else if case .success(let content) = object.content {
                if !isFirst { output.line() }
                isFirst = false
                output.line("\(escapedForDisplay(file)): \(content.kind) \(object.index + 1)")
                for line in Screen(content).lines { output.line(line) }
            }
        }
        json?.finish()
        output.flush()
        return inputs.hasFailed ? .unreadable : .success
    }
}

extension Screen {
    /// The screen of an object: one function a kind, each in a file of its own.
    init(_ content: InputObject.Content) {
        self.init()
        switch content {
        case .certificate(let certificate): show(certificate)
        case .publicKey(let key): show(key)
        }
    }
}
