import DERKit

extension NamedCurve {
    /// Returns the explicit parameters of the curve, RFC 3279 section 2.3.5, as OpenSSL writes them: with an
    /// uncompressed base point and the cofactor, or `nil` if they are unknown.
    ///
    ///     ECParameters ::= SEQUENCE {
    ///        version   ECPVer,          -- version is always 1
    ///        fieldID   FieldID,         -- identifies the finite field over which the curve is defined
    ///        curve     Curve,           -- coefficients a and b of the elliptic curve
    ///        base      ECPoint,         -- specifies the base point P on the elliptic curve
    ///        order     INTEGER,         -- the order n of the base point
    ///        cofactor  INTEGER OPTIONAL -- The integer h = #E(Fq)/n
    ///        }
    ///
    /// - Parameter hasSeed: false to leave out the seed of the coefficients.
    package func explicitParameters(hasSeed: Bool = true) -> [UInt8]? {
        guard let domain = KnownDomain.domain(identifier) else { return nil }
        let padded = { (number: [UInt8]) in
            [UInt8](repeating: 0, count: max(0, fieldOctets - number.count)) + number
        }
        return DERWriter.bytes { (writer) in
            writer.append(.sequence) { (fields) in
                fields.append(DERInteger(1))
                fields.append(.sequence) { (field) in
                    field.append(ASN1ObjectIdentifier.primeField)
                    field.append(DERInteger(unsigned: domain.p))
                }
                fields.append(.sequence) { (curve) in
                    curve.append(.octetString, content: padded(domain.a))
                    curve.append(.octetString, content: padded(domain.b))
                    if hasSeed, let seed { curve.append(bitString: seed) }
                }
                fields.append(.octetString, content: [4] + padded(domain.x) + padded(domain.y))
                fields.append(DERInteger(unsigned: domain.order))
                fields.append(domain.cofactor)
            }
        }
    }

    /// The seed from which the coefficients were made, as OpenSSL writes it; `nil` if the curve has none.
    package var seed: [UInt8]? { NamedCurve.seeds[name].flatMap { bytes(hex: $0) } }

    private static let seeds = [
        "prime192v1": "3045ae6fc8422f64ed579528d38120eae12196d5",
        "prime192v2": "31a92ee2029fd10d901b113e990710f0d21ac6b6",
        "prime192v3": "c469684435deb378c4b65ca9591e2a5763059a2e",
        "prime239v1": "e43bb460f0b80cc0c0b075798e948060f8321b7d",
        "prime239v2": "e8b4011604095303ca3b8099982be09fcb9ae616",
        "prime239v3": "7d7374168ffe3471b60a857686a19475d3bfa2ff",
        "prime256v1": "c49d360886e704936a6678e1139d26b7819f7e90",
        "secp112r1": "00f50b028e4d696e676875615175290472783fb1",
        "secp112r2": "002757a1114d696e6768756151755316c05e0bd4",
        "secp160r1": "1053cde42c14d696e67687561517533bf3f83345",
        "secp128r1": "000e0d4d696e6768756151750cc03a4473d03679",
        "secp128r2": "004d696e67687561517512d8f03431fce63b88f4",
        "secp160r2": "b99b99b099b323e02709a4d696e6768756151751",
        "secp224r1": "bd71344799d5c7fcdc45b59fa3b9ab8f6a948bc5",
        "secp384r1": "a335926aa319a27a1d00896a6773a4827acdac73",
        "secp521r1": "d09e8800291cb85396cc6717393284aaa0da64ba",
    ]
}
