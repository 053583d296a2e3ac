/// A copy of the text between BEGIN and END where everything that belongs to the surrounding text is blank: a prefix
/// of every line, the quotes of strings and what joins them, and escapes. Base64 characters
/// stay in place, so offsets in the copy are those of the input.
///
/// Anything not known to belong to the surrounding text stays, and is an error for the decoder: nothing is
/// dropped to make the rest fit.
struct PEMWrapping {
    /// The copy.
    private(set) var text: [UInt8]
    /// A Boolean value that indicates whether every line had the prefix.
    private(set) var hasPrefixes = false
    /// A Boolean value that indicates whether there were escapes.
    private(set) var hasEscapes = false
    /// A Boolean value that indicates whether there were quotes.
    private(set) var hasQuotes = false

    /// White space that does not occur in practice.
    private static let blank: UInt8 = 0x0b

    init(_ text: ArraySlice<UInt8>) {
        self.text = Array(text)
    }

    // MARK: Prefixes

    /// Blanks the prefix of every line after the first, if they all have it; otherwise leaves the text
    /// unchanged.
    ///
    /// - Parameters:
    ///   - prefix: the text before BEGIN or END on its line.
    ///   - fewest: the minimum number of lines with the prefix.
    mutating func blankPrefixes(_ prefix: ArraySlice<UInt8>, fewest: Int = 1) {
        var found: [Range<Int>] = []
        var place = 0
        while let start = nextLine(from: place) {
            place = start
            // The text after the last line end is the text before END on its line, if there is an END.
            guard let end = PEMWrapping.end(of: prefix, in: text[start...]) else { return }
            if end > start { found.append(start..<end) }
        }
        guard found.count >= fewest else { return }
        hasPrefixes = true
        for range in found { blank(range) }
    }

    private func nextLine(from start: Int) -> Int? {
        var place = start
        while place < text.count {
            if text[place] == 0x0a { return place + 1 }
            if text[place] == 0x0d {
                return place + (place + 1 < text.count && text[place + 1] == 0x0a ? 2 : 1)
            }
            place += 1
        }
        return nil
    }

    /// Returns the end of `prefix` at the start of `line`, or `nil` if the line begins differently. Numbers,
    /// such as line numbers and times, may differ, and so may the width of white space. On an empty line,
    /// white space may be missing.
    private static func end(of prefix: ArraySlice<UInt8>, in line: ArraySlice<UInt8>) -> Int? {
        var place = line.startIndex
        var rest = prefix
        while let character = rest.first {
            let isAtEnd = place == line.endIndex || line[place] == 0x0a || line[place] == 0x0d
            if isSpace(character) {
                rest = rest.drop(while: isSpace)
                guard isAtEnd && rest.isEmpty || place == line.startIndex || !isAtEnd && isSpace(line[place])
                else { return nil }
                place = line[place...].firstIndex { !isSpace($0) } ?? line.endIndex
            } else if isAtEnd {
                return nil
            } else if isDigit(character), rest.contains(where: { !isDigit($0) }) {
                // A number at the end of the prefix could not be distinguished from base64.
                guard isDigit(line[place]) else { return nil }
                rest = rest.drop(while: isDigit)
                place = line[place...].firstIndex { !isDigit($0) } ?? line.endIndex
            } else {
                guard line[place] == character else { return nil }
                rest = rest.dropFirst()
                place += 1
            }
        }
        return place
    }

    private static func isSpace(_ character: UInt8) -> Bool { character == 0x20 || character == 0x09 }

    private static func isDigit(_ character: UInt8) -> Bool {
        (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(character)
    }

    // MARK: Strings and escapes

    /// Blanks quotes, the text that joins one string to the next, and escapes.
    mutating func blankStrings() {
        var place = 0
        // The quote that ended the last string; nil inside a string.
        var lastQuote: Int?
        while place < text.count {
            if PEMWrapping.isQuote(text[place]) {
                hasQuotes = true
                if lastQuote == nil { lastQuote = place } else { lastQuote = nil }
                text[place] = PEMWrapping.blank
                place += 1
            } else if let quote = lastQuote {
                guard let end = endOfJoint(at: place) else {
                    // This text is unknown, so the decoder rejects the quote before it.
                    text[quote] = UInt8(ascii: "\"")
                    return
                }
                blank(place..<end)
                place = end
            } else if let (character, end) = escape(at: place) {
                hasEscapes = true
                blank(place..<end)
                text[end - 1] = character
                place = end
            } else {
                place += 1
            }
        }
    }

    private static func isQuote(_ character: UInt8) -> Bool { "\"'`".utf8.contains(character) }

    /// Characters between strings: white space, operators and punctuation.
    private static let joints = Array("\n\r \t\u{b}+.,;&()[]\\@$_<".utf8)

    /// Words for a line end between strings, and letters that belong to the quote after them.
    private static let words = [
        "Environment.NewLine", "System.lineSeparator()", "vbNewLine", "vbCrLf", "vbLf", "PHP_EOL", "os.EOL",
        "u8", "rb", "br",
    ]

    /// Returns the end of one piece of the text that joins two strings: white space, an operator, a word.
    private func endOfJoint(at place: Int) -> Int? {
        if PEMWrapping.joints.contains(text[place]) { return place + 1 }
        for word in PEMWrapping.words where text[place...].starts(with: word.utf8) {
            return place + word.utf8.count
        }
        // As in b"…" or L"…".
        return place + 1 < text.count && PEMWrapping.isQuote(text[place + 1]) ? place + 1 : nil
    }

    private mutating func blank(_ range: Range<Int>) {
        for place in range where text[place] != 0x0a && text[place] != 0x0d {
            text[place] = PEMWrapping.blank
        }
    }

    // MARK: Escapes

    /// Returns the character of the escape at `place` and the end of the escape, or `nil` if no escape begins there.
    private func escape(at place: Int) -> (character: UInt8, end: Int)? {
        switch text[place] {
        case UInt8(ascii: "\\"): backslash(at: place)
        case UInt8(ascii: "&"): reference(at: place)
        case UInt8(ascii: "%"): hexDigits(from: place + 1, count: 2)
        case UInt8(ascii: "<"): breakTag(at: place)
        default: nil
        }
    }

    /// `\n`, `\r`, `\t`, `\/`, `\u002b`, `\x2b`, a backslash at the end of the line; all may be escaped
    /// repeatedly.
    private func backslash(at start: Int) -> (character: UInt8, end: Int)? {
        // Bounded, so that a long row of them is not counted again from each one.
        guard let place = text[start...].prefix(16).firstIndex(where: { $0 != UInt8(ascii: "\\") }) else {
            return start + 1 == text.count ? (PEMWrapping.blank, text.count) : nil
        }
        switch text[place] {
        case UInt8(ascii: "n"): return (0x0a, place + 1)
        case UInt8(ascii: "r"), UInt8(ascii: "t"): return (PEMWrapping.blank, place + 1)
        case UInt8(ascii: "/"): return (UInt8(ascii: "/"), place + 1)
        case UInt8(ascii: "u"): return hexDigits(from: place + 1, count: 4)
        case UInt8(ascii: "x"): return hexDigits(from: place + 1, count: 2)
        case 0x0a, 0x0d: return (PEMWrapping.blank, place)
        default: return PEMWrapping.isQuote(text[place]) ? (PEMWrapping.blank, place) : nil
        }
    }

    /// Reads a numeric character reference of XML: `&#13;`, `&#xA;`, `&#43;`.
    private func reference(at start: Int) -> (character: UInt8, end: Int)? {
        guard start + 2 < text.count, text[start + 1] == UInt8(ascii: "#") else { return nil }
        let isHex = text[start + 2] | 0x20 == UInt8(ascii: "x")
        var place = start + (isHex ? 3 : 2)
        var value = 0
        while place < text.count, place < start + 9, text[place] != UInt8(ascii: ";") {
            guard let digit = hexDigit(text[place]), isHex || digit < 10 else { return nil }
            value = value * (isHex ? 16 : 10) + Int(digit)
            place += 1
        }
        guard place < text.count, text[place] == UInt8(ascii: ";") else { return nil }
        return PEMWrapping.character(value).map { ($0, place + 1) }
    }

    private func hexDigits(from start: Int, count: Int) -> (character: UInt8, end: Int)? {
        guard start + count <= text.count,
            let octets = bytes(hex: String(decoding: text[start..<start + count], as: UTF8.self))
        else { return nil }
        return PEMWrapping.character(octets.reduce(0) { $0 << 8 | Int($1) }).map { ($0, start + count) }
    }

    private func breakTag(at start: Int) -> (character: UInt8, end: Int)? {
        for tag in ["<br>", "<br/>", "<br />", "<BR>"] where text[start...].starts(with: tag.utf8) {
            return (0x0a, start + tag.utf8.count)
        }
        return nil
    }

    /// Returns the allowed value of an escape: white space, or a character that formats escape in base64.
    private static func character(_ value: Int) -> UInt8? {
        switch value {
        case 0x0a: 0x0a
        case 0x09, 0x0d, 0x20: blank
        case 0x2b, 0x2f, 0x3d: UInt8(truncatingIfNeeded: value)
        default: nil
        }
    }
}
