import DERKit
import X509Model

/// The equation of a curve over a prime field, y² = x³ + ax + b mod p, SEC 1 section 2.2.1.
///
/// It distinguishes curves and keys of the same size, and points from other bytes. It does not process
/// secrets.
struct PrimeCurve: Sendable {
    private let field: PrimeField
    /// a / R, and b / R².
    private let a: PrimeField.Element
    private let b: PrimeField.Element
    private let octets: Int

    init?(_ domain: KnownDomain.Domain) {
        field = PrimeField(domain.p)
        octets = domain.p.count
        guard let a = field.element(domain.a), let b = field.element(domain.b) else { return nil }
        self.a = field.quotient(a)
        self.b = field.quotient(field.quotient(b))
    }

    /// Returns whether a point is on the curve, in any form of SEC 1 section 2.3.3 except infinity:
    /// uncompressed, compressed or hybrid.
    func has(_ point: [UInt8]) -> Bool {
        guard let first = point.first, point.count > octets, let x = field.element(point[1...octets]) else {
            return false
        }
        // Each product is divided by R, so both sides are divided by R².
        let right = field.sum(field.product(field.sum(field.product(x, x), a), x), b)
        switch first {
        case 2, 3: return point.count == 1 + octets && hasRoot(right, isOdd: first == 3)
        case 4, 6, 7:
            guard point.count == 1 + 2 * octets, let y = field.element(point[(1 + octets)...]) else {
                return false
            }
            let isFormRight = first == 4 || (point.last ?? 0) & 1 == first & 1
            return isFormRight && field.quotient(field.product(y, y)) == right
        default: return false
        }
    }

    /// Returns whether a number has an odd or even square root. Of two roots, one is odd and one even; zero
    /// has one root, which is even.
    private func hasRoot(_ square: PrimeField.Element, isOdd: Bool) -> Bool {
        square.allSatisfy { $0 == 0 } ? !isOdd : field.isSquare(square)
    }

    /// Returns the curve of a domain; those of nearly all keys are created only once.
    static func curve(_ domain: KnownDomain.Domain) -> PrimeCurve? {
        common.first { $0.identifier == domain.identifier }?.curve ?? PrimeCurve(domain)
    }

    private static let common: [(identifier: ASN1ObjectIdentifier, curve: PrimeCurve)] = [
        "prime256v1", "secp384r1", "secp521r1",
    ].compactMap { (name) in
        guard let identifier = ASN1ObjectIdentifier(registered: name),
            let domain = KnownDomain.domain(identifier),
            let curve = PrimeCurve(domain)
        else { return nil }
        return (identifier, curve)
    }

    /// Returns the known named curves that a point is on.
    static func curves(of point: [UInt8]) -> [NamedCurve] {
        let isCompressed = point.first == 2 || point.first == 3
        let octets = isCompressed ? point.count - 1 : (point.count - 1) / 2
        return KnownDomain.domains(fieldOctets: octets).compactMap { (domain) in
            curve(domain)?.has(point) == true ? NamedCurve(domain.identifier) : nil
        }
    }
}

/// Arithmetic modulo a prime, or another odd number, with Montgomery multiplication: each product is divided by
/// R, the power of two above the words of the prime. A number has a root if its quotient has one, because R is a
/// square.
package struct PrimeField: Sendable {
    /// A number below the prime in 32-bit words, least significant first, as many as the prime has.
    package typealias Element = [UInt32]

    private let p: Element
    /// -1 / p modulo 2^32.
    private let inverse: UInt32

    /// - Parameter p: the octets of the prime, most significant first.
    package init(_ p: some Collection<UInt8>) {
        let words = PrimeField.words(p, count: (p.count + 3) / 4)
        let lowest = words.first ?? 1
        // Newton's iteration doubles the number of correct bits; an odd number is its own inverse modulo 8.
        var inverse = lowest
        for _ in 0..<4 { inverse = inverse &* (2 &- lowest &* inverse) }
        self.p = words
        self.inverse = 0 &- inverse
    }

    /// Returns the number in octets, most significant first, or `nil` if it is not below the prime.
    package func element(_ octets: some Collection<UInt8>) -> Element? {
        let number = octets.drop { $0 == 0 }
        guard number.count <= 4 * p.count else { return nil }
        let element = PrimeField.words(number, count: p.count)
        return isBelowPrime(element) ? element : nil
    }

    package static func words(_ octets: some Collection<UInt8>, count: Int) -> Element {
        var words = Element(repeating: 0, count: count)
        for (place, octet) in octets.reversed().enumerated() where place / 4 < count {
            words[place / 4] |= UInt32(octet) << UInt32(place % 4 * 8)
        }
        return words
    }

    private func isBelowPrime(_ number: Element) -> Bool {
        for place in p.indices.reversed() where number[place] != p[place] { return number[place] < p[place] }
        return false
    }

    /// Returns the sum of numbers below the prime.
    package func sum(_ one: Element, _ other: Element) -> Element {
        var result = one
        var carry: UInt64 = 0
        for place in p.indices {
            carry += UInt64(result[place]) + UInt64(other[place])
            result[place] = UInt32(truncatingIfNeeded: carry)
            carry >>= 32
        }
        reduce(&result, carry)
        return result
    }

    /// Returns the product of two numbers, divided by R.
    package func product(_ one: Element, _ other: Element) -> Element {
        var result = Element(repeating: 0, count: p.count)
        var high: UInt64 = 0
        for word in other {
            var carry: UInt64 = 0
            for place in p.indices {
                carry += UInt64(result[place]) + UInt64(one[place]) * UInt64(word)
                result[place] = UInt32(truncatingIfNeeded: carry)
                carry >>= 32
            }
            high += carry
            // Adding this multiple of the prime makes the lowest word 0, which is then dropped.
            let times = UInt64(result[0] &* inverse)
            carry = (UInt64(result[0]) + times * UInt64(p[0])) >> 32
            for place in p.indices.dropFirst() {
                carry += UInt64(result[place]) + times * UInt64(p[place])
                result[place - 1] = UInt32(truncatingIfNeeded: carry)
                carry >>= 32
            }
            high += carry
            result[p.count - 1] = UInt32(truncatingIfNeeded: high)
            high >>= 32
        }
        reduce(&result, high)
        return result
    }

    /// Returns a number divided by R.
    package func quotient(_ number: Element) -> Element {
        var one = Element(repeating: 0, count: p.count)
        one[0] = 1
        return product(number, one)
    }

    /// Returns whether a number is a nonzero square: its power to (p - 1) / 2 is 1, Euler's criterion.
    func isSquare(_ number: Element) -> Bool {
        // R, which acts as 1 because each product is divided by it.
        var one = Element(repeating: 0, count: p.count)
        one[0] = 1
        for _ in 0..<32 * p.count { one = sum(one, one) }
        var result = one
        for (place, word) in p.enumerated().reversed() {
            // Dropping the lowest bit of p gives (p - 1) / 2.
            for bit in stride(from: 31, through: place == 0 ? 1 : 0, by: -1) {
                result = product(result, result)
                if word >> UInt32(bit) & 1 == 1 { result = product(result, number) }
            }
        }
        return result == one
    }

    /// Subtracts the prime if needed from a number below twice the prime, with `carry` above its words.
    private func reduce(_ number: inout Element, _ carry: UInt64) {
        guard carry == 1 || !isBelowPrime(number) else { return }
        var borrow: UInt64 = 0
        for place in p.indices {
            let difference = UInt64(number[place]) &- UInt64(p[place]) &- borrow
            number[place] = UInt32(truncatingIfNeeded: difference)
            borrow = difference >> 63
        }
    }
}
