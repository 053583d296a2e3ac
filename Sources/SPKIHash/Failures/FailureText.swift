import DERKit

/// The text of messages as originally written, without the changes that a log or JSON makes.
struct FailureText {
    let bytes: [UInt8]

    /// The number of bytes to search on each side of a sign for the rest of a message.
    static let reach = 2_048
    /// The ends of a string that is a member of a record in JSON.
    static let memberEnds = ["\"}", "\",\"", "\", \""]

    init(_ text: [UInt8]) { bytes = FailureText.unescaped(text) }

    /// Returns text with escapes (even nested) and references decoded, and without color codes and carriage returns.
    private static func unescaped(_ text: [UInt8]) -> [UInt8] {
        var result: [UInt8] = []
        result.reserveCapacity(text.count)
        var place = 0
        while place < text.count {
            let octet = text[place]
            place += 1
            switch octet {
            case 0x0d: continue
            case 0x1b where place < text.count && text[place] == UInt8(ascii: "["):
                place =
                    text[place...].dropFirst().firstIndex { (0x40...0x7e).contains($0) }.map { $0 + 1 }
                    ?? text.count
            case UInt8(ascii: "\\"), UInt8(ascii: "&"):
                let rest = text[(place - 1)...].drop { $0 == UInt8(ascii: "\\") }
                guard let first = rest.first else { return result }
                let read =
                    octet == UInt8(ascii: "&")
                    ? EscapedCharacter.reference(rest) : EscapedCharacter.escape(rest)
                place = read?.end ?? rest.startIndex + 1
                switch read?.value {
                case 0x0d?: break
                case 0x09?: result.append(0x20)
                case let value? where value >= 0x80:
                    Unicode.Scalar(value).map { result += String($0).utf8 }
                default: result.append(read.map { UInt8(truncatingIfNeeded: $0.value) } ?? first)
                }
            case UInt8(ascii: "#"), 0xc2:
                let known = references.first { text[(place - 1)...].starts(with: $0.text) }
                result.append(known?.character ?? octet)
                place += known.map { $0.text.count - 1 } ?? 0
            default: result.append(octet)
            }
        }
        return result
    }

    /// The escapes of line ends and tabs in a system log, and the no-break space.
    private static let references: [(text: [UInt8], character: UInt8)] = [
        (Array("#012".utf8), 0x0a), (Array("#011".utf8), 0x20), (Array("#015".utf8), 0x20),
        (Array("\u{a0}".utf8), 0x20),
    ]

    /// Returns the place after a phrase at `place`, or `nil` if the phrase is not there. A space in the phrase matches
    /// any white space in the text, including a line end and a prefix that both lines have. A quote may be curly.
    func end(of phrase: ArraySlice<UInt8>, at place: Int) -> Int? {
        var place = place
        var rest = phrase
        while let character = rest.popFirst() {
            guard place < bytes.count else { return nil }
            let octet = bytes[place]
            if character == 0x20 {
                guard FailureText.isBlank(octet) else { return nil }
                rest = rest.drop { $0 == 0x20 }
                let (next, other) = next(afterBlank: place)
                if let other, let end = end(of: rest, at: other) { return end }
                place = next
            } else if octet == character {
                place += 1
            } else if octet == 0xe2, isQuote(character, at: place) {
                place += 3
            } else {
                return nil
            }
        }
        return place
    }

    private static func isBlank(_ octet: UInt8) -> Bool { octet == 0x20 || octet == 0x09 || octet == 0x0a }

    private func isFirstBlank(_ place: Int) -> Bool {
        FailureText.isBlank(bytes[place]) && !(place > 0 && FailureText.isBlank(bytes[place - 1]))
    }

    /// Returns whether there is a curly quote at `place` that corresponds to a straight quote.
    private func isQuote(_ character: UInt8, at place: Int) -> Bool {
        let quotes = character == UInt8(ascii: "'") ? "‘’" : character == UInt8(ascii: "\"") ? "“”" : ""
        return quotes.contains { bytes[place...].starts(with: String($0).utf8) }
    }

    /// Returns the place after white space and, if the white space ends a line, the place after any text that begins both
    /// this line and the next: a quotation mark, or the words of a log, in which the digits may differ.
    private func next(afterBlank place: Int) -> (place: Int, afterLead: Int?) {
        let limit = min(bytes.count, place + FailureText.reach)
        var next = place
        while next < limit, bytes[next] == 0x20 || bytes[next] == 0x09 { next += 1 }
        guard next < limit, bytes[next] == 0x0a else { return (next, nil) }
        let line = bytes[..<place].suffix(512).lastIndex(of: 0x0a).map { $0 + 1 } ?? max(0, place - 512)
        var afterLead = next
        while afterLead < limit, bytes[afterLead] == 0x0a {
            afterLead = leadEnd(afterLead + 1, like: line..<place)
            while afterLead < limit, bytes[afterLead] == 0x20 || bytes[afterLead] == 0x09 { afterLead += 1 }
        }
        while next < limit, FailureText.isBlank(bytes[next]) { next += 1 }
        return (next, next == afterLead ? nil : afterLead)
    }

    /// Returns the end of the text that begins both a line and the line before it.
    private func leadEnd(_ start: Int, like line: Range<Int>) -> Int {
        var end = start
        for place in line.prefix(128) {
            guard end < bytes.count, bytes[end] != 0x0a,
                bytes[end] == bytes[place] || isDecimalDigit(bytes[end]) && isDecimalDigit(bytes[place])
            else { break }
            end += 1
        }
        while end > start, isWordCharacter(bytes[end - 1]) { end -= 1 }
        return end
    }

    /// Returns the range of the first occurrence of a phrase that begins in `range`.
    func range(of phrase: String, in range: Range<Int>) -> Range<Int>? {
        let phrase = Array(phrase.utf8)[...]
        let isSpace = phrase.first == 0x20
        for place in range.clamped(to: bytes.indices)
        where isSpace ? isFirstBlank(place) : bytes[place] == phrase.first {
            if let end = end(of: phrase, at: place) { return place..<end }
        }
        return nil
    }

    /// Returns the place after the first occurrence of a phrase that begins in a range, or `nil` if there is none.
    func end(of phrase: String, in range: Range<Int>) -> Int? {
        self.range(of: phrase, in: range)?.upperBound
    }

    /// Returns the place after an occurrence of a phrase near a sign: the first on the sign's line; otherwise, the last
    /// before that line; otherwise, the first after it.
    ///
    /// - Parameter start: the end of the previous message.
    func end(of phrase: String, near place: Int, from start: Int) -> Int? {
        if let end = end(of: phrase, in: place..<lineEnd(place)) { return end }
        var found: Int?
        var rest = max(start, place - FailureText.reach)..<max(start, place)
        while let end = end(of: phrase, in: rest) {
            found = end
            rest = end..<max(end, place)
        }
        return found ?? end(of: phrase, in: place..<min(bytes.count, place + FailureText.reach))
    }

    /// Returns the end of the line that contains `place`, but no more than ``reach`` bytes after `place`.
    func lineEnd(_ place: Int) -> Int {
        let rest = bytes[place...].prefix(FailureText.reach)
        return rest.firstIndex(of: 0x0a) ?? rest.endIndex
    }

    /// Returns the end of the line after the one that ends at `place`, skipping lines that have no text of their own.
    func nextLineEnd(_ place: Int) -> Int {
        guard place < bytes.count, FailureText.isBlank(bytes[place]) else { return place }
        let next = next(afterBlank: place)
        return lineEnd(next.afterLead ?? next.place)
    }

    /// Returns the text of a line from `place`, at most `count` bytes.
    func line(from place: Int, count: Int = 512) -> String {
        let rest = bytes[place...].prefix(count)
        return String(decoding: rest[..<(rest.firstIndex(of: 0x0a) ?? rest.endIndex)], as: UTF8.self).trimmed
    }

    /// Returns the word at `place`, after any spaces, tabs, quotation marks and `<`. The word ends before white space,
    /// a quotation mark, a bracket, a comma, a semicolon or a vertical bar, or after 256 bytes.
    func word(at place: Int) -> (text: String, end: Int) {
        let start = bytes[place...].firstIndex { !" \t\"'“‘”’<".utf8.contains($0) } ?? bytes.count
        let end = wordEnd(start)
        let word = bytes[start..<end]
        guard !word.isEmpty, isWrap(end) else { return (String(decoding: word, as: UTF8.self), end) }
        let rest = bytes[(end + 1)..<wordEnd(end + 1)]
        return (String(decoding: word + rest, as: UTF8.self), rest.endIndex)
    }

    private func wordEnd(_ start: Int) -> Int {
        bytes[start...].prefix(256).firstIndex { FailureText.isEnd($0) } ?? min(bytes.count, start + 256)
    }

    /// Returns whether the end of a line breaks a word: no line nearby is longer, as after a hard wrap, and the rest of
    /// the word is followed by something other than a space.
    private func isWrap(_ place: Int) -> Bool {
        guard place + 1 < bytes.count, bytes[place] == 0x0a else { return false }
        let end = wordEnd(place + 1)
        guard end > place + 1, end < bytes.count, bytes[end] > 0x20 else { return false }
        let near = bytes[max(0, place - FailureText.reach)..<min(bytes.count, place + FailureText.reach)]
        let lengths = near.split(separator: 0x0a).map { (line) in line.count { $0 & 0xc0 != 0x80 } }
        let line = bytes[..<place].suffix(FailureText.reach).reversed().prefix { $0 != 0x0a }
        let length = line.count { $0 & 0xc0 != 0x80 }
        return length >= 60 && lengths.allSatisfy { $0 <= length }
    }

    /// Returns the decimal number at `place`, or `nil` if there is none.
    func number(at place: Int) -> Int? {
        let digits = bytes[place...].prefix { $0 == UInt8(ascii: "-") || (0x30...0x39).contains($0) }
        return Int(String(decoding: digits, as: UTF8.self))
    }

    /// Returns the place after a phrase, if it follows the word at `place` and the word's closing quote.
    func end(ofWordBefore phrase: String, at place: Int) -> Int? {
        let end = word(at: place).end
        return self.end(of: phrase, in: end..<end + 4)
    }

    /// Returns the words in a range that give a reason, after any punctuation and numbers, and the place where they
    /// end: before a quote, a bracket, a semicolon or a line end. Unless `isSigned`, a space, `:`, `(` or `=` must come
    /// first. Returns `nil` if there are no such words, or if they have fewer than five bytes or are the name of a file
    /// or of a constant.
    func reason(_ range: Range<Int>, isSigned: Bool) -> (text: String, end: Int)? {
        let isLetter = { (octet: UInt8) in octet >= 0x80 || isWordCharacter(octet) && !isDecimalDigit(octet) }
        let isStart = { (octet: UInt8) in isLetter(octet) || "')".utf8.contains(octet) }
        guard let start = bytes[range].firstIndex(where: isStart), isLetter(bytes[start]) else { return nil }
        let before = bytes[max(0, range.lowerBound - 1)..<start]
        guard isSigned || before.first == 0x20 || before.contains(where: { ":(=".utf8.contains($0) }) else {
            return nil
        }
        let rest = start..<min(range.upperBound, start + 160)
        let end = rest.first { (place) in
            let next = place + 1 < bytes.count ? bytes[place + 1] : 0x0a
            // An apostrophe before a letter is part of a word, and a bracket before a capital letter is part of a name.
            return "\n\";".utf8.contains(bytes[place]) || bytes[place] == UInt8(ascii: "'") && !isLetter(next)
                || bytes[place] == UInt8(ascii: "(") && !(0x41...0x5a).contains(next)
                || bytes[place] == UInt8(ascii: ")") && !bytes[start..<place].contains(UInt8(ascii: "("))
        }
        let words = bytes[start..<(end ?? rest.upperBound)]
        let first = words.prefix { $0 != 0x20 }
        let isFile = [".c:", ".cc:"].contains { first.firstIndex(ofText: $0) != nil }
        let isName = first.count == words.count && first.contains(UInt8(ascii: "_"))
        guard words.count > 4, !isFile, !isName else { return nil }
        return (String(decoding: words, as: UTF8.self).trimmed, words.endIndex)
    }

    private static func isEnd(_ octet: UInt8) -> Bool {
        octet <= 0x20 || "\"'<>()[]{},;|”’".utf8.contains(octet)
    }

    /// Returns the host name at `place`, or `nil` if there is none.
    func host(at place: Int) -> String? {
        var word = Array(word(at: place).text.utf8)[...]
        if let scheme = word.firstIndex(ofText: "://") { word = word[(scheme + 3)...] }
        word = word.prefix { $0 != UInt8(ascii: "/") }
        // An IPv6 address may end with two colons.
        let colons = word.reversed().prefix { $0 == UInt8(ascii: ":") }.count
        if colons > 1, word.allSatisfy({ hexDigit($0) != nil || $0 == UInt8(ascii: ":") }) {
            word.removeLast(colons - 2)
        } else {
            while let last = word.last, ".:".utf8.contains(last) { word.removeLast() }
        }
        // A port is not part of the name.
        let parts = word.split(separator: UInt8(ascii: ":"), omittingEmptySubsequences: false)
        if parts.count == 2 { word = parts[0] }
        let isName = word.allSatisfy { isWordCharacter($0) || $0 >= 0x80 || ".-:*".utf8.contains($0) }
        return isName && !word.isEmpty ? String(decoding: word, as: UTF8.self) : nil
    }
}
