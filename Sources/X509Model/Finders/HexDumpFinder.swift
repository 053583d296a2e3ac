import DERKit

/// The octets in a hex dump, as printed by `xxd`, `hexdump -C`, `od -t x1` and `certutil`.
///
///     00000000: 3082 0506 3082 04ad a003 0201 0202 100e  0...0...........
///     00000000  30 82 05 06 30 82 04 ad  a0 03 02 01 02 02 10 0e  |0...0...........|
///     0000000 30 82 05 06 30 82 04 ad a0 03 02 01 02 02 10 0e
///     0000	30 82 05 06 30 82 04 ad  a0 03 02 01 02 02 10 0e   0...0...........
struct HexDump {
    /// The reason a hex dump cannot be read.
    struct Failure: Error {
        let message: String
        let offset: Int
    }

    private(set) var bytes: [UInt8] = []
    /// The number bases in which all offsets so far match the number of octets.
    private var bases = [16, 8, 10]

    private mutating func read(_ text: [UInt8]) throws(Failure) {
        var start = 0
        while start < text.count {
            let end = text[start...].firstIndex(of: 0x0a) ?? text.count
            if text[start..<end].contains(where: { !Base64.isWhiteSpace($0) }) {
                try add(text[start..<end])
            }
            start = end + 1
        }
    }

    /// Returns whether the text begins with an offset of zero followed by octets.
    static func isListing(_ text: some Collection<UInt8>) -> Bool {
        let digits = text.prefix { $0 == UInt8(ascii: "0") }.count
        guard (4...16).contains(digits) else { return false }
        let rest = text.dropFirst(digits).drop { $0 == UInt8(ascii: ":") }
        return rest.first.map(isBlank) ?? false
            && rest.drop(while: isBlank).prefix(2).allSatisfy { hexDigit($0) != nil }
    }

    private mutating func add(_ line: ArraySlice<UInt8>) throws(Failure) {
        let start = line.startIndex
        let offset = line.prefix { hexDigit($0) != nil }
        guard line.first != UInt8(ascii: "*") else {
            throw Failure(message: "incomplete hex dump: lines are left out (*)", offset: start)
        }
        let text = String(decoding: offset, as: UTF8.self)
        bases.removeAll { Int(text, radix: $0) != bytes.count }
        guard !offset.isEmpty, !bases.isEmpty else {
            throw Failure(
                message: "the offset in the hex dump does not match the bytes before it", offset: start)
        }
        let hasColon = line.dropFirst(offset.count).first == UInt8(ascii: ":")
        let octetsStart = offset.endIndex + (hasColon ? 1 : 0)
        var place = octetsStart
        while place < line.endIndex {
            guard !HexDump.isBlank(line[place]) else {
                // Two spaces end the octets after a colon, and three do elsewhere.
                let gap = line[place...].prefix(while: HexDump.isBlank).count
                if gap > (hasColon ? 1 : 2), place > octetsStart { return }
                place += gap
                continue
            }
            let group = line[place...].prefix { hexDigit($0) != nil }
            // The same octets may follow as characters.
            guard !group.isEmpty else { return try end(line[place], at: place) }
            guard group.count % 2 == 0, hasColon || group.count == 2 else {
                throw Failure(
                    message: "unsupported hex dump: words with swapped bytes, or not hexadecimal",
                    offset: place)
            }
            bytes += DERKit.bytes(hex: String(decoding: group, as: UTF8.self)) ?? []
            place = group.endIndex
        }
    }

    private static func isBlank(_ byte: UInt8) -> Bool { byte == 0x20 || byte == 0x09 }

    private func end(_ character: UInt8, at place: Int) throws(Failure) {
        guard "|>\r\t".utf8.contains(character) else {
            throw Failure(message: "invalid hex digit", offset: place)
        }
    }
}

// MARK: In other text

extension HexDump {
    /// Returns the end of the hex dump at the start of the range: that of the last line with an offset.
    static func end(in text: [UInt8], _ range: Range<Int>) -> Int {
        var stop = range.lowerBound
        while stop < range.upperBound {
            let line = text[stop..<range.upperBound].prefix(40)
            let offset = line.prefix { hexDigit($0) != nil }
            let isRow =
                (4...16).contains(offset.count)
                && line.dropFirst(offset.count).first.map(isBehindOffset) ?? true
            // An offset of zero begins another hex dump.
            guard isRow && (stop == range.lowerBound || !isListing(line)) || line.first == UInt8(ascii: "*")
            else {
                break
            }
            stop = text[stop..<range.upperBound].firstIndex(of: 0x0a).map { $0 + 1 } ?? range.upperBound
        }
        return stop
    }

    private static func isBehindOffset(_ byte: UInt8) -> Bool {
        byte == UInt8(ascii: ":") || Base64.isWhiteSpace(byte)
    }

    /// Returns the hex dump at the start of the range, if its octets are an object or may be one.
    static func find(in text: [UInt8], _ range: Range<Int>) -> TextSearch.Reading {
        let start = range.lowerBound
        let stop = end(in: text, range)
        var dump = HexDump()
        do throws(Failure) {
            try dump.read(Array(text[start..<stop]))
        } catch {
            guard dump.holdsObject else { return (nil, stop) }
            return (Blob(.brokenListing(error), at: start, place: start + error.offset), stop)
        }
        return (dump.holdsObject ? Blob(dump.bytes, at: start, by: .listing) : nil, stop)
    }

    private var holdsObject: Bool {
        ObjectBeginning(bytes)?.isCertain ?? false || BlobSearch.holdsObject(bytes)
    }
}

extension InputError {
    static func brokenListing(_ failure: HexDump.Failure) -> InputError {
        InputError(.hexListing, failure.message, at: failure.offset)
    }
}
