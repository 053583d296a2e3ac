import SPKIHash

extension Command {
    static let pin = Command(
        name: "pin",
        summary: "print the pins of certificates and keys",
        operands: "[OPTIONS] FILE...",
        discussion: """
            Prints one pin per line, and nothing else, in input order. A pin is the SHA-256
            of the exact SubjectPublicKeyInfo (SPKI), as openssl, TrustKit, OkHttp, Android,
            curl and NSPinnedDomains compute it. A certificate, its request, its public key and
            its private key have the same pin. If a private key file lacks the public
            half, as most Ed25519, Ed448, X25519, X448 and DSA files do, pemtool computes it.
            """,
        options: [
            strictOption,
            Option("--format FORMAT", values: formats, formats.joined(separator: ", ")),
            Option("--names", "print each object's place, role (leaf, ca, key) and subject after its pin"),
        ] + Passwords.options + jsonOptions + [Bulk.jobsOption] + lineOptions,
        examples: [
            ("pemtool pin server.pem", "the pin of every certificate in the file"),
            ("pemtool pin --format okhttp chain.pem", "sha256/..., for OkHttp's CertificatePinner"),
            (
                "openssl s_client -connect example.com:443 -showcerts </dev/null | pemtool pin -",
                "the pins of the chain that a server sends"
            ),
            (
                "pemtool pin --lines --der-field leaf_cert - < part.jsonl",
                "one JSON object per line, with the certificate in its field leaf_cert"
            ),
        ],
        run: { (arguments) throws(UsageError) in try runPin(arguments) }
    )

    private static let formats = Pin.Format.allCases.map { $0.rawValue }

    private static func runPin(_ arguments: Arguments) throws(UsageError) -> ExitStatus {
        let view = ObjectJSON(isFull: false)
        if var lines = try LineMode(arguments, view) { return lines.run(try Inputs(arguments)) }
        var answer = try Answer(arguments, withoutJSON: ["--format", "--names"])
        let hasNames = arguments.has("--names")
        let format = arguments["--format"].flatMap(Pin.Format.init) ?? .base64
        let isJSON = answer.isJSON
        let options = try Bulk.Options(arguments, needsPlace: isJSON)
        var inputs = try Inputs(arguments, for: .key)
        inputs.forEachObject(
            { (file, object) in
                if isJSON { return Rendered(json: { view.write(object, in: file, to: &$0) }) }
                guard case .success(let content) = object.contentResult else { return Rendered() }
                var rendered = Rendered(output: content.subjectPublicKeyInfo?.pin.formatted(format))
                if hasNames {
                    rendered.output = rendered.output.map { "\($0)  \(names(object, content, in: file))" }
                }
                rendered.complaints = complaints(object, content, format, in: file)
                return rendered
            },
            bulk: !isJSON || answer.isLineByLine ? options : nil,
            emit: { answer.print($0) }, emitLines: { answer.output.lines($0) })
        answer.finish()
        return inputs.status
    }

    /// Returns the text that `--names` prints after a pin: the place and, for a certificate, its role and subject;
    /// otherwise, the place and the name of the key.
    private static func names(
        _ object: InputObject, _ content: InputObject.Content, in file: String
    ) -> String {
        let place = "\(PathName.displayed(file)): \(spokenKind(content.kind)) \(object.index + 1)"
        guard let certificate = content.certificate else {
            return "\(place)  key  \(content.subjectPublicKeyInfo?.keyName ?? "")"
        }
        let subject = certificate.subject.isEmpty ? "(no subject)" : "\(certificate.subject)"
        return "\(place)  \(CertificateFacts(certificate).role)  \(subject)"
    }

    /// Returns the messages about a TLSA record that no connection can match.
    private static func complaints(
        _ object: InputObject, _ content: InputObject.Content, _ format: Pin.Format, in file: String
    ) -> [String] {
        guard format == .tlsa || format == .tlsaAuthority,
            let what = content.certificate?.contradiction(
                tlsaUsage: format == .tlsa ? "3" : "2", isIssuer: object.index > 0)
        else { return [] }
        return [
            "\(PathName.ofInput(file)): certificate \(object.index + 1): this is \(what)",
            "hint: use --format \(format == .tlsa ? "tlsa-ca for a CA" : "tlsa")",
        ]
    }
}
