import DERKit

/// A dated table of the public keys of CAs: the answer to "whose pin is this?".
///
/// A key in the table is not necessarily trusted, and a key that is missing may still belong to a CA.
package struct KnownCAKeys: Sendable {
    /// An error that occurs when a table cannot be read.
    package struct TableError: Error, Sendable, Hashable {
        /// The number of the line, from 1.
        package let line: Int
        /// The expected line.
        package let expected: String
    }

    /// The table that is part of this version.
    package static let builtIn = KnownCAKeys(date: builtInDate, keys: nil)

    /// The date of the table, such as `2026-11-22`.
    package let date: String
    /// The keys from a text, ordered by the octets of their pins; `nil` for the built-in table, ``PackedCAKeys``.
    private let keys: [KnownCAKey]?

    /// The number of keys.
    package var count: Int { keys?.count ?? PackedCAKeys.count }

    /// The keys in the order of the octets of their pins.
    package var all: [KnownCAKey] { (0..<count).compactMap { key(at: $0) } }

    /// Returns the key with this pin, or `nil` if it is not in the table.
    package subscript(pin: Pin) -> KnownCAKey? { key(startingWith: pin.bytes, endingWith: []) }

    /// Returns the first key whose pin has these octets at its beginning and its end; `nil` if the table has no such
    /// key or the beginning is empty.
    package func key(startingWith head: [UInt8], endingWith tail: [UInt8]) -> KnownCAKey? {
        let (count, lead) = (count, KnownCAKeys.lead(head))
        var low = (0..<count).firstPlace { self.lead(at: $0) >= lead }
        // The number of low bits of the lead that are unknown if the beginning has fewer than four octets.
        let open = UInt32(max(0, 4 - head.count) * 8)
        while !head.isEmpty, low < count, self.lead(at: low) >> open == lead >> open, let key = key(at: low) {
            let pin = key.pin.bytes
            if pin.starts(with: head), pin.suffix(tail.count).elementsEqual(tail) { return key }
            low += 1
        }
        return nil
    }

    /// Returns the first four octets of a pin as a number.
    private func lead(at index: Int) -> UInt32 {
        keys.map { KnownCAKeys.lead($0[index].pin.bytes) } ?? PackedCAKeys.lead(at: index)
    }

    private static func lead(_ octets: [UInt8]) -> UInt32 {
        (octets + [0, 0, 0, 0]).prefix(4).reduce(0) { $0 << 8 | UInt32($1) }
    }

    private func key(at index: Int) -> KnownCAKey? { keys?[index] ?? PackedCAKeys.key(at: index) }

    /// Returns whether the table is more than a year old at a given time.
    package func isOutdated(at now: DERTime) -> Bool {
        guard let made = DERTime(day: date) else { return true }
        return now.secondsSince1970 - made.secondsSince1970 > 366 * 86_400
    }
}

extension KnownCAKeys {
    /// Reads a table: the line `ca-keys/1 YYYY-MM-DD`, then one line per key in the order of the base64 pins, with the
    /// fields pin (base64), `root` or `intermediate`, first day, last day, organization and name, separated by tabs.
    ///
    /// - Throws: ``TableError`` for the first invalid line.
    package init(text: some Sequence<UInt8>) throws(TableError) {
        var lines = Array(text).split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false)
        if lines.last?.isEmpty ?? false { lines.removeLast() }
        let words = String(decoding: lines.first ?? [], as: UTF8.self).split(separator: " ")
        guard words.count == 2, words[0] == "ca-keys/1", DERTime(day: words[1]) != nil else {
            throw TableError(line: 1, expected: "ca-keys/1 YYYY-MM-DD")
        }
        var (keys, last) = ([KnownCAKey](), ArraySlice<UInt8>())
        for (index, line) in lines.enumerated().dropFirst() {
            let field = line.prefix { $0 != UInt8(ascii: "\t") }
            guard last.lexicographicallyPrecedes(field), let pin = KnownCAKeys.pin(field),
                let key = KnownCAKeys.key(pin, line[field.endIndex...].dropFirst())
            else {
                throw TableError(
                    line: index + 1,
                    expected:
                        "pin, role, first day, last day, organization and name, with the lines sorted by pin")
            }
            keys.append(key)
            last = field
        }
        // In base64, the order of the digits is not that of the octets.
        keys.sort { $0.pin.bytes.lexicographicallyPrecedes($1.pin.bytes) }
        self.init(date: String(words[1]), keys: keys)
    }

    /// Returns the key with a pin and the other fields of its line, or `nil` if the fields are invalid.
    static func key(_ pin: Pin, _ line: ArraySlice<UInt8>) -> KnownCAKey? {
        let fields = line.split(separator: UInt8(ascii: "\t"), omittingEmptySubsequences: false)
        guard fields.count == 5,
            let role = KnownCAKey.Role(rawValue: String(decoding: fields[0], as: UTF8.self)),
            let notBefore = DERTime(day: fields[1]), let notAfter = DERTime(day: fields[2]),
            !fields[4].isEmpty
        else { return nil }
        return KnownCAKey(
            pin: pin, name: String(decoding: fields[4], as: UTF8.self),
            organization: String(decoding: fields[3], as: UTF8.self), role: role, notBefore: notBefore,
            notAfter: notAfter)
    }

    /// Returns the pin that a field encodes in base64, or `nil` for any other spelling.
    private static func pin(_ field: ArraySlice<UInt8>) -> Pin? {
        let text = String(decoding: field, as: UTF8.self)
        return (try? Pin(text)).flatMap { $0.base64 == text ? $0 : nil }
    }
}

extension DERTime {
    /// Creates the start of a day such as `2027-01-31`; `nil` for another form or a day that does not exist.
    package init?(day text: some StringProtocol) { self.init(day: Array(text.utf8)[...]) }

    init?(day text: ArraySlice<UInt8>) {
        let digits = text.filter(isDecimalDigit)
        guard text.count == 10, digits.count == 8,
            [4, 7].allSatisfy({ text[text.startIndex + $0] == UInt8(ascii: "-") })
        else { return nil }
        let number = digits.reduce(0) { 10 * $0 + Int($1 - 0x30) }
        self.init(year: number / 10_000, month: number / 100 % 100, day: number % 100)
    }
}

/// The public key of a certificate authority (CA), from a table in this version of the library.
///
/// A key in the table is not necessarily trusted, and a key that is not in it may still belong to a CA.
public struct KnownCAKey: Sendable, Hashable {
    /// The role of the CA's certificate in a chain.
    package enum Role: String, Sendable, CaseIterable {
        /// The key has a self-signed certificate, or a root store lists it.
        case root
        /// The key has only other CA certificates.
        case intermediate
    }

    /// The pin of the key.
    package let pin: Pin
    /// The common name in the CA's certificate; the organization if there is no common name.
    public let name: String
    /// The organization in the CA's certificate; empty if the certificate has none.
    package let organization: String
    /// The role of the CA's certificate in a chain.
    package let role: Role
    /// The first day on which the described certificate is valid, in UTC.
    package let notBefore: DERTime
    /// The last day on which the described certificate is valid, in UTC.
    package let notAfter: DERTime
}

extension Pin {
    /// The public CA whose key has this pin; `nil` if it is not known.
    public var knownCAKey: KnownCAKey? { KnownCAKeys.builtIn[self] }
}

extension KnownCAKey: CustomStringConvertible {
    /// Returns whether both keys have the same owner, according to the names of their organizations.
    package func hasOwner(of other: KnownCAKey) -> Bool {
        let (one, another) = (owner, other.owner)
        return one == another && !one.isEmpty
    }

    /// The name of the owner in lower case, without its legal form.
    private var owner: String {
        let letters = organization.lowercased().split { !($0.isLetter || $0.isNumber) }.map { String($0) }
        let words = letters.filter { !KnownCAKey.legalForms.contains($0) }
        let name = words.joined(separator: " ")
        return KnownCAKey.groups.first { $0.contains(name) }?.first ?? name
    }

    private static let legalForms: Set<String> = [
        "inc", "llc", "ltd", "limited", "corp", "corporation", "gmbh", "ag", "sa", "nv", "co", "plc", "s",
        "a", "the",
    ]

    /// Organizations with the same owner; the first name represents all of them.
    private static let groups = [
        ["internet security research group", "let encrypt"], ["sectigo", "comodo ca", "usertrust network"],
        ["amazon", "starfield technologies"], ["google trust services", "google"],
    ]

    /// The name, organization and role, as in `ISRG Root X1, Internet Security Research Group; root`.
    public var description: String {
        let owner = organization.isEmpty || organization == name ? name : "\(name), \(organization)"
        return "\(owner); \(role.rawValue)"
    }
}

/// The built-in table. Its rows are decoded on demand, because most programs look up only a few keys.
///
/// The rows are in the order of the pins. Each has 34 octets: the pin (32) and the number of the line that describes
/// the key (2).
enum PackedCAKeys {
    private static let rowLength = SHA256.digestByteCount + 2
    private static let text = Array(KnownCAKeys.builtInRows.utf8)

    /// The lines of the table's text without the pins. Keys with the same description share a line.
    private static let lines: [ArraySlice<UInt8>] = {
        guard let octets = try? Base64.decode(KnownCAKeys.builtInLines),
            let text = try? Inflate.bytes(of: octets, in: octets.indices, count: KnownCAKeys.builtInByteCount)
        else { return [] }
        return text.split(separator: UInt8(ascii: "\n"))
    }()

    /// The number of keys.
    static let count: Int = {
        let padding = text.reversed().prefix { $0 == UInt8(ascii: "=") }.count
        return (text.count / 4 * 3 - padding) / rowLength
    }()

    /// Returns the octets of the row with this index, from 0, decoded from the base64 digits that contain them.
    private static func row(at index: Int) -> ArraySlice<UInt8> {
        let start = index * rowLength
        let groups = start / 3..<(start + rowLength + 2) / 3
        let octets = try? Base64.decode(text.span, in: groups.lowerBound * 4..<groups.upperBound * 4)
        return (octets ?? [])[...].dropFirst(start % 3).prefix(rowLength)
    }

    /// Returns the first four octets of the row with this index, from 0, as a number. The eight digits from the start
    /// of the group in which the row begins encode these octets and up to two before them.
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
