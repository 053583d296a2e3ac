import SPKIHash

/// Arithmetic modulo an odd number, with Montgomery multiplication: n words represent a number times 2^(64 n).
///
/// Apart from the final subtraction, the time that an operation takes does not depend on the numbers. There is no other
/// protection against timing attacks.
struct ModularField {
    /// A number less than the modulus as 64-bit words, least significant first, with as many words as the modulus.
    typealias Element = PrimeField.Element

    /// A point of a curve in projective coordinates: X/Z and Y/Z.
    struct Point {
        let x, y, z: Element
    }

    private let field: PrimeField
    /// The number of octets in the modulus.
    let octetCount: Int
    /// The factor that converts a number to Montgomery form.
    private let square: Element

    /// Creates the field of a modulus, most significant octet first; `nil` if it is even or less than 3.
    init?(_ octets: some Collection<UInt8>) {
        let octets = Array(octets.drop { $0 == 0 })
        guard let last = octets.last, last & 1 == 1, octets.count > 1 || last > 1 else { return nil }
        octetCount = octets.count
        field = PrimeField(octets.span)
        var power = field.element(1)
        for _ in 0..<128 * field.p.count { power = field.sum(power, power) }
        square = power
    }

    /// Returns the number that octets encode, most significant first, or `nil` if it is not less than the modulus.
    func element(_ octets: some Collection<UInt8>) -> Element? {
        field.element(Array(octets).span).map { product($0, square) }
    }

    /// Returns a small number as an element.
    func element(_ number: UInt32) -> Element { product(field.element(UInt64(number)), square) }

    /// Returns a number as octets, most significant first, with as many octets as the modulus.
    func octets(_ element: Element) -> [UInt8] {
        let words = field.quotient(element)
        return (0..<octetCount).reversed().map { (place) in
            UInt8(truncatingIfNeeded: words[place / 8] >> UInt64(place % 8 * 8))
        }
    }

    func sum(_ one: Element, _ other: Element) -> Element { field.sum(one, other) }

    func difference(_ one: Element, _ other: Element) -> Element {
        // The negative of 0 is the modulus itself, which the sum reduces.
        var negative = field.p
        PrimeField.subtract(other, from: &negative)
        return field.sum(one, negative)
    }

    func product(_ one: Element, _ other: Element) -> Element { field.product(one, other) }

    func power(_ base: Element, _ exponent: [UInt8]) -> Element {
        ModularField.repeated(exponent, base, from: element(1), product)
    }

    /// Returns `base` combined with itself `number` times (octets, most significant first), by doubling and adding;
    /// `neutral` is the result for 0.
    static func repeated<Value>(
        _ number: some Sequence<UInt8>, _ base: Value, from neutral: Value,
        _ combined: (Value, Value) -> Value
    ) -> Value {
        var result = neutral
        for octet in number {
            for bit in stride(from: UInt8(7), through: 0, by: -1) {
                result = combined(result, result)
                if octet >> bit & 1 == 1 { result = combined(result, base) }
            }
        }
        return result
    }

    /// Returns the inverse modulo a prime: the number to the power of the prime minus 2, by Fermat's little theorem.
    /// The inverse of 0 is 0.
    func inverse(_ element: Element) -> Element {
        var words = field.p
        // The modulus is at least 3, so the exponent is at least 1.
        PrimeField.subtract(field.element(2), from: &words)
        let exponent = words.reversed().flatMap { (word) in
            (0..<8).map { UInt8(truncatingIfNeeded: word >> UInt64(56 - 8 * $0)) }
        }
        return power(element, exponent)
    }

    // MARK: Words

    /// Returns whether a number is the product of two others, all given as octets, most significant first.
    static func isProduct(_ product: [UInt8], _ one: [UInt8], _ other: [UInt8]) -> Bool {
        let (one, other) = (PrimeField.words(one.span), PrimeField.words(other.span))
        var total = Element(repeating: 0, count: one.count + other.count)
        for (start, word) in one.enumerated() {
            var carry: UInt64 = 0
            for (place, factor) in other.enumerated() {
                (carry, total[start + place]) = PrimeField.multiply(
                    word, factor, adding: total[start + place], carry)
            }
            total[start + other.count] = carry
        }
        let octets = Array(product.drop { $0 == 0 })
        return octets.count <= 8 * total.count && PrimeField.words(octets.span, count: total.count) == total
    }
}
