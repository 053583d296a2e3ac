import DERKit

// Text that languages print for bytes, and tools for a hash.
extension PinDiagnosis {
    static let printedForms: [TextForm] = [
        TextForm("byte-count-text", "Swift's description of Data", call: "Data(\"\\(data)\".utf8)") {
            "\($0.count) bytes"
        },
        TextForm(
            "optional-byte-count-text", "Swift's description of an optional Data",
            call: "Data(\"\\(optionalData)\".utf8)"
        ) { "Optional(\($0.count) bytes)" },
        TextForm(
            "optional-base64-text", "Swift's description of an optional base64 text",
            call: "Data(\"\\(optionalText)\".utf8)"
        ) { "Optional(\"\(Base64.encode($0))\")" },
        TextForm("nsdata-text", "NSData's description before iOS 13", call: "[data description]") {
            "<\(wordsOfHex($0))>"
        },
        TextForm("nsdata-short-text", "NSData's description since iOS 13", call: "[data description]") {
            (bytes) in
            let digits =
                bytes.count <= 24
                ? wordsOfHex(bytes)
                : "\(wordsOfHex(Array(bytes.prefix(16)))) ... \(wordsOfHex(Array(bytes.suffix(8))))"
            return "{length = \(bytes.count), bytes = 0x\(digits)}"
        },
        TextForm("signed-array-text", "Java's text form of the array", call: "Arrays.toString(bytes)") {
            "[\($0.map { String(Int8(bitPattern: $0)) }.joined(separator: ", "))]"
        },
        TextForm(
            "array-text", "Swift's or Python's text form of the array",
            call: "String(describing: [UInt8](data))"
        ) { "[\(numbers($0, ", "))]" },
        TextForm("json-array-text", "the JSON text of the array", call: "JSON.stringify([...bytes])") {
            "[\(numbers($0, ","))]"
        },
        TextForm(
            "comma-text", "JavaScript's text form of the array", call: "String(new Uint8Array(buffer))"
        ) { numbers($0, ",") },
        TextForm("buffer-text", "the JSON text of a Node.js Buffer", call: "JSON.stringify(buffer)") {
            "{\"type\":\"Buffer\",\"data\":[\(numbers($0, ","))]}"
        },
        TextForm("python-text", "Python's text form of the bytes", call: "str(data).encode()") {
            pythonText($0)
        },
        TextForm(
            "latin-1-text", "the bytes read as Latin-1 and written as UTF-8",
            call: "String.fromCharCode(...bytes), written as UTF-8",
            Filter(nil) { (bytes) in
                bytes.flatMap { $0 < 0x80 ? [$0] : [0xc0 | $0 >> 6, 0x80 | $0 & 0x3f] }
            }),
        TextForm(
            "utf-8-text", "the bytes read as UTF-8, with U+FFFD for invalid ones",
            call: "String(decoding: data, as: UTF8.self)",
            Filter(nil) { (bytes) in
                let text = Array(String(decoding: bytes, as: UTF8.self).utf8)
                return text == bytes ? nil : text
            }),
    ]

    /// The forms that are used only for hashes.
    static let hashForms: [TextForm] = [
        TextForm("okhttp-text", "the pin sha256/…", call: pinCall) { "sha256/\(Base64.encode($0))" },
        TextForm("okhttp-text-newline", "the pin sha256/… and a newline", call: pinCall) {
            "sha256/\(Base64.encode($0))\n"
        },
        TextForm("curl-text", "the pin sha256//…", call: pinCall) { "sha256//\(Base64.encode($0))" },
        TextForm(
            "openssl-line", "the line that openssl dgst prints", call: "hashing the output of openssl"
        ) { "SHA2-256(stdin)= \(hex($0))\n" },
        TextForm(
            "old-openssl-line", "the line that OpenSSL 1 prints", call: "hashing the output of openssl"
        ) { "(stdin)= \(hex($0))\n" },
        TextForm(
            "digest-text", "Swift's description of the digest", call: "Data(\"\\(digest)\".utf8)"
        ) { "SHA256 digest: \(hex($0))" },
        TextForm("sum-line", "the line that sha256sum prints", call: "hashing the output of sha256sum") {
            "\(hex($0))  -\n"
        },
    ]

    private static let pinCall = "hashing the text of the pin"

    private static func numbers(_ bytes: [UInt8], _ separator: String) -> String {
        bytes.map { String($0) }.joined(separator: separator)
    }

    /// Returns hex in groups of four bytes.
    private static func wordsOfHex(_ bytes: [UInt8]) -> String {
        pieces(bytes, 4).map { hex($0) }.joined(separator: " ")
    }

    /// Returns bytes as `repr` writes them: in double quotes if there are single quotes but no double quotes.
    private static func pythonText(_ bytes: [UInt8]) -> String {
        let quote = bytes.contains(0x27) && !bytes.contains(0x22) ? "\"" : "'"
        let characters = bytes.map { (octet) -> String in
            let character = String(Unicode.Scalar(octet))
            return switch octet {
            case 0x5c: "\\\\"
            case 0x09: "\\t"
            case 0x0a: "\\n"
            case 0x0d: "\\r"
            case 0x20...0x7e: character == quote ? "\\\(quote)" : character
            default: "\\x\(hex(octet))"
            }
        }
        return "b\(quote)\(characters.joined())\(quote)"
    }
}
