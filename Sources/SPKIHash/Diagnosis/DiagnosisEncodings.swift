import DERKit

extension PinDiagnosis {
    /// A way to write a digest that a pin may have been written in.
    struct Encoding: Sendable {
        /// The stable code in a recipe; never changes.
        let code: String
        /// What follows the digest's name in a sentence; empty for the usual form.
        let phrase: String
        /// The code or command that does it; nil where nothing is wrong with it.
        let madeBy: String?
        /// What a text stands for that is written so; nil where it is not.
        let read: @Sendable (String) -> Reading?
    }

    /// What is known of a digest from its text.
    enum Reading {
        /// All of it.
        case digest([UInt8])
        /// Its beginning, at least ``PinDiagnosis/shortestPrefix`` bytes and fewer than a pin has.
        case prefix([UInt8])
        /// Its base64 text in upper case.
        case upperCase(String)
    }

    /// The fewest bytes of a digest by which it is recognised: chance finds these in one of 2^48.
    static let shortestPrefix = 6

    /// All encodings, the usual one first.
    static let encodings: [Encoding] = [
        Encoding(code: "base64", phrase: "", madeBy: nil) { text in
            text.contains("-") || text.contains("_") ? nil : base64(text).map { .digest($0) }
        },
        Encoding(code: "base64url", phrase: ", in base64url", madeBy: nil) { text in
            text.contains("-") || text.contains("_") ? base64(text).map { .digest($0) } : nil
        },
        Encoding(code: "hex", phrase: ", in hex", madeBy: nil) { text in
            text.contains { $0.isUppercase } ? nil : bytes(hex: text).map { .digest($0) }
        },
        Encoding(code: "hex-upper-case", phrase: ", in hex", madeBy: nil) { text in
            text.contains { $0.isLowercase } || !text.contains { $0.isUppercase }
                ? nil : bytes(hex: text).map { .digest($0) }
        },
        Encoding(
            code: "hex-colons", phrase: ", in hex with colons",
            madeBy: "openssl x509 -noout -fingerprint -sha256, or a browser's certificate window"
        ) { text in
            guard text.contains(":") else { return nil }
            return bytes(hex: text.filter { $0 != ":" }).map { .digest($0) }
        },
        Encoding(
            code: "hex-of-base64", phrase: ", then its base64 text in hex",
            madeBy: "openssl enc -base64 | xxd -p"
        ) { text in
            bytes(hex: text).flatMap(asciiText).flatMap { base64(trimmed($0)) }.map { .digest($0) }
        },
        Encoding(
            code: "base64-of-hex", phrase: ", then its hex digits in base64",
            madeBy: "openssl dgst -sha256 -hex | base64, where openssl dgst -sha256 -binary belongs"
        ) { text in
            base64(text).flatMap(asciiText).flatMap { bytes(hex: $0) }.map { .digest($0) }
        },
        Encoding(
            code: "base64-of-printed-hex", phrase: ", then the line that a tool prints of it in base64",
            madeBy: "shasum -a 256 | base64, or openssl dgst -sha256 | base64"
        ) { text in
            base64(text).flatMap(asciiText).flatMap(printedDigest).map { .digest($0) }
        },
        Encoding(
            code: "base64-of-base64", phrase: ", in base64 twice", madeBy: "base64 | base64"
        ) { text in
            base64(text).flatMap(asciiText).flatMap { base64(trimmed($0)) }.map { .digest($0) }
        },
        Encoding(
            code: "upper-case", phrase: ", its base64 turned into upper case",
            madeBy: "text.uppercased(): base64 tells upper from lower case, so the pin is lost"
        ) { text in
            guard text.count > 8, !text.contains(where: \.isLowercase) else { return nil }
            return .upperCase(text)
        },
        Encoding(
            code: "cut-short", phrase: ", cut short", madeBy: "a copy that missed the end of the text"
        ) { text in
            let isHex = text.allSatisfy { $0.isHexDigit }
            let whole = text.count / 2 * 2
            // One character that is left over in base64 carries less than a byte.
            let kept = text.filter { $0 != "=" }
            let part = kept.prefix(kept.count % 4 == 1 ? kept.count - 1 : kept.count)
            guard let octets = isHex ? bytes(hex: text.prefix(whole)) : base64(String(part)) else {
                return nil
            }
            return (shortestPrefix..<SHA256.digestByteCount).contains(octets.count) ? .prefix(octets) : nil
        },
    ]

    /// Base64 of either alphabet, with or without padding.
    static func base64(_ text: String) -> [UInt8]? {
        var standard = String(text.map { $0 == "-" ? "+" : $0 == "_" ? "/" : $0 })
        guard !standard.isEmpty, !standard.contains(where: \.isWhitespace) else { return nil }
        if !standard.hasSuffix("=") {
            standard += String(repeating: "=", count: (4 - standard.utf8.count % 4) % 4)
        }
        return try? Base64.decode(standard)
    }

    /// The octets as text, where all of them are printable ASCII or white space.
    private static func asciiText(_ octets: [UInt8]) -> String? {
        guard !octets.isEmpty, octets.allSatisfy({ (0x20...0x7e).contains($0) || (9...13).contains($0) })
        else {
            return nil
        }
        return String(decoding: octets, as: UTF8.self)
    }

    /// The hex digits in a line such as `SHA2-256(stdin)= 6b31…`, `6b31…  -`, or `6b31…` and a newline.
    private static func printedDigest(_ line: String) -> [UInt8]? {
        let words = line.split { $0.isWhitespace || $0 == "=" }
        guard line.contains(where: \.isWhitespace) else { return nil }
        return words.lazy.compactMap { $0.count >= 40 ? bytes(hex: $0) : nil }.first
    }

    private static func trimmed(_ text: String) -> String { text.filter { !$0.isWhitespace } }
}
