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
        case UInt8(ascii: "&"): text.starts(with: "&#".utf8) ? character(reference(text)) : nil
        case UInt8(ascii: "%"): character(hexDigits(text.dropFirst(), count: 2))
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
        let next = text[place]
        if next == 0x0a || next == 0x0d || isQuote(next) { return (blank, place) }
        return character(escape(text[place...]))
    }

    /// Returns the character for an escape's value: a line feed, `+`, `/` or `=`, or ``blank`` for other white space;
    /// `nil` for any other value.
    private static func character(_ read: (value: UInt32, end: Int)?) -> (character: UInt8, end: Int)? {
        switch read?.value {
        case 0x0a?, 0x2b?, 0x2f?, 0x3d?: read.map { (UInt8(truncatingIfNeeded: $0.value), $0.end) }
        case 0x09?, 0x0d?, 0x20?: read.map { (blank, $0.end) }
        default: nil
        }
    }

    // MARK: Code points

    /// Reads an escape of RFC 8259 section 7, which most languages also use in literals, or `\x2b`.
    ///
    /// - Parameter text: the text after the backslash.
    package static func escape(_ text: ArraySlice<UInt8>) -> (value: UInt32, end: Int)? {
        guard let sign = text.first else { return nil }
        let rest = text.dropFirst()
        switch sign {
        case UInt8(ascii: "n"): return (0x0a, rest.startIndex)
        case UInt8(ascii: "r"): return (0x0d, rest.startIndex)
        case UInt8(ascii: "t"): return (0x09, rest.startIndex)
        case UInt8(ascii: "u"): return hexDigits(rest, count: 4)
        case UInt8(ascii: "x"): return hexDigits(rest, count: 2)
        default: return "/\"'\\".utf8.contains(sign) ? (UInt32(sign), rest.startIndex) : nil
        }
    }

    /// Reads an XML character reference, such as `&#13;`, `&#xA;` or `&plus;`.
    package static func reference(_ text: ArraySlice<UInt8>) -> (value: UInt32, end: Int)? {
        guard let end = text.prefix(10).firstIndex(of: UInt8(ascii: ";")) else { return nil }
        let name = String(decoding: text[..<end].dropFirst(), as: UTF8.self).lowercased()
        let value =
            if name.hasPrefix("#x") {
                UInt32(name.dropFirst(2), radix: 16)
            } else {
                name.hasPrefix("#") ? UInt32(name.dropFirst()) : names[name]?.value
            }
        return value.map { ($0, end + 1) }
    }

    private static let names: [String: Unicode.Scalar] = [
        "amp": "&", "quot": "\"", "apos": "'", "lt": "<", "gt": ">", "plus": "+", "sol": "/", "equals": "=",
        "nbsp": " ",
    ]

    private static func hexDigits(_ text: ArraySlice<UInt8>, count: Int) -> (value: UInt32, end: Int)? {
        let digits = text.prefix(count)
        guard digits.count == count, let octets = bytes(hex: String(decoding: digits, as: UTF8.self)) else {
            return nil
        }
        return (octets.reduce(0) { $0 << 8 | UInt32($1) }, digits.endIndex)
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
