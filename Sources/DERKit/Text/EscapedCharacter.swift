/// Escape sequences for white space, and for base64 characters that some formats escape.
package enum EscapedCharacter {
    /// The character that replaces blanked text: white space that does not occur in practice.
    static let blank: UInt8 = 0x0b

    package static func isQuote(_ character: UInt8) -> Bool { "\"'`".utf8.contains(character) }

    /// Returns the character that the escape at the start of `text` represents, and the end of the escape, or `nil` if
    /// `text` does not begin with one.
    package static func read(_ text: ArraySlice<UInt8>) -> (character: UInt8, end: Int)? {
        switch text.first {
        case UInt8(ascii: "\\"): backslash(text)
        case UInt8(ascii: "&"): reference(text)
        case UInt8(ascii: "%"): hexDigits(text.dropFirst(), count: 2)
        case UInt8(ascii: "<"):
            ["<br>", "<br/>", "<br />", "<BR>"].first { text.starts(with: $0.utf8) }
                .map { (0x0a, text.startIndex + $0.utf8.count) }
        default: nil
        }
    }

    /// Reads `\n`, `\r`, `\t`, `\/`, `\u002b`, `\x2b`, or a backslash before a quote or at the end of a line or of the
    /// text; each may be escaped more than once. Returns `nil` for anything else.
    private static func backslash(_ text: ArraySlice<UInt8>) -> (character: UInt8, end: Int)? {
        // Only 16 characters are read, so that a long row of backslashes is not counted again from each of them.
        guard let place = text.prefix(16).firstIndex(where: { $0 != UInt8(ascii: "\\") }) else {
            return text.count == 1 ? (blank, text.endIndex) : nil
        }
        switch text[place] {
        case UInt8(ascii: "n"): return (0x0a, place + 1)
        case UInt8(ascii: "r"), UInt8(ascii: "t"): return (blank, place + 1)
        case UInt8(ascii: "/"): return (UInt8(ascii: "/"), place + 1)
        case UInt8(ascii: "u"): return hexDigits(text[(place + 1)...], count: 4)
        case UInt8(ascii: "x"): return hexDigits(text[(place + 1)...], count: 2)
        case 0x0a, 0x0d: return (blank, place)
        default: return isQuote(text[place]) ? (blank, place) : nil
        }
    }

    /// Reads an XML numeric character reference, such as `&#13;`, `&#xA;` or `&#43;`. Returns `nil` for anything else.
    private static func reference(_ text: ArraySlice<UInt8>) -> (character: UInt8, end: Int)? {
        let reference = text.prefix(9)
        guard reference.starts(with: "&#".utf8), let end = reference.firstIndex(of: UInt8(ascii: ";")) else {
            return nil
        }
        let digits = String(decoding: reference[..<end].dropFirst(2), as: UTF8.self)
        let isHex = digits.hasPrefix("x") || digits.hasPrefix("X")
        let number = isHex ? Int(digits.dropFirst(), radix: 16) : Int(digits)
        return number.flatMap(character).map { ($0, end + 1) }
    }

    private static func hexDigits(
        _ text: ArraySlice<UInt8>, count: Int
    ) -> (character: UInt8, end: Int)? {
        let digits = text.prefix(count)
        guard digits.count == count, let octets = bytes(hex: String(decoding: digits, as: UTF8.self)) else {
            return nil
        }
        return character(octets.reduce(0) { $0 << 8 | Int($1) }).map { ($0, digits.endIndex) }
    }

    /// Returns the character for an escape's value: a line feed, `+`, `/` or `=`, or ``blank`` for other white space;
    /// `nil` for any other value.
    private static func character(_ value: Int) -> UInt8? {
        switch value {
        case 0x0a: 0x0a
        case 0x09, 0x0d, 0x20: blank
        case 0x2b, 0x2f, 0x3d: UInt8(truncatingIfNeeded: value)
        default: nil
        }
    }

    /// Returns the text without the sequences that begin with `sign` and for which `character` returns a length. If
    /// `character` also returns a character, it replaces the sequence.
    package static func replaced(
        _ text: [UInt8], _ sign: UInt8,
        _ character: (ArraySlice<UInt8>) -> (character: UInt8?, length: Int)?
    ) -> [UInt8] {
        guard text.contains(sign) else { return text }
        var result: [UInt8] = []
        var place = 0
        while place < text.count {
            if text[place] == sign, let (octet, count) = character(text[place...]) {
                if let octet { result.append(octet) }
                place += max(1, count)
            } else {
                result.append(text[place])
                place += 1
            }
        }
        return result
    }
}
