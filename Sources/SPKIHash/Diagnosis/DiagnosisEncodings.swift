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
        let read: @Sendable (Written) -> Reading?
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

    /// A text, and what it decodes to, each worked out once.
    struct Written: Sendable {
        let text: String
        /// Its octets as base64 of either alphabet; nil where it is none.
        let base64: [UInt8]?
        /// Its octets as hex; nil where it is none.
        let hex: [UInt8]?
        let hasUpperCase: Bool
        let hasLowerCase: Bool
        /// True where it has a character that only base64url has.
        let isURLAlphabet: Bool

        init(_ text: String) {
            self.text = text
            base64 = PinDiagnosis.base64(text)
            hex = bytes(hex: text)
            hasUpperCase = text.utf8.contains { (0x41...0x5a).contains($0) }
            hasLowerCase = text.utf8.contains { (0x61...0x7a).contains($0) }
            isURLAlphabet = text.utf8.contains { $0 == UInt8(ascii: "-") || $0 == UInt8(ascii: "_") }
        }
    }

    /// All encodings, the usual one first.
    static let encodings: [Encoding] = [
        Encoding(code: "base64", phrase: "", madeBy: nil) { written in
            written.isURLAlphabet ? nil : written.base64.map { .digest($0) }
        },
        Encoding(code: "base64url", phrase: ", in base64url", madeBy: nil) { written in
            written.isURLAlphabet ? written.base64.map { .digest($0) } : nil
        },
        Encoding(code: "hex", phrase: ", in hex", madeBy: nil) { written in
            written.hasUpperCase ? nil : written.hex.map { .digest($0) }
        },
        Encoding(code: "hex-upper-case", phrase: ", in hex", madeBy: nil) { written in
            written.hasLowerCase || !written.hasUpperCase ? nil : written.hex.map { .digest($0) }
        },
        Encoding(
            code: "hex-colons", phrase: ", in hex with colons",
            madeBy: "openssl x509 -noout -fingerprint, or a browser's certificate window"
        ) { written in
            guard written.text.utf8.contains(UInt8(ascii: ":")) else { return nil }
            return bytes(hex: written.text.filter { $0 != ":" }).map { .digest($0) }
        },
        Encoding(
            code: "hex-of-base64", phrase: ", then its base64 text in hex",
            madeBy: "openssl enc -base64 | xxd -p"
        ) { written in
            written.hex.flatMap(asciiText).flatMap { base64(trimmed($0)) }.map { .digest($0) }
        },
        Encoding(
            code: "base64-of-hex", phrase: ", then its hex digits in base64",
            madeBy: "openssl dgst -sha256 -hex | base64, where openssl dgst -sha256 -binary belongs"
        ) { written in
            written.base64.flatMap(asciiText).flatMap { bytes(hex: $0) }.map { .digest($0) }
        },
        Encoding(
            code: "base64-of-printed-hex", phrase: ", then the line that a tool prints of it in base64",
            madeBy: "shasum -a 256 | base64, or openssl dgst -sha256 | base64"
        ) { written in
            written.base64.flatMap(asciiText).flatMap(printedDigest).map { .digest($0) }
        },
        Encoding(
            code: "base64-of-base64", phrase: ", in base64 twice", madeBy: "base64 | base64"
        ) { written in
            written.base64.flatMap(asciiText).flatMap { base64(trimmed($0)) }.map { .digest($0) }
        },
        Encoding(
            code: "upper-case", phrase: ", its base64 turned into upper case",
            madeBy: "text.uppercased(): base64 tells upper from lower case, so the pin is lost"
        ) { written in
            written.hasLowerCase || written.text.utf8.count <= 8 ? nil : .upperCase(written.text)
        },
        Encoding(
            code: "cut-short", phrase: ", cut short", madeBy: "a copy that missed the end of the text"
        ) { written in
            let octets = written.hex ?? written.base64 ?? beginning(of: written.text)
            guard let octets, (shortestPrefix..<SHA256.digestByteCount).contains(octets.count) else {
                return nil
            }
            return .prefix(octets)
        },
    ]

    /// What the beginning of a text in hex or base64 decodes to, as far as its characters make whole bytes.
    private static func beginning(of text: String) -> [UInt8]? {
        if let octets = bytes(hex: text.dropLast()) { return octets }
        let kept = text.filter { $0 != "=" }
        return base64(String(kept.prefix(kept.count % 4 == 1 ? kept.count - 1 : kept.count)))
    }

    /// Base64 of either alphabet, with or without padding.
    static func base64(_ text: String) -> [UInt8]? {
        var standard: [UInt8] = []
        for character in text.utf8 {
            switch character {
            case UInt8(ascii: "-"): standard.append(UInt8(ascii: "+"))
            case UInt8(ascii: "_"): standard.append(UInt8(ascii: "/"))
            case 0x20, 0x09...0x0d: return nil
            default: standard.append(character)
            }
        }
        guard let last = standard.last else { return nil }
        if last != UInt8(ascii: "=") {
            standard += [UInt8](repeating: UInt8(ascii: "="), count: (4 - standard.count % 4) % 4)
        }
        return try? Base64.decode(standard.span, in: 0..<standard.count)
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
        guard line.contains(where: { $0.isWhitespace }) else { return nil }
        return words.lazy.compactMap { $0.count >= 40 ? bytes(hex: $0) : nil }.first
    }

    private static func trimmed(_ text: String) -> String { text.filter { !$0.isWhitespace } }
}
