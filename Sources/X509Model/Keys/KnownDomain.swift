import DERKit

/// The domain parameters of named prime curves, used to recognize explicit parameters and points.
package enum KnownDomain {
    /// A curve: its object identifier, and in hex p, a, b, both coordinates of the base point and its order, one per
    /// line.
    struct Row {
        let number: String
        let cofactor: Int64
        let numbers: String

        init(_ number: String, cofactor: Int64, _ numbers: String) {
            self.number = number
            self.cofactor = cofactor
            self.numbers = numbers
        }
    }

    /// Returns the named curve with the parameters of `domain`.
    ///
    /// All must be equal: curves that differ from a known one only in the base point have been used to forge
    /// signatures (CVE-2020-0601). The cofactor may be absent, and the point may have any form.
    static func curve(of domain: SpecifiedECDomain) -> NamedCurve? {
        guard let found = self.domain(of: domain), domain.cofactor == nil || domain.cofactor == found.cofactor
        else { return nil }
        return NamedCurve(found.identifier)
    }

    /// Returns the named parameters that equal those of `domain`, ignoring the cofactor.
    package static func domain(of domain: SpecifiedECDomain) -> Domain? {
        guard case .prime(let prime) = domain.field, !prime.isNegative, !domain.order.isNegative else {
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

        init?(_ row: Row) {
            let numbers = row.numbers.utf8.split(separator: UInt8(ascii: "\n"))
                .compactMap { DERKit.bytes(hex: String(decoding: $0, as: UTF8.self)) }
            guard let identifier = ASN1ObjectIdentifier(row.number), numbers.count == 6 else { return nil }
            self.identifier = identifier
            cofactor = DERInteger(row.cofactor)
            p = trimmed(numbers[0])
            a = trimmed(numbers[1])
            b = trimmed(numbers[2])
            x = trimmed(numbers[3])
            y = trimmed(numbers[4])
            order = trimmed(numbers[5])
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

    private static let all = (secDomains + x962Domains + brainpoolDomains).compactMap { Domain($0) }

    private static let byPrime: [[UInt8]: [Domain]] = {
        var domains: [[UInt8]: [Domain]] = [:]
        for domain in all {
            domains[domain.p, default: []].append(domain)
        }
        return domains
    }()

    private static func trimmed(_ octets: some Collection<UInt8>) -> [UInt8] {
        Array(octets.drop { $0 == 0 })
    }
}
