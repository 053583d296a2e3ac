/// Comparing, hashing and dividing a text takes the square of the length of a run of combining marks in it,
/// which have to be put in order first. So no reader hands such a run on: UAX #15 section 13, Stream-Safe Text
/// Format, has at most 30 in a row, more than any language.
enum StreamSafeText {
    /// The most combining marks in a row.
    static let longestRun = 30

    static let message = "more than \(longestRun) combining marks in a row"

    /// Offset in UTF-8 of the first run that is too long; nil where there is none.
    static func longRun(in text: String) -> Int? {
        guard !text.utf8.allSatisfy({ $0 < 0x80 }) else { return nil }
        var count = 0
        var start = 0
        var offset = 0
        for scalar in text.unicodeScalars {
            if isMark(scalar) {
                if count == 0 { start = offset }
                count += 1
                guard count <= longestRun else { return start }
            } else {
                count = 0
            }
            offset += UTF8.width(scalar)
        }
        return nil
    }

    /// True for what takes part in the canonical ordering: a non-starter, or one of the three starters whose
    /// decompositions are non-starters.
    static func isMark(_ scalar: Unicode.Scalar) -> Bool {
        guard scalar.value >= 0x300 else { return false }
        switch scalar.value {
        case 0xf73, 0xf75, 0xf81: return true
        default: return scalar.properties.canonicalCombiningClass != .notReordered
        }
    }
}

extension TextScanner {
    /// A text that was decoded from what begins at `offset`.
    ///
    /// - Throws: ``PolicyError``, `syntax`, where it is no stream-safe text.
    func checked(_ text: String, at offset: Int) throws(PolicyError) -> String {
        guard StreamSafeText.longRun(in: text) == nil else { throw error(StreamSafeText.message, at: offset) }
        return text
    }

    /// All that follows as text, with U+FFFD for what is no UTF-8.
    ///
    /// - Throws: ``PolicyError``, `syntax`, where it is no stream-safe text.
    func text() throws(PolicyError) -> String {
        let text = String(decoding: bytes[place...], as: UTF8.self)
        if let run = StreamSafeText.longRun(in: text) {
            throw error(StreamSafeText.message, at: place + run)
        }
        return text
    }
}
