import SPKIHash
import X509Model

extension Command {
    static let pin = Command(
        name: "pin",
        summary: "print the pin of each certificate and key",
        operands: "[--strict] [--format FORMAT | --json | --jsonl] FILE...",
        discussion: """
            Prints one pin a line and nothing else, in the order of the input: the SHA-256
            of the exact SubjectPublicKeyInfo, as openssl, TrustKit, OkHttp, Android, curl
            and NSPinnedDomains want it. A certificate, its request, its public key and its
            private key have the same pin.
            """,
        options: [
            strictOption,
            Option(
                "--format", "FORMAT", values: formats, help: "write it as \(formats.joined(separator: ", "))"),
        ] + jsonOptions,
        examples: [
            ("pemtool pin server.pem", "the pin of every certificate in the file"),
            ("pemtool pin --format okhttp chain.pem", "sha256/..., as OkHttp's CertificatePinner takes it"),
            (
                "openssl s_client -connect example.com:443 -showcerts </dev/null | pemtool pin -",
                "the pins of the chain that a server sends"
            ),
        ],
        run: { (arguments) throws(UsageError) in try runPin(arguments) }
    )

    /// The forms of a pin, and the one line that is about a whole certificate: the data of a TLSA record 3 0 1.
    private static let formats = Pin.Format.allCases.map(\.rawValue) + [certificateFormat]
    private static let certificateFormat = "tlsa-certificate"

    private static func runPin(_ arguments: Arguments) throws(UsageError) -> ExitStatus {
        var json = try JSONOutput(arguments)
        guard json == nil || !arguments.has("--format") else {
            throw UsageError("--format and JSON exclude each other")
        }
        let format = arguments["--format"].flatMap(Pin.Format.init) ?? .base64
        let isOfCertificate = arguments["--format"] == certificateFormat
        var lacksCertificate = false
        var inputs = try Inputs(arguments)
        var output = Output()
        var pinCount = 0
        var isLacking = false
        inputs.forEachObject { (file, object) in
            if case .success(let content) = object.content {
                if content.subjectPublicKeyInfo != nil { pinCount += 1 }
                if let missing = content.missingKey {
                    ErrorReport(missing, object, in: file).print()
                    if !content.isKeyless { isLacking = true }
                }
            }
            if json != nil {
                json?.print(ObjectJSON.summary(object, in: file))
            } else if isOfCertificate, case .success(let content) = object.content {
                if let certificate = content.certificate {
                    output.line("3 0 1 \(CertificateFingerprint(certificate))")
                } else {
                    complain("\(escapedForDisplay(file)): object \(object.index + 1) is no certificate")
                    lacksCertificate = true
                }
            } else if case .success(let content) = object.content {
                if let key = content.subjectPublicKeyInfo { output.line(key.pin.formatted(format)) }
            }
        }
        json?.finish()
        output.flush()
        // What gives no pin at all must not look like a success.
        return inputs.status != .success
            ? inputs.status : isLacking || lacksCertificate || pinCount == 0 ? .unreadable : .success
    }
}
