import DERKit

/// The built-in table. Its rows are decoded when they are asked for, because most programs look up only a few keys.
///
/// A row has 34 octets, in the order of the pins: the pin (32), and the number of the line that describes the key (2).
enum PackedCAKeys {
    private static let rowLength = SHA256.digestByteCount + 2
    private static let text = Array(KnownCAKeys.builtInRows.utf8)

    /// The lines of the table's text without the pins. Keys with the same description share a line.
    private static let lines: [ArraySlice<UInt8>] = {
        guard let octets = try? Base64.decode(KnownCAKeys.builtInLines),
            let text = try? Inflate.bytes(
                of: octets, in: octets.indices, count: KnownCAKeys.builtInByteCount)
        else { return [] }
        return text.split(separator: UInt8(ascii: "\n"))
    }()

    /// The number of keys.
    static let count: Int = {
        let padding = text.reversed().prefix { $0 == UInt8(ascii: "=") }.count
        return (text.count / 4 * 3 - padding) / rowLength
    }()

    /// Returns the octets of the row with this index, from 0: those of the groups of base64 digits that contain them.
    private static func row(at index: Int) -> ArraySlice<UInt8> {
        let start = index * rowLength
        let groups = start / 3..<(start + rowLength + 2) / 3
        let octets = try? Base64.decode(text.span, in: groups.lowerBound * 4..<groups.upperBound * 4)
        return (octets ?? [])[...].dropFirst(start % 3).prefix(rowLength)
    }

    /// Returns the first four octets of the row with this index, from 0, as a number. The eight digits from the start of the
    /// group in which the row begins encode them, and up to two octets before them.
    static func lead(at index: Int) -> UInt32 {
        let (text, start) = (text, index * rowLength)
        let digits = text.span.extracting(start / 3 * 4..<start / 3 * 4 + 8)
        var bits: UInt64 = 0
        for place in digits.indices { bits = bits << 6 | UInt64(Base64.value(of: digits[place]) ?? 0) }
        return UInt32(truncatingIfNeeded: bits >> UInt64(16 - start % 3 * 8))
    }

    /// Returns the key of the row with this index, from 0; `nil` if the row is malformed.
    static func key(at index: Int) -> KnownCAKey? {
        let row = row(at: index)
        let line = row.suffix(2).reduce(0) { $0 << 8 | Int($1) }
        guard let pin = Pin(bytes: row.dropLast(2)), lines.indices.contains(line) else { return nil }
        return KnownCAKeys.key(pin, lines[line])
    }
}
