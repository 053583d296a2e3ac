import X509Model

/// The equation of a curve over a prime field, y² = x³ + ax + b mod p, SEC 1 section 2.2.1.
///
/// It is asked to tell curves and keys of the same size apart, and points from other bytes. Nothing secret is computed
/// with, and no one waits for it.
struct PrimeCurve {
    private let field: PrimeField
    private let a: PrimeField.Element
    private let b: PrimeField.Element
    private let octets: Int

    init?(_ domain: KnownDomain.Domain) {
        field = PrimeField(domain.p)
        octets = domain.p.count
        guard let a = field.element(domain.a), let b = field.element(domain.b) else { return nil }
        self.a = a
        self.b = b
    }

    /// True for a point on the curve in any form of SEC 1 section 2.3.3 but that of infinity: whole, compressed, or
    /// hybrid.
    func has(_ point: [UInt8]) -> Bool {
        guard let first = point.first, point.count > octets, let x = field.element(point[1...octets]) else {
            return false
        }
        let right = field.sum(field.product(field.sum(field.product(x, x), a), x), b)
        switch first {
        case 2, 3: return point.count == 1 + octets && hasRoot(right, isOdd: first == 3)
        case 4, 6, 7:
            guard point.count == 1 + 2 * octets, let y = field.element(point[(1 + octets)...]) else {
                return false
            }
            let isFormRight = first == 4 || (point.last ?? 0) & 1 == first & 1
            return isFormRight && field.product(y, y) == right
        default: return false
        }
    }

    /// True if a number is the square of one that is odd, or even. Of the two roots one is; zero has one, which is
    /// even.
    private func hasRoot(_ square: PrimeField.Element, isOdd: Bool) -> Bool {
        square.allSatisfy { $0 == 0 } ? !isOdd : field.isSquare(square)
    }

    /// The named curves that a point is on, of all that are known.
    static func curves(of point: [UInt8]) -> [NamedCurve] {
        let isCompressed = point.first == 2 || point.first == 3
        let octets = isCompressed ? point.count - 1 : (point.count - 1) / 2
        return KnownDomain.domains(fieldOctets: octets).compactMap { (domain) in
            PrimeCurve(domain)?.has(point) == true ? NamedCurve(domain.identifier) : nil
        }
    }
}

/// The numbers modulo a prime.
struct PrimeField {
    /// A number below the prime in words of 32 bits, the least significant first, as many as the prime has.
    typealias Element = [UInt32]

    private let p: Element

    /// - Parameter p: the octets of the prime, the most significant first.
    init(_ p: some Collection<UInt8>) {
        self.p = PrimeField.words(p, count: (p.count + 3) / 4)
    }

    /// The number of octets, the most significant first; nil if it is not below the prime.
    func element(_ octets: some Collection<UInt8>) -> Element? {
        let number = octets.drop { $0 == 0 }
        guard number.count <= 4 * p.count else { return nil }
        let element = PrimeField.words(number, count: p.count)
        return isBelowPrime(element) ? element : nil
    }

    private static func words(_ octets: some Collection<UInt8>, count: Int) -> Element {
        var words = Element(repeating: 0, count: count)
        for (place, octet) in octets.reversed().enumerated() where place / 4 < count {
            words[place / 4] |= UInt32(octet) << UInt32(place % 4 * 8)
        }
        return words
    }

    private func isBelowPrime(_ number: Element) -> Bool {
        number.reversed().lexicographicallyPrecedes(p.reversed())
    }

    /// One plus other, of numbers below the prime.
    func sum(_ one: Element, _ other: Element) -> Element {
        var result = one
        add(other, to: &result)
        return result
    }

    /// One times other: doubled and added, bit by bit.
    func product(_ one: Element, _ other: Element) -> Element {
        var result = Element(repeating: 0, count: p.count)
        for word in other.reversed() {
            for bit in stride(from: UInt32(31), through: 0, by: -1) {
                add(result, to: &result)
                if word >> bit & 1 == 1 { add(one, to: &result) }
            }
        }
        return result
    }

    /// True for the square of a number other than zero: its power to (p - 1) / 2 is 1, Euler's criterion.
    func isSquare(_ number: Element) -> Bool {
        var one = Element(repeating: 0, count: p.count)
        one[0] = 1
        var result = one
        for (place, word) in p.enumerated().reversed() {
            // The lowest bit of p is left out: with it goes the 1, and the others move down by one.
            for bit in stride(from: 31, through: place == 0 ? 1 : 0, by: -1) {
                result = product(result, result)
                if word >> UInt32(bit) & 1 == 1 { result = product(result, number) }
            }
        }
        return result == one
    }

    private func add(_ other: Element, to number: inout Element) {
        var carry: UInt64 = 0
        for place in p.indices {
            carry += UInt64(number[place]) + UInt64(other[place])
            number[place] = UInt32(truncatingIfNeeded: carry)
            carry >>= 32
        }
        guard carry == 1 || !isBelowPrime(number) else { return }
        var borrow: UInt64 = 0
        for place in p.indices {
            let difference = UInt64(number[place]) &- UInt64(p[place]) &- borrow
            number[place] = UInt32(truncatingIfNeeded: difference)
            borrow = difference >> 63
        }
    }
}
