import DERKit

/// Finds any four consecutive octets of private values in a text, in the forms in which octets are printed.
///
/// The text is read once, with plain loops: the tests search many thousands, without the optimizer.
struct SecretSearch {
    private var windows: Set<UInt32> = []
    /// The candidate windows, by their first two octets.
    private var isStart = [Bool](repeating: false, count: 1 << 16)
    private var base64: Set<UInt64> = []
    /// The candidates among base64, by their last two characters.
    private var isEnd = [Bool](repeating: false, count: 1 << 16)

    init(_ secrets: [[UInt8]]) {
        for secret in secrets where secret.count >= 6 {
            for start in 0...secret.count - 4 {
                let window = secret[start..<start + 4].reduce(UInt32(0)) { $0 << 8 | UInt32($1) }
                // Octets that are all equal prove nothing.
                guard Set(secret[start..<start + 4]).count > 1 else { continue }
                windows.insert(window)
                isStart[Int(window >> 16)] = true
            }
            for start in 0...secret.count - 6 {
                let text = Base64.encode(secret[start..<start + 6]).utf8.reduce(UInt64(0)) {
                    $0 << 8 | UInt64($1)
                }
                base64.insert(text)
                isEnd[Int(text & 0xffff)] = true
            }
        }
    }

    private func isSecret(_ window: UInt32) -> Bool { isStart[Int(window >> 16)] && windows.contains(window) }

    /// Returns the form in which a part of a secret is in `text`; nil if none is: its octets, hex digits, whether or not
    /// there are spaces, colons and backslashes between them, decimal numbers, one per octet or one for all, or base64.
    func found(in text: String) -> String? {
        let bytes = Array(text.utf8)
        var (ascii, digits, octets, characters): (UInt32, UInt32, UInt32, UInt64) = (0, 0, 0, 0)
        var (digitCount, octetCount, place) = (0, 0, 0)
        var number: UInt64?
        while place <= bytes.count {
            // The end of the text ends a number, too.
            let byte = place < bytes.count ? bytes[place] : 0
            ascii = ascii << 8 | UInt32(byte)
            if place > 2, isSecret(ascii) { return "ASCII: \(String(ascii, radix: 16))" }
            let digit = SecretSearch.digits[Int(byte)]
            if digit < 16 {
                digits = digits << 4 | UInt32(digit)
                digitCount += 1
                if digitCount > 7, isSecret(digits) { return "hex: \(String(digits, radix: 16))" }
            } else if byte != 0x20, byte != 0x3a, byte != 0x5c, byte != 0x0a {
                digitCount = 0
            }
            if digit < 10 {
                number = (number ?? 0) &* 10 &+ UInt64(digit)
            } else if let value = number {
                number = nil
                if value < 256 {
                    octets = octets << 8 | UInt32(value)
                    octetCount += 1
                    if octetCount > 3, isSecret(octets) {
                        return "decimal octets: \(String(octets, radix: 16))"
                    }
                } else if value > 1 << 24 {
                    for shift in 0..<5
                    where isSecret(UInt32(truncatingIfNeeded: value >> (8 * UInt64(shift)))) {
                        return "decimal: \(value)"
                    }
                }
            }
            if byte != 0x0a, byte != 0x0d {
                characters = characters << 8 | UInt64(byte)
                if isEnd[Int(characters & 0xffff)], base64.contains(characters) {
                    return "base64: \(String(characters, radix: 16))"
                }
            }
            place += 1
        }
        return nil
    }

    /// The value of each hex digit; 16 for every other octet.
    private static let digits = (0...255).map { hexDigit(UInt8($0)) ?? 16 }
}
