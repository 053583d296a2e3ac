import DERKit

// PEM text instead of the bytes that it encodes.
extension PinDiagnosis {
    /// PEM text of the object, of the key as `openssl x509 -pubkey` prints it, and of the PKCS #1 key.
    static let pemSources: [Source] = pemBases.flatMap { (base) in
        lineEnds.map { (ends) in
            Source(
                base.code + ends.code, base.phrase + ends.phrase,
                { base.way($0).then(ends.command, or: "hashing the PEM text instead of the bytes") }
            ) { (object) in
                guard object.derBytes.count <= maximumTextByteCount else { return nil }
                return base.text(object).map { ends.text(Array($0.utf8)) }
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
        ) { PEM.encode($0.subjectPublicKeyInfo.derBytes, label: "PUBLIC KEY") },
        PEMBase(
            code: "rsa-public-key-pem", phrase: "the PEM text of the PKCS #1 key",
            way: { .command($0.derCommand("openssl rsa -pubin -RSAPublicKey_out")) }
        ) { (object) in
            let key = object.subjectPublicKeyInfo
            return key.rsaLayout == nil
                ? nil : PEM.encode(key.subjectPublicKey.bytes, label: "RSA PUBLIC KEY")
        },
        PEMBase(
            code: "public-key-and-object-pem",
            phrase: "the PEM text of the public key and of the object, as -pubkey without -noout prints them",
            way: { .command($0.kind == "certificate" ? "openssl x509 -pubkey" : "openssl req -pubkey") }
        ) { (object) in
            guard object.kind == "certificate" || object.kind == "certificate-request",
                let label = object.label
            else { return nil }
            return PEM.encode(object.subjectPublicKeyInfo.derBytes, label: "PUBLIC KEY")
                + PEM.encode(object.derBytes, label: label)
        },
    ]

    private struct LineEnds: Sendable {
        let code: String
        let phrase: String
        /// The command that converts standard input to it; empty if there is nothing to convert.
        let command: String
        let text: @Sendable ([UInt8]) -> [UInt8]
    }

    private static let lineEnds: [LineEnds] = [
        LineEnds(code: "", phrase: "", command: "") { $0 },
        LineEnds(
            code: "-without-last-newline", phrase: ", without the final newline",
            command: "printf %s \"$(cat)\""
        ) { Array($0.dropLast()) },
        LineEnds(code: "-crlf", phrase: ", with CRLF line endings", command: carriageReturnCommand) {
            withCarriageReturns($0)
        },
        LineEnds(
            code: "-crlf-without-last-newline", phrase: ", with CRLF line endings and without the final one",
            command: "awk '{ printf \"%s%s\", end, $0; end = \"\\r\\n\" }'"
        ) { Array(withCarriageReturns($0).dropLast(2)) },
        LineEnds(code: "-one-line", phrase: ", without line breaks", command: "tr -d '\\n'") { (text) in
            text.filter { $0 != 0x0a }
        },
        LineEnds(
            code: "-escaped-lines", phrase: ", with \\n instead of line breaks",
            command: "awk '{ printf \"%s\\\\n\", $0 }'"
        ) { (text) in text.flatMap { $0 == 0x0a ? Array("\\n".utf8) : [$0] } },
    ]
}
