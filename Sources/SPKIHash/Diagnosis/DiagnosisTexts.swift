import DERKit

// Text instead of the bytes that it encodes: base64, hex and the text that languages print for bytes. PEM has
// its own file.
extension PinDiagnosis {
    /// All text forms of all bases.
    static let textSources: [Source] =
        pemSources
        + textBases.flatMap { (base) in
            let forms = textForms.filter { base.forms.isEmpty || base.forms.contains($0.code) }
            return (base.isHash ? forms + hashForms : forms).map { source(base, $0) }
        }

    /// The maximum number of bytes whose text forms are tried; keys and certificates in use are shorter.
    static let maximumTextByteCount = 65_536

    /// Bytes that may have been written as text.
    private struct TextBase: Sendable {
        let code: String
        let phrase: String
        /// The codes of its forms; empty for all.
        var forms: Set<String> = []
        /// A Boolean value that indicates whether it is a hash, which has more text forms.
        var isHash = false
        let way: @Sendable (Object) -> Way
        let bytes: @Sendable (Object) -> [UInt8]?
    }

    /// A text form of bytes.
    struct TextForm: Sendable {
        let code: String
        /// The name of the text, before "of the SPKI".
        let phrase: String
        /// The text after "of the SPKI".
        var ending = ""
        /// The command that writes the text for standard input; `nil` if no command does.
        var command: String?
        /// The call that returns the text.
        let call: String
        /// The text; `nil` if it is the same as in another form.
        let text: @Sendable ([UInt8]) -> [UInt8]?
    }

    private static let textBases: [TextBase] = [
        TextBase(code: "spki", phrase: "the SPKI", way: { $0.spkiWay }) { $0.subjectPublicKeyInfo.derBytes },
        TextBase(
            code: "raw-key", phrase: "the raw key",
            way: { $0.tail(byteCount: $0.subjectPublicKeyInfo.subjectPublicKey.bytes.count) }
        ) { $0.subjectPublicKeyInfo.subjectPublicKey.bytes },
        TextBase(
            code: "certificate", phrase: "the certificate",
            way: { _ in .command("openssl x509 -outform der") }
        ) { $0.kind == "certificate" ? $0.derBytes : nil },
        TextBase(
            code: "spki-hash", phrase: "the right hash", isHash: true,
            way: { $0.spkiWay.then("openssl dgst -sha256 -binary", or: "SHA256.hash(data: spki)") }
        ) { $0.subjectPublicKeyInfo.pin.bytes },
        TextBase(
            code: "modulus", phrase: "the modulus",
            forms: ["base64-text", "base64-text-newline", "base64url-text", "base64url-text-newline"],
            way: { _ in .call("the modulus of a JSON Web Key or an XML key") }
        ) { modulus($0) },
    ]

    private static func source(_ base: TextBase, _ form: TextForm) -> Source {
        Source(
            "\(base.code)-\(form.code)", "\(form.phrase) of \(base.phrase)\(form.ending)",
            { base.way($0).then(form.command, or: form.call) }
        ) { (object) in
            guard let bytes = base.bytes(object), bytes.count <= maximumTextByteCount else { return nil }
            return form.text(bytes)
        }
    }

    /// Returns what mistakes make of a pin: digests of its bytes and texts, and its base64 in one case. Each comes
    /// with its description.
    static func forms(of pin: Pin) -> [(pin: Pin?, what: String)] {
        [
            (Pin(bytes: SHA256.hash(pin.bytes.span)), "its SHA-256"),
            (try? Pin(pin.base64.lowercased()), "its base64 in lower case"),
            (try? Pin(pin.base64.uppercased()), "its base64 in upper case"),
        ]
            + (textForms + hashForms).compactMap { (form) in
                form.text(pin.bytes).map {
                    (Pin(bytes: SHA256.hash($0.span)), "the SHA-256 of \(form.phrase)")
                }
            }
    }

    /// The forms that apply to all bytes.
    private static let textForms: [TextForm] = base64Forms + hexForms + printedForms

    private static let base64Call = "hashing the base64 string instead of the bytes: Data(base64.utf8)"

    private static let base64Forms: [TextForm] = [
        TextForm(
            code: "base64-text", phrase: "the base64 text", command: "openssl base64 -A", call: base64Call
        ) { Array(Base64.encode($0).utf8) },
        TextForm(
            code: "base64-text-newline", phrase: "the base64 text", ending: " and a newline",
            command: "{ openssl base64 -A; echo; }", call: "echo \"$KEY\", where KEY is the base64 string"
        ) { Array((Base64.encode($0) + "\n").utf8) },
        TextForm(
            code: "base64-lines", phrase: "the base64 lines between BEGIN and END", command: "openssl base64",
            call: "hashing the lines between BEGIN and END without decoding them"
        ) { base64Lines($0, 64) + [0x0a] },
        lines(
            "base64-lines-without-last-newline", 64, "without the last newline", "openssl base64", "\n",
            end: ""),
        lines("base64-lines-crlf", 64, "with CRLF between", nil, "\r\n", end: ""),
        lines("base64-lines-76", 76, "of 76 characters", "base64 -w 76", "\n", end: "\n"),
        lines(
            "base64-lines-76-without-last-newline", 76, "of 76 characters, without the last newline",
            "base64 -w 76", "\n", end: ""),
        lines("base64-lines-76-crlf", 76, "of 76 characters with CRLF between", nil, "\r\n", end: ""),
        lines(
            "base64-lines-76-crlf-newline", 76, "of 76 characters, each with CRLF", nil, "\r\n", end: "\r\n"),
        TextForm(
            code: "base64url-text", phrase: "the base64url text",
            command: "openssl base64 -A | tr '/+' '_-' | tr -d =",
            call: "hashing the base64url string instead of the bytes"
        ) { (bytes) in
            let text = Base64.encode(bytes, alphabet: .url)
            return text == Base64.encode(bytes) ? nil : Array(text.utf8)
        },
        TextForm(
            code: "base64url-text-newline", phrase: "the base64url text", ending: " and a newline",
            command: "{ openssl base64 -A | tr '/+' '_-' | tr -d =; echo; }",
            call: "echo \"$KEY\", where KEY is the base64url string"
        ) { (bytes) in
            let text = Base64.encode(bytes, alphabet: .url)
            return text == Base64.encode(bytes) ? nil : Array((text + "\n").utf8)
        },
    ]

    /// Returns forms of base64 in lines, unless it fits on one line, which is another form.
    private static func lines(
        _ code: String, _ length: Int, _ phrase: String, _ command: String?, _ separator: String, end: String
    ) -> TextForm {
        let call =
            separator == "\n"
            ? "hashing base64 text with line breaks"
            : "base64EncodedString(options: .lineLength\(length)Characters)"
        return TextForm(
            code: code, phrase: "the base64 lines", ending: " \(phrase)",
            command: command.map { end.isEmpty ? "printf %s \"$(\($0))\"" : $0 }, call: call
        ) { (bytes) in
            // Up to 64 characters there is only one line, which other forms cover.
            guard bytes.count > 48 else { return nil }
            return base64Lines(bytes, length, Array(separator.utf8)) + Array(end.utf8)
        }
    }

    /// Returns base64 in lines, without a final newline.
    private static func base64Lines(
        _ bytes: [UInt8], _ length: Int, _ separator: [UInt8] = [0x0a]
    ) -> [UInt8] {
        let text = Array(Base64.encode(bytes).utf8)
        var result: [UInt8] = []
        for start in stride(from: 0, to: text.count, by: length) {
            if start > 0 { result += separator }
            result += text[start..<min(start + length, text.count)]
        }
        return result
    }

    /// Hex in both cases, separated by nothing, colons or spaces, with and without a newline.
    private static let hexForms: [TextForm] = {
        var forms: [TextForm] = []
        for (infix, between) in [("", ""), ("colons-", ":"), ("spaces-", " ")] {
            for isUpper in [false, true] {
                for end in ["", "\n"] {
                    forms.append(hexForm(infix, between, isUpper: isUpper, end: end))
                }
            }
        }
        forms.append(
            TextForm(
                code: "hex-lines", phrase: "the hex lines of 60 digits", command: "xxd -p", call: hexCall
            ) { (bytes) in
                guard bytes.count > 30 else { return nil }
                var text = ""
                for start in stride(from: 0, to: bytes.count, by: 30) {
                    text += hex(bytes[start..<min(start + 30, bytes.count)]) + "\n"
                }
                return Array(text.utf8)
            })
        return forms
    }()

    private static let hexCall = "hashing the hex string instead of the bytes: Data(hex.utf8)"

    private static func hexForm(_ infix: String, _ between: String, isUpper: Bool, end: String) -> TextForm {
        let separated = between.isEmpty ? "" : " | sed 's/../&\(between)/g; s/.$//'"
        let command = hexCommand + separated + (isUpper ? " | tr a-f A-F" : "")
        let with = infix.isEmpty ? "" : " with \(infix.dropLast())"
        return TextForm(
            code: "hex-\(isUpper ? "upper-case-" : "")\(infix)text\(end.isEmpty ? "" : "-newline")",
            phrase:
                "the hex text\(isUpper ? " in upper case" : "")\(with)",
            ending: end.isEmpty ? "" : " and a newline",
            command: end.isEmpty ? command : "{ \(command); echo; }", call: hexCall
        ) { (bytes) in Array((hex(bytes, separator: between, uppercase: isUpper) + end).utf8) }
    }
}
