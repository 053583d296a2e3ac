import DERKit

/// A TLSA record, whose digest follows in one or several parts, RFC 6698 section 2.2.
struct TextRecord {
    let owner: TextHost?
    /// The usage, the selector and the matching type.
    private(set) var numbers: [UInt8] = []
    private var digits: [UInt8] = []
    private var start = 0
    private var last = -1

    init(owner: TextHost?) { self.owner = owner }

    /// Takes a number or digits, and returns the digest when it is complete.
    mutating func take(_ word: Range<Int>, of text: [UInt8]) -> TextDigest? {
        if numbers.count < 3 {
            guard word.count == 1, let digit = text[word].first, (0x30...0x33).contains(digit) else {
                return nil
            }
            numbers.append(digit - 0x30)
            last = word.lowerBound
            return nil
        }
        guard digits.count < 64, text[word].allSatisfy({ hexDigit($0) != nil }) else { return nil }
        if digits.isEmpty { start = word.lowerBound }
        digits += text[word]
        last = word.lowerBound
        // Another digest is not that of a pin.
        guard numbers[1] < 2, numbers[2] == 1, let pin = TextDigest.hex(digits[...]) else { return nil }
        return TextDigest(pin: pin, range: start..<word.upperBound, spelling: .tlsa, record: self)
    }

    /// Returns whether the word at a place was taken.
    func hasTaken(_ place: Int) -> Bool { last == place }
}
