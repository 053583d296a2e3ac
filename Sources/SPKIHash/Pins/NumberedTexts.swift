/// An index that finds texts by a key, which is computed from each text. For example, the key is the first bytes of the
/// digest that the text may represent.
///
/// For thousands of texts, entries with whole readings would take more memory than the texts, so each entry has only an
/// eight-byte key. Different readings may have the same key.
struct NumberedTexts: Sendable {
    struct Entry: Sendable {
        let key: UInt64
        let text: Int32
        /// A number that tells apart the readings of a text.
        let reading: UInt8
    }

    private var entries: [Entry] = []

    var isEmpty: Bool { entries.isEmpty }

    mutating func add(_ key: UInt64, text: Int, reading: Int = 0) {
        entries.append(
            Entry(
                key: key, text: Int32(truncatingIfNeeded: text), reading: UInt8(truncatingIfNeeded: reading)))
    }

    /// Sorts the entries, as ``subscript(_:)`` requires.
    mutating func sort() {
        entries.sort { ($0.key, $0.text, $0.reading) < ($1.key, $1.text, $1.reading) }
    }

    /// Returns the entries with a key, in the order of the texts.
    subscript(_ key: UInt64) -> ArraySlice<Entry> {
        entries[entries.indices.firstPlace { entries[$0].key >= key }...].prefix { $0.key == key }
    }
}

extension Range<Int> {
    /// Returns the first place at which a condition holds, or the end; the condition must not fail at any later place.
    package func firstPlace(where condition: (Int) -> Bool) -> Int {
        var (low, high) = (lowerBound, upperBound)
        while low < high {
            let middle = low + (high - low) / 2
            if condition(middle) { high = middle } else { low = middle + 1 }
        }
        return low
    }
}
