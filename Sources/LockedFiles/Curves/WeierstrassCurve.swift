import DERKit
import X509Model

/// A curve y² = x³ + ax + b over a prime field, of prime order, SEC 1 section 2.2.1.
struct WeierstrassCurve {
    private let field: ModularField
    private let a: ModularField.Element
    /// Three times b.
    private let tripleB: ModularField.Element
    private let base: ModularField.Point
    private let order: [UInt8]

    /// Returns `nil` for a curve whose order is not prime, because the addition formula is not complete there.
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

    /// Returns the public point of a secret number, `04` and both coordinates, or `nil` unless the number is
    /// from 1 to the order less 1.
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

    /// The complete addition of Renes, Costello and Batina (2016), algorithm 1: one formula for all points of
    /// a curve of odd order, including equal points and the point at infinity.
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
