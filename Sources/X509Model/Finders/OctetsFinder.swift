import DERKit

/// The octets that numbers in text represent: hex digits in any notation that tools and programs use, or the decimal
/// numbers in an array.
struct OctetsFinder {
    private(set) var octets: [UInt8] = []
    /// The expected number of octets, according to the length of the first value.
    private var byteCount = Int.max
    /// The offset one past the last number.
    private(set) var stop: Int
    /// The notation of the octets.
    let note: InputNote

    private static let decimalNote = InputNote("decimal", "decimal numbers instead of PEM or DER")

    private init(stop: Int, _ note: InputNote) {
        self.stop = stop
        self.note = note
    }

    /// The minimum number of octets in a broken object; shorter runs may be serial numbers or fingerprints.
    private static let longestNumber = 40

    /// Returns the object, PEM or key store that begins at `start`, or the fault of a broken object; otherwise a `nil`
    /// blob.
    static func find(
        in search: TextSearch, at start: Int,
        by read: ([UInt8], Range<Int>, _ lead: ArraySlice<UInt8>) -> OctetsFinder
    ) -> TextSearch.Reading {
        let (text, range) = (search.text, start..<search.end)
        var lead: ArraySlice<UInt8> = []
        var found = read(text, range, lead)
        if found.octets.count < found.byteCount {
            lead = search.lead(at: start, before: found.stop, of: { hexDigit($0) != nil })
            let quoted = lead.isEmpty ? found : read(text, range, lead)
            if quoted.octets.count > found.octets.count { found = quoted }
        }
        if found.octets.starts(with: "-----BEGIN ".utf8) {
            return (Blob(found.octets, at: start, by: found.note), found.stop)
        }
        guard let sequence = ObjectBeginning(found.octets) else {
            let isStore = ForeignFormat(binary: found.octets[...])?.isKeyStore ?? false
            return (isStore ? Blob(found.octets, at: start, by: found.note) : nil, found.stop)
        }
        let byteCount = sequence.byteCount ?? found.octets.count
        guard found.octets.count >= byteCount else {
            let error = InputError.brokenOctets(byteCount, found.octets.count)
            return (
                sequence.isCertain && found.octets.count >= longestNumber
                    ? Blob(error, at: start, place: found.stop) : nil, found.stop
            )
        }
        guard sequence.isCertain || ObjectKind.isObject(found.octets) else { return (nil, found.stop) }
        var blob = Blob(found.octets, at: start, by: found.note)
        // Another value that follows is found separately. Other octets that follow are reported.
        let rest = tail(in: text, found.stop..<range.upperBound) { read(text, $0, lead) }
        let isOther = ObjectBeginning(rest.octets) != nil || rest.octets.starts(with: "-----".utf8)
        if text[start..<found.stop].contains(where: isLineEnd) {
            let line = lead.isEmpty ? TextSearch.lineStart(of: start, in: text) ?? start : lead.endIndex
            let number = HexDump.address(text[line..<start].drop { !isWordCharacter($0) })?.content
            let unexplained =
                number.map { $0.isEmpty || $0.elementsEqual("0x".utf8) } ?? false
                ? "there is a number before the first row"
                : lead.isEmpty && !found.areEven(text[line..<found.stop], from: start)
                    ? "their lengths differ"
                    : isOther || rest.octets.allSatisfy { $0 == 0 } && !rest.isText
                        ? nil : "\(DERKit.byteCount(rest.octets.count)) and other text are left over"
            guard let unexplained else { return (blob, found.stop) }
            return (Blob(.unexplainedRows(unexplained), at: start, place: found.stop), rest.stop)
        }
        guard !isOther, !rest.octets.isEmpty, !rest.isText else { return (blob, found.stop) }
        guard rest.octets.count >= 16 else {
            blob.notes.append(.leftOver(rest.octets.count))
            return (blob, found.stop)
        }
        let all = read(text, rest.start..<range.upperBound, lead)
        return (Blob(found.octets + all.octets, at: start, by: found.note), all.stop)
    }

    /// Returns whether all rows have the same number of digits or numbers, except the last row and, if other text
    /// precedes `start` on its line, the first. In arrays, the counts may differ.
    private func areEven(_ text: ArraySlice<UInt8>, from start: Int) -> Bool {
        let isHex = note == .hex
        guard !text.contains(UInt8(ascii: ",")),
            text[..<start].last.map({ $0 | 0x20 != UInt8(ascii: "x") }) ?? true
        else { return true }
        var rest = text[start...].drop(while: isLineEnd)
        var isFirst = !text[..<start].allSatisfy(Base64.isWhiteSpace)
        var (width, isLast): (Int?, Bool) = (nil, false)
        while !rest.isEmpty, !isLast {
            let row = rest.prefix { !isLineEnd($0) }
            rest = rest[row.endIndex...].drop(while: isLineEnd)
            let count = row.indices.count {
                isHex
                    ? hexDigit(row[$0]) != nil
                    : isWordCharacter(row[$0]) && ($0 == row.startIndex || !isWordCharacter(row[$0 - 1]))
            }
            if !isFirst {
                guard count <= width ?? count else { return false }
                (width, isLast) = (width ?? count, count < width ?? count)
            }
            isFirst = false
        }
        return rest.isEmpty
    }

    /// Returns the octets after an object, both on the same line and on following lines that contain nothing else, and
    /// whether those octets are part of other text.
    private static func tail(
        in text: [UInt8], _ range: Range<Int>, by read: (Range<Int>) -> OctetsFinder
    ) -> (octets: [UInt8], start: Int, stop: Int, isText: Bool) {
        var limit = Swift.min(range.upperBound, range.lowerBound + 256)
        limit = text[range.lowerBound..<limit].firstIndex(ofText: "\n\n") ?? limit
        let start = text[range.lowerBound..<limit].firstIndex { !isDecimalSeparator($0) } ?? limit
        let rest = read(start..<limit)
        var place = rest.octets.isEmpty ? range.lowerBound : rest.stop
        while place < limit, !isLineEnd(text[place]) {
            guard let next = decoration(in: text, place..<limit) else {
                guard isDecimalSeparator(text[place]) else { break }
                place += 1
                continue
            }
            place = next
        }
        // One of these characters may continue a host name or a path.
        if place + 1 < limit, ".@/".utf8.contains(text[place]) { place += 1 }
        // The name of the next value may look like octets: "ca": …
        let isName = text[place..<limit].starts(with: "\":".utf8)
        guard place < limit, isName || isWordCharacter(text[place]) else {
            return (rest.octets, start, rest.stop, false)
        }
        guard let line = text[range.lowerBound..<rest.stop].lastIndex(where: isLineEnd) else {
            return (rest.octets, start, rest.stop, true)
        }
        let lines = read(Swift.min(start, line)..<line)
        return (lines.octets, start, lines.stop, false)
    }

    private mutating func append(_ octet: UInt8, stop: Int) {
        octets.append(octet)
        self.stop = stop
        if octets.count == 12 { byteCount = ObjectBeginning(octets)?.byteCount ?? Int.max }
    }

    /// Returns the octets from the start of the range to the end of the object that begins there.
    ///
    /// - Parameters:
    ///   - lead: the text that precedes each row except the first.
    ///   - next: a function that returns the octet at a place (`nil` for a separator) and the place after the octet or
    ///     separator.
    private static func read(
        _ text: [UInt8], _ range: Range<Int>, _ lead: ArraySlice<UInt8>, _ note: InputNote,
        _ next: (_ place: Int, OctetsFinder) -> (octet: UInt8?, stop: Int)?
    ) -> OctetsFinder {
        var result = OctetsFinder(stop: range.lowerBound, note)
        var place = range.lowerBound
        while place < range.upperBound, result.octets.count < result.byteCount,
            let (octet, stop) = next(place, result)
        {
            if let octet { result.append(octet, stop: stop) }
            guard octet == nil, !lead.isEmpty, isLineEnd(text[place]) else {
                place = stop
                continue
            }
            let line = TextSearch.next(after: place, in: text[..<range.upperBound], lead: lead)
            guard let line else { break }
            place = line
        }
        return result
    }

    // MARK: Hexadecimal

    /// Returns whether hex digits begin with 30 (a SEQUENCE), 2d (PEM), fe or ce (a key store).
    static func isHexadecimalStart(_ text: [UInt8], _ place: Int) -> Bool {
        switch (text[place] | 0x20, text[place + 1] | 0x20) {
        case (UInt8(ascii: "3"), UInt8(ascii: "0")), (UInt8(ascii: "2"), UInt8(ascii: "d")),
            (UInt8(ascii: "f"), UInt8(ascii: "e")), (UInt8(ascii: "c"), UInt8(ascii: "e")):
            true
        default: false
        }
    }

    /// Returns whether `0x` is at a place.
    private static func isPrefix(_ text: [UInt8], _ place: Int) -> Bool {
        text[place] == UInt8(ascii: "0") && text[place + 1] | 0x20 == UInt8(ascii: "x")
    }

    /// Returns whether `0x` or `\x` is before a place.
    private static func isPrefixed(_ text: [UInt8], _ place: Int) -> Bool {
        guard place > 1, text[place - 1] | 0x20 == UInt8(ascii: "x") else { return false }
        return text[place - 2] == UInt8(ascii: "0") || text[place - 2] == UInt8(ascii: "\\")
    }

    /// Returns whether a number may begin at a place: after `0x`, `\x`, or any character that
    /// is not part of a word.
    static func isBoundary(_ text: [UInt8], _ place: Int) -> Bool {
        !isWordCharacter(text[place - 1]) || isPrefixed(text, place)
    }

    /// Returns the octets that begin at the start of the range.
    ///
    /// - Parameter lead: the text that precedes each row except the first.
    static func hexadecimal(
        _ text: [UInt8], _ range: Range<Int>, lead: ArraySlice<UInt8> = []
    ) -> OctetsFinder {
        // If the first number has a prefix, each number must have one.
        let needsPrefix = isPrefixed(text, range.lowerBound)
        return read(text, range, lead, .hex) { (place, result) in
            guard place + 1 < range.upperBound else {
                return hexDigit(text[place]).flatMap { isPrefixed(text, place) ? ($0, place + 1) : nil }
            }
            // A byte string literal may have a b before its quotation mark.
            if needsPrefix, text[place] == UInt8(ascii: "b"), EscapedCharacter.isQuote(text[place + 1]) {
                return (nil, place + 2)
            }
            if let digit = hexDigit(text[place]) {
                let isPrefixed = isPrefixed(text, place)
                let isNumber = place > result.stop && !result.octets.isEmpty && !isPrefix(text, place)
                // As in `byte(0x30)`, whose first letter is a digit.
                if isNumber, needsPrefix, !isPrefixed {
                    return decoration(in: text, place..<range.upperBound).map { (nil, $0) }
                }
                if let low = lowDigit(text, place + 1..<range.upperBound) {
                    return (digit << 4 | low.digit, low.stop)
                }
                if isPrefixed, !isWordCharacter(text[place + 1]) { return (digit, place + 1) }
            }
            return separator(in: text, place..<range.upperBound).map { (nil, $0) }
        }
    }

    /// Returns the second digit of an octet, or `nil` if there is none. The end of a line or of a string may come
    /// between the two digits.
    private static func lowDigit(_ text: [UInt8], _ range: Range<Int>) -> (digit: UInt8, stop: Int)? {
        if let digit = hexDigit(text[range.lowerBound]) { return (digit, range.lowerBound + 1) }
        var isBroken = false
        for place in range.prefix(256) {
            switch text[place] {
            case 0x0a, 0x0d, UInt8(ascii: "\""), UInt8(ascii: "'"): isBroken = true
            case 0x20, 0x09, UInt8(ascii: "+"), UInt8(ascii: "\\"), UInt8(ascii: "."): break
            default: return isBroken ? hexDigit(text[place]).map { ($0, place + 1) } : nil
            }
        }
        return nil
    }

    /// Returns the offset after the separator between two octets, or `nil` if there is no separator.
    private static func separator(in text: [UInt8], _ range: Range<Int>) -> Int? {
        let place = range.lowerBound
        switch text[place] {
        case UInt8(ascii: ":"), UInt8(ascii: ","), UInt8(ascii: "\""), UInt8(ascii: "'"), UInt8(ascii: "+"),
            UInt8(ascii: "-"):
            return place + 1
        case UInt8(ascii: "0"), UInt8(ascii: "\\"):
            guard place + 1 < range.upperBound else { return nil }
            let isContinued = text[place] == UInt8(ascii: "\\") && isLineEnd(text[place + 1])
            return isContinued || text[place + 1] | 0x20 == UInt8(ascii: "x") ? place + 2 : nil
        case 0x0a where place + 1 < range.upperBound && text[place + 1] == UInt8(ascii: "0"):
            return HexDump.isZero(text[range].dropFirst()) ? nil : place + 1
        default: return Base64.isWhiteSpace(text[place]) ? place + 1 : decoration(in: text, range)
        }
    }

    /// The casts, types and calls that programming languages use around numbers in an array.
    private static let decorations = [
        "(byte)", "byte(", "Byte(", "UInt8(", ".toByte()", ".toUByte()", "u8", "U", "u", ")",
    ].map { Array($0.utf8) }

    /// Returns the offset after a cast, a type or a call around a number, or after a comment; `nil` for other text.
    private static func decoration(in text: [UInt8], _ range: Range<Int>) -> Int? {
        let rest = text[range]
        if let found = decorations.first(where: { rest.starts(with: $0) }) {
            return range.lowerBound + found.count
        }
        if rest.starts(with: "//".utf8) { return rest.prefix(256).firstIndex(of: 0x0a) }
        guard rest.starts(with: "/*".utf8) else { return nil }
        return rest.prefix(256).firstIndex(ofText: "*/").map { $0 + 2 }
    }

    // MARK: Decimal

    /// Returns whether decimal numbers begin with 48 (a SEQUENCE), 45 (PEM), or 254 or -2 (a key store).
    static func isDecimalStart(_ text: [UInt8], _ place: Int) -> Bool {
        decimalStarts.contains {
            text[place] == $0[0] && text[place...].starts(with: $0)
                && (isDecimalSeparator(text[place + $0.count])
                    || decoration(in: text, place + $0.count..<text.count) != nil)
        }
    }

    private static let decimalStarts = ["48", "45", "254", "-2"].map { Array($0.utf8) }

    private static func isDecimalSeparator(_ character: UInt8) -> Bool {
        character == UInt8(ascii: ",") || Base64.isWhiteSpace(character)
    }

    /// Returns the octets that begin at the start of the range. Numbers may be from -128 to 255, because bytes in Java
    /// are signed.
    static func decimal(
        _ text: [UInt8], _ range: Range<Int>, lead: ArraySlice<UInt8> = []
    ) -> OctetsFinder {
        read(text, range, lead, decimalNote) { (place, result) in
            if !result.octets.isEmpty, isDecimalSeparator(text[place]) { return (nil, place + 1) }
            if !result.octets.isEmpty, let next = decoration(in: text, place..<range.upperBound) {
                return (nil, next)
            }
            let number = text[place..<range.upperBound].prefix(5).prefix { (character) in
                character == UInt8(ascii: "-") || isDecimalDigit(character)
            }
            guard number.count < 5, let value = Int(String(decoding: number, as: UTF8.self)),
                (-128...255).contains(value)
            else { return nil }
            return (UInt8(truncatingIfNeeded: value), number.endIndex)
        }
    }
}
