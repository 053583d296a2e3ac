import DERKit

/// The octets in rows that each begin with an address or a number, as printed by `xxd`, `hexdump -C`, `od`, `certutil`,
/// editors and debuggers. The same text may precede each row.
///
///     00000000: 3082 0506 3082 04ad a003 0201 0202 100e  0...0...........
///     0000000 30 82 05 06 30 82 04 ad a0 03 02 01 02 02 10 0e
///     0x0010  30 82 05 06 30 82 04 ad  a0 03 02 01 02 02 10 0e  |0...0...........|
///     > 12     48 130   5   6  48 130   4 173
///
/// The addresses determine how many octets a row has, so that no other text is taken for octets.
struct HexDump {
    private struct Row {
        let address: String
        let hasColon: Bool
        var octets: [UInt8] = []
        /// The width of the gap before each octet, in blanks.
        var gaps: [UInt8] = []
    }

    /// The number base in which the octets are written.
    private let radix: Int
    private(set) var bytes: [UInt8] = []
    /// The possible meanings of the addresses in all rows so far: offsets in one of the bases, or row numbers.
    private var counts = [(16, false), (8, false), (10, false), (16, true), (10, true)].map {
        (radix: $0.0, isOfRows: $0.1)
    }
    /// The last row, whose length is unknown until the next row has been read.
    private var row: Row?
    /// The number of rows that are followed by another row, the length of the last such row, and the gaps in the first.
    private var count = 0
    private var length = 0
    private var gaps: [UInt8] = []
    /// The reason why the hex dump cannot be read, and the place of the fault; `nil` if it can be read.
    private var failure: (message: String, offset: Int)?

    private init(radix: Int) { self.radix = radix }

    /// Reads the rows from an address on, and returns the end of the last row, or the address itself if there is no hex
    /// dump.
    private mutating func read(_ text: [UInt8], _ range: Range<Int>) -> Int {
        let line = TextSearch.lineStart(of: range.lowerBound, in: text) ?? range.lowerBound
        let lead = text[line..<range.lowerBound]
        var (place, stop) = (range.lowerBound, range.lowerBound)
        var first: String?
        while place < range.upperBound {
            let lineEnd = text[place..<range.upperBound].firstIndex(where: isLineEnd) ?? range.upperBound
            if text[place] == UInt8(ascii: "*"), lineEnd == place + 1, row != nil {
                failure = failure ?? (message: "incomplete hex dump: lines are omitted (*)", offset: place)
            } else {
                guard let next = row(text[place..<lineEnd]), next.address != first else { break }
                if let row, failure == nil, !finish(row, before: next.address) {
                    let isFull = count == 0 || row.octets.count >= length
                    guard isFull, count > 1 || HexDump.isZero(first ?? ""), !next.octets.isEmpty else {
                        break
                    }
                    let message = "the offset in the hex dump does not match the bytes before it"
                    failure = (message: message, offset: place)
                }
                first = first ?? next.address
                row = next
            }
            stop = lineEnd
            let start = HexDump.next(after: lineEnd, in: text[..<range.upperBound], lead: lead)
            guard row?.octets.isEmpty == false, let start else { break }
            place = start
        }
        if let row, failure == nil {
            let most = count > 0 ? length : Int.max
            bytes += row.octets.prefix(min(most, trimmed(row, gap: row.hasColon ? 1 : 2)))
        }
        return count > 0 || HexDump.isZero(first ?? "") ? stop : range.lowerBound
    }

    /// Adds the octets of a row, and returns whether the next address is consistent with them.
    private mutating func finish(_ row: Row, before next: String) -> Bool {
        let lengths = counts.map { (possible) -> Int? in
            guard let from = Int(row.address, radix: possible.radix),
                let end = Int(next, radix: possible.radix)
            else { return nil }
            let step = end - from
            if possible.isOfRows { return step == 1 ? trimmed(row, gap: 2) : nil }
            // The same octets may follow as characters, which may look like more octets.
            let isAtGap = step > 0 && step < row.octets.count && row.gaps[step] > 1
            guard count == 0 || step <= trimmed(row, gap: 1) else { return nil }
            return isAtGap || step == row.octets.count ? step : nil
        }
        guard let found = lengths.compactMap({ $0 }).max(), found > 0 else { return false }
        let fitting = counts.indices.filter { lengths[$0] == found }.map { counts[$0] }
        // Only offsets can show that a shorter row is complete.
        guard count == 0 || found == length || fitting.contains(where: { !$0.isOfRows }) else { return false }
        if count == 0 { gaps = Array(row.gaps.prefix(found).dropFirst()) }
        guard gaps.starts(with: row.gaps.prefix(found).dropFirst()) else { return false }
        counts = fitting
        bytes += row.octets.prefix(found)
        length = found
        count += 1
        return true
    }

    /// Returns the number of octets before the first gap that is wider than the gaps between octets, or of all octets
    /// if there is none.
    private func trimmed(_ row: Row, gap: Int) -> Int {
        let most = count > 0 ? max(1, Int(gaps.max() ?? 1)) : gap
        return row.gaps.indices.dropFirst().first { row.gaps[$0] > most } ?? row.octets.count
    }

    /// Returns the row on a line; `nil` if the line does not begin with an address.
    private func row(_ line: ArraySlice<UInt8>) -> Row? {
        guard let (address, content) = HexDump.address(line) else { return nil }
        var row = Row(
            address: String(decoding: address, as: UTF8.self),
            hasColon: line[address.endIndex...].first == UInt8(ascii: ":"))
        var place = content.startIndex
        var width: Int?
        while place < line.endIndex {
            var start = line[place...].drop(while: HexDump.isBlank).startIndex
            let gap = start - place
            if width != nil, start < line.endIndex, ":,;-".utf8.contains(line[start]),
                line[start] != UInt8(ascii: "-") || radix == 16
            {
                start = line[(start + 1)...].drop(while: HexDump.isBlank).startIndex
            }
            let isPrefixed = ["0x", "0X", "\\x"].contains { line[start...].starts(with: $0.utf8) }
            if isPrefixed { start += 2 }
            let sign = radix == 10 && line[start...].first == UInt8(ascii: "-") ? 1 : 0
            let digits = line[start...].dropFirst(sign).prefix { hexDigit($0) != nil }
            let isEnded = line[digits.endIndex...].first.map {
                HexDump.isBlank($0) || ":,;-|\"'".utf8.contains($0)
            }
            guard isEnded ?? true, let octets = octets(line[start..<digits.endIndex], isPrefixed: isPrefixed),
                radix != 16 || isPrefixed || digits.count <= width ?? digits.count
            else { break }
            row.octets += octets
            // Decimal numbers are aligned in columns, so part of the gap is padding.
            let padding = radix == 16 ? 0 : min(gap, 4 - min(digits.count + sign, 4))
            row.gaps +=
                [UInt8(clamping: gap - padding)] + [UInt8](repeating: 0, count: max(1, octets.count) - 1)
            place = digits.endIndex
            width = width ?? digits.count
            // Only the last group may be shorter.
            if radix == 16, !isPrefixed, digits.count < width ?? 0 { break }
        }
        return row
    }

    /// Returns the octets that a group of digits represents, or `nil` if it represents none.
    private func octets(_ digits: ArraySlice<UInt8>, isPrefixed: Bool) -> [UInt8]? {
        let text = String(decoding: digits, as: UTF8.self)
        guard radix == 16, !isPrefixed || digits.count > 2 else {
            guard digits.count < 5, let value = Int(text, radix: radix), (-128...255).contains(value) else {
                return nil
            }
            return [UInt8(truncatingIfNeeded: value)]
        }
        return digits.isEmpty ? nil : DERKit.bytes(hex: text)
    }

    // MARK: - Addresses

    /// Returns the address at the start of a line, and the text after the separator that follows it, or `nil` if there
    /// is no address.
    static func address(
        _ line: ArraySlice<UInt8>
    ) -> (digits: ArraySlice<UInt8>, content: ArraySlice<UInt8>)? {
        let number = line.starts(with: "0x".utf8) ? line.dropFirst(2) : line
        let digits = number.prefix(17).prefix { hexDigit($0) != nil }
        guard (1...16).contains(digits.count) else { return nil }
        var rest = line[digits.endIndex...]
        if let last = rest.first, last | 0x20 == UInt8(ascii: "h") { rest = rest.dropFirst() }
        let content = rest.drop { ":-|])>=.".utf8.contains($0) }.drop(while: isBlank)
        guard rest.isEmpty || content.startIndex > rest.startIndex else { return nil }
        guard let mark = content.first, "|:>".utf8.contains(mark) else { return (digits, content) }
        return (digits, content.dropFirst().drop(while: isBlank))
    }

    /// Returns the start of the address in the next row, or `nil` if that row begins neither with `lead` nor with the
    /// part of `lead` after its last quotation mark.
    private static func next(after lineEnd: Int, in text: ArraySlice<UInt8>, lead: ArraySlice<UInt8>) -> Int?
    {
        let quote = lead.lastIndex(where: EscapedCharacter.isQuote)
        return TextSearch.next(after: lineEnd, in: text, lead: lead)
            ?? quote.flatMap { TextSearch.next(after: lineEnd, in: text, lead: lead[($0 + 1)...]) }
    }

    private static func isBlank(_ byte: UInt8) -> Bool { byte == 0x20 || byte == 0x09 }

    /// Returns whether an address is an offset of zero in a form that tools print.
    private static func isZero(_ address: String) -> Bool {
        address.utf8.count >= 4 && address.utf8.allSatisfy { $0 == UInt8(ascii: "0") }
    }

    /// Returns whether a line begins with an offset of zero.
    static func isZero(_ line: ArraySlice<UInt8>) -> Bool {
        address(line.prefix(longestLead)).map { isZero(String(decoding: $0.digits, as: UTF8.self)) } ?? false
    }

    /// The maximum length of the text before the octets of a row.
    private static let longestLead = 100

    /// Returns the place of the next address that may begin a hex dump, or the end of the range.
    static func start(in text: [UInt8], _ range: Range<Int>) -> Int {
        func lineEnd(from place: Int) -> Int {
            text[place..<range.upperBound].firstIndex(where: isLineEnd) ?? range.upperBound
        }
        var line = TextSearch.lineStart(of: range.lowerBound, in: text) ?? lineEnd(from: range.lowerBound)
        while line < range.upperBound {
            var place = line
            // The address is the first or second number in the line, or the first or second after other text.
            var numbers = 0
            while place < min(line + longestLead, range.upperBound), !isLineEnd(text[place]) {
                let isDigit = hexDigit(text[place]) != nil
                if isDigit, place == line || !isWordCharacter(text[place - 1]) {
                    numbers += 1
                    if numbers < 3, place >= range.lowerBound, begins(text, line, place, text.count) {
                        return place
                    }
                }
                if !isDigit, !isBlank(text[place]), !":-.,xX".utf8.contains(text[place]) { numbers = 0 }
                place += 1
            }
            line = min(lineEnd(from: place) + 1, range.upperBound)
        }
        return range.upperBound
    }

    /// Returns whether octets follow the address at a place, and the address is zero or the next line has a higher one.
    static func begins(_ text: [UInt8], _ line: Int, _ place: Int, _ end: Int) -> Bool {
        guard let (digits, content) = address(text[place..<min(end, place + longestLead)]),
            content.first.map({ hexDigit($0) != nil || "\\-".utf8.contains($0) }) ?? false
        else { return false }
        let address = String(decoding: digits, as: UTF8.self)
        guard !isZero(address) else { return true }
        guard let lineEnd = text[place..<min(end, place + 1024)].firstIndex(where: isLineEnd),
            let next = next(after: lineEnd, in: text[..<end], lead: text[line..<place]),
            let other = HexDump.address(text[next..<min(end, next + longestLead)])
        else { return false }
        return [16, 10, 8].contains {
            guard let from = Int(address, radix: $0),
                let next = Int(String(decoding: other.digits, as: UTF8.self), radix: $0)
            else { return false }
            return (1...256).contains(next - from)
        }
    }

    // MARK: - In other text

    /// Returns the end of the hex dump at the start of a text, or the start of the text if there is none.
    static func end(in text: [UInt8]) -> Int {
        let line = text.prefix(longestLead).prefix { !isLineEnd($0) }
        let start = start(in: text, line.indices)
        guard start < line.endIndex else { return 0 }
        let unescaped = EscapedWhiteSpace.replaced(in: text)
        let stops = (text == unescaped ? [text] : [text, unescaped]).map { (text) in
            var dump = HexDump(radix: 16)
            return dump.read(text, start..<text.count)
        }
        return stops.max().flatMap { $0 > start ? $0 : nil } ?? 0
    }

    /// Returns the hex dump at a place, if its octets are an object or may be one.
    ///
    /// The characters next to the digits may look like an escaped line end, so the dump is read with and without
    /// escapes, and the reading with more octets is used.
    static func find(in search: TextSearch, at place: Int) -> TextSearch.Reading {
        let line = search.text[place..<search.end].prefix(longestLead)
        let lineEnd = line.firstIndex(where: isLineEnd) ?? line.endIndex
        var (start, last) = (place, place)
        // The first number may be a row number that precedes the address.
        while start < lineEnd {
            for radix in [16, 10, 8] {
                var dump = HexDump(radix: radix)
                var stop = dump.read(search.text, start..<search.end)
                if search.hasEscapes {
                    var other = HexDump(radix: radix)
                    let end = other.read(search.bytes, start..<search.end)
                    if other.bytes.count > dump.bytes.count { (dump, stop) = (other, end) }
                }
                last = max(last, stop)
                guard stop > start, dump.holdsObject, dump.isSure else { continue }
                guard let failure = dump.failure else {
                    return (Blob(dump.bytes, at: start, by: .listing), stop)
                }
                let error = InputError(.hexListing, failure.message, at: failure.offset)
                return (Blob(error, at: start, place: failure.offset), stop)
            }
            start = HexDump.start(in: search.text, start + 1..<lineEnd)
        }
        return (nil, last)
    }

    /// A Boolean value that indicates whether the octets certainly include no other text: the addresses are offsets,
    /// the octets begin like PEM, or they consist only of whole values and those of the first row alone do not.
    private var isSure: Bool {
        counts.contains { !$0.isOfRows }
            || DERSeries(bytes).isWhole && !DERSeries(Array(bytes.prefix(length))).isWhole
            || bytes.starts(with: "-----BEGIN ".utf8)
    }

    private var holdsObject: Bool {
        ObjectBeginning(bytes)?.isCertain ?? false || BlobSearch.holdsObject(bytes)
    }
}
