import DERKit

/// The domain parameters of named prime curves, used to recognize explicit parameters and points.
package enum KnownDomain {
    /// Returns the named curve with the parameters of `domain`.
    ///
    /// All must be equal: curves that differ from a known one only in the base point have been used to forge
    /// signatures (CVE-2020-0601). The cofactor may be absent, and the point may have any form.
    static func curve(of domain: SpecifiedECDomain) -> NamedCurve? {
        guard let found = self.domain(of: domain), domain.cofactor == nil || domain.cofactor == found.cofactor
        else { return nil }
        return NamedCurve(found.identifier)
    }

    /// Returns the named parameters that equal the parameters of `domain`, ignoring the cofactor.
    package static func domain(of domain: SpecifiedECDomain) -> Domain? {
        guard let prime = domain.prime, !prime.isNegative, !domain.order.isNegative else {
            return nil
        }
        return byPrime[prime.magnitude]?.first { $0.has(domain) }
    }

    /// Returns the parameters of the curve with this identifier, or `nil` if they are unknown.
    package static func domain(_ identifier: ASN1ObjectIdentifier) -> Domain? {
        all.first { $0.identifier == identifier }
    }

    /// Returns the parameters of all curves with coordinates of the given size in octets.
    package static func domains(fieldOctets: Int) -> [Domain] { all.filter { $0.p.count == fieldOctets } }

    /// The parameters as octets, most significant first, without leading zeros.
    package struct Domain: Sendable {
        package let identifier: ASN1ObjectIdentifier
        package let cofactor: DERInteger
        package let p: [UInt8]
        package let a: [UInt8]
        package let b: [UInt8]
        package let x: [UInt8]
        package let y: [UInt8]
        package let order: [UInt8]

        /// Creates the parameters from the seven lines of a curve in ``KnownDomain/table``.
        init?(_ lines: ArraySlice<Substring>) {
            let head = lines.first?.split(separator: " ") ?? []
            let numbers = lines.dropFirst().compactMap { DERKit.bytes(hex: $0).map { trimmed($0) } }
            guard head.count == 2, numbers.count == 6, let cofactor = Int64(head[1]),
                let identifier = ASN1ObjectIdentifier(registered: String(head[0]))
            else { return nil }
            self.identifier = identifier
            self.cofactor = DERInteger(cofactor)
            (p, a, b) = (numbers[0], numbers[1], numbers[2])
            (x, y, order) = (numbers[3], numbers[4], numbers[5])
        }

        func has(_ domain: SpecifiedECDomain) -> Bool {
            trimmed(domain.a) == a && trimmed(domain.b) == b && domain.order.magnitude == order
                && hasBase(domain.base)
        }

        /// Returns whether a base point is encoded as SEC 1 section 2.3.3 requires.
        private func hasBase(_ point: [UInt8]) -> Bool {
            let octets = p.count
            let yIsOdd = (y.last ?? 0) & 1
            switch point.first {
            case 0x02, 0x03:
                return point.count == 1 + octets && trimmed(point[1...]) == x && point[0] & 1 == yIsOdd
            case 0x04, 0x06, 0x07:
                return point.count == 1 + 2 * octets && trimmed(point[1..<1 + octets]) == x
                    && trimmed(point[(1 + octets)...]) == y
                    && (point[0] == 0x04 || point[0] & 1 == yIsOdd)
            default: return false
            }
        }
    }

    private static let all: [Domain] = {
        // To split octets takes a fraction of the time for characters.
        let lines = table.utf8.split(separator: UInt8(ascii: "\n")).map { Substring($0) }
        return stride(from: 0, to: lines.count - 6, by: 7).compactMap { Domain(lines[$0..<$0 + 7]) }
    }()

    private static let byPrime = Dictionary(grouping: all) { $0.p }

    private static func trimmed(_ octets: some Collection<UInt8>) -> [UInt8] {
        Array(octets.drop { $0 == 0 })
    }
}
