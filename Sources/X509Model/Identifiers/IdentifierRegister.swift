import DERKit

/// The register of object identifiers. Each identifier is listed once, and other code refers to it by name, except for
/// the extensions in ``ExtensionType``.
///
/// Each line of a register text has one or more entries, separated by commas. An entry is an identifier in dotted form,
/// its name in its standard, and further facts. A line that begins with `#` names the source of the lines after it.
enum IdentifierRegister {
    /// An identifier, its name, and words that state facts.
    struct Row: Sendable {
        let identifier: ASN1ObjectIdentifier
        /// The identifier in dotted form.
        let number: ArraySlice<UInt8>
        let name: String
        let facts: [String]

        init?(_ words: [ArraySlice<UInt8>]) {
            guard words.count >= 2, let identifier = ASN1ObjectIdentifier(dotted: words[0]) else {
                return nil
            }
            self.identifier = identifier
            number = words[0]
            name = String(decoding: words[1], as: UTF8.self)
            facts = words[2...].map { String(decoding: $0, as: UTF8.self) }
        }

        /// Returns the word after `keyword`, or `nil` if there is none.
        func fact(_ keyword: String) -> String? {
            facts.firstIndex(of: keyword).flatMap { facts.dropFirst($0 + 1).first }
        }

        /// Returns the number after `keyword`, or `nil` if there is none.
        func number(_ keyword: String) -> Int? { fact(keyword).flatMap { Int($0) } }
    }

    /// Attribute types, each with its short name if that differs from the name.
    static let attributeTypes = rows(attributeTypeText)
    /// Short names of attribute types, used in the text of a distinguished name.
    static let shortNames = attributeTypes.byIdentifier { $0.facts.first ?? $0.name }
    /// Algorithms, each with the facts that ``algorithmText`` describes.
    static let algorithms = rows(algorithmText)
    /// Elliptic curves, each with the numbers of bits in an element of its field and in its order, and its names in
    /// FIPS 186-4 and SEC 2.
    static let curves = rows(curveText)
    /// All other identifiers.
    static let others = rows(otherText)

    /// Reads a register text in one pass. This happens only when the text is first needed.
    private static func rows(_ text: String) -> [Row] {
        let octets = Array((text + "\n").utf8)
        var rows: [Row] = []
        var words: [ArraySlice<UInt8>] = []
        var start = 0
        for (place, separator) in octets.enumerated() {
            guard separator == 0x0a || separator == 0x2c || separator == 0x20 else { continue }
            if place > start { words.append(octets[start..<place]) }
            start = place + 1
            guard separator != UInt8(ascii: " ") else { continue }
            if let row = Row(words) { rows.append(row) }
            words.removeAll(keepingCapacity: true)
        }
        return rows
    }

    /// The identifiers of algorithms and curves, by name.
    fileprivate static let byName: [String: ASN1ObjectIdentifier] = {
        var identifiers: [String: ASN1ObjectIdentifier] = [:]
        for row in algorithms + curves { identifiers[row.name] = row.identifier }
        return identifiers
    }()
}

extension Array where Element == IdentifierRegister.Row {
    /// Returns a table of the values that `value` returns for the rows, without the rows for which it returns `nil`.
    func byIdentifier<Value>(_ value: (Element) -> Value?) -> IdentifierTable<Value> {
        var values = IdentifierTable<Value>()
        for row in self {
            if let value = value(row) { values.set(row.identifier, value) }
        }
        return values
    }
}

extension ASN1ObjectIdentifier {
    /// Creates the identifier of an algorithm or a curve from its name in its standard; `nil` if it is unknown.
    package init?(registered name: String) {
        guard let identifier = IdentifierRegister.byName[name] else { return nil }
        self = identifier
    }
}

/// A hash table from object identifiers to values, with open addressing and lookup by content octets.
struct IdentifierTable<Value: Sendable>: Sendable {
    private struct Row: Sendable {
        /// The range of the identifier in ``octets``.
        let identifier: Range<Int>
        var value: Value
    }

    /// The content octets of all identifiers.
    private var octets: [UInt8] = []
    private var rows: [Row] = []
    /// The row index plus one for each slot; 0 for an empty slot. At most half of the slots are used.
    private var slots: [UInt16] = [0, 0]

    /// Sets the value of an identifier, replacing any previous value.
    mutating func set(_ identifier: ASN1ObjectIdentifier, _ value: Value) {
        let content = identifier.content.span
        if let row = row(content) {
            rows[row].value = value
            return
        }
        rows.append(Row(identifier: octets.count..<octets.count + content.count, value: value))
        octets += identifier.content
        if rows.count * 2 > slots.count {
            slots = Array(repeating: 0, count: slots.count * 2)
            for place in rows.indices { insert(place) }
        } else {
            insert(rows.count - 1)
        }
    }

    private mutating func insert(_ row: Int) {
        var slot = self.slot(octets.span.extracting(rows[row].identifier))
        while slots[slot] > 0 { slot = (slot + 1) & (slots.count - 1) }
        slots[slot] = UInt16(truncatingIfNeeded: row + 1)
    }

    /// Returns the slot where the search for an identifier begins. The slot depends on the last octets, because those
    /// usually differ between identifiers.
    private func slot(_ content: Span<UInt8>) -> Int {
        var word = UInt64(truncatingIfNeeded: content.count)
        for place in max(0, content.count - 8)..<content.count { word = word << 8 | UInt64(content[place]) }
        let mixed = (word ^ word >> 29) &* 0x9e37_79b9_7f4a_7c15
        return Int(truncatingIfNeeded: mixed >> 40) & (slots.count - 1)
    }

    private func row(_ content: Span<UInt8>) -> Int? {
        var slot = self.slot(content)
        while slots[slot] > 0 {
            let row = Int(slots[slot]) - 1
            if content.isEqual(to: octets.span.extracting(rows[row].identifier)) { return row }
            slot = (slot + 1) & (slots.count - 1)
        }
        return nil
    }

    /// Returns the value of an identifier, or `nil` if it has none.
    subscript(identifier: ASN1ObjectIdentifier) -> Value? { self[content: identifier.content.span] }

    /// Returns the value of the identifier with these content octets, or `nil` if it has none.
    subscript(content content: Span<UInt8>) -> Value? { row(content).map { rows[$0].value } }
}
