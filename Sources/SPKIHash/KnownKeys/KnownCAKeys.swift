import DERKit

/// A dated table of the public keys of CAs: the answer to "whose pin is this?".
///
/// A key in the table is not necessarily trusted, and a key that is missing may still belong to a CA.
public struct KnownCAKeys: Sendable {
    /// An error in reading a table.
    package struct TableError: Error, Sendable, Hashable {
        /// The number of the line, from 1.
        package let line: Int
        /// The expected line.
        package let expected: String
    }

    /// The table that is part of this version.
    public static let builtIn = KnownCAKeys(
        rows: Array(builtInRows.utf8), separator: UInt8(ascii: "|"), date: builtInDate)

    /// The date of the table, such as `2026-11-22`.
    public let date: String
    /// The number of keys.
    package var count: Int { rows.reduce(0) { $0 + ($1 == separator ? 1 : 0) } }

    /// The rows, each terminated by the separator, ordered by the octets of their pins in base64. They are
    /// searched directly, because most programs look up only a few keys.
    private let rows: [UInt8]
    private let separator: UInt8

    private init(rows: [UInt8], separator: UInt8, date: String) {
        self.rows = rows
        self.separator = separator
        self.date = date
    }

    /// Reads a table: the line `ca-keys/1 YYYY-MM-DD`, then a line per key in the order of the pins, with the fields
    /// pin (base64), `root` or `intermediate`, first day, last day, organization and name, separated by tabs.
    ///
    /// - Throws: ``TableError`` for the first invalid line.
    package init(text: some Sequence<UInt8>) throws(TableError) {
        var rows = Array(text)
        if let last = rows.last, last != KnownCAKeys.lineFeed { rows.append(KnownCAKeys.lineFeed) }
        let title = String(decoding: rows.prefix { $0 != KnownCAKeys.lineFeed }, as: UTF8.self)
        let words = title.split(separator: " ")
        guard words.count == 2, words[0] == "ca-keys/1", KnownCAKeys.day(words[1].utf8) != nil else {
            throw TableError(line: 1, expected: "ca-keys/1 YYYY-MM-DD")
        }
        rows.removeFirst(min(rows.count, title.utf8.count + 1))
        self.init(rows: rows, separator: KnownCAKeys.lineFeed, date: String(words[1]))
        var (start, number, last) = (0, 2, [UInt8]())
        while start < self.rows.count {
            let pin = Array(pinText(at: start))
            guard key(at: start) != nil, number == 2 || last.lexicographicallyPrecedes(pin) else {
                throw TableError(
                    line: number,
                    expected:
                        "pin, role, first day, last day, organization and name, in the order of the pins")
            }
            (start, number, last) = (end(ofRowAt: start) + 1, number + 1, pin)
        }
    }

    /// The key with this pin; `nil` if it is not in the table.
    public subscript(pin: Pin) -> KnownCAKey? {
        let wanted = Array(pin.base64.utf8)
        let start = startOfRow(notBefore: wanted)
        guard start < rows.count, pinText(at: start).elementsEqual(wanted) else { return nil }
        return key(at: start, withPin: pin)
    }

    /// Returns the key whose pin has these octets at its beginning and its end; `nil` if the table does not
    /// have it.
    package func key(startingWith head: [UInt8], endingWith tail: [UInt8]) -> KnownCAKey? {
        // Three octets are four digits of base64.
        let digits = Array(Base64.encode(Array(head.prefix(head.count / 3 * 3))).utf8)
        var start = startOfRow(notBefore: digits)
        while !digits.isEmpty, start < rows.count, pinText(at: start).starts(with: digits) {
            if let key = key(at: start), key.pin.bytes.starts(with: head),
                key.pin.bytes.suffix(tail.count).elementsEqual(tail)
            {
                return key
            }
            start = end(ofRowAt: start) + 1
        }
        return nil
    }

    /// Returns the place of the first row whose pin is not before other octets.
    private func startOfRow(notBefore wanted: [UInt8]) -> Int {
        // Every row that begins before `low` has a smaller pin; no row that begins at `high` or later does.
        var low = 0
        var high = rows.count
        while low < high {
            let middle = low + (high - low) / 2
            var start = middle
            while start > low, rows[start - 1] != separator { start -= 1 }
            if row(at: start, hasPinBefore: wanted) {
                low = end(ofRowAt: middle) + 1
            } else {
                high = start
            }
        }
        return low
    }

    /// Returns whether the pin of a row sorts before another. Nearly always, the first two octets decide.
    private func row(at start: Int, hasPinBefore wanted: [UInt8]) -> Bool {
        var place = start
        for octet in wanted {
            guard place < rows.count else { return true }
            if rows[place] != octet { return rows[place] < octet }
            place += 1
        }
        return false
    }

    /// Returns whether the table is more than a year old at a given time.
    package func isOutdated(at now: DERTime) -> Bool {
        guard let made = KnownCAKeys.day(date.utf8) else { return true }
        return now.secondsSince1970 - made.secondsSince1970 > 366 * 86_400
    }

    // MARK: Rows

    private static let lineFeed = UInt8(ascii: "\n")

    /// Returns the place of the separator that ends a row.
    private func end(ofRowAt start: Int) -> Int {
        var place = start
        while place < rows.count, rows[place] != separator { place += 1 }
        return place
    }

    /// Returns the pin of a row in base64, its first field.
    private func pinText(at start: Int) -> ArraySlice<UInt8> {
        rows[start...].prefix { $0 != UInt8(ascii: "\t") && $0 != separator }
    }

    /// Returns the key of a row, or `nil` for an invalid row.
    ///
    /// - Parameter known: its pin; `nil` to read it.
    private func key(at start: Int, withPin known: Pin? = nil) -> KnownCAKey? {
        let fields = rows[start..<end(ofRowAt: start)].split(
            separator: UInt8(ascii: "\t"), omittingEmptySubsequences: false)
        guard fields.count == 6, let pin = known ?? KnownCAKeys.pin(fields[0]),
            let role = KnownCAKey.Role(rawValue: String(decoding: fields[1], as: UTF8.self)),
            let notBefore = KnownCAKeys.day(fields[2]), let notAfter = KnownCAKeys.day(fields[3]),
            !fields[5].isEmpty
        else { return nil }
        return KnownCAKey(
            pin: pin, name: String(decoding: fields[5], as: UTF8.self),
            organization: String(decoding: fields[4], as: UTF8.self), role: role, notBefore: notBefore,
            notAfter: notAfter)
    }

    /// Returns the pin that a field encodes in base64, or `nil` for any other spelling.
    private static func pin(_ field: ArraySlice<UInt8>) -> Pin? {
        let text = String(decoding: field, as: UTF8.self)
        return (try? Pin(text)).flatMap { $0.base64 == text ? $0 : nil }
    }

    /// Returns the first second of a day in the form `2027-01-31`.
    private static func day(_ text: some Collection<UInt8>) -> DERTime? {
        let characters = Array(text)
        guard characters.count == 10, characters[4] == hyphen, characters[7] == hyphen,
            let year = number(characters[..<4]), let month = number(characters[5..<7]),
            let day = number(characters[8...])
        else { return nil }
        return DERTime(year: year, month: month, day: day)
    }

    private static let hyphen = UInt8(ascii: "-")

    /// Returns the number that a few decimal digits stand for.
    private static func number(_ digits: ArraySlice<UInt8>) -> Int? {
        var number = 0
        for digit in digits {
            guard (0x30...0x39).contains(digit) else { return nil }
            number = number * 10 + Int(digit - 0x30)
        }
        return number
    }
}
