import DERKit

extension IdentifierRegister {
    /// The text of ``curves``. As in OpenSSL, the size of a key is the number of bits in the order of the base point.
    static let curveText = """
        # X9.62, as listed in RFC 3279 section 2.3.5
        1.2.840.10045.3.0.1 c2pnb163v1 163 163
        1.2.840.10045.3.0.2 c2pnb163v2 163 162
        1.2.840.10045.3.0.3 c2pnb163v3 163 162
        1.2.840.10045.3.0.4 c2pnb176v1 176 161
        1.2.840.10045.3.0.5 c2tnb191v1 191 191
        1.2.840.10045.3.0.6 c2tnb191v2 191 190
        1.2.840.10045.3.0.7 c2tnb191v3 191 189
        1.2.840.10045.3.0.10 c2pnb208w1 208 193
        1.2.840.10045.3.0.11 c2tnb239v1 239 238
        1.2.840.10045.3.0.12 c2tnb239v2 239 237
        1.2.840.10045.3.0.13 c2tnb239v3 239 236
        1.2.840.10045.3.0.16 c2pnb272w1 272 257
        1.2.840.10045.3.0.17 c2pnb304w1 304 289
        1.2.840.10045.3.0.18 c2tnb359v1 359 353
        1.2.840.10045.3.0.19 c2pnb368w1 368 353
        1.2.840.10045.3.0.20 c2tnb431r1 431 418
        1.2.840.10045.3.1.1 prime192v1 192 192 P-192 secp192r1
        1.2.840.10045.3.1.2 prime192v2 192 192
        1.2.840.10045.3.1.3 prime192v3 192 192
        1.2.840.10045.3.1.4 prime239v1 239 239
        1.2.840.10045.3.1.5 prime239v2 239 239
        1.2.840.10045.3.1.6 prime239v3 239 239
        1.2.840.10045.3.1.7 prime256v1 256 256 P-256 secp256r1
        # SEC 2 version 2, and version 1 for those that version 2 dropped; alternative names from RFC 8422 appendix A
        1.3.132.0.1 sect163k1 163 163 K-163
        1.3.132.0.2 sect163r1 163 162
        1.3.132.0.3 sect239k1 239 238
        1.3.132.0.4 sect113r1 113 113
        1.3.132.0.5 sect113r2 113 113
        1.3.132.0.6 secp112r1 112 112
        1.3.132.0.7 secp112r2 112 110
        1.3.132.0.8 secp160r1 160 161
        1.3.132.0.9 secp160k1 160 161
        1.3.132.0.10 secp256k1 256 256
        1.3.132.0.15 sect163r2 163 163 B-163
        1.3.132.0.16 sect283k1 283 281 K-283
        1.3.132.0.17 sect283r1 283 282 B-283
        1.3.132.0.22 sect131r1 131 131
        1.3.132.0.23 sect131r2 131 131
        1.3.132.0.24 sect193r1 193 193
        1.3.132.0.25 sect193r2 193 193
        1.3.132.0.26 sect233k1 233 232 K-233
        1.3.132.0.27 sect233r1 233 233 B-233
        1.3.132.0.28 secp128r1 128 128
        1.3.132.0.29 secp128r2 128 126
        1.3.132.0.30 secp160r2 160 161
        1.3.132.0.31 secp192k1 192 192
        1.3.132.0.32 secp224k1 224 225
        1.3.132.0.33 secp224r1 224 224 P-224
        1.3.132.0.34 secp384r1 384 384 P-384
        1.3.132.0.35 secp521r1 521 521 P-521
        1.3.132.0.36 sect409k1 409 407 K-409
        1.3.132.0.37 sect409r1 409 409 B-409
        1.3.132.0.38 sect571k1 571 570 K-571
        1.3.132.0.39 sect571r1 571 570 B-571
        # RFC 5639 section 4.1
        1.3.36.3.3.2.8.1.1.1 brainpoolP160r1 160 160
        1.3.36.3.3.2.8.1.1.2 brainpoolP160t1 160 160
        1.3.36.3.3.2.8.1.1.3 brainpoolP192r1 192 192
        1.3.36.3.3.2.8.1.1.4 brainpoolP192t1 192 192
        1.3.36.3.3.2.8.1.1.5 brainpoolP224r1 224 224
        1.3.36.3.3.2.8.1.1.6 brainpoolP224t1 224 224
        1.3.36.3.3.2.8.1.1.7 brainpoolP256r1 256 256
        1.3.36.3.3.2.8.1.1.8 brainpoolP256t1 256 256
        1.3.36.3.3.2.8.1.1.9 brainpoolP320r1 320 320
        1.3.36.3.3.2.8.1.1.10 brainpoolP320t1 320 320
        1.3.36.3.3.2.8.1.1.11 brainpoolP384r1 384 384
        1.3.36.3.3.2.8.1.1.12 brainpoolP384t1 384 384
        1.3.36.3.3.2.8.1.1.13 brainpoolP512r1 512 512
        1.3.36.3.3.2.8.1.1.14 brainpoolP512t1 512 512
        # ANSSI, Journal officiel of 16 October 2011
        1.2.250.1.223.101.256.1 FRP256v1 256 256
        # WAP-261-WTLS
        2.23.43.1.4.1 wap-wsg-idm-ecid-wtls1 113 112
        2.23.43.1.4.3 wap-wsg-idm-ecid-wtls3 163 163
        2.23.43.1.4.4 wap-wsg-idm-ecid-wtls4 113 113
        2.23.43.1.4.5 wap-wsg-idm-ecid-wtls5 163 163
        2.23.43.1.4.6 wap-wsg-idm-ecid-wtls6 112 112
        2.23.43.1.4.7 wap-wsg-idm-ecid-wtls7 160 161
        2.23.43.1.4.8 wap-wsg-idm-ecid-wtls8 112 113
        2.23.43.1.4.9 wap-wsg-idm-ecid-wtls9 160 161
        2.23.43.1.4.10 wap-wsg-idm-ecid-wtls10 233 232
        2.23.43.1.4.11 wap-wsg-idm-ecid-wtls11 233 233
        2.23.43.1.4.12 wap-wsg-idm-ecid-wtls12 224 224
        # GB/T 32918.5
        1.2.156.10197.1.301 sm2p256v1 256 256
        """
}

/// An elliptic curve with a name and an object identifier.
package struct NamedCurve: Sendable, Hashable, CustomStringConvertible {
    /// The object identifier of the curve.
    package let identifier: ASN1ObjectIdentifier
    /// The name in the standard that defines the curve, such as `prime256v1`, `secp384r1` or `brainpoolP256r1`.
    package let name: String
    /// The name in FIPS 186-4, such as `P-256`; `nil` if the curve has none.
    package let nistName: String?
    /// The number of bits in an element of the field.
    package let fieldBits: Int
    /// The number of bits in the order of the base point: the size of a key, as OpenSSL counts it.
    package let orderBits: Int

    /// All names: from the standard, from FIPS 186-4, and from SEC 2 for the X9.62 curves that SEC 2 includes.
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

    /// The name, followed by any FIPS 186-4 name in parentheses: `prime256v1 (P-256)`.
    package var description: String { nistName.map { "\(name) (\($0))" } ?? name }
}
