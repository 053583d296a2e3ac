import DERKit

/// The text of messages as their writers wrote it, whatever a log or JSON made of it.
struct FailureText {
    let bytes: [UInt8]

    /// The number of bytes around a sign in which the rest of a message is looked for.
    static let reach = 2_048

    init(_ text: [UInt8]) { bytes = FailureText.unescaped(text) }

    /// Returns text without escapes (even repeated ones), colors and carriage returns.
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
            case UInt8(ascii: "\\"):
                while place < text.count, text[place] == UInt8(ascii: "\\") { place += 1 }
                guard place < text.count else { break }
                place += escape(text[place...], &result)
            default: result.append(octet)
            }
        }
        return result
    }

    /// Appends the character that follows a backslash.
    ///
    /// - Returns: the number of bytes that were read.
    private static func escape(_ rest: ArraySlice<UInt8>, _ result: inout [UInt8]) -> Int {
        switch rest.first {
        case UInt8(ascii: "n"): result.append(0x0a)
        case UInt8(ascii: "r"): break
        case UInt8(ascii: "t"): result.append(0x20)
        case UInt8(ascii: "u"):
            let digits = String(decoding: rest.dropFirst().prefix(4), as: UTF8.self)
            guard let code = UInt8(digits, radix: 16), digits.utf8.count == 4, code < 0x80 else { return 0 }
            if code != 0x0d { result.append(code) }
            return 5
        case .some(let character): result.append(character)
        case nil: return 0
        }
        return 1
    }

    func has(_ text: [UInt8], at place: Int) -> Bool {
        place >= 0 && place <= bytes.count - text.count && bytes[place...].starts(with: text)
    }

    /// Returns the place after the first `phrase` in a range, or `nil`.
    func end(of phrase: String, in range: Range<Int>) -> Int? {
        bytes[range.clamped(to: bytes.indices)].firstIndex(ofText: phrase).map { $0 + phrase.utf8.count }
    }

    /// Returns the place after a phrase that is near a sign: the first on its line, or else the last in front, or else
    /// the first behind.
    ///
    /// - Parameter start: the end of the message before.
    func end(of phrase: String, near place: Int, from start: Int) -> Int? {
        if let end = end(of: phrase, in: place..<lineEnd(place)) { return end }
        var found: Int?
        var rest = max(start, place - FailureText.reach, 0)..<max(start, place)
        while let end = end(of: phrase, in: rest) {
            found = end
            rest = end..<max(end, place)
        }
        return found ?? end(of: phrase, in: place..<min(bytes.count, place + FailureText.reach))
    }

    /// Returns the place where the line that has `place` ends, or as far as a message reaches.
    func lineEnd(_ place: Int) -> Int {
        let rest = bytes[place...].prefix(FailureText.reach)
        return rest.firstIndex(of: 0x0a) ?? rest.endIndex
    }

    /// Returns the text of a line from `place`, at most `count` bytes.
    func line(from place: Int, count: Int = 512) -> String {
        let rest = bytes[place...].prefix(count)
        return String(decoding: rest[..<(rest.firstIndex(of: 0x0a) ?? rest.endIndex)], as: UTF8.self).trimmed
    }

    /// Returns the word at `place`, after spaces and quotes: anything up to white space, a quote, a bracket or a comma.
    func word(at place: Int) -> (text: String, end: Int) {
        let start = bytes[place...].firstIndex { !" \t\"'“‘<".utf8.contains($0) } ?? bytes.count
        let end =
            bytes[start...].prefix(256).firstIndex { FailureText.isEnd($0) } ?? min(bytes.count, start + 256)
        return (String(decoding: bytes[start..<end], as: UTF8.self), end)
    }

    /// Returns the decimal number at `place`, or `nil` if there is none.
    func number(at place: Int) -> Int? {
        let digits = bytes[place...].prefix { $0 == UInt8(ascii: "-") || (0x30...0x39).contains($0) }
        return Int(String(decoding: digits, as: UTF8.self))
    }

    /// Returns the place after a phrase that follows the word at `place` and its closing quote.
    func end(ofWordBefore phrase: String, at place: Int) -> Int? {
        let end = word(at: place).end
        let rest = end..<min(bytes.count, end + 3 + phrase.utf8.count)
        return self.end(of: phrase, in: rest)
    }

    /// Returns the words in a range that give a reason, after any signs and numbers, and where they end: before a quote,
    /// a bracket or the name of a file. Text without a sign before it is not a reason.
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
            // An apostrophe is part of a word, and a bracket before a capital part of a name.
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
        while let last = word.last, ".:".utf8.contains(last) { word.removeLast() }
        // A port is not part of the name.
        let parts = word.split(separator: UInt8(ascii: ":"), omittingEmptySubsequences: false)
        if parts.count == 2 { word = parts[0] }
        let isName = word.allSatisfy { isWordCharacter($0) || $0 >= 0x80 || ".-:*".utf8.contains($0) }
        return isName && !word.isEmpty ? String(decoding: word, as: UTF8.self) : nil
    }
}
