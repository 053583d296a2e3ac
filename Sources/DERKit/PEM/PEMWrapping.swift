/// A copy of the text between BEGIN and END in which everything that belongs to the surrounding text is blanked: a
/// prefix of every line, quotes, operators between strings, and escapes. Base64 characters stay in place, so offsets in
/// the copy and in the input are the same.
///
/// Text that is not known to belong to the surrounding text is kept, so the decoder reports it as an error. Nothing is
/// dropped to make the rest decodable.
package struct PEMWrapping {
    /// The copy.
    private(set) var text: [UInt8]
    init(_ text: ArraySlice<UInt8>) {
        self.text = Array(text)
    }

    // MARK: Prefixes

    /// Blanks `prefix` on every line after the first, if all of those lines have it and there are enough of them;
    /// otherwise leaves the text unchanged and returns `false`.
    ///
    /// - Parameters:
    ///   - prefix: the text before BEGIN or END on its line.
    ///   - fewest: the minimum number of lines that must have the prefix.
    @discardableResult mutating func blankPrefixes(_ prefix: ArraySlice<UInt8>, fewest: Int = 1) -> Bool {
        var found: [Range<Int>] = []
        var place = 0
        while let start = PEMWrapping.nextLine(in: text[place...]) {
            place = start
            // The text after the last line end is the text before END on its line, if there is an END.
            guard let end = PEMWrapping.end(of: prefix, in: text[start...]) else { return false }
            if end > start { found.append(start..<end) }
        }
        guard found.count >= fewest else { return false }
        for range in found { blank(range) }
        return true
    }

    /// Blanks the JSON around each line of a block in a JSON log, if it is the same in all log entries except for
    /// numbers; otherwise leaves the text unchanged and returns `false`.
    ///
    /// - Parameter prefix: the text before BEGIN on its line.
    mutating func blankEntries(_ prefix: ArraySlice<UInt8>) -> Bool {
        func lineEnd(from start: Int) -> Int? { text[start...].firstIndex { $0 == 0x0a || $0 == 0x0d } }
        guard let end = lineEnd(from: 0), end > 1 else { return false }
        let suffix = text[..<end]
        guard text[0] == UInt8(ascii: "\\"), suffix.contains(UInt8(ascii: ":")) else { return false }
        var entries = self
        entries.blank(0..<end)
        var place = end
        while let start = PEMWrapping.nextLine(in: text[place...]), let end = lineEnd(from: start) {
            guard let stop = text[start..<end].firstIndex(ofOctets: [suffix[0], suffix[1]]),
                PEMWrapping.end(of: suffix, in: text[stop..<end]) == end
            else { return false }
            entries.blank(stop..<end)
            place = start
        }
        guard entries.blankPrefixes(prefix) else { return false }
        self = entries
        return true
    }

    /// Returns the offset one past the first line end in `text`, or `nil` if there is none.
    static func nextLine(in text: ArraySlice<UInt8>) -> Int? {
        guard let end = text.firstIndex(where: { $0 == 0x0a || $0 == 0x0d }) else { return nil }
        return end + (text[end...].starts(with: [0x0d, 0x0a]) ? 2 : 1)
    }

    /// Returns the end of the text in `line` that matches `prefix`, or `nil` if the line begins differently. Numbers,
    /// such as line numbers and times, may differ, except at the end of `prefix`. The width of white space may also
    /// differ. White space may be missing at the start of the line, and at the end of `prefix` if the line ends there.
    /// No tool writes a prefix of more than 1,024 octets.
    package static func end(of prefix: ArraySlice<UInt8>, in line: ArraySlice<UInt8>) -> Int? {
        guard prefix.count <= 1024 else { return nil }
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
            } else if isDecimalDigit(character), rest.contains(where: { !isDecimalDigit($0) }) {
                // A number at the end of the prefix could not be distinguished from base64.
                guard isDecimalDigit(line[place]) else { return nil }
                rest = rest.drop(while: isDecimalDigit)
                place = line[place...].firstIndex { !isDecimalDigit($0) } ?? line.endIndex
            } else {
                guard line[place] == character else { return nil }
                rest = rest.dropFirst()
                place += 1
            }
        }
        return place
    }

    private static func isSpace(_ character: UInt8) -> Bool { character == 0x20 || character == 0x09 }

    // MARK: Strings and escapes

    /// Blanks quotes and the text that joins one string to the next, and replaces escapes with the characters that they
    /// represent. Stops at any other text between strings, which the decoder then rejects.
    mutating func blankStrings() {
        var place = 0
        // The index of the quote that ended the last string; `nil` inside a string.
        var lastQuote: Int?
        while place < text.count {
            if EscapedCharacter.isQuote(text[place]) {
                if lastQuote == nil { lastQuote = place } else { lastQuote = nil }
                text[place] = EscapedCharacter.blank
                place += 1
            } else if let quote = lastQuote {
                guard let end = endOfJoint(at: place) else {
                    // This text is unknown, so the quote before it is restored for the decoder to reject.
                    text[quote] = UInt8(ascii: "\"")
                    return
                }
                blank(place..<end)
                place = end
            } else if let (character, end) = EscapedCharacter.read(text[place...]) {
                blank(place..<end)
                text[end - 1] = character
                place = end
            } else {
                place += 1
            }
        }
    }

    /// Characters between strings: white space, operators and punctuation.
    private static let joints = Array("\n\r \t\u{b}+.,;&()[]\\@$_<".utf8)

    /// Names for line ends between strings, and prefixes of string literals.
    private static let words = [
        "Environment.NewLine", "System.lineSeparator()", "vbNewLine", "vbCrLf", "vbLf", "PHP_EOL", "os.EOL",
        "u8", "rb", "br",
    ]

    /// Returns the end of one piece of the text that joins two strings: a member of ``joints`` or ``words``, or one
    /// character before a quote; `nil` for other text.
    private func endOfJoint(at place: Int) -> Int? {
        if PEMWrapping.joints.contains(text[place]) { return place + 1 }
        for word in PEMWrapping.words where text[place...].starts(with: word.utf8) {
            return place + word.utf8.count
        }
        // The prefix of a string literal may be one letter, as in b"…" or L"…".
        return place + 1 < text.count && EscapedCharacter.isQuote(text[place + 1]) ? place + 1 : nil
    }

    private mutating func blank(_ range: Range<Int>) {
        for place in range where text[place] != 0x0a && text[place] != 0x0d {
            text[place] = EscapedCharacter.blank
        }
    }
}
