import DERKit

// PEM text that may have been hashed instead of the bytes that it encodes.
extension PinDiagnosis {
    /// PEM text of the object, of the key as `openssl x509 -pubkey` prints it, of the PKCS #1 key, and of the key
    /// followed by the object.
    static let pemSources: [Source] = pemBases.flatMap { (base) in lineEnds.map { source(base, $0) } }

    private static let pemBases: [TextBase] = [
        TextBase(
            code: "pem", phrase: "the PEM text instead of the bytes that it encodes",
            way: { .command($0.pemCommands.object) }
        ) { (object) in object.label.map { pem(object.derBytes, $0) } },
        TextBase(
            code: "public-key-pem", phrase: "the PEM text of the public key",
            way: { .command($0.pemCommands.publicKey) }
        ) { pem($0.spki, "PUBLIC KEY") },
        TextBase(code: "rsa-public-key-pem", phrase: "the PEM text of the PKCS #1 key") {
            $0.key.rsaLayout == nil ? nil : pem($0.rawKey, "RSA PUBLIC KEY")
        },
        TextBase(
            code: "public-key-and-object-pem",
            phrase: "the PEM text of the public key and of the object, as -pubkey without -noout prints them"
        ) { (object) in
            guard ["certificate", "certificate-request"].contains(object.kind), let label = object.label
            else { return nil }
            return pem(object.spki, "PUBLIC KEY") + pem(object.derBytes, label)
        },
    ]

    private static func pem(_ derBytes: [UInt8], _ label: String) -> [UInt8] {
        Array(PEM.encode(derBytes, label: label).utf8)
    }

    private static let lineEnds: [TextForm] = [
        end("", "") { $0 },
        end("-without-last-newline", ", without the final newline", OctetText.withoutLastByte),
        end("-crlf", ", with CRLF line endings", OctetText.withCRLF),
        end("-crlf-without-last-newline", ", with CRLF line endings and without the final one") {
            OctetText.withCRLF($0)?.dropLast(2)
        },
        end("-one-line", ", without line breaks") { $0.filter { $0 != 0x0a } },
        end("-escaped-lines", ", with \\n instead of line breaks") {
            OctetText.replacing(0x0a, with: Array("\\n".utf8), in: $0)
        },
        end("-bom", ", after a byte order mark", isRare: true) { OctetText.mark + $0 },
        end("-bom-crlf", ", after a byte order mark and with CRLF line endings", isRare: true) {
            OctetText.withCRLF($0).map { OctetText.mark + $0 }
        },
        end("-utf-16", ", in UTF-16, as PowerShell writes files", isRare: true) {
            OctetText.withCRLF($0).map { OctetText.utf16($0, hasMark: true) }
        },
        end("-utf-16-lf", ", in UTF-16 with a byte order mark", isRare: true) {
            OctetText.utf16($0, hasMark: true)
        },
        end("-utf-16-le", ", in UTF-16LE", isRare: true) { OctetText.utf16($0, hasMark: false) },
    ]

    private static func end(
        _ code: String, _ phrase: String, isRare: Bool = false, _ change: @escaping OctetText.Change
    ) -> TextForm {
        TextForm(
            code, "", ending: phrase, call: "hashing the PEM text instead of the bytes", isRare: isRare,
            change)
    }
}
