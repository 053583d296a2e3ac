import X509Model

/// EC keys as OpenSSL 3.0 re-encodes them, RFC 3279 section 2.3.5: explicit parameters of a known curve become those of
/// ``X509Model/NamedCurve``, with that curve's seed if any seed is given; everything else stays unchanged. OpenSSL
/// rejects a point that is not on the curve. Binary curves and explicit parameters of unknown curves are not covered.
extension OpenSSLReencoding {
    /// Returns the parts of an EC key as OpenSSL writes them.
    ///
    /// - Parameter only: the only curve that OpenSSL accepts with the algorithm's identifier; `nil` if it accepts any.
    static func ellipticCurve(
        _ parameters: [UInt8]?, _ key: [UInt8], only: ASN1ObjectIdentifier? = nil
    ) throws(Reason) -> Parts {
        guard let parameters, parameters.first != 0x05, let decoded = try? ECParameters(der: parameters)
        else { throw parameters?.first == 0x30 ? .unknown : .unreadableParameters }
        switch decoded {
        case .namedCurve(let identifier):
            // FRP256v1 is the only registered curve that OpenSSL does not know.
            guard let curve = NamedCurve(identifier), curve.name != "FRP256v1",
                only ?? identifier == identifier
            else { throw .unreadableParameters }
            guard isForm(key, coordinateByteCount: curve.fieldOctets) else { throw .unreadableKey }
            try check(key, on: KnownDomain.domain(identifier))
            return (AlgorithmIdentifier.bytes(.ecPublicKey, parameters), key, .oldIdentifier)
        case .specifiedCurve(let specified):
            guard specified.cofactor?.isNegative != true, specified.seed?.isEmpty != true,
                isVersion(parameters.span)
            else { throw .unreadableParameters }
            guard let domain = KnownDomain.domain(of: specified),
                let explicit = NamedCurve(domain.identifier)?.explicitParameters(
                    hasSeed: specified.seed != nil)
            else { throw .unknown }
            guard only ?? domain.identifier == domain.identifier else { throw .unreadableParameters }
            try check(key, on: domain)
            return (AlgorithmIdentifier.bytes(.ecPublicKey, explicit), key, .explicitParameters)
        case .implicitCurve: throw .unreadableParameters
        }
    }

    /// Returns whether the version in explicit parameters is a 32-bit number.
    private static func isVersion(_ parameters: Span<UInt8>) -> Bool {
        guard var fields = try? DERCursor(contentOfSequence: 0..<parameters.count, in: parameters),
            let version = try? fields.next(.integer, in: parameters).smallInteger(in: parameters)
        else { return false }
        return Int32(exactly: version) != nil
    }

    /// Returns whether a point has the correct form; on a curve over a binary field, it may still be invalid.
    private static func isForm(_ key: [UInt8], coordinateByteCount size: Int) -> Bool {
        switch key.first {
        case 2, 3: key.count == 1 + size
        case 4, 6, 7: key.count == 1 + 2 * size
        default: false
        }
    }

    private static func check(_ key: [UInt8], on domain: KnownDomain.Domain?) throws(Reason) {
        guard let curve = domain.flatMap(PrimeCurve.curve) else { throw .unknown }
        guard curve.has(key.span) else { throw .unreadableKey }
    }
}

/// RSASSA-PSS-params as OpenSSL 3.0 re-encodes them, RFC 4055 section 3.1.
///
/// Default values are left out, and the hash algorithms have NULL parameters.
extension OpenSSLReencoding {
    static func pssParameters(_ parameters: [UInt8]?) throws(Reason) -> [UInt8]? {
        guard let parameters else { return nil }
        var cursor = DERCursor(parameters.indices)
        guard let read = try? RSASSAPSSParameters(&cursor, in: parameters.span),
            hashAlgorithms.contains(read.hashAlgorithm.content), let maskHash = read.maskGenHashAlgorithm,
            hashAlgorithms.contains(maskHash.content), !read.saltLength.isNegative,
            read.trailerField == DERInteger(1)
        else {
            // OpenSSL also reads BER, and its output for BER is unknown.
            throw isDER(parameters.span) ? .unreadableParameters : .unknown
        }
        // OpenSSL rejects or misreads a salt length of more than 31 bits.
        guard read.saltLength.bitWidth <= 31 else { throw .unknown }
        var writer = DERWriter()
        writer.append(.sequence) { (parts) in
            if read.hashAlgorithm != .sha1 {
                let hash = AlgorithmIdentifier.bytes(read.hashAlgorithm, [5, 0])
                parts.append(.contextConstructed(0), content: hash)
            }
            if maskHash != .sha1 {
                let hash = AlgorithmIdentifier.bytes(maskHash, [5, 0])
                parts.append(.contextConstructed(1), content: AlgorithmIdentifier.bytes(.mgf1, hash))
            }
            if read.saltLength != DERInteger(20) {
                parts.append(.contextConstructed(2)) { $0.append(read.saltLength) }
            }
        }
        return writer.bytes
    }

    /// Returns whether all tags and lengths are DER, including those of nested values.
    private static func isDER(_ bytes: Span<UInt8>) -> Bool {
        var open = [DERCursor(0..<bytes.count)]
        while var cursor = open.popLast() {
            while !cursor.isAtEnd {
                guard let element = try? cursor.next(in: bytes) else { return false }
                if element.tag.isConstructed { open.append(DERCursor(contentOf: element)) }
            }
        }
        return true
    }

    /// The supported hash algorithms: SHA-1, and SHA-256, SHA-384, SHA-512, SHA-224, SHA-512/224 and SHA-512/256, whose
    /// identifiers begin with 2.16.840.1.101.3.4.2.
    private static let hashAlgorithms: [[UInt8]] =
        [ASN1ObjectIdentifier.sha1.content]
        + (1...6).map { [0x60, 0x86, 0x48, 0x01, 0x65, 0x03, 0x04, 0x02, $0] }
}
