import DERKit

/// A password-based key derivation and its parameters.
package enum KeyDerivationScheme: Sendable, Hashable {
    /// PBKDF2, RFC 8018 appendix A.2.
    case pbkdf2(Digest, salt: [UInt8], iterations: Int, keyByteCount: Int?)
    /// RFC 7914 section 7.
    case scrypt(salt: [UInt8], cost: Int, blockSize: Int, lanes: Int, keyByteCount: Int?)
    /// PBKDF1 in PBES1, RFC 8018 section 6.1.1: 8 bytes for the key, and 8 for the initialization vector.
    case pbkdf1(Digest, salt: [UInt8], iterations: Int)
    /// The derivation of PKCS #12, RFC 7292 appendix B.
    case pkcs12(Digest, salt: [UInt8], iterations: Int)
    /// OpenSSL's derivation for a `DEK-Info` header.
    case openSSL(salt: [UInt8])

    /// Reads an AlgorithmIdentifier.
    ///
    ///     PBKDF2-params ::= SEQUENCE {
    ///         salt CHOICE {
    ///           specified OCTET STRING,
    ///           otherSource AlgorithmIdentifier {{PBKDF2-SaltSources}}
    ///         },
    ///         iterationCount INTEGER (1..MAX),
    ///         keyLength INTEGER (1..MAX) OPTIONAL,
    ///         prf AlgorithmIdentifier {{PBKDF2-PRFs}} DEFAULT
    ///         algid-hmacWithSHA1
    ///     }
    ///
    ///     scrypt-params ::= SEQUENCE {
    ///            salt OCTET STRING,
    ///            costParameter INTEGER (1..MAX),
    ///            blockSize INTEGER (1..MAX),
    ///            parallelizationParameter INTEGER (1..MAX),
    ///            keyLength INTEGER (1..MAX) OPTIONAL }
    init(_ algorithm: [UInt8]) throws(LockError) {
        var fields = try LockFields(algorithm)
        let identifier = try fields.identifier()
        switch identifier {
        case "id-PBKDF2":
            var parameters = try LockFields(try fields.any())
            let salt = try parameters.octets()
            let iterations = try parameters.count()
            let keyByteCount = try parameters.countIfPresent()
            var digest = Digest.sha1
            if !parameters.isAtEnd { digest = try KeyDerivationScheme.digest(ofHMAC: try parameters.any()) }
            self = .pbkdf2(digest, salt: salt, iterations: iterations, keyByteCount: keyByteCount)
        case "id-scrypt":
            var parameters = try LockFields(try fields.any())
            self = .scrypt(
                salt: try parameters.octets(), cost: try parameters.count(),
                blockSize: try parameters.count(),
                lanes: try parameters.count(), keyByteCount: try parameters.countIfPresent())
        default: throw .unsupported(identifier)
        }
    }

    /// Returns the digest that an HMAC's AlgorithmIdentifier names.
    static func digest(ofHMAC algorithm: [UInt8]) throws(LockError) -> Digest {
        var fields = try LockFields(algorithm)
        let identifier = try fields.identifier()
        guard let digest = hmacs[identifier] else { throw .unsupported(identifier) }
        return digest
    }

    private static let hmacs: [String: Digest] = [
        "id-hmacWithSHA1": .sha1, "id-hmacWithSHA224": .sha224, "id-hmacWithSHA256": .sha256,
        "id-hmacWithSHA384": .sha384, "id-hmacWithSHA512": .sha512,
        "1.2.840.113549.2.12": .sha512Slash224, "1.2.840.113549.2.13": .sha512Slash256,
        "1.2.840.113549.2.6": .md5, "2.16.840.1.101.3.4.2.14": .sha3with256,
        // hMAC-MD5 and hMAC-SHA1, RFC 2630: other identifiers of the same algorithms.
        "1.3.6.1.5.5.8.1.1": .md5, "1.3.6.1.5.5.8.1.2": .sha1,
    ]

    /// The number of bytes in the key; `nil` if the file does not specify it.
    var keyByteCount: Int? {
        switch self {
        case .pbkdf2(_, _, _, let count), .scrypt(_, _, _, _, let count): count
        default: nil
        }
    }

    /// The cost of the derivation, in iterations.
    package var work: Int {
        switch self {
        case .pbkdf2(_, _, let iterations, _), .pbkdf1(_, _, let iterations), .pkcs12(_, _, let iterations):
            return iterations
        case .scrypt(let salt, let cost, let blockSize, let lanes, _):
            // The salt is hashed again for every 32 bytes of the blocks.
            let rounds = max(cost, salt.count / 16)
            let (product, isTooMuch) = rounds.multipliedReportingOverflow(by: blockSize)
            let (work, isFarTooMuch) = product.multipliedReportingOverflow(by: lanes)
            return isTooMuch || isFarTooMuch ? .max : work
        case .openSSL: return 1
        }
    }

    /// Returns `count` bytes, at most 128 (the longest key of a cipher, in RC2), for a purpose, which only the derivation
    /// of PKCS #12 distinguishes.
    func key(
        _ password: PasswordForm, _ purpose: PKCS12Purpose = .key, count: Int, limits: DERLimits
    ) throws(LockError) -> [UInt8] {
        guard count <= 128 else { throw .malformed }
        switch self {
        case .pbkdf2(let digest, let salt, let iterations, _):
            return digest.pbkdf2(password.octets, salt: salt, iterations: iterations, count: count)
        case .scrypt(let salt, let cost, let blockSize, let lanes, _):
            guard cost > 1, cost & (cost - 1) == 0, blockSize <= 1 << 16, lanes <= 1 << 16 else {
                throw .malformed
            }
            let (memory, isTooMuch) = (128 * blockSize).multipliedReportingOverflow(by: cost + 2 * lanes)
            try LockError.check(isTooMuch ? .max : memory, .derivationMemory, of: limits)
            return Scrypt.derive(
                password.octets, salt: salt, cost: cost, blockSize: blockSize, lanes: lanes, count: count)
        case .pbkdf1(let digest, let salt, let iterations):
            return digest.pbkdf1(password.octets, salt: salt, iterations: iterations, count: 16)
        case .pkcs12(let digest, let salt, let iterations):
            return digest.pkcs12(password.utf16, salt: salt, iterations: iterations, purpose, count: count)
        case .openSSL(let salt): return Digest.md5.openSSL(password.octets, salt: salt, count: count)
        }
    }
}

/// The integrity protection of a PKCS #12 file: RFC 7292 section 4, or PBMAC1, RFC 9579.
///
///     MacData ::= SEQUENCE {
///         mac         DigestInfo,
///         macSalt     OCTET STRING,
///         iterations  INTEGER DEFAULT 1
///     }
///
///     DigestInfo ::= SEQUENCE {
///         digestAlgorithm DigestAlgorithmIdentifier,
///         digest Digest
///     }
package struct IntegrityScheme: Sendable, Hashable {
    package let derivation: KeyDerivationScheme
    /// The digest that uses the key.
    package let digest: Digest
    private let code: [UInt8]

    package init(_ macData: [UInt8]) throws(LockError) {
        var fields = try LockFields(macData)
        var info = try LockFields(try fields.any())
        var digestAlgorithm = try LockFields(try info.any())
        code = try info.octets()
        let salt = try fields.octets()
        let iterations = fields.isAtEnd ? 1 : try fields.count()
        let identifier = try digestAlgorithm.identifier()
        guard identifier == "id-PBMAC1" else {
            guard let digest = IntegrityScheme.digests[identifier] else { throw .unsupported(identifier) }
            self.digest = digest
            derivation = .pkcs12(digest, salt: salt, iterations: iterations)
            return
        }
        // PBMAC1, RFC 8018 section 7.1:
        //
        //     PBMAC1-params ::= SEQUENCE {
        //         keyDerivationFunc AlgorithmIdentifier {{PBMAC1-KDFs}},
        //         messageAuthScheme AlgorithmIdentifier {{PBMAC1-MACs}} }
        var parameters = try LockFields(try digestAlgorithm.any())
        derivation = try KeyDerivationScheme(try parameters.any())
        // RFC 9579 section 6: a file that does not give the length of the key must not be trusted.
        guard derivation.keyByteCount != nil else { throw .malformed }
        digest = try KeyDerivationScheme.digest(ofHMAC: try parameters.any())
    }

    /// Returns whether the MAC of the octets matches the MAC in the file.
    func isRight(
        for octets: [UInt8], _ password: PasswordForm, limits: DERLimits
    ) throws(LockError) -> Bool {
        let count = derivation.keyByteCount ?? digest.byteCount
        let key = try derivation.key(password, .integrityKey, count: count, limits: limits)
        return digest.code(of: octets, key: key) == code
    }

    private static let digests: [String: Digest] = [
        "sha1": .sha1, "sha224": .sha224, "sha256": .sha256,
        "sha384": .sha384, "sha512": .sha512,
        "sha512-224": .sha512Slash224, "sha512-256": .sha512Slash256,
        "md5": .md5, "sha3-256": .sha3with256,
    ]
}
