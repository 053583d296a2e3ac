import DERKit

/// The built-in table. Its rows are decoded when the first is asked for, which most programs never do.
///
/// A row has 34 octets, in the order of the pins: the pin (32), and the number of the line that describes the key (2).
enum PackedCAKeys {
    static let rowLength = SHA256.digestByteCount + 2
    static let rows = (try? Base64.decode(KnownCAKeys.builtInRows)) ?? []

    /// The lines of the table's text without the pins. Keys with the same description share a line.
    private static let lines: [ArraySlice<UInt8>] = {
        guard let octets = try? Base64.decode(KnownCAKeys.builtInLines),
            let text = try? Inflate.bytes(
                of: octets, in: octets.indices, count: KnownCAKeys.builtInByteCount)
        else { return [] }
        return text.split(separator: UInt8(ascii: "\n"))
    }()

    /// The number of keys.
    static var count: Int { rows.count / rowLength }

    /// Returns the key of the row with this index, from 0; `nil` if the row is malformed.
    static func key(at index: Int) -> KnownCAKey? {
        let end = (index + 1) * rowLength
        let line = Int(rows[end - 2]) << 8 | Int(rows[end - 1])
        guard let pin = Pin(bytes: rows[end - rowLength..<end - 2]), lines.indices.contains(line) else {
            return nil
        }
        return KnownCAKeys.key(pin, lines[line])
    }
}
