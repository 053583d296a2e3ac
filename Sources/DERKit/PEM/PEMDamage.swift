// Damaged BEGIN lines, for example from a word processor: four dashes, or dashes that are not hyphens. The reader
// reports an error for each, because the text after the line would otherwise be lost silently.
extension PEM.Reader {
    /// A BEGIN line that does not have exactly five hyphens directly before BEGIN.
    struct Damage {
        /// The offset of the first dash or its substitute.
        let start: Int
        /// The offset of the invalid character, or of the first hyphen if the number of hyphens is wrong.
        let offset: Int
        let labelStart: Int
        let label: String
        /// A description of the invalid character, or the number of hyphens.
        let found: String
    }

    /// Returns the first line in `range` that was meant to be a BEGIN line: dashes of any kind, BEGIN, a label, and
    /// more dashes. Returns `nil` if there is none.
    func findDamagedBoundary(in range: Range<Int>) -> Damage? {
        let text = input.span
        var place = range.lowerBound
        // Examining every sixth byte is enough to find BEGIN and the space after it.
        while place + 5 < range.upperBound {
            switch text[place + 5] {
            case UInt8(ascii: " "): if let damage = damage(at: place, range.lowerBound) { return damage }
            case UInt8(ascii: "N"): if let damage = damage(at: place + 1, range.lowerBound) { return damage }
            case UInt8(ascii: "I"): if let damage = damage(at: place + 2, range.lowerBound) { return damage }
            case UInt8(ascii: "G"): if let damage = damage(at: place + 3, range.lowerBound) { return damage }
            case UInt8(ascii: "E"): if let damage = damage(at: place + 4, range.lowerBound) { return damage }
            case UInt8(ascii: "B"): if let damage = damage(at: place + 5, range.lowerBound) { return damage }
            default: break
            }
            place += 6
        }
        return nil
    }

    private func damage(at begin: Int, _ limit: Int) -> Damage? {
        guard matches("BEGIN ", at: begin) else { return nil }
        // A space may be between dashes and BEGIN.
        var dashesEnd = begin
        if dashesEnd > limit, input[dashesEnd - 1] == 0x20 { dashesEnd -= 1 }
        var start = dashesEnd
        while let length = dashLength(endingAt: start, limit), dashesEnd - start < 30 { start -= length }
        guard start < dashesEnd else { return nil }
        guard let labelEnd = labelEnd(from: begin + 6) else { return nil }
        let plain = input[start..<dashesEnd].allSatisfy { $0 == UInt8(ascii: "-") }
        let count = dashesEnd - start
        let offset: Int
        let found: String
        if !plain {
            offset = input[start..<dashesEnd].firstIndex { $0 != UInt8(ascii: "-") } ?? start
            found = character(at: offset)
        } else if count != 5 {
            offset = start
            found = dashes(count)
        } else {
            offset = dashesEnd
            found = character(at: offset)
        }
        return Damage(
            start: start, offset: offset, labelStart: begin + 6, label: text(begin + 6..<labelEnd),
            found: found)
    }

    /// Returns the end of a label in capital letters, or `nil` if no dashes, of any kind, follow it.
    private func labelEnd(from start: Int) -> Int? {
        var end = start
        while end < input.count, end - start <= 80 {
            switch input[end] {
            case UInt8(ascii: "A")...UInt8(ascii: "Z"), UInt8(ascii: "0")...UInt8(ascii: "9"), 0x20,
                UInt8(ascii: "."), UInt8(ascii: "#"):
                end += 1
            default: return end > start && isDash(at: end) ? end - (input[end - 1] == 0x20 ? 1 : 0) : nil
            }
        }
        return nil
    }

    /// Returns the UTF-8 length of the dash that ends at `end`, or `nil` for any other character. Dashes are
    /// the hyphen, U+2010 to U+2015, the minus sign, and the small and full-width forms.
    private func dashLength(endingAt end: Int, _ limit: Int) -> Int? {
        guard end > limit else { return nil }
        if input[end - 1] == UInt8(ascii: "-") { return 1 }
        guard end - limit >= 3 else { return nil }
        switch (input[end - 3], input[end - 2], input[end - 1]) {
        case (0xe2, 0x80, 0x90...0x95), (0xe2, 0x88, 0x92), (0xef, 0xb9, 0x98), (0xef, 0xb9, 0xa3),
            (0xef, 0xbc, 0x8d):
            return 3
        default: return nil
        }
    }

    /// Returns whether a dash of any kind begins at `offset`.
    func isDash(at offset: Int) -> Bool {
        guard offset < input.count else { return false }
        let length = input[offset] == UInt8(ascii: "-") ? 1 : 3
        return offset + length <= input.count && dashLength(endingAt: offset + length, offset) == length
    }

    /// Returns the label of a BEGIN line with damaged closing dashes, so that the END line can be found, or `nil` if
    /// there is no label.
    func spoiltLabel(from start: Int) -> String? { labelEnd(from: start).map { text(start..<$0) } }

    /// Returns a description of the text in place of the five dashes after a label; empty if that text is not found.
    func closing(of labelStart: Int) -> String {
        let limit = Swift.min(input.count, labelStart + 81)
        guard
            let offset = input[labelStart..<limit].firstIndex(where: {
                $0 == UInt8(ascii: "-") || $0 >= 0x80 || $0 == 0x0a || $0 == 0x0d
            })
        else { return "" }
        guard input[offset] == UInt8(ascii: "-") else { return character(at: offset) }
        return dashes(dashCount(at: offset))
    }

    /// Returns the number of hyphens at an offset.
    func dashCount(at offset: Int) -> Int {
        input[Swift.min(offset, input.count)...].prefix { $0 == UInt8(ascii: "-") }.count
    }

    private func dashes(_ count: Int) -> String { count == 1 ? "one dash" : "\(count) dashes" }

    /// Returns a description of the character at `offset`: its code point, after the character itself if it is
    /// printable; for invalid UTF-8, the byte; or that the line or the file ends there.
    func character(at offset: Int) -> String {
        guard offset < input.count else { return "end of file" }
        if input[offset] == 0x0a || input[offset] == 0x0d { return "end of line" }
        var rest = input[offset...].prefix(4).makeIterator()
        var parser = Unicode.UTF8.ForwardParser()
        switch parser.parseScalar(from: &rest) {
        case .valid(let encoded):
            let scalar = Unicode.UTF8.decode(encoded)
            let digits = String(scalar.value, radix: 16, uppercase: true)
            let code = "U+" + String(repeating: "0", count: Swift.max(0, 4 - digits.count)) + digits
            return scalar.properties.isWhitespace || scalar.properties.generalCategory == .control
                || scalar.properties.generalCategory == .format ? code : "'\(scalar)' (\(code))"
        case .emptyInput, .error: return "byte \(hex(input[offset]))"
        }
    }
}
