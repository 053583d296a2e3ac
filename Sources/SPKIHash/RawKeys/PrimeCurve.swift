import X509Model

/// The equation of a curve over a prime field, y² = x³ + ax + b mod p, SEC 1 section 2.2.1.
///
/// It tells apart curves or keys of the same size, and points from other bytes. It does not process secrets.
struct PrimeCurve: Sendable {
    private let field: PrimeField
    /// a / R, and b / R², where R is that of ``PrimeField``.
    private let a: PrimeField.Element
    private let b: PrimeField.Element
    private let octets: Int

    init?(_ domain: KnownDomain.Domain) {
        field = PrimeField(domain.p.span)
        octets = domain.p.count
        guard let a = field.element(domain.a.span), let b = field.element(domain.b.span) else { return nil }
        self.a = field.quotient(a)
        self.b = field.quotient(field.quotient(b))
    }

    /// Returns whether a point is on the curve. The point may have any form in SEC 1 section 2.3.3 except infinity:
    /// uncompressed, compressed or hybrid.
    func has(_ point: Span<UInt8>) -> Bool {
        guard point.count > octets, let x = field.element(point.extracting(1...octets)) else { return false }
        let first = point[0]
        // Each product is divided by R, so both sides are divided by R².
        let right = field.sum(field.product(field.sum(field.product(x, x), a), x), b)
        switch first {
        case 2, 3: return point.count == 1 + octets && hasRoot(right, isOdd: first == 3)
        case 4, 6, 7:
            guard point.count == 1 + 2 * octets, let y = field.element(point.extracting((1 + octets)...))
            else { return false }
            let isFormRight = first == 4 || point[2 * octets] & 1 == first & 1
            return isFormRight && field.quotient(field.product(y, y)) == right
        default: return false
        }
    }

    /// Returns whether a number has a square root that is odd or even, as required. Of two roots, one is odd and the
    /// other is even; zero has only one root, which is even.
    private func hasRoot(_ square: PrimeField.Element, isOdd: Bool) -> Bool {
        square.allSatisfy { $0 == 0 } ? !isOdd : field.isSquare(square)
    }

    /// Returns the curve with the given domain parameters. The curves of nearly all keys are created only once.
    static func curve(_ domain: KnownDomain.Domain) -> PrimeCurve? {
        common.first { $0.identifier == domain.identifier }?.curve ?? PrimeCurve(domain)
    }

    /// Returns whether a key is an uncompressed point on a common curve, and its parameters name the curve.
    static func hasUsualPoint(_ key: SubjectPublicKeyInfo) -> Bool {
        let bytes = key.input.span
        let algorithm = bytes.extracting(key.layout.algorithm.range)
        let point = bytes.extracting(key.layout.subjectPublicKey.range)
        guard key.layout.subjectPublicKey.unusedBits == 0, !point.isEmpty, point[0] == 4 else { return false }
        for place in common.indices where algorithm.isEqual(to: common[place].algorithm) {
            return common[place].curve.has(point)
        }
        return false
    }

    /// The curves of nearly all keys, each with its identifier and the AlgorithmIdentifier of keys on it.
    private static let common: [(identifier: ASN1ObjectIdentifier, algorithm: [UInt8], curve: PrimeCurve)] = [
        RawKeyAlgorithm.p256, .p384, .p521,
    ].compactMap { (algorithm) in
        guard let domain = algorithm.namedCurve.flatMap({ KnownDomain.domain($0.identifier) }),
            let curve = PrimeCurve(domain)
        else { return nil }
        return (domain.identifier, algorithm.identifierBytes, curve)
    }

    /// Returns the known named curves that contain a point.
    static func curves(of point: [UInt8]) -> [NamedCurve] {
        let isCompressed = point.first == 2 || point.first == 3
        let octets = isCompressed ? point.count - 1 : (point.count - 1) / 2
        return KnownDomain.domains(fieldOctets: octets).compactMap { (domain) in
            curve(domain)?.has(point.span) == true ? NamedCurve(domain.identifier) : nil
        }
    }
}

/// Arithmetic modulo a prime, or another odd number, with Montgomery multiplication: each product is divided by R,
/// which is 2^(64 n) for a prime of n words. A number has a square root if its quotient by R has one, because R is a
/// square.
package struct PrimeField: Sendable {
    /// A number below the prime as 64-bit words, least significant first, with as many words as the prime.
    package typealias Element = [UInt64]

    package let p: Element
    /// -1 / p modulo 2^64.
    private let inverse: UInt64

    /// Creates the field of a prime, most significant octet first.
    package init(_ p: Span<UInt8>) {
        let words = PrimeField.words(p)
        let lowest = words.first ?? 1
        // Newton's iteration doubles the number of correct bits; an odd number is its own inverse modulo 8.
        var inverse = lowest
        for _ in 0..<5 { inverse = inverse &* (2 &- lowest &* inverse) }
        self.p = words
        self.inverse = 0 &- inverse
    }

    /// Returns the number in octets, most significant first, or `nil` if it is not below the prime.
    package func element(_ octets: Span<UInt8>) -> Element? {
        var start = 0
        while start < octets.count, octets[start] == 0 { start += 1 }
        guard octets.count - start <= 8 * p.count else { return nil }
        let element = PrimeField.words(octets.extracting(start...), count: p.count)
        return isBelowPrime(element) ? element : nil
    }

    /// Returns the words of a number, by default as many as needed; `count` must be large enough for all octets.
    package static func words(_ octets: Span<UInt8>, count: Int? = nil) -> Element {
        var words = Element(repeating: 0, count: count ?? (octets.count + 7) / 8)
        for (place, end) in stride(from: octets.count, to: 0, by: -8).enumerated() {
            var word: UInt64 = 0
            for octet in max(0, end - 8)..<end { word = word << 8 | UInt64(octets[octet]) }
            words[place] = word
        }
        return words
    }

    /// Returns the sum of a product and two more numbers as two words, which are always large enough.
    @inline(__always)
    package static func multiply(
        _ one: UInt64, _ other: UInt64, adding first: UInt64, _ second: UInt64
    ) -> (high: UInt64, low: UInt64) {
        let (high, low) = one.multipliedFullWidth(by: other)
        let (part, isOver) = low.addingReportingOverflow(first)
        let (sum, isOverAgain) = part.addingReportingOverflow(second)
        return (high &+ (isOver ? 1 : 0) &+ (isOverAgain ? 1 : 0), sum)
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
            (carry, result[place]) = PrimeField.multiply(other[place], 1, adding: result[place], carry)
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
                (carry, result[place]) = PrimeField.multiply(one[place], word, adding: result[place], carry)
            }
            let (top, isOver) = high.addingReportingOverflow(carry)
            // Adding this multiple of the prime makes the lowest word 0, which is then dropped.
            let times = result[0] &* inverse
            (carry, _) = PrimeField.multiply(times, p[0], adding: result[0], 0)
            for place in 1..<p.count {
                (carry, result[place - 1]) = PrimeField.multiply(
                    times, p[place], adding: result[place], carry)
            }
            let (last, isOverAgain) = top.addingReportingOverflow(carry)
            result[p.count - 1] = last
            high = (isOver ? 1 : 0) + (isOverAgain ? 1 : 0)
        }
        reduce(&result, high)
        return result
    }

    /// Returns the number that consists of one word.
    package func element(_ word: UInt64) -> Element {
        var words = Element(repeating: 0, count: p.count)
        words[0] = word
        return words
    }

    /// Returns a number divided by R.
    package func quotient(_ number: Element) -> Element { product(number, element(1)) }

    /// Returns whether a number is a nonzero square: raised to the power of (p - 1) / 2, it is 1 (Euler's criterion).
    func isSquare(_ number: Element) -> Bool {
        // R, which acts as 1 because each product is divided by it.
        var one = element(1)
        for _ in 0..<64 * p.count { one = sum(one, one) }
        var result = one
        for (place, word) in p.enumerated().reversed() {
            // Dropping the lowest bit of p gives (p - 1) / 2.
            for bit in stride(from: 63, through: place == 0 ? 1 : 0, by: -1) {
                result = product(result, result)
                if word >> UInt64(bit) & 1 == 1 { result = product(result, number) }
            }
        }
        return result == one
    }

    /// Subtracts the prime, if needed, from a number below twice the prime; `carry` is its most significant word.
    private func reduce(_ number: inout Element, _ carry: UInt64) {
        guard carry == 1 || !isBelowPrime(number) else { return }
        PrimeField.subtract(p, from: &number)
    }

    /// Subtracts a number with the same number of words; a borrow out of the last word is dropped.
    package static func subtract(_ other: Element, from number: inout Element) {
        var isBorrowed = false
        for place in number.indices {
            let (part, isUnder) = number[place].subtractingReportingOverflow(other[place])
            let (difference, isUnderAgain) = part.subtractingReportingOverflow(isBorrowed ? 1 : 0)
            number[place] = difference
            isBorrowed = isUnder || isUnderAgain
        }
    }
}
