import DERKit

/// An elliptic curve with a name and an object identifier.
package struct NamedCurve: Sendable, Hashable {
    /// The object identifier of the curve.
    package let identifier: ASN1ObjectIdentifier
    /// The name in the standard that defines it, as in `prime256v1`, `secp384r1`, `brainpoolP256r1`.
    package let name: String
    /// The name in FIPS 186-4, as in `P-256`; `nil` if it has none.
    package let nistName: String?
    /// The number of bits in an element of the field.
    package let fieldBits: Int
    /// The number of bits in the order of the base point: the size of a key, as OpenSSL counts it.
    package let orderBits: Int

    /// All names: from the standard, from FIPS 186-4, and from SEC 2 for the X9.62 curves in it.
    package let names: [String]

    /// The number of octets in an element of the field.
    package var fieldOctets: Int { (fieldBits + 7) / 8 }

    /// Creates the curve with an object identifier; `nil` if it is unknown.
    package init?(_ identifier: ASN1ObjectIdentifier) {
        guard let curve = NamedCurve.known[identifier] else { return nil }
        self = curve
    }

    private init?(_ row: IdentifierRegister.Row) {
        let bits = row.facts.prefix(2).compactMap { Int($0) }
        guard bits.count == 2 else { return nil }
        identifier = row.identifier
        name = row.name
        names = [row.name] + row.facts.dropFirst(2)
        nistName = row.facts.dropFirst(2).first
        (fieldBits, orderBits) = (bits[0], bits[1])
    }

    /// The known curves by object identifier.
    static let known = IdentifierRegister.curves.byIdentifier { NamedCurve($0) }
}

extension NamedCurve: CustomStringConvertible {
    /// The name, and in parentheses the FIPS 186-4 name: `prime256v1 (P-256)`.
    package var description: String { nistName.map { "\(name) (\($0))" } ?? name }
}
