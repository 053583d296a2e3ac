import DERKit

// Text that languages print for bytes, and tools for a hash.
extension PinDiagnosis {
    static let printedForms: [TextForm] = [
        TextForm(
            code: "byte-count-text", phrase: "Swift's description of Data", call: "Data(\"\\(data)\".utf8)"
        ) { Array("\($0.count) bytes".utf8) },
        TextForm(
            code: "optional-byte-count-text", phrase: "Swift's description of an optional Data",
            call: "Data(\"\\(optionalData)\".utf8)"
        ) { Array("Optional(\($0.count) bytes)".utf8) },
        TextForm(
            code: "optional-base64-text", phrase: "Swift's description of an optional base64 text",
            call: "Data(\"\\(optionalText)\".utf8)"
        ) { Array("Optional(\"\(Base64.encode($0))\")".utf8) },
        TextForm(
            code: "nsdata-text", phrase: "NSData's description before iOS 13", call: "[data description]"
        ) { Array("<\(wordsOfHex($0[...]))>".utf8) },
        TextForm(
            code: "nsdata-short-text", phrase: "NSData's description since iOS 13", call: "[data description]"
        ) { (bytes) in
            let digits =
                bytes.count <= 24
                ? wordsOfHex(bytes[...])
                : "\(wordsOfHex(bytes.prefix(16))) ... \(wordsOfHex(bytes.suffix(8)))"
            return Array("{length = \(bytes.count), bytes = 0x\(digits)}".utf8)
        },
        TextForm(
            code: "signed-array-text", phrase: "Java's text form of the array", call: "Arrays.toString(bytes)"
        ) { (bytes) in
            let numbers = bytes.map { String(Int8(bitPattern: $0)) }
            return Array("[\(numbers.joined(separator: ", "))]".utf8)
        },
        TextForm(
            code: "array-text", phrase: "Swift's or Python's text form of the array",
            call: "String(describing: [UInt8](data))"
        ) { Array("[\(numbers($0, ", "))]".utf8) },
        TextForm(
            code: "json-array-text", phrase: "the JSON text of the array", call: "JSON.stringify([...bytes])"
        ) { Array("[\(numbers($0, ","))]".utf8) },
        TextForm(
            code: "comma-text", phrase: "JavaScript's text form of the array",
            call: "String(new Uint8Array(buffer))"
        ) { Array(numbers($0, ",").utf8) },
        TextForm(
            code: "buffer-text", phrase: "the JSON text of a Node.js Buffer", call: "JSON.stringify(buffer)"
        ) { Array("{\"type\":\"Buffer\",\"data\":[\(numbers($0, ","))]}".utf8) },
        TextForm(code: "python-text", phrase: "Python's text form of the bytes", call: "str(data).encode()") {
            pythonText($0)
        },
        TextForm(
            code: "latin-1-text", phrase: "the bytes read as Latin-1 and written as UTF-8",
            call: "String.fromCharCode(...bytes), written as UTF-8"
        ) { (bytes) in
            bytes.flatMap { $0 < 0x80 ? [$0] : [0xc0 | $0 >> 6, 0x80 | $0 & 0x3f] }
        },
        TextForm(
            code: "utf-8-text", phrase: "the bytes read as UTF-8, with U+FFFD for invalid ones",
            call: "String(decoding: data, as: UTF8.self)"
        ) { (bytes) in
            let text = Array(String(decoding: bytes, as: UTF8.self).utf8)
            return text == bytes ? nil : text
        },
    ]

    /// The forms that are used only for hashes.
    static let hashForms: [TextForm] = [
        pinForm("okhttp-text", "the pin sha256/…", { "sha256/\($0)" }),
        pinForm("okhttp-text-newline", "the pin sha256/… and a newline", { "sha256/\($0)\n" }),
        pinForm("curl-text", "the pin sha256//…", { "sha256//\($0)" }),
        TextForm(
            code: "openssl-line", phrase: "the line that openssl dgst prints",
            call: "hashing the output of openssl"
        ) { Array("SHA2-256(stdin)= \(hex($0))\n".utf8) },
        TextForm(
            code: "old-openssl-line", phrase: "the line that OpenSSL 1 prints",
            call: "hashing the output of openssl"
        ) { Array("(stdin)= \(hex($0))\n".utf8) },
        TextForm(
            code: "digest-text", phrase: "Swift's description of the digest",
            call: "Data(\"\\(digest)\".utf8)"
        ) { Array("SHA256 digest: \(hex($0))".utf8) },
        TextForm(
            code: "sum-line", phrase: "the line that sha256sum prints",
            call: "hashing the output of sha256sum"
        ) { Array("\(hex($0))  -\n".utf8) },
    ]

    private static func pinForm(
        _ code: String, _ phrase: String, _ text: @escaping @Sendable (String) -> String
    ) -> TextForm {
        TextForm(code: code, phrase: phrase, call: "hashing the text of the pin") {
            Array(text(Base64.encode($0)).utf8)
        }
    }

    private static func numbers(_ bytes: [UInt8], _ separator: String) -> String {
        bytes.map { String($0) }.joined(separator: separator)
    }

    /// Returns hex in groups of four bytes.
    private static func wordsOfHex(_ bytes: ArraySlice<UInt8>) -> String {
        var words: [String] = []
        var rest = bytes
        while !rest.isEmpty {
            words.append(hex(rest.prefix(4)))
            rest = rest.dropFirst(4)
        }
        return words.joined(separator: " ")
    }

    /// Returns bytes as `repr` writes them: in double quotes if there are single quotes but no double quotes.
    private static func pythonText(_ bytes: [UInt8]) -> [UInt8] {
        let quote = bytes.contains(0x27) && !bytes.contains(0x22) ? UInt8(ascii: "\"") : UInt8(ascii: "'")
        var text: [UInt8] = [UInt8(ascii: "b"), quote]
        for octet in bytes {
            switch octet {
            case 0x5c: text += [0x5c, 0x5c]
            case quote: text += [0x5c, quote]
            case 0x09: text += Array("\\t".utf8)
            case 0x0a: text += Array("\\n".utf8)
            case 0x0d: text += Array("\\r".utf8)
            case 0x20...0x7e: text.append(octet)
            default: text += Array("\\x\(hex(octet))".utf8)
            }
        }
        return text + [quote]
    }
}
