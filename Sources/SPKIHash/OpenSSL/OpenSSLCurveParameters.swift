import DERKit
import X509Model

/// EC keys as OpenSSL 3.0 re-encodes them, RFC 3279 section 2.3.5: explicit parameters of a known curve get
/// version 1, coefficients as long as the field, the seed of that curve if any seed is given, an uncompressed
/// base point and the right cofactor; everything else stays. OpenSSL rejects a point that is not on the curve. Binary curves and explicit
/// parameters of unknown curves are not covered.
///
///     ECParameters ::= SEQUENCE {
///        version   ECPVer,          -- version is always 1
///        fieldID   FieldID,         -- identifies the finite field over which the curve is defined
///        curve     Curve,           -- coefficients a and b of the elliptic curve
///        base      ECPoint,         -- specifies the base point P on the elliptic curve
///        order     INTEGER,         -- the order n of the base point
///        cofactor  INTEGER OPTIONAL -- The integer h = #E(Fq)/n
///        }
extension OpenSSLReencoding {
    static func ellipticCurve(_ algorithm: AlgorithmIdentifier, _ key: [UInt8]) throws(Refusal) -> Parts {
        guard let parameters = algorithm.parameters, parameters.first != 0x05,
            let decoded = try? ECParameters(der: parameters)
        else { throw Refusal(reason: algorithm.parameters?.first == 0x30 ? .unknown : .unreadableParameters) }
        switch decoded {
        case .namedCurve(let identifier):
            guard let size = OpenSSLCurves.coordinateByteCount(identifier) else {
                throw Refusal(reason: .unreadableParameters)
            }
            guard isForm(key, coordinateByteCount: size) else { throw Refusal(reason: .unreadableKey) }
            try check(key, on: KnownDomain.domain(identifier))
            return (algorithm.derBytes, key, .keyEncoding)
        case .specifiedCurve(let specified):
            guard specified.cofactor?.isNegative != true, specified.seed?.isEmpty != true,
                isVersion(parameters.span)
            else { throw Refusal(reason: .unreadableParameters) }
            guard let domain = KnownDomain.domain(of: specified) else { throw Refusal(reason: .unknown) }
            try check(key, on: domain)
            var writer = DERWriter()
            writer.append(.sequence) { (fields) in
                fields.append(algorithm.algorithm)
                let seed = specified.seed == nil ? nil : OpenSSLCurves.seed(domain.identifier)
                fields.append(.sequence) { append(domain, seed: seed, to: &$0) }
            }
            return (writer.bytes, key, .explicitParameters)
        case .implicitCurve: throw Refusal(reason: .unreadableParameters)
        }
    }

    /// Returns whether the version of explicit parameters is a number of 32 bits.
    private static func isVersion(_ parameters: Span<UInt8>) -> Bool {
        var outer = DERCursor(0..<parameters.count)
        guard let sequence = try? outer.next(.sequence, in: parameters) else { return false }
        var fields = DERCursor(contentOf: sequence)
        guard let version = try? fields.next(.integer, in: parameters).smallInteger(in: parameters) else {
            return false
        }
        return Int32(exactly: version) != nil
    }

    /// Returns whether a point has the right form; on a curve over a binary field, it may still be invalid.
    private static func isForm(_ key: [UInt8], coordinateByteCount size: Int) -> Bool {
        switch key.first {
        case 2, 3: key.count == 1 + size
        case 4, 6, 7: key.count == 1 + 2 * size
        default: false
        }
    }

    private static func check(_ key: [UInt8], on domain: KnownDomain.Domain?) throws(Refusal) {
        guard let curve = domain.flatMap(PrimeCurve.curve) else { throw Refusal(reason: .unknown) }
        guard curve.has(key) else { throw Refusal(reason: .unreadableKey) }
    }

    private static func append(_ domain: KnownDomain.Domain, seed: [UInt8]?, to parts: inout DERWriter) {
        func padded(_ number: [UInt8]) -> [UInt8] {
            [UInt8](repeating: 0, count: max(0, domain.p.count - number.count)) + number
        }
        parts.append(DERInteger(1))
        parts.append(.sequence) { (field) in
            // 1.2.840.10045.1.1 prime-field
            field.append(.objectIdentifier, content: [0x2a, 0x86, 0x48, 0xce, 0x3d, 0x01, 0x01])
            field.append(.integer, content: unsignedContent(domain.p))
        }
        parts.append(.sequence) { (curve) in
            curve.append(.octetString, content: padded(domain.a))
            curve.append(.octetString, content: padded(domain.b))
            if let seed { curve.append(bitString: seed) }
        }
        parts.append(.octetString, content: [4] + padded(domain.x) + padded(domain.y))
        parts.append(.integer, content: unsignedContent(domain.order))
        parts.append(domain.cofactor)
    }
}
