import DERKit

extension PinDiagnosis {
    /// An encoding in which a pin may have been written.
    struct Encoding: Sendable {
        let code: String
        /// The phrase that follows the digest and its source in a message; empty for base64.
        let phrase: String
        /// The call or mistake that produces the encoding; `nil` if the encoding is correct.
        let call: String?
        /// A function that returns the digest in text that has this encoding, or `nil` for text in another encoding.
        let read: @Sendable (Written) -> Reading?

        init(
            _ code: String, _ phrase: String, call: String? = nil,
            read: @escaping @Sendable (Written) -> Reading?
        ) {
            (self.code, self.phrase, self.call, self.read) = (code, phrase, call, read)
        }
    }

    /// The part of a digest that a text contains.
    enum Reading {
        case digest([UInt8])
        /// The beginning of a digest: at least ``PinDiagnosis/shortestPrefix`` bytes, but fewer than in a pin.
        case prefix([UInt8])
        /// The base64 text, converted to lower case.
        case oneCase(String)
    }

    /// The minimum number of bytes that identify a digest; a random match has a probability of 2^-48.
    static let shortestPrefix = 6

    /// Text and its decoded forms, each computed once.
    struct Written: Sendable {
        let text: String
        /// The octets that the text encodes in base64 of either alphabet; `nil` if it is not base64.
        let base64: [UInt8]?
        let hex: [UInt8]?
        /// The octets that the text encodes in hex with a separator, and the separator.
        let separated: (octets: [UInt8], separator: Character)?
        let hasUpperCase: Bool
        let hasLowerCase: Bool
        /// A Boolean value that indicates whether the text has a character that only base64url uses.
        let isURLAlphabet: Bool

        init(_ text: String) {
            self.text = text
            base64 = PinSpelling.base64(text)
            hex = bytes(hex: text)
            separated = PinSpelling.separatedHex(text)
            hasUpperCase = text.utf8.contains { (0x41...0x5a).contains($0) }
            hasLowerCase = text.utf8.contains { (0x61...0x7a).contains($0) }
            isURLAlphabet = text.utf8.contains { $0 == UInt8(ascii: "-") || $0 == UInt8(ascii: "_") }
        }
    }

    /// All encodings, the usual one first.
    static let encodings: [Encoding] =
        plainEncodings + separatedEncodings + doubleEncodings + reversedEncodings + lossyEncodings

    private static let plainEncodings: [Encoding] = [
        Encoding("base64", "") {
            whole($0.isURLAlphabet ? nil : $0.base64)
        },
        Encoding("base64url", ", in base64url") {
            whole($0.isURLAlphabet ? $0.base64 : nil)
        },
        Encoding("hex", ", in hex") { whole($0.hasUpperCase ? nil : $0.hex) },
        Encoding("hex-upper-case", ", in hex") {
            whole($0.hasUpperCase ? $0.hex : nil)
        },
    ]

    private static let separatedEncodings: [Encoding] = [
        ("colons", ":"), ("spaces", " "), ("hyphens", "-"),
    ].map { (name: String, separator: Character) in
        Encoding("hex-\(name)", ", in hex with \(name)", call: "writing the digest in hex with \(name)") {
            $0.separated.flatMap { $0.separator == separator ? .digest($0.octets) : nil }
        }
    }

    private static let doubleEncodings: [Encoding] = [
        Encoding("hex-of-base64", ", in base64, then in hex", call: "writing the base64 text in hex") {
            whole($0.hex.flatMap(base64Text))
        },
        Encoding(
            "base64-of-hex", ", in hex, then in base64",
            call: "encoding the hex text in base64 instead of the bytes"
        ) { whole($0.base64.flatMap(asciiText).flatMap { bytes(hex: $0) }) },
        Encoding(
            "base64-of-printed-hex", ", as a tool prints it, in base64",
            call: "encoding a tool's output line in base64 instead of the bytes"
        ) { whole($0.base64.flatMap(asciiText).flatMap(printedDigest)) },
        Encoding("base64-of-base64", ", in base64 twice", call: "writing the base64 text in base64") {
            whole($0.base64.flatMap(base64Text))
        },
    ]

    /// Encodings of the bytes in reverse order, which result from a conversion between byte orders.
    private static let reversedEncodings: [Encoding] = [
        Encoding("reversed-base64", ", with its bytes in reverse order", call: reversingCall) {
            reversed($0.base64)
        },
        Encoding("reversed-hex", ", in hex, with its bytes in reverse order", call: reversingCall) {
            reversed($0.hex)
        },
    ]

    /// Returns the octets in reverse order, or `nil` if reversing does not change them.
    private static func reversed(_ octets: [UInt8]?) -> Reading? {
        whole(octets?.reversed() == octets ? nil : octets?.reversed())
    }

    private static let reversingCall = "reversing the bytes of the digest"

    private static let lossyEncodings: [Encoding] = [
        Encoding(
            "upper-case", ", its base64 in upper case",
            call: "text.uppercased(): base64 is case-sensitive, so the pin is lost"
        ) { $0.hasLowerCase || !isLong($0) ? nil : .oneCase($0.text.lowercased()) },
        Encoding(
            "lower-case", ", its base64 in lower case",
            call: "text.lowercased(): base64 is case-sensitive, so the pin is lost"
        ) { $0.hasUpperCase || !isLong($0) ? nil : .oneCase($0.text) },
        Encoding("cut-short", ", cut short", call: "copying the text without its end") { (written) in
            let octets =
                written.hex ?? bytes(hex: written.text.dropLast()) ?? written.base64
                ?? beginning(of: written.text)
            guard let octets, (shortestPrefix..<SHA256.digestByteCount).contains(octets.count) else {
                return nil
            }
            return .prefix(octets)
        },
    ]

    private static func whole(_ octets: [UInt8]?) -> Reading? { octets.map { .digest($0) } }

    private static func isLong(_ written: Written) -> Bool { written.text.utf8.count > 8 }

    /// Returns the complete bytes that a truncated base64 text encodes.
    private static func beginning(of text: String) -> [UInt8]? {
        let kept = text.filter { $0 != "=" }
        return PinSpelling.base64(String(kept.prefix(kept.count % 4 == 1 ? kept.count - 1 : kept.count)))
    }

    /// Returns the octets as text, or `nil` if there are none or if any is neither printable ASCII nor white space.
    private static func asciiText(_ octets: [UInt8]) -> String? {
        guard !octets.isEmpty, octets.allSatisfy({ (0x20...0x7e).contains($0) || (9...13).contains($0) })
        else { return nil }
        return String(decoding: octets, as: UTF8.self)
    }

    /// Returns the bytes that the first word of at least 32 hex digits in a line encodes. The line may be `6b31… -`,
    /// `SHA2-256(stdin)= 6b31…`, or `6b31…` followed by a newline.
    private static func printedDigest(_ line: String) -> [UInt8]? {
        let words = line.split { $0.isWhitespace || $0 == "=" }
        guard line.contains(where: { $0.isWhitespace }) else { return nil }
        return words.lazy.compactMap { $0.count >= 32 ? bytes(hex: $0) : nil }.first
    }

    /// Returns the bytes that base64 text encodes. White space, which a tool may have added, is ignored.
    private static func base64Text(_ octets: [UInt8]) -> [UInt8]? {
        asciiText(octets).flatMap { (text) in PinSpelling.base64(text.filter { !$0.isWhitespace }) }
    }
}
