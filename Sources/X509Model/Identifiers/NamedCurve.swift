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

    /// The number of octets in an element of the field.
    package var fieldOctets: Int { (fieldBits + 7) / 8 }

    /// Creates the curve with an object identifier; `nil` if it is unknown.
    package init?(_ identifier: ASN1ObjectIdentifier) {
        guard let curve = NamedCurve.known[identifier] else { return nil }
        self = curve
    }

    private init(_ identifier: ASN1ObjectIdentifier, _ row: Row) {
        self.identifier = identifier
        name = row.name
        nistName = row.nistName
        fieldBits = row.fieldBits
        orderBits = row.orderBits
    }

    /// The known curves by object identifier.
    static let known = table.byIdentifier { (row) in
        ASN1ObjectIdentifier(row.number).map { NamedCurve($0, row) }
    }

    private struct Row: NumberedRow {
        let number: String
        let name: String
        let nistName: String?
        let fieldBits: Int
        let orderBits: Int

        init(_ number: String, _ name: String, _ nistName: String?, _ fieldBits: Int, _ orderBits: Int) {
            self.number = number
            self.name = name
            self.nistName = nistName
            self.fieldBits = fieldBits
            self.orderBits = orderBits
        }
    }

    private static let table: [Row] = [
        // X9.62, as listed in RFC 3279 section 2.3.5
        Row("1.2.840.10045.3.0.1", "c2pnb163v1", nil, 163, 163),
        Row("1.2.840.10045.3.0.2", "c2pnb163v2", nil, 163, 162),
        Row("1.2.840.10045.3.0.3", "c2pnb163v3", nil, 163, 162),
        Row("1.2.840.10045.3.0.4", "c2pnb176v1", nil, 176, 161),
        Row("1.2.840.10045.3.0.5", "c2tnb191v1", nil, 191, 191),
        Row("1.2.840.10045.3.0.6", "c2tnb191v2", nil, 191, 190),
        Row("1.2.840.10045.3.0.7", "c2tnb191v3", nil, 191, 189),
        Row("1.2.840.10045.3.0.10", "c2pnb208w1", nil, 208, 193),
        Row("1.2.840.10045.3.0.11", "c2tnb239v1", nil, 239, 238),
        Row("1.2.840.10045.3.0.12", "c2tnb239v2", nil, 239, 237),
        Row("1.2.840.10045.3.0.13", "c2tnb239v3", nil, 239, 236),
        Row("1.2.840.10045.3.0.16", "c2pnb272w1", nil, 272, 257),
        Row("1.2.840.10045.3.0.17", "c2pnb304w1", nil, 304, 289),
        Row("1.2.840.10045.3.0.18", "c2tnb359v1", nil, 359, 353),
        Row("1.2.840.10045.3.0.19", "c2pnb368w1", nil, 368, 353),
        Row("1.2.840.10045.3.0.20", "c2tnb431r1", nil, 431, 418),
        Row("1.2.840.10045.3.1.1", "prime192v1", "P-192", 192, 192),
        Row("1.2.840.10045.3.1.2", "prime192v2", nil, 192, 192),
        Row("1.2.840.10045.3.1.3", "prime192v3", nil, 192, 192),
        Row("1.2.840.10045.3.1.4", "prime239v1", nil, 239, 239),
        Row("1.2.840.10045.3.1.5", "prime239v2", nil, 239, 239),
        Row("1.2.840.10045.3.1.6", "prime239v3", nil, 239, 239),
        Row("1.2.840.10045.3.1.7", "prime256v1", "P-256", 256, 256),
        // SEC 2 version 2, and version 1 for those that version 2 dropped; alternative names from RFC 8422 appendix A
        Row("1.3.132.0.1", "sect163k1", "K-163", 163, 163),
        Row("1.3.132.0.2", "sect163r1", nil, 163, 162),
        Row("1.3.132.0.3", "sect239k1", nil, 239, 238),
        Row("1.3.132.0.4", "sect113r1", nil, 113, 113),
        Row("1.3.132.0.5", "sect113r2", nil, 113, 113),
        Row("1.3.132.0.6", "secp112r1", nil, 112, 112),
        Row("1.3.132.0.7", "secp112r2", nil, 112, 110),
        Row("1.3.132.0.8", "secp160r1", nil, 160, 161),
        Row("1.3.132.0.9", "secp160k1", nil, 160, 161),
        Row("1.3.132.0.10", "secp256k1", nil, 256, 256),
        Row("1.3.132.0.15", "sect163r2", "B-163", 163, 163),
        Row("1.3.132.0.16", "sect283k1", "K-283", 283, 281),
        Row("1.3.132.0.17", "sect283r1", "B-283", 283, 282),
        Row("1.3.132.0.22", "sect131r1", nil, 131, 131),
        Row("1.3.132.0.23", "sect131r2", nil, 131, 131),
        Row("1.3.132.0.24", "sect193r1", nil, 193, 193),
        Row("1.3.132.0.25", "sect193r2", nil, 193, 193),
        Row("1.3.132.0.26", "sect233k1", "K-233", 233, 232),
        Row("1.3.132.0.27", "sect233r1", "B-233", 233, 233),
        Row("1.3.132.0.28", "secp128r1", nil, 128, 128),
        Row("1.3.132.0.29", "secp128r2", nil, 128, 126),
        Row("1.3.132.0.30", "secp160r2", nil, 160, 161),
        Row("1.3.132.0.31", "secp192k1", nil, 192, 192),
        Row("1.3.132.0.32", "secp224k1", nil, 224, 225),
        Row("1.3.132.0.33", "secp224r1", "P-224", 224, 224),
        Row("1.3.132.0.34", "secp384r1", "P-384", 384, 384),
        Row("1.3.132.0.35", "secp521r1", "P-521", 521, 521),
        Row("1.3.132.0.36", "sect409k1", "K-409", 409, 407),
        Row("1.3.132.0.37", "sect409r1", "B-409", 409, 409),
        Row("1.3.132.0.38", "sect571k1", "K-571", 571, 570),
        Row("1.3.132.0.39", "sect571r1", "B-571", 571, 570),
        // RFC 5639 section 4.1
        Row("1.3.36.3.3.2.8.1.1.1", "brainpoolP160r1", nil, 160, 160),
        Row("1.3.36.3.3.2.8.1.1.2", "brainpoolP160t1", nil, 160, 160),
        Row("1.3.36.3.3.2.8.1.1.3", "brainpoolP192r1", nil, 192, 192),
        Row("1.3.36.3.3.2.8.1.1.4", "brainpoolP192t1", nil, 192, 192),
        Row("1.3.36.3.3.2.8.1.1.5", "brainpoolP224r1", nil, 224, 224),
        Row("1.3.36.3.3.2.8.1.1.6", "brainpoolP224t1", nil, 224, 224),
        Row("1.3.36.3.3.2.8.1.1.7", "brainpoolP256r1", nil, 256, 256),
        Row("1.3.36.3.3.2.8.1.1.8", "brainpoolP256t1", nil, 256, 256),
        Row("1.3.36.3.3.2.8.1.1.9", "brainpoolP320r1", nil, 320, 320),
        Row("1.3.36.3.3.2.8.1.1.10", "brainpoolP320t1", nil, 320, 320),
        Row("1.3.36.3.3.2.8.1.1.11", "brainpoolP384r1", nil, 384, 384),
        Row("1.3.36.3.3.2.8.1.1.12", "brainpoolP384t1", nil, 384, 384),
        Row("1.3.36.3.3.2.8.1.1.13", "brainpoolP512r1", nil, 512, 512),
        Row("1.3.36.3.3.2.8.1.1.14", "brainpoolP512t1", nil, 512, 512),
        // ANSSI, Journal officiel of 16 October 2011
        Row("1.2.250.1.223.101.256.1", "FRP256v1", nil, 256, 256),
        // WAP-261-WTLS
        Row("2.23.43.1.4.1", "wap-wsg-idm-ecid-wtls1", nil, 113, 112),
        Row("2.23.43.1.4.3", "wap-wsg-idm-ecid-wtls3", nil, 163, 163),
        Row("2.23.43.1.4.4", "wap-wsg-idm-ecid-wtls4", nil, 113, 113),
        Row("2.23.43.1.4.5", "wap-wsg-idm-ecid-wtls5", nil, 163, 163),
        Row("2.23.43.1.4.6", "wap-wsg-idm-ecid-wtls6", nil, 112, 112),
        Row("2.23.43.1.4.7", "wap-wsg-idm-ecid-wtls7", nil, 160, 161),
        Row("2.23.43.1.4.8", "wap-wsg-idm-ecid-wtls8", nil, 112, 113),
        Row("2.23.43.1.4.9", "wap-wsg-idm-ecid-wtls9", nil, 160, 161),
        Row("2.23.43.1.4.10", "wap-wsg-idm-ecid-wtls10", nil, 233, 232),
        Row("2.23.43.1.4.11", "wap-wsg-idm-ecid-wtls11", nil, 233, 233),
        Row("2.23.43.1.4.12", "wap-wsg-idm-ecid-wtls12", nil, 224, 224),
        // GB/T 32918.5
        Row("1.2.156.10197.1.301", "sm2p256v1", nil, 256, 256),
    ]
}

extension NamedCurve: CustomStringConvertible {
    /// The name, and in parentheses that of FIPS 186-4: `prime256v1 (P-256)`.
    package var description: String { nistName.map { "\(name) (\($0))" } ?? name }
}
