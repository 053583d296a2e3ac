extension PEM.Reader {
    /// A BEGIN or END: where its dashes start, and where its label starts.
    struct Boundary {
        let isBegin: Bool
        let start: Int
        let labelStart: Int
    }

    /// The next `-----BEGIN ` or `-----END ` at or after `from`.
    ///
    /// Every byte is looked at a bounded number of times: in text without dashes only each fifth one, since
    /// five dashes in a row cannot hide between two that are looked at.
    func nextBoundary(from: Int) -> Boundary? {
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

    /// Offset of the five dashes that close a label, which ends on its line and within 80 characters.
    func closingDashes(from start: Int) -> Int? {
        let text = input.span
        let limit = Swift.min(text.count, start + 85)
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

    /// True where only white space, quotes or a byte order mark stand before `place` on its line.
    func startsLine(_ place: Int) -> Bool {
        let text = input.span
        var before = place
        while before > 0 {
            switch text[before - 1] {
            case 0x0a, 0x0d: return true
            case 0x20, 0x09, 0x22, 0x27, 0xef, 0xbb, 0xbf: before -= 1
            default: return false
            }
        }
        return true
    }

    private func matches(_ word: StaticString, at place: Int) -> Bool {
        let text = input.span
        guard place + word.utf8CodeUnitCount <= text.count else { return false }
        return word.withUTF8Buffer { (letters) in
            for offset in 0..<letters.count where letters[offset] != text[place + offset] { return false }
            return true
        }
    }
}
