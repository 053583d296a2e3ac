import DERKit

// Text that may have been hashed instead of the bytes that it encodes: base64, hex, PEM, and what languages print.
extension PinDiagnosis {
    /// The sources of each base's bytes, in each text form that applies to the base.
    static let textSources: [Source] =
        pemSources
        + textBases.flatMap { (base) in
            let forms = textForms.filter { base.forms.isEmpty || base.forms.contains($0.code) }
            return (base.isHash ? forms + hashForms : forms).map { source(base, $0) }
        }

    /// The maximum number of bytes whose text forms are tried; keys and certificates in use are shorter.
    static let maximumTextByteCount = 65_536

    /// Bytes that may have been written as text.
    struct TextBase: Sendable {
        let code: String
        let phrase: String
        /// The codes of the forms that apply; empty if all forms apply.
        var forms: Set<String> = []
        /// A Boolean value that indicates whether the base is a hash, which has more text forms.
        var isHash = false
        /// The command that writes the text itself; `nil` if there is none.
        var way: (@Sendable (Object) -> Way)?
        let bytes: @Sendable (Object) -> [UInt8]?

        /// Returns the bytes, or `nil` if there are more than ``PinDiagnosis/maximumTextByteCount``.
        func shortBytes(_ object: Object) -> [UInt8]? {
            bytes(object).flatMap { $0.count <= maximumTextByteCount ? $0 : nil }
        }
    }

    struct TextForm: Sendable {
        let code: String
        /// The name of the text, which precedes "of the SPKI".
        let phrase: String
        /// The words that follow "of the SPKI".
        let ending: String
        let call: String
        let change: OctetText.Change
        /// A Boolean value that indicates whether the form is tried only with SHA-256.
        let isRare: Bool

        init(
            _ code: String, _ phrase: String, ending: String = "", call: String, isRare: Bool = false,
            _ change: @escaping OctetText.Change
        ) {
            self.isRare = isRare
            self.code = code
            self.phrase = phrase
            self.ending = ending
            self.call = call
            self.change = change
        }
    }

    private static let textBases: [TextBase] = [
        TextBase(code: "spki", phrase: "the SPKI") { $0.spki },
        TextBase(code: "raw-key", phrase: "the raw key") { $0.rawKey },
        TextBase(code: "certificate", phrase: "the certificate") {
            $0.kind == "certificate" ? $0.derBytes : nil
        },
        TextBase(code: "spki-hash", phrase: "the right hash", isHash: true) { $0.key.pin.bytes },
        TextBase(
            code: "certificate-hash", phrase: "the certificate's hash",
            forms: [
                "base64-text", "base64-text-newline", "hex-text", "hex-text-newline",
                "hex-upper-case-colons-text",
            ]
        ) { $0.kind == "certificate" ? SHA256.hash($0.derBytes.span) : nil },
        TextBase(
            code: "modulus", phrase: "the modulus",
            forms: [
                "base64-text", "base64-text-newline", "base64url-text", "base64url-text-newline",
                "base64-lines",
                "base64-lines-without-last-newline", "base64-lines-76", "hex-lines", "hex-colons-text",
                "hex-colons-text-newline", "hex-upper-case-colons-text", "hex-upper-case-colons-text-newline",
            ]
        ) { $0.key.modulus },
    ]

    /// Returns the source of a base's bytes in a text form. A form without a phrase is a change to text, and its code,
    /// unless empty, begins with a hyphen.
    static func source(_ base: TextBase, _ form: TextForm) -> Source {
        let (isChange, start) = (form.phrase.isEmpty, "\(form.phrase) of ")
        var source = Source(
            "\(base.code)\(isChange ? "" : "-")\(form.code)",
            "\(isChange ? "" : start)\(base.phrase)\(form.ending)",
            { (object) in form.code.isEmpty ? base.way?(object) ?? .call(form.call) : .call(form.call) }
        ) { base.shortBytes($0).flatMap(form.change) }
        (source.isRare, source.text) = (form.isRare, (base, form))
        return source
    }

    /// Returns the results of mistakes with a pin, each with a description: digests of the pin's bytes and texts, and
    /// its base64 in a single letter case.
    static func forms(of pin: Pin) -> [(pin: Pin?, what: String)] {
        [
            (Pin(bytes: SHA256.hash(pin.bytes.span)), "its SHA-256"),
            (try? Pin(pin.base64.lowercased()), "its base64 in lower case"),
            (try? Pin(pin.base64.uppercased()), "its base64 in upper case"),
        ]
            + (textForms + hashForms).compactMap { (form) in
                form.change(pin.bytes).map {
                    (Pin(bytes: SHA256.hash($0.span)), "the SHA-256 of \(form.phrase)\(form.ending)")
                }
            }
    }

    /// Returns the sources of bytes that may be hashed or written instead of a pin whose key is not given.
    static func sources(
        of pin: Pin
    ) -> [(code: String, what: String, call: String, bytes: [UInt8], isHashed: Bool)] {
        [(rightRecipe, "the SPKI (the right bytes)", "publicKey.getEncoded()", pin.bytes, false)]
            + [("spki:sha-256-twice", "the right hash", "SHA256.hash(data: Data(hash))", pin.bytes, true)]
            + (textForms + hashForms).compactMap { (form) in
                form.change(pin.bytes).map {
                    let what = "\(form.phrase) of the right hash\(form.ending)"
                    return ("spki-hash-\(form.code)", what, form.call, $0, true)
                }
            }
    }

    /// The forms that apply to all bytes.
    private static let textForms: [TextForm] = base64Forms + hexForms + printedForms

    private static let base64Call = "hashing the base64 string instead of the bytes: Data(base64.utf8)"

    private static let base64Forms: [TextForm] = [
        TextForm("base64-text", "the base64 text", call: base64Call) { OctetText.base64($0) },
        TextForm(
            "base64-text-newline", "the base64 text", ending: " and a newline",
            call: "echo \"$KEY\", where KEY is the base64 string"
        ) { OctetText.base64($0) + [0x0a] },
        TextForm(
            "base64-lines", "the base64 lines", ending: " between BEGIN and END",
            call: "hashing the lines between BEGIN and END without decoding them"
        ) { OctetText.base64Lines($0, 64, "\n", end: "\n") },
        lines("base64-lines-without-last-newline", 64, "without the last newline", "\n", end: ""),
        lines("base64-lines-crlf", 64, "separated by CRLF", "\r\n", end: ""),
        lines("base64-lines-76", 76, "with 76 characters each", "\n", end: "\n"),
        lines(
            "base64-lines-76-without-last-newline", 76, "with 76 characters each, without the last newline",
            "\n", end: ""),
        lines("base64-lines-76-crlf", 76, "with 76 characters each, separated by CRLF", "\r\n", end: ""),
        lines("base64-lines-76-crlf-newline", 76, "with 76 characters and CRLF each", "\r\n", end: "\r\n"),
        TextForm(
            "base64url-text", "the base64url text",
            call: "hashing the base64url string instead of the bytes", OctetText.base64URL),
        TextForm(
            "base64url-text-newline", "the base64url text", ending: " and a newline",
            call: "echo \"$KEY\", where KEY is the base64url string"
        ) { OctetText.base64URL($0).map { $0 + [0x0a] } },
    ]

    /// Returns a form of base64 that is broken into lines.
    private static func lines(
        _ code: String, _ length: Int, _ phrase: String, _ separator: String, end: String
    ) -> TextForm {
        let call =
            separator == "\n"
            ? "hashing base64 text with line breaks"
            : "base64EncodedString(options: .lineLength\(length)Characters)"
        return TextForm(code, "the base64 lines", ending: " \(phrase)", call: call) { (bytes) in
            // At most 48 bytes fit on a single line of 64 characters, which other forms cover.
            bytes.count > 48 ? OctetText.base64Lines(bytes, length, separator, end: end) : nil
        }
    }

    /// Hex in both letter cases: without separators, with colons, spaces or hyphens, or after `0x`, each with and
    /// without a newline; and hex in lines of 60 digits.
    private static let hexForms: [TextForm] =
        [
            ("", nil), ("colons", UInt8(ascii: ":")), ("spaces", UInt8(ascii: " ")),
            ("hyphens", UInt8(ascii: "-")),
            ("0x", nil),
        ].flatMap { (separator: String, octet: UInt8?) in hexForms(separator, octet) } + [
            TextForm("hex-lines", "the hex lines", ending: " with 60 digits each", call: hexCall) { (bytes) in
                guard bytes.count > 30 else { return nil }
                return stride(from: 0, to: bytes.count, by: 30).reduce(into: [UInt8]()) { (text, start) in
                    text += OctetText.hex(Array(bytes[start..<min(start + 30, bytes.count)]), end: [0x0a])
                }
            }
        ]

    private static let hexCall = "hashing the hex string instead of the bytes: Data(hex.utf8)"

    private static func hexForms(_ separator: String, _ octet: UInt8?) -> [TextForm] {
        [false, true].flatMap { (isUpper) in
            let start = separator == "0x" ? Array("0x".utf8) : []
            let digits = { @Sendable (bytes: [UInt8], end: [UInt8]) in
                OctetText.hex(bytes, separator: octet, uppercase: isUpper, start: start, end: end)
            }
            let infix = separator.isEmpty ? "" : separator + "-"
            let code = "hex-\(isUpper ? "upper-case-" : "")\(infix)text"
            let phrase =
                "the hex text\(isUpper ? " in upper case" : "")\(separator.isEmpty ? "" : " with \(separator)")"
            let isRare = ["hyphens", "0x"].contains(separator)
            return [
                TextForm(code, phrase, call: hexCall, isRare: isRare) {
                    digits($0, [])
                },
                TextForm(code + "-newline", phrase, ending: " and a newline", call: hexCall, isRare: isRare) {
                    digits($0, [0x0a])
                },
            ]
        }
    }

    // Text that languages print for bytes and that tools print for a hash.

    static let printedForms: [TextForm] = [
        TextForm(
            "byte-count-text", "Swift's description", ending: " as Data", call: "Data(\"\\(data)\".utf8)"
        ) { Array("\($0.count) bytes".utf8) },
        TextForm(
            "optional-byte-count-text", "Swift's description", ending: " as an optional Data",
            call: "Data(\"\\(optionalData)\".utf8)"
        ) { Array("Optional(\($0.count) bytes)".utf8) },
        TextForm(
            "optional-base64-text", "Swift's description of an optional base64 text",
            call: "Data(\"\\(optionalText)\".utf8)"
        ) { Array("Optional(\"\(Base64.encode($0))\")".utf8) },
        TextForm(
            "nsdata-text", "NSData's description", ending: " before iOS 13", call: "[data description]"
        ) { [0x3c] + OctetText.hex($0, separator: 0x20, group: 4) + [0x3e] },
        TextForm(
            "nsdata-short-text", "NSData's description", ending: " since iOS 13", call: "[data description]"
        ) { (bytes) in
            let words = { (part: [UInt8]) in OctetText.hex(part, separator: 0x20, group: 4) }
            let digits =
                bytes.count <= 24
                ? words(bytes)
                : words(Array(bytes.prefix(16))) + Array(" ... ".utf8) + words(Array(bytes.suffix(8)))
            return Array("{length = \(bytes.count), bytes = 0x".utf8) + digits + Array("}".utf8)
        },
        TextForm(
            "latin-1-text", "the bytes", ending: " read as Latin-1 and written as UTF-8",
            call: "String.fromCharCode(...bytes), written as UTF-8"
        ) { (bytes) in
            [UInt8](capacity: 2 * bytes.count) { (output) in
                let bytes = bytes.span
                for place in bytes.indices {
                    let octet = bytes[place]
                    if octet >= 0x80 { output.append(0xc0 | octet >> 6) }
                    output.append(octet < 0x80 ? octet : 0x80 | octet & 0x3f)
                }
            }
        },
        TextForm(
            "utf-8-text", "the bytes", ending: " read as UTF-8, with U+FFFD for invalid ones",
            call: "String(decoding: data, as: UTF8.self)"
        ) { (bytes) in
            let text = Array(String(decoding: bytes, as: UTF8.self).utf8)
            return text == bytes ? nil : text
        },
    ]

    /// The forms that are used only for hashes.
    static let hashForms: [TextForm] = [
        hashForm("okhttp-text", "the pin sha256/…", pinCall) { "sha256/\(Base64.encode($0))" },
        hashForm("okhttp-text-newline", "the pin sha256/… and a newline", pinCall) {
            "sha256/\(Base64.encode($0))\n"
        },
        hashForm("curl-text", "the pin sha256//…", pinCall) { "sha256//\(Base64.encode($0))" },
        hashForm("openssl-line", "the openssl dgst line", "hashing the output of openssl") {
            "SHA2-256(stdin)= \(hex($0))\n"
        },
        hashForm("old-openssl-line", "the OpenSSL 1 dgst line", "hashing the output of openssl") {
            "(stdin)= \(hex($0))\n"
        },
        hashForm("digest-text", "Swift's description of the digest", "Data(\"\\(digest)\".utf8)") {
            "SHA256 digest: \(hex($0))"
        },
        hashForm("sum-line", "the sha256sum line", "hashing the output of sha256sum") {
            "\(hex($0))  -\n"
        },
    ]

    private static let pinCall = "hashing the text of the pin"

    private static func hashForm(
        _ code: String, _ phrase: String, _ call: String, _ text: @escaping @Sendable ([UInt8]) -> String
    ) -> TextForm {
        TextForm(code, phrase, call: call) { Array(text($0).utf8) }
    }
}
