import DERKit

// Text in place of the bytes that it stands for: PEM, base64 and hex.
extension PinDiagnosis {
    /// Every text form of everything that has one.
    static let textSources: [Source] =
        pemSources + textBases.flatMap { (base) in textForms.map { (form) in source(base, form) } }

    /// Something that is written as text.
    private struct TextBase: Sendable {
        let code: String
        let phrase: String
        let madeBy: String
        let bytes: @Sendable (Object) -> [UInt8]?
    }

    /// A way to write bytes as text.
    private struct TextForm: Sendable {
        let code: String
        let phrase: String
        let madeBy: String
        let text: @Sendable ([UInt8]) -> [UInt8]
    }

    private static let textBases: [TextBase] = [
        TextBase(code: "spki", phrase: "the SPKI", madeBy: "the public key") {
            $0.subjectPublicKeyInfo.derBytes
        },
        TextBase(code: "raw-key", phrase: "the raw key", madeBy: "the raw key") {
            $0.subjectPublicKeyInfo.subjectPublicKey.bytes
        },
        TextBase(code: "certificate", phrase: "the certificate", madeBy: "the certificate") {
            $0.kind == "certificate" ? $0.derBytes : nil
        },
    ]

    private static let textForms: [TextForm] = [
        TextForm(
            code: "base64-text", phrase: "the base64 text",
            madeBy: "hashing the base64 string in place of the bytes: Data(base64.utf8)"
        ) { Array(Base64.encode($0).utf8) },
        TextForm(
            code: "base64-lines", phrase: "the base64 lines between BEGIN and END",
            madeBy: "grep -v -- ----- FILE.pem | openssl dgst -sha256, without base64 -d in between"
        ) { (bytes) in
            let text = PEM.encode(bytes, label: "X").utf8
            return Array(
                text.dropFirst("-----BEGIN X-----\n".utf8.count).dropLast("-----END X-----\n".utf8.count))
        },
        TextForm(
            code: "hex-text", phrase: "the hex text",
            madeBy: "hashing the hex string in place of the bytes: Data(hex.utf8)"
        ) { Array(hex($0).utf8) },
        TextForm(
            code: "hex-upper-case-text", phrase: "the hex text in upper case",
            madeBy: "hashing the hex string in place of the bytes: Data(hex.utf8)"
        ) { Array(hex($0, uppercase: true).utf8) },
    ]

    private static func source(_ base: TextBase, _ form: TextForm) -> Source {
        Source("\(base.code)-\(form.code)", "\(form.phrase) of \(base.phrase)", form.madeBy) {
            base.bytes($0).map(form.text)
        }
    }

    /// PEM text: the object's own, the key's as `openssl x509 -pubkey` prints it, and that of PKCS#1.
    private static let pemSources: [Source] = pemBases.flatMap { (base) in
        lineEnds.map { (ends) in
            Source(base.code + ends.code, base.phrase + ends.phrase, base.madeBy) { (object) in
                base.bytes(object).map { ends.text(Array(PEM.encode($0.der, label: $0.label).utf8)) }
            }
        }
    }

    private struct PEMBase: Sendable {
        let code: String
        let phrase: String
        let madeBy: String
        let bytes: @Sendable (Object) -> (der: [UInt8], label: String)?
    }

    private static let pemBases: [PEMBase] = [
        PEMBase(
            code: "pem", phrase: "the PEM text, which is not the bytes it stands for",
            madeBy: "openssl dgst -sha256 FILE.pem, without -outform der before it"
        ) { (object) in object.label.map { (object.derBytes, $0) } },
        PEMBase(
            code: "public-key-pem", phrase: "the PEM text of the public key",
            madeBy:
                "openssl x509 -pubkey -noout | openssl dgst -sha256, without openssl pkey -pubin -outform der"
        ) { ($0.subjectPublicKeyInfo.derBytes, "PUBLIC KEY") },
        PEMBase(
            code: "rsa-public-key-pem", phrase: "the PEM text of the PKCS#1 key",
            madeBy: "openssl rsa -pubin -RSAPublicKey_out | openssl dgst -sha256"
        ) { (object) in
            let key = object.subjectPublicKeyInfo
            return key.rsaLayout == nil ? nil : (key.subjectPublicKey.bytes, "RSA PUBLIC KEY")
        },
    ]

    private struct LineEnds: Sendable {
        let code: String
        let phrase: String
        let text: @Sendable ([UInt8]) -> [UInt8]
    }

    private static let lineEnds: [LineEnds] = [
        LineEnds(code: "", phrase: "") { $0 },
        LineEnds(code: "-without-last-newline", phrase: ", without its last newline") {
            Array($0.dropLast())
        },
        LineEnds(code: "-crlf", phrase: ", with CRLF line ends") { withCarriageReturns($0) },
        LineEnds(
            code: "-crlf-without-last-newline", phrase: ", with CRLF line ends and without the last"
        ) { Array(withCarriageReturns($0).dropLast(2)) },
    ]
}
