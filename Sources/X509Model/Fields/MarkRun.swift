/// A run of marks that combine with a letter, in a text that is examined scalar by scalar.
///
/// More than 30 do not occur in any language (UAX #15 section 13, Stream-Safe Text Format), and cover other
/// lines on a screen. Comparing, hashing and splitting text takes time quadratic in the length of a run, so
/// no longer run may reach a string that is processed.
package struct MarkRun {
    /// The maximum number of marks on one letter.
    package static let longest = 30

    private var count = 0

    package init() {}

    /// Counts the next scalar of text, and returns whether it is one mark too many.
    package mutating func isTooLong(with scalar: Unicode.Scalar) -> Bool {
        guard MarkRun.isMark(scalar) else {
            count = 0
            return false
        }
        count += 1
        return count > MarkRun.longest
    }

    /// Returns whether a scalar takes part in canonical ordering: a non-starter, or one of the three Tibetan
    /// starters whose decompositions are non-starters.
    package static func isMark(_ scalar: Unicode.Scalar) -> Bool {
        guard scalar.value >= 0x300 else { return false }
        switch scalar.value {
        case 0xf73, 0xf75, 0xf81: return true
        default: return scalar.properties.canonicalCombiningClass != .notReordered
        }
    }

    /// Returns the UTF-8 offset of the first mark that exceeds the limit, or `nil` if none does.
    package static func end(in text: String) -> Int? {
        guard !text.utf8.allSatisfy({ $0 < 0x80 }) else { return nil }
        var run = MarkRun()
        var offset = 0
        for scalar in text.unicodeScalars {
            if run.isTooLong(with: scalar) { return offset }
            offset += UTF8.width(scalar)
        }
        return nil
    }
}
