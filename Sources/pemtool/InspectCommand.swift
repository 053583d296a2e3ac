import DERKit
import SPKIHash
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
                for (name, value) in rows(content, object) { output.line("  \(padded(name, 13))  \(value)") }
            }
        }
        json?.finish()
        output.flush()
        return inputs.hasFailed ? .unreadable : .success
    }

    private static func rows(
        _ content: InputObject.Content, _ object: InputObject
    ) -> [(name: String, value: String)] {
        let pins =
            content.subjectPublicKeyInfo.map { (key) in
                [("key", key.algorithm.description), ("pin", key.pin.description)]
            } ?? []
        guard let certificate = content.certificate else { return pins }
        var rows = [
            ("subject", certificate.subject.description),
            ("issuer", certificate.issuer.description),
            ("not before", certificate.validity.notBefore.description),
            ("not after", certificate.validity.notAfter.description),
            ("serial number", certificate.serialNumber.description),
            ("version", String(certificate.version)),
        ]
        rows += pins
        rows += [
            ("signed with", certificate.signatureAlgorithm.description),
            ("SHA-256", hex(SHA256.hash(certificate.derBytes))),
        ]
        for (place, value) in certificate.extensions.enumerated() {
            rows.append(
                (place == 0 ? "extensions" : "", "\(value.extnID)" + (value.critical ? ", critical" : "")))
        }
        return rows
    }
}
