import SPKIHash

/// A twisted Edwards curve ax² + y² = 1 + dx²y², RFC 8032 section 5 and RFC 7748 section 4, for the public halves of
/// RFC 8410 keys.
struct EdwardsCurve {
    private let field: ModularField
    private let a: ModularField.Element
    private let d: ModularField.Element
    private let base: ModularField.Point

    /// Returns the public key for a seed or secret, or `nil` if its size is wrong or the algorithm is not supported.
    ///
    /// X25519 and X448 are defined on Montgomery curves. Their points are computed on Edwards curves, because the maps
    /// in RFC 7748 section 4 convert each point, including the base point, to the u-coordinate on the Montgomery curve.
    static func publicKey(_ secret: [UInt8], algorithm: String) -> [UInt8]? {
        switch (algorithm, secret.count) {
        case ("id-X25519", 32):
            guard let curve = edwards25519 else { return nil }
            let (field, point) = (curve.field, curve.multiple(secret))
            return curve.quotient(field.sum(point.z, point.y), field.difference(point.z, point.y))
        case ("id-X448", 56):
            guard let curve = edwards448 else { return nil }
            let (field, point) = (curve.field, curve.multiple(secret))
            return curve.quotient(field.product(point.y, point.y), field.product(point.x, point.x))
        // Key generation, RFC 8032 sections 5.1.5 and 5.2.5.
        case ("id-Ed25519", 32):
            return edwards25519?.encodedMultiple(Digest.sha512.hash(secret).prefix(32), octetCount: 32)
        case ("id-Ed448", 57):
            return edwards448?.encodedMultiple(SHA3.shake256(secret.span, byteCount: 56), octetCount: 57)
        default: return nil
        }
    }

    /// Returns a multiple of the base point. The factor, in octets with the least significant first, is clamped here.
    private func multiple(_ secret: some Collection<UInt8>) -> ModularField.Point {
        var number = Array(secret)
        // Clamping, RFC 7748 section 5: the number becomes a multiple of the cofactor, and its highest bit is set.
        if number.count == 32 {
            number[0] &= 248
            number[31] = number[31] & 127 | 64
        } else if number.count == 56 {
            number[0] &= 252
            number[55] |= 128
        }
        let zero = ModularField.Point(x: field.element(0), y: field.element(1), z: field.element(1))
        return ModularField.repeated(number.reversed(), base, from: zero, sum)
    }

    /// Returns a quotient as octets, least significant first.
    private func quotient(_ one: ModularField.Element, _ other: ModularField.Element) -> [UInt8] {
        field.octets(field.product(one, field.inverse(other))).reversed()
    }

    /// Returns a multiple of the base point as RFC 8032 sections 5.1.2 and 5.2.2 encode it: y and the lowest bit of x.
    private func encodedMultiple(_ secret: some Collection<UInt8>, octetCount: Int) -> [UInt8] {
        let point = multiple(secret)
        var key = quotient(point.y, point.z)
        key += [UInt8](repeating: 0, count: octetCount - key.count)
        key[octetCount - 1] |= (quotient(point.x, point.z).first ?? 0) << 7
        return key
    }

    /// Returns the sum of two points by the formula of Bernstein and others (2008), which is complete on both curves
    /// because a is a square and d is not.
    private func sum(_ p: ModularField.Point, _ q: ModularField.Point) -> ModularField.Point {
        let zz = field.product(p.z, q.z)
        let zzzz = field.product(zz, zz)
        let (xx, yy) = (field.product(p.x, q.x), field.product(p.y, q.y))
        let mixed = field.product(d, field.product(xx, yy))
        let (low, high) = (field.difference(zzzz, mixed), field.sum(zzzz, mixed))
        let cross = field.difference(
            field.product(field.sum(p.x, p.y), field.sum(q.x, q.y)), field.sum(xx, yy))
        return ModularField.Point(
            x: field.product(field.product(zz, low), cross),
            y: field.product(field.product(zz, high), field.difference(yy, field.product(a, xx))),
            z: field.product(low, high))
    }

    /// Creates a curve from numbers in hex, most significant digit first.
    private init?(p: String, a: String, d: String, x: String, y: String) {
        guard let field = bytes(hex: p).flatMap({ ModularField($0) }) else { return nil }
        let numbers = [a, d, x, y].compactMap { (number) in bytes(hex: number).flatMap { field.element($0) } }
        guard numbers.count == 4 else { return nil }
        self.field = field
        self.a = numbers[0]
        self.d = numbers[1]
        base = ModularField.Point(x: numbers[2], y: numbers[3], z: field.element(1))
    }

    /// The curve edwards25519, RFC 8032 section 5.1.
    private static var edwards25519: EdwardsCurve? {
        EdwardsCurve(
            p: "7fffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffed",
            a: "7fffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffec",
            d: "52036cee2b6ffe738cc740797779e89800700a4d4141d8ab75eb4dca135978a3",
            x: "216936d3cd6e53fec0a4e231fdd6dc5c692cc7609525a7b2c9562d608f25d51a",
            y: "6666666666666666666666666666666666666666666666666666666666666658")
    }

    /// The curve edwards448, RFC 8032 section 5.2.
    private static var edwards448: EdwardsCurve? {
        let top = "fffffffffffffffffffffffffffffffffffffffffffffffffffffffe"
        return EdwardsCurve(
            p: top + "ffffffffffffffffffffffffffffffffffffffffffffffffffffffff", a: "01",
            d: top + "ffffffffffffffffffffffffffffffffffffffffffffffffffff6756",
            x: """
                4f1970c66bed0ded221d15a622bf36da9e146570470f1767ea6de324\
                a3d3a46412ae1af72ab66511433b80e18b00938e2626a82bc70cc05e
                """,
            y: """
                693f46716eb6bc248876203756c9c7624bea73736ca3984087789c1e\
                05a0c2d73ad3ff1ce67c39c4fdbd132c4ed7c8ad9808795bf230fa14
                """)
    }
}

/// A curve y² = x³ + ax + b over a prime field, of prime order, SEC 1 section 2.2.1.
struct WeierstrassCurve {
    private let field: ModularField
    private let a: ModularField.Element
    /// Three times b.
    private let tripleB: ModularField.Element
    private let base: ModularField.Point
    private let order: [UInt8]

    /// Creates a curve; `nil` if its cofactor is not 1, because the addition formula may then not be complete.
    init?(_ domain: KnownDomain.Domain) {
        guard domain.cofactor.magnitude == [1], let field = ModularField(domain.p),
            let a = field.element(domain.a), let b = field.element(domain.b),
            let x = field.element(domain.x), let y = field.element(domain.y)
        else { return nil }
        self.field = field
        self.a = a
        tripleB = field.sum(b, field.sum(b, b))
        base = ModularField.Point(x: x, y: y, z: field.element(1))
        order = domain.order
    }

    /// Returns the public point for a secret number: `04` and both coordinates. The result is `nil` if the number is
    /// not in the range from 1 to the order minus 1.
    func publicPoint(_ secret: [UInt8]) -> [UInt8]? {
        let number = Array(secret.drop { $0 == 0 })
        guard !number.isEmpty,
            number.count < order.count
                || number.count == order.count && number.lexicographicallyPrecedes(order)
        else { return nil }
        let zero = ModularField.Point(x: field.element(0), y: field.element(1), z: field.element(0))
        let point = ModularField.repeated(number, base, from: zero, sum)
        let inverse = field.inverse(point.z)
        return [4] + [point.x, point.y].flatMap { field.octets(field.product($0, inverse)) }
    }

    /// Returns the sum of two points by algorithm 1 of Renes, Costello and Batina (2016), a formula for all points of a
    /// curve with odd order, including equal points and the point at infinity.
    private func sum(_ p: ModularField.Point, _ q: ModularField.Point) -> ModularField.Point {
        let (plus, difference, product) = (field.sum, field.difference, field.product)
        let (xx, yy, zz) = (product(p.x, q.x), product(p.y, q.y), product(p.z, q.z))
        let xy = difference(product(plus(p.x, p.y), plus(q.x, q.y)), plus(xx, yy))
        let xz = difference(product(plus(p.x, p.z), plus(q.x, q.z)), plus(xx, zz))
        let yz = difference(product(plus(p.y, p.z), plus(q.y, q.z)), plus(yy, zz))
        let azz = product(a, zz)
        let shift = plus(product(a, xz), product(tripleB, zz))
        let (low, high) = (difference(yy, shift), plus(yy, shift))
        let slope = plus(plus(xx, plus(xx, xx)), azz)
        let rest = plus(product(tripleB, xz), product(a, difference(xx, azz)))
        return ModularField.Point(
            x: difference(product(xy, low), product(yz, rest)),
            y: plus(product(low, high), product(slope, rest)),
            z: plus(product(yz, high), product(xy, slope)))
    }
}
