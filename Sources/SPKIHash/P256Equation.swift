/// The equation of the curve P-256, y² = x³ − 3x + b mod p, FIPS 186-4 appendix D.1.2.3.
///
/// It is asked to tell a private key of P-256 in the form of X9.63, a point and a number behind it, from a point of
/// P-384, which has as many bytes. Nothing secret is computed with, and nobody waits for it.
enum P256Equation {
    /// A number below 2^256 in four words, the least significant first.
    private typealias Number = [UInt64]

    private static let p: Number = [
        0xffff_ffff_ffff_ffff, 0x0000_0000_ffff_ffff, 0, 0xffff_ffff_0000_0001,
    ]
    private static let b: Number = [
        0x3bce_3c3e_27d2_604b, 0x651d_06b0_cc53_b0f6, 0xb3eb_bd55_7698_86bc, 0x5ac6_35d8_aa3a_93e7,
    ]

    /// True where the coordinates, 32 octets each, are those of a point on the curve.
    static func holds(x: some Collection<UInt8>, y: some Collection<UInt8>) -> Bool {
        guard let x = number(x), let y = number(y), isLess(x, than: p), isLess(y, than: p) else {
            return false
        }
        let threeX = sum(sum(x, x), x)
        let right = sum(difference(product(product(x, x), x), threeX), b)
        return product(y, y) == right
    }

    private static func number(_ octets: some Collection<UInt8>) -> Number? {
        guard octets.count == 32 else { return nil }
        var words: Number = []
        var word: UInt64 = 0
        for (place, octet) in octets.enumerated() {
            word = word << 8 | UInt64(octet)
            if place % 8 == 7 { words.append(word) }
        }
        return words.reversed()
    }

    private static func isLess(_ one: Number, than other: Number) -> Bool {
        one.reversed().lexicographicallyPrecedes(other.reversed())
    }

    /// One plus other mod p, of numbers below p.
    private static func sum(_ one: Number, _ other: Number) -> Number {
        let (words, carry) = added(one, other, carry: 0)
        return carry == 1 || !isLess(words, than: p) ? withoutBorrow(words, p) : words
    }

    /// One minus other mod p, of numbers below p.
    private static func difference(_ one: Number, _ other: Number) -> Number {
        sum(one, withoutBorrow(p, other))
    }

    /// One minus other mod 2^256: with the complement of the other, and 1.
    private static func withoutBorrow(_ one: Number, _ other: Number) -> Number {
        added(one, other.map { ~$0 }, carry: 1).words
    }

    /// One plus other plus the carry, and the carry out of 256 bits.
    private static func added(_ one: Number, _ other: Number, carry: UInt64) -> (words: Number, carry: UInt64)
    {
        var words: Number = []
        var carry = carry
        for (first, second) in zip(one, other) {
            let (half, overflow) = first.addingReportingOverflow(second)
            let (word, further) = half.addingReportingOverflow(carry)
            words.append(word)
            carry = overflow || further ? 1 : 0
        }
        return (words, carry)
    }

    /// One times other mod p: doubled and added, bit by bit.
    private static func product(_ one: Number, _ other: Number) -> Number {
        var result: Number = [0, 0, 0, 0]
        for word in other.reversed() {
            for bit in stride(from: UInt64(63), through: 0, by: -1) {
                result = sum(result, result)
                if word >> bit & 1 == 1 { result = sum(result, one) }
            }
        }
        return result
    }
}
