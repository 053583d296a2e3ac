import DERKit

/// Restores characters of a pin that a format or a word processor changed.
enum PinEscapes {
    /// Returns the text with the original characters, and the changes found.
    static func removed(from text: String) -> (text: String, oddities: [PinSpelling.Oddity]) {
        var text = text
        var oddities: [PinSpelling.Oddity] = []
        let steps: [(PinSpelling.Oddity, ([UInt8]) -> [UInt8])] = [
            (.invisibleCharacters, visible), (.percentEncoding, withoutPercents),
            (.entities, { replaced($0, UInt8(ascii: "&"), EscapedCharacter.reference) }),
            (.escapes, { replaced($0, UInt8(ascii: "\\")) { EscapedCharacter.escape($0.dropFirst()) } }),
        ]
        // Repeat while something changes, because a URL inside a URL is encoded twice.
        for _ in 0..<3 {
            let before = text
            for (oddity, step) in steps {
                let changed = String(decoding: step(Array(text.utf8)), as: UTF8.self)
                guard changed != text else { continue }
                text = changed
                if !oddities.contains(oddity) { oddities.append(oddity) }
            }
            if text == before { break }
        }
        return (text, oddities)
    }

    /// Returns text without zero-width characters, and with plain spaces and quotes.
    private static func visible(_ text: [UInt8]) -> [UInt8] {
        guard text.contains(where: { $0 >= 0x80 }) else { return text }
        var result = String.UnicodeScalarView()
        for scalar in String(decoding: text, as: UTF8.self).unicodeScalars {
            switch scalar.value {
            case 0xad, 0x200b...0x200f, 0x2060...0x2064, 0xfeff: continue
            case 0x2018...0x201f, 0xab, 0xbb: result.append("\"")
            default: result.append(scalar.value >= 0x80 && scalar.properties.isWhitespace ? " " : scalar)
            }
        }
        return Array(String(result).utf8)
    }

    /// Decodes percent-encoding, RFC 3986 section 2.1.
    private static func withoutPercents(_ text: [UInt8]) -> [UInt8] {
        EscapedCharacter.replaced(text, UInt8(ascii: "%")) { (rest) in
            PercentEncoding.octet(rest).flatMap { (0x20...0x7e).contains($0) ? ($0, 3) : nil }
        }
    }

    /// Replaces each escape of a printable character, and with a line feed each escape of a line end or tab.
    private static func replaced(
        _ text: [UInt8], _ sign: UInt8, _ read: (ArraySlice<UInt8>) -> (value: UInt32, end: Int)?
    ) -> [UInt8] {
        EscapedCharacter.replaced(text, sign) { (rest) in
            guard let (value, end) = read(rest) else { return nil }
            let isGap = [0x09, 0x0a, 0x0d].contains(value)
            guard isGap || (0x20...0x7e).contains(value) else { return nil }
            return (isGap ? 0x0a : UInt8(truncatingIfNeeded: value), end - rest.startIndex)
        }
    }
}
