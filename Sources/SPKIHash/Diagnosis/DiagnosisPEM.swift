import DERKit

// PEM text instead of the bytes that it encodes.
extension PinDiagnosis {
    /// PEM text of the object, of the key as `openssl x509 -pubkey` prints it, and of the PKCS #1 key.
    static let pemSources: [Source] = pemBases.flatMap { (base) in
        lineEnds.map { (ends) in
            Source(
                base.code + ends.code, base.phrase + ends.phrase,
                { base.way($0).then(ends.filter, or: "hashing the PEM text instead of the bytes") }
            ) { (object) in
                guard object.derBytes.count <= maximumTextByteCount else { return nil }
                return base.text(object).flatMap { ends.filter.apply(Array($0.utf8)) }
            }
        }
    }

    private struct PEMBase: Sendable {
        let code: String
        let phrase: String
        let way: @Sendable (Object) -> Way
        let text: @Sendable (Object) -> String?
    }

    private static let pemBases: [PEMBase] = [
        PEMBase(
            code: "pem", phrase: "the PEM text instead of the bytes that it encodes",
            way: { .command($0.pemCommand) }
        ) { (object) in object.label.map { PEM.encode(object.derBytes, label: $0) } },
        PEMBase(
            code: "public-key-pem", phrase: "the PEM text of the public key",
            way: { .command($0.publicKeyCommand) }
        ) { PEM.encode($0.spki, label: "PUBLIC KEY") },
        PEMBase(
            code: "rsa-public-key-pem", phrase: "the PEM text of the PKCS #1 key",
            way: { .command($0.derCommand("openssl rsa -pubin -RSAPublicKey_out")) }
        ) { $0.key.rsaLayout == nil ? nil : PEM.encode($0.rawKey, label: "RSA PUBLIC KEY") },
        PEMBase(
            code: "public-key-and-object-pem",
            phrase: "the PEM text of the public key and of the object, as -pubkey without -noout prints them",
            way: { .command($0.kind == "certificate" ? "openssl x509 -pubkey" : "openssl req -pubkey") }
        ) { (object) in
            guard object.kind == "certificate" || object.kind == "certificate-request",
                let label = object.label
            else { return nil }
            return PEM.encode(object.spki, label: "PUBLIC KEY")
                + PEM.encode(object.derBytes, label: label)
        },
    ]

    private static let lineEnds: [(code: String, phrase: String, filter: Filter)] = [
        ("", "", .identity),
        ("-without-last-newline", ", without the final newline", .withoutLastNewline),
        ("-crlf", ", with CRLF line endings", .withCRLF),
        (
            "-crlf-without-last-newline", ", with CRLF line endings and without the final one",
            Filter("awk '{ printf \"%s%s\", end, $0; end = \"\\r\\n\" }'") {
                Filter.withCRLF.apply($0)?.dropLast(2)
            }
        ),
        ("-one-line", ", without line breaks", Filter("tr -d '\\n'") { $0.filter { $0 != 0x0a } }),
        (
            "-escaped-lines", ", with \\n instead of line breaks",
            Filter("awk '{ printf \"%s\\\\n\", $0 }'") { (text) in
                text.flatMap { $0 == 0x0a ? Array("\\n".utf8) : [$0] }
            }
        ),
    ]
}
