import DERKit
import X509Model

/// EC keys as OpenSSL 3.0 writes them again, RFC 3279 section 2.3.5.
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
        guard let parameters = algorithm.parameters else { throw Refusal(reason: .unreadableParameters) }
        let bytes = parameters.span
        var cursor = DERCursor(0..<bytes.count)
        guard let element = try? cursor.next(in: bytes) else { throw Refusal(reason: .unreadableParameters) }
        switch element.tag {
        case .objectIdentifier:
            guard let curve = try? element.objectIdentifier(in: bytes),
                let size = OpenSSLCurves.coordinateByteCount(curve)
            else { throw Refusal(reason: .unreadableParameters) }
            guard isPoint(key, coordinateByteCount: size) else { throw Refusal(reason: .unreadableKey) }
            return (algorithm.derBytes, key, .keyEncoding)
        case .sequence:
            guard let (rewritten, size) = explicit(element, in: bytes) else {
                throw Refusal(reason: .unreadableParameters)
            }
            guard isPoint(key, coordinateByteCount: size) else { throw Refusal(reason: .unreadableKey) }
            var writer = DERWriter()
            writer.append(.sequence) { (fields) in
                fields.append(algorithm.algorithm)
                fields.append(encoded: rewritten)
            }
            return (writer.bytes, key, .explicitParameters)
        default:
            throw Refusal(reason: .unreadableParameters)
        }
    }

    private static func isPoint(_ key: [UInt8], coordinateByteCount size: Int) -> Bool {
        guard let first = key.first else { return false }
        switch first {
        case 2, 3: return key.count == 1 + size
        case 4: return key.count == 1 + 2 * size
        case 6, 7: return key.count == 1 + 2 * size && key[key.count - 1] & 1 == first & 1
        default: return false
        }
    }

    /// The parameters with version 1, coefficients as long as the field, a base point that is not hybrid, and the
    /// cofactor; and the number of bytes of a coordinate. Only prime fields are rewritten, others pass, and a
    /// compressed base point, which OpenSSL writes with both coordinates, stays as it is.
    private static func explicit(
        _ sequence: DERElement, in bytes: Span<UInt8>
    ) -> (parameters: [UInt8], coordinateByteCount: Int)? {
        var fields = DERCursor(contentOf: sequence)
        guard (try? fields.next(.integer, in: bytes)) != nil,
            let fieldID = try? fields.next(.sequence, in: bytes),
            let curve = try? fields.next(.sequence, in: bytes),
            let base = try? fields.next(.octetString, in: bytes),
            let order = try? fields.next(.integer, in: bytes),
            let cofactor = Optional(try? fields.next(.integer, in: bytes)), fields.isAtEnd,
            cofactor.map({ bytes[$0.contentStart] < 0x80 }) ?? true
        else { return nil }
        var fieldParts = DERCursor(contentOf: fieldID)
        guard let fieldType = try? fieldParts.next(.objectIdentifier, in: bytes),
            let identifier = try? fieldType.objectIdentifier(in: bytes)
        else { return nil }
        // 1.2.840.10045.1.1 prime-field
        guard identifier.content == [0x2a, 0x86, 0x48, 0xce, 0x3d, 0x01, 0x01] else {
            let point = bytes.array(base.content)
            let size = point.first == 4 ? (point.count - 1) / 2 : point.count - 1
            return (bytes.array(sequence.range), size)
        }
        guard let prime = try? fieldParts.next(.integer, in: bytes).integer(in: bytes), !prime.isNegative,
            let orderValue = try? order.integer(in: bytes), !orderValue.isNegative,
            let coefficients = coefficients(curve, in: bytes, byteCount: prime.magnitude.count)
        else { return nil }
        var point = bytes.array(base.content)
        if let first = point.first, first == 6 || first == 7 { point[0] = 4 }
        // By Hasse's bound the cofactor is 1 where field and order have the same number of bits.
        let isOne = orderValue.bitWidth == prime.bitWidth
        var writer = DERWriter()
        writer.append(.sequence) { (parts) in
            parts.append(DERInteger(1))
            parts.append(encoded: bytes.array(fieldID.range))
            parts.append(.sequence, content: coefficients)
            parts.append(.octetString, content: point)
            parts.append(orderValue)
            if isOne {
                parts.append(DERInteger(1))
            } else if let cofactor {
                parts.append(encoded: bytes.array(cofactor.range))
            }
        }
        return (writer.bytes, prime.magnitude.count)
    }

    /// Curve ::= SEQUENCE { a FieldElement, b FieldElement, seed BIT STRING OPTIONAL }, the content rewritten.
    private static func coefficients(
        _ curve: DERElement, in bytes: Span<UInt8>, byteCount: Int
    ) -> [UInt8]? {
        var fields = DERCursor(contentOf: curve)
        var writer = DERWriter()
        for _ in 0..<2 {
            guard let element = try? fields.next(.octetString, in: bytes) else { return nil }
            let value = Array(bytes.array(element.content).drop { $0 == 0 })
            guard value.count <= byteCount else { return nil }
            writer.append(
                .octetString, content: [UInt8](repeating: 0, count: byteCount - value.count) + value)
        }
        if !fields.isAtEnd {
            guard let seed = try? fields.next(.bitString, in: bytes), fields.isAtEnd else { return nil }
            writer.append(encoded: bytes.array(seed.range))
        }
        return writer.bytes
    }
}
