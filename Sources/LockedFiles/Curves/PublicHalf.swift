import X509Model

/// Computes the public half of a private key. The computation is not hardened against timing attacks, because only the
/// user's own files are read.
package enum PublicHalf {
    /// Returns the key with its public half, or `nil` if its kind or curve is unsupported or the key is invalid.
    ///
    /// - Parameter octets: the whole key, in its original form.
    static func added(to key: Certificate.PrivateKey, _ octets: [UInt8]) -> Certificate.PrivateKey? {
        guard let whole = rawKey(of: key, octets).map({ key.adding(rawKey: $0) }),
            // Malformed parameters are rejected: they would stay unchanged here, but OpenSSL would change them.
            case .success? = whole.subjectPublicKeyInfo?.publicKeyResult
        else { return nil }
        return whole
    }

    /// Returns whether the parts of a key are consistent; a changed bit, for example, makes them inconsistent. The
    /// result is `nil` if this cannot be determined, for example because the curve is not supported. Keys that contain
    /// nothing to compare, such as most Ed25519 keys, count as consistent.
    static func isConsistent(_ key: Certificate.PrivateKey, _ octets: [UInt8]) -> Bool? {
        switch key {
        case .pkcs1: return isRSAConsistent(octets)
        case .pkcs8(let info) where rsa.contains(info.privateKeyAlgorithm.algorithm.nameOrNumber):
            // Parameters, such as those of RSASSA-PSS, are part of the pin, but the numbers do not depend on them.
            guard info.privateKeyAlgorithm.parameters.map({ $0 == [0x05, 0x00] }) ?? true else { return nil }
            return PrivateOctets(pkcs8: octets).flatMap { isRSAConsistent($0.privateKey) }
        case .dsa(let dsa):
            guard let secret = PrivateOctets.integers(in: octets).last else { return false }
            let (p, g) = (dsa.p.magnitude, dsa.g.magnitude)
            return power(p, g, secret) == dsa.y.magnitude && power(p, g, dsa.q.magnitude) == [1]
        case .pkcs8, .sec1:
            guard let info = key.subjectPublicKeyInfo else { return true }
            let known = info.subjectPublicKey.bytes
            // The seed and cofactor of explicit parameters are part of the pin, but the point does not depend on them.
            if case .specifiedCurve? = info.algorithm.parameters.flatMap({ try? ECParameters(der: $0) }) {
                return nil
            }
            guard let computed = rawKey(of: key, octets) else { return nil }
            return known == computed || isSamePoint(known, computed)
        }
    }

    /// Returns whether a known point in the compressed or hybrid form is the same as a computed point.
    private static func isSamePoint(_ known: [UInt8], _ computed: [UInt8]) -> Bool {
        guard let last = computed.last, computed.first == 4 else { return false }
        let (x, parity) = (computed[1...(computed.count / 2)], last & 1)
        let compressed: [UInt8] = [2 + parity] + x
        let hybrid: [UInt8] = [6 + parity] + computed.dropFirst()
        return known == compressed || known == hybrid
    }

    private static let rsa: Set<String> = ["rsaEncryption", "id-RSASSA-PSS", "id-RSAES-OAEP", "id-ea-rsa"]

    /// Returns whether the modulus of an RSA key is the product of its two primes, and whether a test number raised to
    /// the public exponent and then to `exponent1` is itself modulo the first prime; `nil` for a key with more than two
    /// primes, and for a long modulus with a public exponent of more than 64 bits, which OpenSSL refuses.
    private static func isRSAConsistent(_ octets: [UInt8]) -> Bool? {
        let numbers = PrivateOctets.integers(in: octets)
        guard numbers.count >= 9 else { return false }
        guard numbers[0].isEmpty, numbers[1].count <= 384 || numbers[2].count <= 8 else { return nil }
        let (e, p, q, dP) = (numbers[2], numbers[4], numbers[5], numbers[6])
        guard max(p.count, q.count) <= longestModulus, ModularField.isProduct(numbers[1], p, q) else {
            return false
        }
        return power(p, [2], e).flatMap { power(p, $0, dP) } == [2]
    }

    /// Returns the raw key (a point, or the octets of another kind of key), or `nil` if it cannot be computed.
    private static func rawKey(of key: Certificate.PrivateKey, _ octets: [UInt8]) -> [UInt8]? {
        switch key {
        case .pkcs1, .dsa: return nil
        case .sec1(let ec):
            guard let parameters = ec.parameters, let secret = PrivateOctets.secret(sec1: octets) else {
                return nil
            }
            return point(parameters, secret)
        case .pkcs8(let info):
            guard let parts = PrivateOctets(pkcs8: octets) else { return nil }
            let algorithm = info.privateKeyAlgorithm
            let identifier = algorithm.algorithm.nameOrNumber
            return switch identifier {
            case "id-ecPublicKey":
                PrivateOctets.secret(sec1: parts.privateKey).flatMap { (secret) in
                    algorithm.parameters.flatMap { point($0, secret) }
                }
            case "id-dsa": dsa(algorithm, parts)
            default: parts.seed.flatMap { EdwardsCurve.publicKey($0, algorithm: identifier) }
            }
        }
    }

    private static func point(_ parameters: [UInt8], _ secret: [UInt8]) -> [UInt8]? {
        let domain: KnownDomain.Domain? =
            switch try? ECParameters(der: parameters) {
            case .namedCurve(let identifier): KnownDomain.domain(identifier)
            case .specifiedCurve(let written): KnownDomain.domain(of: written)
            default: nil
            }
        return domain.flatMap { WeierstrassCurve($0) }?.publicPoint(secret)
    }

    /// Returns the INTEGER y of a DSA key, whose private key is the INTEGER x, or `nil` if it cannot be computed.
    private static func dsa(_ algorithm: AlgorithmIdentifier, _ parts: PrivateOctets) -> [UInt8]? {
        let numbers = PrivateOctets.integers(in: algorithm.parameters ?? [])
        // x is less than q, which has at most 256 bits in FIPS 186-4, and at most 512 in libgcrypt. The time to compute y
        // is proportional to the length of x.
        guard numbers.count == 3, let secret = PrivateOctets.integer(parts.privateKey), secret.count <= 64,
            let key = power(numbers[0], numbers[2], secret)
        else { return nil }
        return DERWriter.bytes { $0.append(DERInteger(unsigned: key)) }
    }

    /// The length in bytes of the longest modulus. OpenSSL accepts 10,000 bits for DSA and 16,384 for RSA, whose primes have
    /// half of them.
    private static let longestModulus = 1250

    /// Returns base ^ exponent modulo p, without leading zeros, or `nil` if the numbers are invalid or would take too
    /// long because they are larger than in any key.
    private static func power(_ p: [UInt8], _ base: [UInt8], _ exponent: [UInt8]) -> [UInt8]? {
        guard p.count <= longestModulus, exponent.count <= longestModulus, !exponent.isEmpty,
            let field = ModularField(p),
            let base = field.element(base)
        else { return nil }
        return Array(field.octets(field.power(base, exponent)).drop { $0 == 0 })
    }
}

/// The private part of a PKCS #8 key, RFC 5958 section 2. It is used for one computation and not kept.
struct PrivateOctets {
    /// The content of the field `privateKey`.
    let privateKey: [UInt8]

    init?(pkcs8 octets: [UInt8]) {
        guard var fields = PrivateOctets.fields(of: octets),
            (try? fields.next(.integer, in: octets.span)) != nil,
            (try? fields.next(.sequence, in: octets.span)) != nil,
            let key = try? fields.next(.octetString, in: octets.span)
        else { return nil }
        privateKey = Array(octets[key.content])
    }

    /// The seed or secret of a CurvePrivateKey, RFC 8410 section 7, or `nil` for other octets.
    ///
    ///     CurvePrivateKey ::= OCTET STRING
    var seed: [UInt8]? {
        var cursor = DERCursor(0..<privateKey.count)
        guard let seed = try? cursor.next(.octetString, in: privateKey.span), cursor.isAtEnd else {
            return nil
        }
        return Array(privateKey[seed.content])
    }

    /// Returns the secret number of an ECPrivateKey, RFC 5915 section 3, or `nil` for other octets.
    static func secret(sec1 octets: [UInt8]) -> [UInt8]? {
        guard var fields = PrivateOctets.fields(of: octets),
            (try? fields.next(.integer, in: octets.span)) != nil,
            let secret = try? fields.next(.octetString, in: octets.span)
        else { return nil }
        return Array(octets[secret.content])
    }

    /// Returns the nonnegative DER INTEGERs at the start of a SEQUENCE, without leading zeros, up to another value.
    static func integers(in octets: [UInt8]) -> [[UInt8]] {
        guard var fields = fields(of: octets) else { return [] }
        var numbers: [[UInt8]] = []
        while let number = magnitude(&fields, in: octets.span) { numbers.append(number) }
        return numbers
    }

    /// Returns the number, without leading zeros, if the octets are one nonnegative DER INTEGER; otherwise `nil`.
    static func integer(_ octets: [UInt8]) -> [UInt8]? {
        var cursor = DERCursor(0..<octets.count)
        let number = magnitude(&cursor, in: octets.span)
        return cursor.isAtEnd ? number : nil
    }

    /// Returns a cursor over the content of a SEQUENCE at the start of the octets, or `nil` if there is none.
    private static func fields(of octets: [UInt8]) -> DERCursor? {
        var outer = DERCursor(0..<octets.count)
        return (try? outer.next(.sequence, in: octets.span)).map { DERCursor(contentOf: $0) }
    }

    private static func magnitude(_ fields: inout DERCursor, in bytes: Span<UInt8>) -> [UInt8]? {
        guard let element = try? fields.next(.integer, in: bytes),
            let number = try? element.integer(in: bytes), !number.isNegative
        else { return nil }
        return number.magnitude
    }
}
