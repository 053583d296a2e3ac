import DERKit

/// Functions that read text that consists only of encoded bytes.
enum WholeText {
    /// Returns the DER that text encodes in base64 or hex, with a note on the notation; `nil` for other text.
    static func der(_ text: [UInt8]) -> (bytes: [UInt8], note: InputNote)? {
        let start = text.prefix(4096)
        let digits = start.drop { Base64.isWhiteSpace($0) || $0 == 0x22 || $0 == 0x27 || $0 >= 0x80 }
        let isPrefixed = ["0x", "0X", "\\x"].contains { digits.starts(with: $0.utf8) }
        // Hex digits are also base64 characters, but DER begins with 3 in hex and with M in base64. Most text need not
        // be read to its end.
        let decoded: (bytes: [UInt8]?, note: InputNote) =
            switch (isPrefixed ? digits.dropFirst(2) : digits).first {
            case UInt8(ascii: "3"): (hex(text), .hex)
            case UInt8(ascii: "M"): (base64(text), .unarmoured)
            default: (nil, .hex)
            }
        return decoded.bytes.flatMap { $0.first == 0x30 ? ($0, decoded.note) : nil }
    }

    /// Returns the octets that hex digits encode, or `nil` for other text. White space, colons, commas and quotes may
    /// be between the octets. The first octet, or each one, may begin with `0x` or `\x`.
    static func hex(_ text: [UInt8]) -> [UInt8]? {
        var octets: [UInt8] = []
        var high: UInt8?
        var prefixCount = 0
        var place = 0
        while place < text.count {
            let character = text[place]
            let isPrefix = place + 1 < text.count && text[place + 1] | 0x20 == UInt8(ascii: "x")
            if high == nil, isPrefix, character == UInt8(ascii: "0") || character == UInt8(ascii: "\\") {
                place += 2
                prefixCount += 1
                continue
            }
            place += 1
            if let digit = hexDigit(character) {
                if let first = high { octets.append(first << 4 | digit) }
                high = high == nil ? digit : nil
            } else {
                guard high == nil, isSeparator(character, at: place - 1) else { return nil }
            }
        }
        return high == nil && (prefixCount < 2 || prefixCount == octets.count) ? octets : nil
    }

    private static func isSeparator(_ character: UInt8, at place: Int) -> Bool {
        switch character {
        case UInt8(ascii: ":"), UInt8(ascii: ","), UInt8(ascii: "\""), UInt8(ascii: "'"): true
        case 0xef: place == 0
        case 0xbb: place == 1
        case 0xbf: place == 2
        default: Base64.isWhiteSpace(character)
        }
    }

    /// Decodes base64 or base64url text, with or without quotes, and with escaped or real line ends. Returns `nil` for
    /// other text.
    static func base64(_ text: [UInt8]) -> [UInt8]? {
        let (digits, rest, isEven) = base64Digits(text)
        let padding = rest.count { $0 == UInt8(ascii: "=") }
        guard rest.allSatisfy({ Base64.isWhiteSpace($0) || "\"'=".utf8.contains($0) }),
            isEven, padding == 0 || padding < 3 && (digits.count + padding) % 4 == 0
        else { return nil }
        return TextSearch.decode(digits)
    }

    /// Returns the digits at the start of text, the rest of the text, and whether the separators between the digits are
    /// like those that programs write.
    private static func base64Digits(
        _ text: [UInt8]
    ) -> (digits: [UInt8], rest: ArraySlice<UInt8>, isEven: Bool) {
        let mark = text.starts(with: [0xef, 0xbb, 0xbf]) ? 3 : 0
        let start = text[mark...].drop { Base64.isWhiteSpace($0) || "\"'".utf8.contains($0) }
        let (digits, stop, isEven) = TextSearch.base64Digits(start, count: .max)
        return (digits, text[stop...], isEven)
    }

    /// Returns the place of the error in text that begins like base64 of a DER SEQUENCE of more than 127 bytes, or
    /// `nil` for other text and if there is no error.
    static func damage(_ text: [UInt8]) -> Int? {
        let lead = text.prefix(128).drop { Base64.isWhiteSpace($0) }.prefix(32)
        guard lead.count == 32, lead.starts(with: "MI".utf8),
            lead.allSatisfy({ Base64.isDigit($0) || "-_".utf8.contains($0) }), base64(text) == nil
        else { return nil }
        return base64Digits(text).rest.startIndex
    }

    /// Returns the number of bytes in the point if the input looks like an uncompressed P-256, P-384 or P-521 point
    /// (SEC 1 section 2.3.3) in binary, hex, base64 or decimal numbers, or `nil` for other input.
    static func rawPointCount(_ input: [UInt8]) -> Int? {
        guard input.count < 500 else { return nil }
        return ([input] + octets(input)).first { $0.first == 4 && [65, 97, 133].contains($0.count) }?.count
    }

    /// Returns the possible octets of a whole text: read as hex, as base64, and as decimal numbers in brackets.
    static func octets(_ text: [UInt8]) -> [[UInt8]] {
        let start = text.firstIndex { isWordCharacter($0) || $0 == UInt8(ascii: "-") } ?? text.count
        return [hex(text), base64(text), OctetsFinder.decimal(text, start..<text.count).octets].compactMap {
            $0
        }
    }

    /// Returns the object whose bytes were reversed, as in a number with its least significant byte first, or `nil` if
    /// there is none.
    static func reversed(_ octets: [UInt8]) -> [UInt8]? {
        guard ObjectBeginning(octets.suffix(12).reversed())?.byteCount == octets.count else { return nil }
        let der = Array(octets.reversed())
        return ObjectKind.isObject(der) ? der : nil
    }
}

extension InputError {
    /// Returns the error for text in which nothing looks like an object.
    static func nothing(in text: InputText) -> InputError {
        if let format = ForeignFormat(text: text.bytes) { return .foreign(format, at: 0, position: nil) }
        if let count = WholeText.rawPointCount(text.bytes) { return .rawPoint(count) }
        if let damage = WholeText.damage(text.bytes) {
            return InputError(
                .invalidCharacter, "base64 without BEGIN and END lines contains other characters",
                at: text.offset(damage), position: TextPosition(of: damage, in: text.bytes.span))
        }
        return .noObject(at: 0)
    }
}
