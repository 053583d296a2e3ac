import X509Model

extension SubjectPublicKeyInfo {
    /// Creates a raw key's SubjectPublicKeyInfo, whose hash is the pin, by restoring the header that an API omits.
    ///
    ///     let raw = SecKeyCopyExternalRepresentation(key, nil)! as Data
    ///     try SubjectPublicKeyInfo(rawKey: raw).pin
    ///
    /// The raw key can be
    /// - a PKCS #1 RSAPublicKey with a modulus of any size, as SecKeyCopyExternalRepresentation returns it;
    /// - an X9.62 point: uncompressed (`04` and both coordinates, as SecKeyCopyExternalRepresentation and CryptoKit's
    ///   x963Representation return it), compressed (`02` or `03`, then X), or hybrid (`06` or `07`, then both
    ///   coordinates); compressed and hybrid points keep their form;
    /// - both coordinates without `04`, as CryptoKit's rawRepresentation returns them;
    /// - an Ed25519 or X25519 key (32 bytes), an X448 key (56 bytes) or an Ed448 key (57 bytes).
    ///
    /// A point must be on its curve. A private key is rejected. If `algorithm` is `nil`, it is inferred from the bytes
    /// if possible: from an uncompressed point's curve, or from a compressed point's curve if no other curve contains
    /// such a point.
    ///
    /// - Throws: ``SPKIHash/RawKeyError`` if the bytes are not such a key or are ambiguous; in the latter
    ///   case, the error lists the choices.
    public init(
        rawKey: some Collection<UInt8>, algorithm: RawKeyAlgorithm? = nil
    ) throws(RawKeyError) {
        let bytes = Array(rawKey)
        let algorithm = if let algorithm { algorithm } else { try RawKeyAlgorithm.inferred(from: bytes) }
        let key = try algorithm.subjectPublicKey(from: bytes)
        do throws(DERError) {
            try self.init(der: SubjectPublicKeyInfo.bytes(algorithm.identifierBytes, key))
        } catch {
            // This never happens, because the structure just written can be read.
            throw .wrongForm(algorithm, expected: error.expected, found: error.found)
        }
    }

    /// The bytes before the raw key: tags, lengths, the algorithm, and the count of unused bits.
    ///
    /// `header + subjectPublicKey.bytes` is ``X509Model/SubjectPublicKeyInfo/derBytes``, for every key.
    public var header: [UInt8] {
        Array(input[layout.range.lowerBound..<layout.subjectPublicKey.range.lowerBound])
    }
}

extension RawKeyAlgorithm {
    /// Returns the header for keys of this algorithm whose raw key has `rawKeyByteCount` bytes.
    ///
    /// For RSA, the size of the raw key depends on the modulus and the exponent; for example, 2048 bits and 65537 give
    /// 270 bytes.
    package func header(rawKeyByteCount: Int) -> [UInt8] {
        let blank = [UInt8](repeating: 0, count: max(0, rawKeyByteCount))
        return SubjectPublicKeyInfo.bytes(identifierBytes, blank).dropLast(blank.count)
    }

    /// Returns the only algorithm to which `rawKey` can belong.
    static func inferred(from rawKey: [UInt8]) throws(RawKeyError) -> RawKeyAlgorithm {
        guard let first = rawKey.first else { throw .empty }
        if first == 0x30 {
            if (try? RSAPublicKeyLayout(rawKey)) != nil { return .rsa }
            if (try? SubjectPublicKeyInfo(der: rawKey)) != nil { throw .isSubjectPublicKeyInfo }
        }
        let count = rawKey.count
        guard !isStructure(rawKey) else {
            throw .unknownForm(byteCount: count, firstByte: first, choices: RawKeyAlgorithm.allCases)
        }
        if let curve = curve(ofPrivateKey: rawKey) { throw .isPrivateKey(curve) }
        if let curve = try curve(of: rawKey) { return curve }
        switch count {
        case 57 where mayBeEd448(rawKey): return .ed448
        case 56: return .x448
        case 32: throw .ambiguous(byteCount: count, choices: [.ed25519, .x25519])
        case 48: throw .lacksY([.p384])
        // The coordinate has 521 bits, so its first byte is 0 or 1. A P-256 point after such a byte also has 66 bytes.
        case 66 where first <= 1 && (try? curve(of: Array(rawKey.dropFirst()))) == nil: throw .lacksY([.p521])
        default:
            let curves = allCases.filter { $0.isForm(rawKey) }
            guard curves.isEmpty else { throw .notOnCurve(curves) }
            throw .unknownForm(byteCount: count, firstByte: first, choices: RawKeyAlgorithm.allCases)
        }
    }

    /// Returns the algorithm for the named curve that contains the point in `rawKey`, or `nil` if there is none.
    private static func curve(of rawKey: [UInt8]) throws(RawKeyError) -> RawKeyAlgorithm? {
        guard allCases.contains(where: { $0.isForm(rawKey) }) else { return nil }
        var names: [String] = []
        // Coordinates without 04 may begin with any byte.
        for point in [rawKey, [4] + rawKey] { names += PrimeCurve.curves(of: point).map { $0.name } }
        let choices = allCases.filter { $0.namedCurve.map { names.contains($0.name) } ?? false }
        guard names.count > 1 else {
            guard let name = names.first, choices.isEmpty else { return choices.first }
            throw .otherCurve(name)
        }
        guard !choices.isEmpty else { throw .otherCurve(names.joined(separator: " or ")) }
        throw .ambiguous(byteCount: rawKey.count, choices: choices)
    }

    /// Returns whether bytes have the size and first byte of a point, or the size of an uncompressed one without 04.
    private func isForm(_ rawKey: [UInt8]) -> Bool {
        guard let size = coordinateByteCount, let first = rawKey.first else { return false }
        switch first {
        case 2, 3: return rawKey.count == 1 + size || rawKey.count == 2 * size
        case 4, 6, 7: return rawKey.count == 1 + 2 * size || rawKey.count == 2 * size
        default: return rawKey.count == 2 * size
        }
    }

    /// Returns whether bytes may be an Ed448 key, RFC 8032 section 5.2.2: the last octet contains at most the sign bit.
    private static func mayBeEd448(_ rawKey: [UInt8]) -> Bool { (rawKey.last ?? 0) & 0x7f == 0 }

    /// Returns `point` unchanged if it is a point on the curve.
    private func checked(_ point: [UInt8]) throws(RawKeyError) -> [UInt8] {
        guard let namedCurve, let domain = KnownDomain.domain(namedCurve.identifier),
            PrimeCurve.curve(domain)?.has(point.span) == true
        else { throw .notOnCurve([self]) }
        return point
    }

    /// Returns the raw key in the form of the BIT STRING.
    func subjectPublicKey(from rawKey: [UInt8]) throws(RawKeyError) -> [UInt8] {
        guard let first = rawKey.first else { throw .empty }
        if let fixedByteCount {
            guard rawKey.count == fixedByteCount else {
                throw wrongForm(rawKey, expected: "\(fixedByteCount) bytes")
            }
            guard !RawKeyAlgorithm.isStructure(rawKey) else { throw isNoKey }
            guard self != .ed448 || RawKeyAlgorithm.mayBeEd448(rawKey) else {
                throw .wrongForm(self, expected: "57 bytes ending in 00 or 80", found: "unexpected last byte")
            }
            return rawKey
        }
        guard let size = coordinateByteCount else {
            do throws(DERError) {
                _ = try RSAPublicKeyLayout(rawKey)
            } catch {
                if (try? SubjectPublicKeyInfo(der: rawKey)) != nil { throw .isSubjectPublicKeyInfo }
                throw .wrongForm(
                    self, expected: "an RSAPublicKey, SEQUENCE { modulus, publicExponent }",
                    found: error.found.isEmpty ? "invalid DER" : error.found)
            }
            return rawKey
        }
        if let curve = RawKeyAlgorithm.curve(ofPrivateKey: rawKey) { throw .isPrivateKey(curve) }
        switch (rawKey.count, first) {
        case (1 + 2 * size, 4), (1 + 2 * size, 6), (1 + 2 * size, 7), (1 + size, 2), (1 + size, 3):
            return try checked(rawKey)
        case (2 * size, _):
            guard !RawKeyAlgorithm.isStructure(rawKey) else { throw isNoKey }
            return try checked([4] + rawKey)
        case (size, _): throw .lacksY([self])
        default:
            if (try? SubjectPublicKeyInfo(der: rawKey)) != nil { throw .isSubjectPublicKeyInfo }
            throw wrongForm(
                rawKey,
                expected: "04 and \(2 * size) bytes, \(2 * size) bytes, or 02 or 03 and \(size) bytes")
        }
    }

    /// Returns whether bytes are one or more SEQUENCEs, followed only by line ends. For example, an ECPrivateKey for
    /// P-384 without its public key has 64 bytes, as many as both coordinates of a P-256 point. Fewer than one in a
    /// million random keys look like this.
    private static func isStructure(_ rawKey: [UInt8]) -> Bool {
        let bytes = rawKey.span
        var outer = DERCursor(0..<bytes.count)
        var count = 0
        var end = 0
        while let sequence = try? outer.next(.sequence, in: bytes) {
            end = sequence.range.upperBound
            var fields = DERCursor(contentOf: sequence)
            while !fields.isAtEnd {
                guard (try? fields.next(in: bytes)) != nil else { return false }
                count += 1
            }
        }
        return count > 1 && rawKey[end...].allSatisfy { $0 == 0x0a || $0 == 0x0d }
    }

    /// Returns the curve of a private key in X9.63 form, as SecKeyCopyExternalRepresentation returns it:
    /// `04`, both coordinates, and the secret number. Returns `nil` if the bytes are not such a key.
    ///
    /// A P-256 private key has as many bytes as a P-384 point, so the curve equation decides.
    private static func curve(ofPrivateKey rawKey: [UInt8]) -> RawKeyAlgorithm? {
        guard rawKey.first == 4 else { return nil }
        switch rawKey.count {
        case 145: return .p384
        case 199: return .p521
        default:
            return allCases.first { (algorithm) in
                guard let size = algorithm.coordinateByteCount, rawKey.count == 1 + 3 * size else {
                    return false
                }
                return (try? algorithm.checked(Array(rawKey[...(2 * size)]))) != nil
            }
        }
    }

    private var isNoKey: RawKeyError {
        .wrongForm(self, expected: "a raw key", found: "a DER SEQUENCE")
    }

    private func wrongForm(_ rawKey: [UInt8], expected: String) -> RawKeyError {
        let count = byteCount(rawKey.count)
        return .wrongForm(
            self, expected: expected,
            found: rawKey.first.map { "\(count) starting with \(hex($0))" } ?? count)
    }
}

/// The positions of the modulus and the exponent in an ``X509Model/RSAPublicKey``, RFC 8017 appendix A.1.1.
struct RSAPublicKeyLayout: Sendable, Hashable {
    /// The content octets of the modulus, including any leading 00.
    let modulus: Range<Int>
    /// The content octets of the exponent.
    let publicExponent: Range<Int>

    /// Reads an RSAPublicKey that fills `bytes`.
    init(_ bytes: [UInt8]) throws(DERError) {
        let span = bytes.span
        var fields = try DERCursor(contentOfSequence: 0..<span.count, in: span)
        modulus = try RSAPublicKeyLayout.number("modulus", &fields, in: span)
        publicExponent = try RSAPublicKeyLayout.number("publicExponent", &fields, in: span)
        try fields.finish()
    }

    /// Reads an INTEGER of any form, because the moduli of some real certificates lack the 00 that makes them positive.
    private static func number(
        _ name: StaticString, _ fields: inout DERCursor, in bytes: Span<UInt8>
    ) throws(DERError) -> Range<Int> {
        try field(name) { () throws(DERError) in
            let element = try fields.next(.integer, in: bytes)
            guard element.count > 0 else {
                throw DERError(.invalidValue, at: element.start, expected: "a number", found: "0 bytes")
            }
            return element.content
        }
    }
}
