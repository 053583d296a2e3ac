import DERKit

/// Returns a number with a noun, as in `1 day` and `2 days`.
package func counted(_ count: some BinaryInteger, _ noun: String) -> String {
    "\(count) \(noun)" + (count == 1 ? "" : "s")
}

/// Finds the known word that a misspelled word was meant to be.
enum Spelling {
    /// Returns the known word that differs from `word` only in case, hyphens and underscores, or in at most a
    /// fifth of its letters, or `nil` if none is close enough.
    static func nearest(to word: String, among known: [String]) -> String? {
        let letters = Array(word.utf8.prefix(longest))
        if let same = known.first(where: { plain(Array($0.utf8)) == plain(letters) }) { return same }
        let best = known.map { (word: $0, changes: changes(plain(letters), plain(Array($0.utf8)))) }
            .min { $0.changes < $1.changes }
        guard let best, best.changes <= max(1, best.word.utf8.count / 5) else { return nil }
        return best.word
    }

    private static let longest = 64

    private static func plain(_ letters: [UInt8]) -> [UInt8] {
        letters.filter { isWordCharacter($0) && $0 != UInt8(ascii: "_") }.map { $0 | 0x20 }
    }

    /// Returns the number of insertions, removals and changes that turn `one` into `other`.
    private static func changes(_ one: [UInt8], _ other: [UInt8]) -> Int {
        var last = Array(0...other.count)
        for (row, letter) in one.enumerated() {
            var current = [row + 1]
            for (column, candidate) in other.enumerated() {
                current.append(
                    min(
                        last[column + 1] + 1, current[column] + 1,
                        last[column] + (letter == candidate ? 0 : 1)))
            }
            last = current
        }
        return last.last ?? 0
    }
}
