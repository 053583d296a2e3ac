import DERKit

/// The built-in table. It is searched as it is packed, because most programs look up only a few keys.
///
/// A row has 39 octets, in the order of the pins: the pin (32), the first and the last day as days since 1970-01-01 (2
/// each), the number of its owner (2), and 1 for a root or 0 for an intermediate (1).
enum PackedCAKeys {
    private static let rowLength = 39
    private static let rows = (try? Base64.decode(KnownCAKeys.builtInRows)) ?? []

    /// The organization and the name that one key or several have.
    private struct Owner {
        let organization: String
        let name: String
    }

    /// The owners in the order of their text. Of each, only what differs from the one before is written: the digit of
    /// base64 for the number of octets that are the same, the other octets, and a bar. A tab separates the organization
    /// from the name.
    private static let owners: [Owner] = {
        var text: [UInt8] = []
        return Array(KnownCAKeys.builtInOwners.utf8).split(separator: UInt8(ascii: "|")).map { (written) in
            let shared = written.first.flatMap { Base64.value(of: $0) } ?? 0
            text.replaceSubrange(min(Int(shared), text.count)..., with: written.dropFirst())
            let fields = text.split(
                separator: UInt8(ascii: "\t"), maxSplits: 1, omittingEmptySubsequences: false)
            return Owner(
                organization: String(decoding: fields[0], as: UTF8.self),
                name: String(decoding: fields[fields.count - 1], as: UTF8.self))
        }
    }()

    /// The number of keys.
    static var count: Int { rows.count / rowLength }

    /// Returns the pin of the row with this index, from 0.
    static func pin(at index: Int) -> ArraySlice<UInt8> {
        rows[index * rowLength..<(index + 1) * rowLength].prefix(SHA256.digestByteCount)
    }

    /// Returns the key of the row with this index, from 0; `nil` if the row is malformed.
    static func key(at index: Int) -> KnownCAKey? {
        let end = (index + 1) * rowLength
        func number(_ place: Int) -> Int { Int(rows[place]) << 8 | Int(rows[place + 1]) }
        guard let pin = Pin(bytes: pin(at: index)), let notBefore = day(number(end - 7)),
            let notAfter = day(number(end - 5)), owners.indices.contains(number(end - 3))
        else { return nil }
        let owner = owners[number(end - 3)]
        return KnownCAKey(
            pin: pin, name: owner.name, organization: owner.organization,
            role: rows[end - 1] == 1 ? .root : .intermediate, notBefore: notBefore, notAfter: notAfter)
    }

    private static func day(_ number: Int) -> DERTime? { DERTime(secondsSince1970: Int64(number) * 86_400) }
}
