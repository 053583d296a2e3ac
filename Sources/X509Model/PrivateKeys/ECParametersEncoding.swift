import DERKit

extension ECParameters {
    /// Checks that a value has one of the three forms of ECParameters, without reading any explicit curve parameters.
    static func check(_ element: DERElement, in bytes: Span<UInt8>) throws(DERError) {
        switch element.tag {
        case .objectIdentifier: try element.checkObjectIdentifier(in: bytes)
        case .null: try element.null()
        case .sequence: break
        default:
            throw DERError(
                .unexpectedTag, at: element.start, expected: "a curve name or explicit curve parameters",
                found: "\(element.tag)")
        }
    }

    /// Returns parameters in the form that OpenSSL writes with a derived public key: the coefficients of a prime curve
    /// have the size of a field element. Everything else is unchanged. ``SpecifiedECDomain`` lists the fields.
    static func asOpenSSLWrites(_ parameters: [UInt8]) -> [UInt8] {
        do throws(DERError) {
            let bytes = parameters.span
            var outer = DERCursor(0..<bytes.count)
            let domain = try outer.next(in: bytes)
            guard domain.tag == .sequence else { return parameters }
            var fields = DERCursor(contentOf: domain)
            let version = try fields.next(.integer, in: bytes)
            let fieldID = try fields.next(.sequence, in: bytes)
            var field = DERCursor(contentOf: fieldID)
            _ = try field.next(.objectIdentifier, in: bytes)
            let size = try field.next(.integer, in: bytes).integer(in: bytes).magnitude.count
            let curve = try fields.next(.sequence, in: bytes)
            var coefficients = DERCursor(contentOf: curve)
            let a = try coefficients.next(.octetString, in: bytes)
            let b = try coefficients.next(.octetString, in: bytes)
            var writer = DERWriter()
            writer.append(.sequence) { (domain) in
                domain.append(encoded: parameters[version.start..<fieldID.end])
                domain.append(.sequence) { (curve) in
                    for coefficient in [a, b] {
                        let zeros = [UInt8](repeating: 0, count: max(0, size - coefficient.count))
                        curve.append(.octetString, content: zeros + parameters[coefficient.content])
                    }
                    curve.append(encoded: parameters[coefficients.position..<coefficients.end])
                }
                domain.append(encoded: parameters[fields.position..<fields.end])
            }
            return writer.bytes
        } catch {
            // The curve is over a binary field, or OpenSSL would not read it.
            return parameters
        }
    }
}

extension SubjectPublicKeyInfo {
    /// Creates the SubjectPublicKeyInfo of a point, with the curve parameters in the form that OpenSSL writes.
    init?(point: [UInt8], parameters: [UInt8]) {
        let written = ECParameters.asOpenSSLWrites(parameters)
        self.init(raw: point, algorithm: AlgorithmIdentifier.bytes(.ecPublicKey, written))
    }
}
