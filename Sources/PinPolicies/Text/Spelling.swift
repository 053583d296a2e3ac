import SPKIHash

/// Returns a number with a noun, as in `1 day` and `2 days`.
package func counted(_ count: some BinaryInteger, _ noun: String) -> String {
    "\(count) \(noun)" + (count == 1 ? "" : "s")
}

/// Finds the known word for a misspelled one.
package enum Spelling {
    /// Returns the known word that is the same as `word` apart from case, hyphens and underscores. If there is none,
    /// returns the most similar word if at most one letter or a fifth of that word's letters differ, and `nil`
    /// otherwise.
    package static func nearest(to word: String, among known: [String]) -> String? {
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

    /// Returns the number of insertions, removals, changes and swaps of adjacent letters that turn `one` into `other`;
    /// at most 64 letters of `one` count.
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

/// Text in double quotes with JSON escapes: always one line that contains only printable ASCII characters and letters.
enum QuotedText {
    /// Returns text as a literal that JSON, Kotlin and Java read. Dollar signs, which begin a variable in Kotlin, and
    /// consecutive hyphens, which XML forbids in comments, are written as `\u` escapes.
    static func json(_ text: String) -> String {
        var result = "\""
        var last: Unicode.Scalar = " "
        for scalar in text.unicodeScalars {
            switch scalar {
            case "\"", "\\": result += "\\\(scalar)"
            case "$": result += escape(scalar)
            case "-" where last == "-": result += escape(scalar)
            case " "..."~": result.unicodeScalars.append(scalar)
            default: result += scalar.properties.isAlphabetic ? String(scalar) : escape(scalar)
            }
            last = scalar
        }
        return result + "\""
    }

    private static func escape(_ scalar: Unicode.Scalar) -> String {
        String(scalar).utf16.map { "\\u" + hex([UInt8($0 >> 8), UInt8(truncatingIfNeeded: $0)]) }.joined()
    }
}
