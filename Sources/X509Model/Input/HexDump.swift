import DERKit

/// The octets in a listing of hex digits with offsets, as `xxd`, `hexdump -C` and `od -t x1` print it.
///
///     00000000: 3082 0506 3082 04ad a003 0201 0202 100e  0...0...........
///     00000000  30 82 05 06 30 82 04 ad  a0 03 02 01 02 02 10 0e  |0...0...........|
///     0000000 30 82 05 06 30 82 04 ad a0 03 02 01 02 02 10 0e
struct HexDump {
    /// Why a listing cannot be read.
    struct Failure: Error {
        let message: String
        let offset: Int
    }

    /// The octets.
    private(set) var bytes: [UInt8] = []
    /// The bases in which all offsets so far agree with the octets before them.
    private var bases = [16, 8, 10]

    /// - Returns: `nil` if the text is no listing.
    /// - Throws: ``Failure`` if it is one, and cannot be read.
    init?(_ text: [UInt8]) throws(Failure) {
        guard HexDump.isListing(text) else { return nil }
        var start = 0
        while start < text.count {
            let end = text[start...].firstIndex(of: 0x0a) ?? text.count
            if text[start..<end].contains(where: { !Base64.isWhiteSpace($0) }) {
                try add(text[start..<end])
            }
            start = end + 1
        }
    }

    /// A Boolean value that indicates whether the text begins with an offset of zero and octets behind it.
    static func isListing(_ text: [UInt8]) -> Bool {
        let digits = text.prefix { $0 == UInt8(ascii: "0") }.count
        guard (4...16).contains(digits) else { return false }
        let rest = text.dropFirst(digits).drop { $0 == UInt8(ascii: ":") }
        return rest.first == 0x20 && rest.drop { $0 == 0x20 }.prefix(2).allSatisfy { digit($0) != nil }
    }

    private mutating func add(_ line: ArraySlice<UInt8>) throws(Failure) {
        let start = line.startIndex
        let offset = line.prefix { HexDump.digit($0) != nil }
        guard line.first != UInt8(ascii: "*") else {
            throw Failure(message: "a listing with lines left out (*)", offset: start)
        }
        let text = String(decoding: offset, as: UTF8.self)
        bases.removeAll { Int(text, radix: $0) != bytes.count }
        guard !offset.isEmpty, !bases.isEmpty else {
            throw Failure(message: "the offset is not that of the octets before it", offset: start)
        }
        let hasColon = line.dropFirst(offset.count).first == UInt8(ascii: ":")
        var place = offset.endIndex + (hasColon ? 1 : 0)
        while place < line.endIndex {
            guard line[place] != 0x20 else {
                // With a colon behind the offset, two spaces end the octets.
                if hasColon, place + 1 < line.endIndex, line[place + 1] == 0x20 { return }
                place += 1
                continue
            }
            let group = line[place...].prefix { HexDump.digit($0) != nil }
            // Behind the octets there may be their characters.
            guard !group.isEmpty else { return try end(line[place], at: place) }
            guard group.count % 2 == 0, hasColon || group.count == 2 else {
                throw Failure(
                    message: "a listing of words, in which octets are swapped or not hexadecimal",
                    offset: place)
            }
            for index in stride(from: place, to: group.endIndex, by: 2) {
                guard let high = HexDump.digit(line[index]), let low = HexDump.digit(line[index + 1]) else {
                    return
                }
                bytes.append(UInt8(truncatingIfNeeded: high << 4 | low))
            }
            place = group.endIndex
        }
    }

    private func end(_ character: UInt8, at place: Int) throws(Failure) {
        guard "|>\r\t".utf8.contains(character) else {
            throw Failure(message: "a character that is no hex digit", offset: place)
        }
    }

    private static func digit(_ character: UInt8) -> Int? {
        switch character {
        case UInt8(ascii: "0")...UInt8(ascii: "9"): Int(character) - 0x30
        case UInt8(ascii: "a")...UInt8(ascii: "f"): Int(character) - 0x57
        case UInt8(ascii: "A")...UInt8(ascii: "F"): Int(character) - 0x37
        default: nil
        }
    }
}
