import DERKit
import SPKIHash

/// A twisted Edwards curve ax² + y² = 1 + dx²y², RFC 8032 section 5, for the public half of a seed.
struct EdwardsCurve {
    /// A point in projective coordinates: X/Z and Y/Z.
    private struct Point {
        var x, y, z: ModularField.Element
    }

    private let field: ModularField
    private let a: ModularField.Element
    private let d: ModularField.Element
    private let base: Point
    /// Derives the secret number from a seed, least significant octet first.
    private let secret: ([UInt8]) -> [UInt8]
    /// The number of octets in a seed and in a public key.
    private let octetCount: Int

    /// Returns the public key of a seed, section 5.1.5 or 5.2.5, or `nil` if the seed has the wrong size.
    func publicKey(_ seed: [UInt8]) -> [UInt8]? {
        guard seed.count == octetCount else { return nil }
        var sum = Point(x: field.element(0), y: field.element(1), z: field.element(1))
        for octet in secret(seed).reversed() {
            for bit in stride(from: UInt8(7), through: 0, by: -1) {
                sum = self.sum(sum, sum)
                if octet >> bit & 1 == 1 { sum = self.sum(sum, base) }
            }
        }
        let inverse = field.inverse(sum.z)
        let x = field.octets(field.product(sum.x, inverse))
        var key = Array(field.octets(field.product(sum.y, inverse)).reversed())
        key += [UInt8](repeating: 0, count: octetCount - key.count)
        key[octetCount - 1] |= (x.last ?? 0) << 7
        return key
    }

    /// The addition of Bernstein and others (2008), which is complete on both curves: a is a square, and d is not.
    private func sum(_ p: Point, _ q: Point) -> Point {
        let zz = field.product(p.z, q.z)
        let zzzz = field.product(zz, zz)
        let (xx, yy) = (field.product(p.x, q.x), field.product(p.y, q.y))
        let mixed = field.product(d, field.product(xx, yy))
        let (low, high) = (field.difference(zzzz, mixed), field.sum(zzzz, mixed))
        let cross = field.difference(
            field.product(field.sum(p.x, p.y), field.sum(q.x, q.y)), field.sum(xx, yy))
        return Point(
            x: field.product(field.product(zz, low), cross),
            y: field.product(field.product(zz, high), field.difference(yy, field.product(a, xx))),
            z: field.product(low, high))
    }

    /// Creates a curve from numbers in hex, most significant digit first.
    private init?(
        p: String, a: String, d: String, x: String, y: String, octetCount: Int,
        secret: @escaping ([UInt8]) -> [UInt8]
    ) {
        guard let field = bytes(hex: p).flatMap({ ModularField($0) }),
            let a = bytes(hex: a).flatMap({ field.element($0) }),
            let d = bytes(hex: d).flatMap({ field.element($0) }),
            let x = bytes(hex: x).flatMap({ field.element($0) }),
            let y = bytes(hex: y).flatMap({ field.element($0) })
        else { return nil }
        self.field = field
        self.a = a
        self.d = d
        base = Point(x: x, y: y, z: field.element(1))
        self.secret = secret
        self.octetCount = octetCount
    }

    /// RFC 8032 section 5.1.
    static var ed25519: EdwardsCurve? {
        EdwardsCurve(
            p: "7fffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffed",
            a: "7fffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffec",
            d: "52036cee2b6ffe738cc740797779e89800700a4d4141d8ab75eb4dca135978a3",
            x: "216936d3cd6e53fec0a4e231fdd6dc5c692cc7609525a7b2c9562d608f25d51a",
            y: "6666666666666666666666666666666666666666666666666666666666666658", octetCount: 32
        ) { (seed) in
            MontgomeryCurve.clamped25519(Array(Digest.sha512.hash(seed).prefix(32)))
        }
    }

    /// RFC 8032 section 5.2.
    static var ed448: EdwardsCurve? {
        EdwardsCurve(
            p: """
                fffffffffffffffffffffffffffffffffffffffffffffffffffffffe\
                ffffffffffffffffffffffffffffffffffffffffffffffffffffffff
                """,
            a: "01",
            d: """
                fffffffffffffffffffffffffffffffffffffffffffffffffffffffe\
                ffffffffffffffffffffffffffffffffffffffffffffffffffff6756
                """,
            x: """
                4f1970c66bed0ded221d15a622bf36da9e146570470f1767ea6de324\
                a3d3a46412ae1af72ab66511433b80e18b00938e2626a82bc70cc05e
                """,
            y: """
                693f46716eb6bc248876203756c9c7624bea73736ca3984087789c1e\
                05a0c2d73ad3ff1ce67c39c4fdbd132c4ed7c8ad9808795bf230fa14
                """, octetCount: 57
        ) { (seed) in
            MontgomeryCurve.clamped448(Array(SHA3.shake256(seed.span, byteCount: 56))) + [0]
        }
    }
}
