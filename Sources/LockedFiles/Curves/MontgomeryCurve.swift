/// A curve v² = u³ + Au² + u, RFC 7748, for the public half of a secret number.
struct MontgomeryCurve {
    private let field: ModularField
    /// (A - 2) / 4.
    private let a24: ModularField.Element
    /// The u-coordinate of the base point.
    private let base: ModularField.Element
    private let clamp: ([UInt8]) -> [UInt8]

    /// Returns the public key of a secret, section 5, or `nil` if the secret has the wrong size.
    func publicKey(_ secret: [UInt8]) -> [UInt8]? {
        guard secret.count == field.octetCount else { return nil }
        // The ladder: (x2 : z2) and (x3 : z3) are consecutive multiples of the base point.
        var (x2, z2) = (field.element(1), field.element(0))
        var (x3, z3) = (base, field.element(1))
        for octet in clamp(secret).reversed() {
            for bit in stride(from: UInt8(7), through: 0, by: -1) {
                let isSet = octet >> bit & 1 == 1
                if isSet { ((x2, z2), (x3, z3)) = ((x3, z3), (x2, z2)) }
                ((x2, z2), (x3, z3)) = step(x2, z2, x3, z3)
                if isSet { ((x2, z2), (x3, z3)) = ((x3, z3), (x2, z2)) }
            }
        }
        return field.octets(field.product(x2, field.inverse(z2))).reversed()
    }

    private typealias Element = ModularField.Element

    private func step(
        _ x2: Element, _ z2: Element, _ x3: Element, _ z3: Element
    ) -> (double: (Element, Element), sum: (Element, Element)) {
        let (a, b) = (field.sum(x2, z2), field.difference(x2, z2))
        let (aa, bb) = (field.product(a, a), field.product(b, b))
        let e = field.difference(aa, bb)
        let da = field.product(field.difference(x3, z3), a)
        let cb = field.product(field.sum(x3, z3), b)
        let (plus, minus) = (field.sum(da, cb), field.difference(da, cb))
        return (
            (field.product(aa, bb), field.product(e, field.sum(aa, field.product(a24, e)))),
            (field.product(plus, plus), field.product(base, field.product(minus, minus)))
        )
    }

    private init?(_ prime: [UInt8], a24: UInt32, base: UInt32, clamp: @escaping ([UInt8]) -> [UInt8]) {
        guard let field = ModularField(prime) else { return nil }
        self.field = field
        self.a24 = field.element(a24)
        self.base = field.element(base)
        self.clamp = clamp
    }

    static var x25519: MontgomeryCurve? {
        let prime = [0x7f] + [UInt8](repeating: 0xff, count: 30) + [0xed]
        return MontgomeryCurve(prime, a24: 121_665, base: 9, clamp: clamped25519)
    }

    static var x448: MontgomeryCurve? {
        let half = [UInt8](repeating: 0xff, count: 27)
        return MontgomeryCurve(half + [0xfe] + [0xff] + half, a24: 39_081, base: 5, clamp: clamped448)
    }

    /// RFC 7748 section 5: a multiple of 8 with its highest bit set.
    static func clamped25519(_ octets: [UInt8]) -> [UInt8] {
        guard octets.count == 32 else { return octets }
        var octets = octets
        octets[0] &= 248
        octets[31] = octets[31] & 127 | 64
        return octets
    }

    /// RFC 7748 section 5: a multiple of 4 with its highest bit set.
    static func clamped448(_ octets: [UInt8]) -> [UInt8] {
        guard octets.count == 56 else { return octets }
        var octets = octets
        octets[0] &= 252
        octets[55] |= 128
        return octets
    }
}
