import DERKit

/// Text in which string literals that form one string are joined: those with a plus sign between them, and
/// adjacent ones, as in Dart and Python.
///
///     "sha256/7zwAM/YU+zd8BZMCl0J9" +
///         "43URuyF35zefKC7QIoxTq+U="
///
/// Only literals that meet in characters of pins are joined; all other text remains.
struct JoinedLiterals {
    /// A place where two literals were joined.
    private struct Joint {
        /// The offset in the joined text.
        let offset: Int
        /// The number of bytes removed up to here.
        let removed: Int
    }

    /// The joined text; empty if nothing was joined.
    private(set) var bytes: [UInt8] = []
    private var joints: [Joint] = []

    /// - Parameter isPart: returns true for a character of a pin.
    init(_ text: [UInt8], isPart: (UInt8) -> Bool) {
        var copied = 0
        var removed = 0
        var place = 1
        while place < text.count {
            guard JoinedLiterals.isQuote(text[place]), isPart(text[place - 1]),
                let end = JoinedLiterals.endOfJoint(text, place), end < text.count, isPart(text[end])
            else {
                place += 1
                continue
            }
            bytes += text[copied..<place]
            removed += end - place
            joints.append(Joint(offset: bytes.count, removed: removed))
            copied = end
            place = end + 1
        }
        if !joints.isEmpty { bytes += text[copied...] }
    }

    /// Returns the range in the original text of a range with a joint inside it, or `nil` if it has none.
    func original(_ range: Range<Int>) -> Range<Int>? {
        let (first, last) = (count(upTo: range.lowerBound), count(upTo: range.upperBound - 1))
        guard first < last else { return nil }
        let start = range.lowerBound + (first > 0 ? joints[first - 1].removed : 0)
        return start..<(range.upperBound + joints[last - 1].removed)
    }

    /// Returns the number of joints up to an offset in the joined text.
    private func count(upTo offset: Int) -> Int { joints.firstPlace { $0.offset > offset } }

    /// Returns the place after the opening quote of the literal that continues the one whose closing quote is
    /// at `place`, or `nil`.
    private static func endOfJoint(_ text: [UInt8], _ place: Int) -> Int? {
        var scanner = TextScanner(text)
        scanner.place = place + 1
        scanner.skipSpace()
        let isSum = scanner.take("+")
        if isSum { scanner.skipSpace() }
        // A comment on the first part.
        if scanner.take("//") {
            scanner.take { $0 != 0x0a }
            scanner.skipSpace()
        }
        if !isSum, scanner.take("+") { scanner.skipSpace() }
        _ = scanner.take("@")
        // Two quotes without a space are a quote within quotes, as in CSV.
        guard scanner.place > place + 1, let quote = scanner.peek(), isQuote(quote) else { return nil }
        return scanner.place + 1
    }

    private static func isQuote(_ byte: UInt8) -> Bool {
        byte == UInt8(ascii: "\"") || byte == UInt8(ascii: "'") || byte == UInt8(ascii: "`")
    }
}
