extension PEM.Reader {
    /// A BEGIN or END boundary, with the offsets of its dashes and its label.
    struct Boundary {
        let isBegin: Bool
        let start: Int
        let labelStart: Int
    }

    /// The kind of text between the start of a line and BEGIN, where RFC 7468 allows no text.
    enum Lead {
        case nothing, text
        /// Text that may only mention PEM; an error after it is reported only if something nearby looks like base64.
        case prose
    }

    /// Returns the next `-----BEGIN ` or `-----END ` at or after `from`, or `nil` if there is none.
    ///
    /// Every byte is examined a bounded number of times. In text without dashes, only every fifth byte is examined,
    /// because five consecutive dashes always include one of those bytes.
    func findBoundary(from: Int) -> Boundary? {
        let text = input.span
        let dash = UInt8(ascii: "-")
        var place = from
        while place + 4 < text.count {
            guard text[place + 4] == dash else {
                place += 5
                continue
            }
            var runStart = place + 4
            while runStart > place, text[runStart - 1] == dash { runStart -= 1 }
            var runEnd = place + 5
            while runEnd < text.count, text[runEnd] == dash { runEnd += 1 }
            if runEnd - runStart >= 5 {
                if matches("BEGIN ", at: runEnd) {
                    return Boundary(isBegin: true, start: runEnd - 5, labelStart: runEnd + 6)
                }
                if matches("END ", at: runEnd) {
                    return Boundary(isBegin: false, start: runEnd - 5, labelStart: runEnd + 4)
                }
            }
            place = runEnd
        }
        return nil
    }

    /// Returns the offset of the five dashes that close a label of at most 80 characters on the same line, or `nil` if
    /// there are none.
    func closingDashes(from start: Int) -> Int? {
        let text = input.span
        let limit = start + Swift.min(text.count - start, 85)
        var place = start
        while place + 4 < limit {
            switch text[place] {
            case 0x0a, 0x0d: return nil
            case UInt8(ascii: "-") where matches("-----", at: place): return place
            default: place += 1
            }
        }
        return nil
    }

    /// Classifies the text in `range`, between the start of the line (or the end of the previous block) and BEGIN.
    func lead(in range: Range<Int>) -> Lead {
        let text = input.span
        var start = range.upperBound
        while start > range.lowerBound, text[start - 1] == UInt8(ascii: "-") { start -= 1 }
        var before = start
        while before > range.lowerBound, Base64.isWhiteSpace(text[before - 1]) { before -= 1 }
        guard before > range.lowerBound else { return before == start ? .nothing : .text }
        switch text[before - 1] {
        case UInt8(ascii: "n"), UInt8(ascii: "r"), UInt8(ascii: "t"):
            return before - range.lowerBound >= 2 && text[before - 2] == UInt8(ascii: "\\")
                ? .nothing : .prose
        case let last: return "\"'`=:,([{>|".utf8.contains(last) ? .text : .prose
        }
    }

    /// Returns whether `range` contains at least 32 consecutive base64 characters, with a capital letter that is not a
    /// hex digit.
    package func holdsBase64(_ range: Range<Int>) -> Bool {
        var count = 0
        var hasCapital = false
        for character in input[range] {
            let isDigit = Base64.isDigit(character)
            count = isDigit ? count + 1 : 0
            // A capital letter after F shows that the digits are not hex.
            hasCapital =
                isDigit && (hasCapital || (UInt8(ascii: "G")...UInt8(ascii: "Z")).contains(character))
            if count >= 32, hasCapital { return true }
        }
        return false
    }

    func text(_ range: Range<Int>) -> String { String(decoding: input[range], as: UTF8.self) }

    func matches(_ word: String, at place: Int) -> Bool {
        let text = input.span
        guard place >= 0, place + word.utf8.count <= text.count else { return false }
        var place = place
        for letter in word.utf8 {
            guard letter == text[place] else { return false }
            place += 1
        }
        return true
    }
}
