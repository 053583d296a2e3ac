import DERKit

extension NamedCurve {
    /// The explicit parameters of the curve, RFC 3279 section 2.3.5, as OpenSSL writes them: with an
    /// uncompressed base point, the seed of a NIST curve, and the cofactor; `nil` if they are unknown.
    package var explicitParameters: [UInt8]? {
        guard let domain = KnownDomain.domain(identifier) else { return nil }
        let padded = { (number: [UInt8]) in
            [UInt8](repeating: 0, count: max(0, fieldOctets - number.count)) + number
        }
        var writer = DERWriter()
        writer.append(.sequence) { (fields) in
            fields.append(DERInteger(1))
            fields.append(.sequence) { (field) in
                // 1.2.840.10045.1.1 prime-field
                field.append(.objectIdentifier, content: [0x2a, 0x86, 0x48, 0xce, 0x3d, 0x01, 0x01])
                field.append(.integer, content: NamedCurve.unsigned(domain.p))
            }
            fields.append(.sequence) { (curve) in
                curve.append(.octetString, content: padded(domain.a))
                curve.append(.octetString, content: padded(domain.b))
                if let seed { curve.append(bitString: seed) }
            }
            fields.append(.octetString, content: [4] + padded(domain.x) + padded(domain.y))
            fields.append(.integer, content: NamedCurve.unsigned(domain.order))
            fields.append(domain.cofactor)
        }
        return writer.bytes
    }

    /// Returns the content octets of a nonnegative INTEGER.
    private static func unsigned(_ magnitude: [UInt8]) -> [UInt8] {
        (magnitude.first ?? 0x80) < 0x80 ? magnitude : [0] + magnitude
    }

    /// The seed of the coefficients, FIPS 186-4 section D.1.2.
    private var seed: [UInt8]? {
        switch nistName {
        case "P-224": bytes(hex: "bd71344799d5c7fcdc45b59fa3b9ab8f6a948bc5")
        case "P-256": bytes(hex: "c49d360886e704936a6678e1139d26b7819f7e90")
        case "P-384": bytes(hex: "a335926aa319a27a1d00896a6773a4827acdac73")
        case "P-521": bytes(hex: "d09e8800291cb85396cc6717393284aaa0da64ba")
        default: nil
        }
    }
}
