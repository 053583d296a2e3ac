import DERKit

/// A hash table from object identifiers to values, with open addressing and lookup by content octets.
struct IdentifierTable<Value: Sendable>: Sendable {
    private struct Row: Sendable {
        /// The place of the identifier in ``octets``.
        let identifier: Range<Int>
        var value: Value
    }

    /// The content octets of all identifiers.
    private var octets: [UInt8] = []
    private var rows: [Row] = []
    /// The positions of rows plus one; 0 for an empty slot. At most half of the slots are used.
    private var slots: [UInt16] = [0, 0]

    /// Adds a value, replacing the identifier's previous one.
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

    /// Returns the slot where the search for an identifier begins. Identifiers differ in their last octets.
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
