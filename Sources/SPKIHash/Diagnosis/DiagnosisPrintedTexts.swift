import DERKit

// Text that languages print for bytes, and tools for a hash.
extension PinDiagnosis {
    static let printedForms: [TextForm] = [
        TextForm("byte-count-text", "Swift's description of Data", call: "Data(\"\\(data)\".utf8)") {
            Array("\($0.count) bytes".utf8)
        },
        TextForm(
            "optional-byte-count-text", "Swift's description of an optional Data",
            call: "Data(\"\\(optionalData)\".utf8)"
        ) { Array("Optional(\($0.count) bytes)".utf8) },
        TextForm(
            "optional-base64-text", "Swift's description of an optional base64 text",
            call: "Data(\"\\(optionalText)\".utf8)"
        ) { Array("Optional(\"\(Base64.encode($0))\")".utf8) },
        TextForm("nsdata-text", "NSData's description before iOS 13", call: "[data description]") {
            [0x3c] + OctetText.hex($0, separator: 0x20, group: 4) + [0x3e]
        },
        TextForm("nsdata-short-text", "NSData's description since iOS 13", call: "[data description]") {
            (bytes) in
            let words = { (part: ArraySlice<UInt8>) in OctetText.hex(part, separator: 0x20, group: 4) }
            let digits =
                bytes.count <= 24
                ? words(bytes[...]) : words(bytes.prefix(16)) + Array(" ... ".utf8) + words(bytes.suffix(8))
            return Array("{length = \(bytes.count), bytes = 0x".utf8) + digits + Array("}".utf8)
        },
        TextForm("signed-array-text", "Java's text form of the array", call: "Arrays.toString(bytes)") {
            OctetText.decimal($0, ", ", isSigned: true, in: ("[", "]"))
        },
        TextForm(
            "array-text", "Swift's or Python's text form of the array",
            call: "String(describing: [UInt8](data))"
        ) { OctetText.decimal($0, ", ", in: ("[", "]")) },
        TextForm("json-array-text", "the JSON text of the array", call: "JSON.stringify([...bytes])") {
            OctetText.decimal($0, ",", in: ("[", "]"))
        },
        TextForm(
            "comma-text", "JavaScript's text form of the array", call: "String(new Uint8Array(buffer))"
        ) { OctetText.decimal($0, ",") },
        TextForm("buffer-text", "the JSON text of a Node.js Buffer", call: "JSON.stringify(buffer)") {
            OctetText.decimal($0, ",", in: ("{\"type\":\"Buffer\",\"data\":[", "]}"))
        },
        TextForm("python-text", "Python's text form of the bytes", call: "str(data).encode()") {
            OctetText.python($0)
        },
        TextForm(
            "latin-1-text", "the bytes read as Latin-1 and written as UTF-8",
            call: "String.fromCharCode(...bytes), written as UTF-8"
        ) { (bytes) in
            [UInt8](capacity: 2 * bytes.count) { (output) in
                for octet in bytes {
                    if octet >= 0x80 { output.append(0xc0 | octet >> 6) }
                    output.append(octet < 0x80 ? octet : 0x80 | octet & 0x3f)
                }
            }
        },
        TextForm(
            "utf-8-text", "the bytes read as UTF-8, with U+FFFD for invalid ones",
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
        hashForm("openssl-line", "the line that openssl dgst prints", "hashing the output of openssl") {
            "SHA2-256(stdin)= \(hex($0))\n"
        },
        hashForm("old-openssl-line", "the line that OpenSSL 1 prints", "hashing the output of openssl") {
            "(stdin)= \(hex($0))\n"
        },
        hashForm("digest-text", "Swift's description of the digest", "Data(\"\\(digest)\".utf8)") {
            "SHA256 digest: \(hex($0))"
        },
        hashForm("sum-line", "the line that sha256sum prints", "hashing the output of sha256sum") {
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
