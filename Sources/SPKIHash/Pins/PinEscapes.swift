import DERKit

/// Restores characters of a pin that a format or a word processor changed.
enum PinEscapes {
    /// Returns the text with the original characters, and the changes found.
    static func removed(from text: String) -> (text: String, oddities: [PinSpelling.Oddity]) {
        var text = text
        var oddities: [PinSpelling.Oddity] = []
        let steps: [(PinSpelling.Oddity, ([UInt8]) -> [UInt8])] = [
            (.invisibleCharacters, visible), (.quotedPrintable, withoutQuotes),
            (.percentEncoding, withoutPercents), (.entities, withoutEntities),
            (.escapes, withoutBackslashes),
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

    /// Decodes quoted-printable, RFC 2045 section 6.7. In base64, only the padding is encoded, so `3D` right after
    /// `pin-sha256=` is the beginning of a digest.
    private static func withoutQuotes(_ text: [UInt8]) -> [UInt8] {
        EscapedCharacter.replaced(text, UInt8(ascii: "=")) { (rest) in
            let end = rest.dropFirst().drop { $0 == 0x0d }
            if end.first == 0x0a, let next = end.dropFirst().first, Base64.isDigit(next) {
                return (nil, end.startIndex + 1 - rest.startIndex)
            }
            guard rest.dropFirst().starts(with: "3D".utf8) || rest.dropFirst().starts(with: "3d".utf8),
                rest.dropFirst(3).first.map({ !Base64.isDigit($0) }) ?? true
            else { return nil }
            return (UInt8(ascii: "="), 3)
        }
    }

    private static func withoutEntities(_ text: [UInt8]) -> [UInt8] {
        EscapedCharacter.replaced(text, UInt8(ascii: "&")) { (rest) in
            guard let end = rest.prefix(10).firstIndex(of: UInt8(ascii: ";")) else { return nil }
            let name = String(decoding: rest[rest.startIndex + 1..<end], as: UTF8.self).lowercased()
            let value =
                if name.hasPrefix("#x") {
                    UInt8(name.dropFirst(2), radix: 16)
                } else if name.hasPrefix("#") {
                    UInt8(name.dropFirst())
                } else {
                    names[name]
                }
            guard let value, (0x20...0x7e).contains(value) else { return nil }
            return (value, end - rest.startIndex + 1)
        }
    }

    private static let names: [String: UInt8] = [
        "amp": UInt8(ascii: "&"), "quot": UInt8(ascii: "\""), "apos": UInt8(ascii: "'"),
        "lt": UInt8(ascii: "<"), "gt": UInt8(ascii: ">"), "plus": UInt8(ascii: "+"),
        "sol": UInt8(ascii: "/"), "equals": UInt8(ascii: "="), "nbsp": UInt8(ascii: " "),
    ]

    /// Decodes the escapes in RFC 8259 section 7, which most languages also use in literals.
    private static func withoutBackslashes(_ text: [UInt8]) -> [UInt8] {
        EscapedCharacter.replaced(text, UInt8(ascii: "\\")) { (rest) in
            guard rest.count >= 2 else { return nil }
            let escaped = rest[rest.startIndex + 1]
            switch escaped {
            case UInt8(ascii: "/"), UInt8(ascii: "\""), UInt8(ascii: "'"), UInt8(ascii: "\\"):
                return (escaped, 2)
            case UInt8(ascii: "n"), UInt8(ascii: "r"), UInt8(ascii: "t"): return (UInt8(ascii: "\n"), 2)
            case UInt8(ascii: "u"), UInt8(ascii: "x"):
                let digits = escaped == UInt8(ascii: "u") ? 4 : 2
                let number = String(decoding: rest.dropFirst(2).prefix(digits), as: UTF8.self)
                guard number.utf8.count == digits, let value = UInt8(number, radix: 16),
                    (0x20...0x7e).contains(value)
                else { return nil }
                return (value, 2 + digits)
            default: return nil
            }
        }
    }
}
