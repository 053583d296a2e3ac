import DERKit

/// Returns a number with a noun, as in `1 day` and `2 days`.
package func counted(_ count: some BinaryInteger, _ noun: String) -> String {
    "\(count) \(noun)" + (count == 1 ? "" : "s")
}

/// Finds the known word that a misspelled word was meant to be.
package enum Spelling {
    /// Returns the known word that differs from `word` only in case, hyphens and underscores, or in at most a
    /// fifth of its letters, or `nil` if none is close enough.
    static func nearest(to word: String, among known: [String]) -> String? {
        let letters = Array(word.utf8.prefix(64))
        if let same = known.first(where: { plain(Array($0.utf8)) == plain(letters) }) { return same }
        let best = known.map { (word: $0, changes: changes(plain(letters), plain(Array($0.utf8)))) }
            .min { $0.changes < $1.changes }
        guard let best, best.changes <= max(1, best.word.utf8.count / 5) else { return nil }
        return best.word
    }

    private static func plain(_ letters: [UInt8]) -> [UInt8] {
        letters.filter { isWordCharacter($0) && $0 != UInt8(ascii: "_") }.map { $0 | 0x20 }
    }

    /// Returns the number of insertions, removals, changes and swaps of neighbors that turn `one`, of which at most 64
    /// letters count, into `other`.
    package static func changes(_ one: [UInt8], _ other: [UInt8]) -> Int {
        let one = Array(one.prefix(64))
        var beforeLast: [Int] = []
        var last = Array(0...other.count)
        for (row, letter) in one.enumerated() {
            var current = [row + 1]
            for (column, candidate) in other.enumerated() {
                var cost = min(
                    last[column] + (letter == candidate ? 0 : 1), last[column + 1] + 1, current[column] + 1)
                if row > 0, column > 0, letter == other[column - 1], one[row - 1] == candidate {
                    cost = min(cost, beforeLast[column - 1] + 1)
                }
                current.append(cost)
            }
            (beforeLast, last) = (last, current)
        }
        return last.last ?? 0
    }
}
