import DERKit

/// The encryption of a key or part of a file, and its parameters: PBES2 and PBES1, RFC 8018 section 6, the schemes of
/// PKCS #12, RFC 7292 appendix C, or a `DEK-Info` header, RFC 1421 section 4.6.1.3, in the form that OpenSSL writes.
package struct EncryptionScheme: Sendable, Hashable {
    let derivation: KeyDerivationScheme
    let cipher: ChainCipher
    /// The initialization vector; empty if it is derived from the password.
    private(set) var initializationVector: [UInt8] = []

    /// A cipher and the size of its key.
    enum ChainCipher: Sendable, Hashable {
        case aes(keyByteCount: Int)
        case des
        /// Triple DES with 2 or 3 keys.
        case tripleDES(keyCount: Int)
        case rc2(keyByteCount: Int, effectiveBits: Int)
        /// A stream cipher, without block chaining.
        case rc4(keyByteCount: Int)
        /// An unsupported cipher, given by its object identifier.
        case unsupported(String)
    }
}

extension EncryptionScheme {
    /// Reads an AlgorithmIdentifier.
    package init(_ algorithm: [UInt8]) throws(LockError) {
        var fields = try LockFields(algorithm)
        let identifier = try fields.identifier()
        guard identifier != "id-PBES2" else {
            self = try EncryptionScheme.pbes2(try fields.any())
            return
        }
        let old = EncryptionScheme.pbes1[identifier]
        guard let cipher = old?.cipher ?? EncryptionScheme.pkcs12Ciphers[identifier] else {
            throw .unsupported(identifier)
        }
        var parameters = try LockFields(try fields.any())
        let (salt, iterations) = (try parameters.octets(), try parameters.count())
        self.init(
            derivation: old.map { .pbkdf1($0.digest, salt: salt, iterations: iterations) }
                ?? .pkcs12(.sha1, salt: salt, iterations: iterations), cipher: cipher)
    }

    /// Reads the value of a `DEK-Info` header: the name of a cipher and the initialization vector in hex.
    init(dekInfo: String) throws(LockError) {
        let parts = dekInfo.split(separator: ",", maxSplits: 1).map { (part) in
            String(part.filter { $0 != " " && $0 != "\t" })
        }
        guard let name = parts.first, !name.isEmpty else { throw .malformed }
        guard let cipher = EncryptionScheme.dekCiphers[name] else { throw .unsupported(name) }
        guard parts.count == 2, let vector = bytes(hex: parts[1]), vector.count == cipher.blockByteCount
        else { throw .malformed }
        self.init(
            derivation: .openSSL(salt: Array(vector.prefix(8))), cipher: cipher, initializationVector: vector)
    }

    /// Reads the parameters of PBES2, RFC 8018 appendix A.4.
    ///
    ///     PBES2-params ::= SEQUENCE {
    ///         keyDerivationFunc AlgorithmIdentifier {{PBES2-KDFs}},
    ///         encryptionScheme AlgorithmIdentifier {{PBES2-Encs}}
    ///     }
    private static func pbes2(_ parameters: [UInt8]) throws(LockError) -> EncryptionScheme {
        var fields = try LockFields(parameters)
        let derivation = try KeyDerivationScheme(try fields.any())
        var cipher = try LockFields(try fields.any())
        let identifier = try cipher.identifier()
        if identifier == "rc2CBC" {
            return try rc2(try cipher.any(), derivation)
        }
        guard let chain = ciphers[identifier] else {
            return EncryptionScheme(derivation: derivation, cipher: .unsupported(identifier))
        }
        let vector = try cipher.octets()
        guard vector.count == chain.blockByteCount else { throw .malformed }
        return EncryptionScheme(derivation: derivation, cipher: chain, initializationVector: vector)
    }

    /// Reads the parameters of RC2 in CBC mode, RFC 8018 appendix B.2.3.
    ///
    ///     RC2-CBC-Parameter ::= SEQUENCE {
    ///         rc2ParameterVersion INTEGER OPTIONAL,
    ///         iv OCTET STRING (SIZE(8))
    ///     }
    private static func rc2(
        _ parameters: [UInt8], _ derivation: KeyDerivationScheme
    ) throws(LockError) -> EncryptionScheme {
        var fields = try LockFields(parameters)
        let version = try fields.countIfPresent()
        let bits: Int
        switch version {
        case nil: bits = 32
        case 160: bits = 40
        case 120: bits = 64
        case 58: bits = 128
        case let version? where (256...1024).contains(version): bits = version
        default: throw .malformed
        }
        let vector = try fields.octets()
        guard vector.count == 8 else { throw .malformed }
        let count = derivation.keyByteCount ?? bits / 8
        return EncryptionScheme(
            derivation: derivation, cipher: .rc2(keyByteCount: count, effectiveBits: bits),
            initializationVector: vector)
    }

    private static let ciphers: [String: ChainCipher] = [
        "id-aes128-CBC": .aes(keyByteCount: 16), "id-aes192-CBC": .aes(keyByteCount: 24),
        "id-aes256-CBC": .aes(keyByteCount: 32), "des-EDE3-CBC": .tripleDES(keyCount: 3),
        "desCBC": .des,
    ]

    /// The ciphers of pkcs-12PbeIds, 1.2.840.113549.1.12.1.
    private static let pkcs12Ciphers: [String: ChainCipher] = [
        "pbeWithSHAAnd128BitRC4": .rc4(keyByteCount: 16), "pbeWithSHAAnd40BitRC4": .rc4(keyByteCount: 5),
        "pbeWithSHAAnd3-KeyTripleDES-CBC": .tripleDES(keyCount: 3),
        "pbeWithSHAAnd2-KeyTripleDES-CBC": .tripleDES(keyCount: 2),
        "pbeWithSHAAnd128BitRC2-CBC": .rc2(keyByteCount: 16, effectiveBits: 128),
        "pbeWithSHAAnd40BitRC2-CBC": .rc2(keyByteCount: 5, effectiveBits: 40),
    ]

    private static let pbes1: [String: (digest: Digest, cipher: ChainCipher)] = [
        "pbeWithMD5AndDES-CBC": (.md5, .des), "pbeWithSHA1AndDES-CBC": (.sha1, .des),
        "pbeWithMD5AndRC2-CBC": (.md5, .rc2(keyByteCount: 8, effectiveBits: 64)),
        "pbeWithSHA1AndRC2-CBC": (.sha1, .rc2(keyByteCount: 8, effectiveBits: 64)),
    ]

    /// The ciphers, by the names that OpenSSL gives them.
    private static let dekCiphers: [String: ChainCipher] = [
        "DES-CBC": .des, "DES-EDE-CBC": .tripleDES(keyCount: 2), "DES-EDE3-CBC": .tripleDES(keyCount: 3),
        "AES-128-CBC": .aes(keyByteCount: 16), "AES-192-CBC": .aes(keyByteCount: 24),
        "AES-256-CBC": .aes(keyByteCount: 32), "RC2-CBC": .rc2(keyByteCount: 16, effectiveBits: 128),
        "RC2-40-CBC": .rc2(keyByteCount: 5, effectiveBits: 40),
        "RC2-64-CBC": .rc2(keyByteCount: 8, effectiveBits: 64),
    ]
}

// MARK: Opening

extension EncryptionScheme.ChainCipher {
    var keyByteCount: Int {
        switch self {
        case .aes(let count), .rc2(let count, _), .rc4(let count): count
        case .des: 8
        case .tripleDES(let keys): 8 * keys
        case .unsupported: 0
        }
    }

    /// The number of bytes in the initialization vector.
    var blockByteCount: Int {
        switch self {
        case .aes: 16
        case .des, .tripleDES, .rc2: 8
        case .rc4, .unsupported: 0
        }
    }

    /// Returns the plaintext, or `nil` if its padding is invalid, as nearly always with a wrong key. RC4 has none.
    func open(_ text: [UInt8], key: [UInt8], initializationVector vector: [UInt8]) -> [UInt8]? {
        switch self {
        case .aes: AES(key: key)?.open(text, initializationVector: vector)
        case .des, .tripleDES: DES(key: key)?.open(text, initializationVector: vector)
        case .rc2(_, let bits): RC2(key: key, effectiveBits: bits)?.open(text, initializationVector: vector)
        case .rc4: RC4.crypt(text, key: key)
        case .unsupported: nil
        }
    }
}

extension EncryptionScheme {
    /// Returns the plaintext, or `nil` if its padding is invalid, as it nearly always is if the password is wrong.
    ///
    /// - Parameter password: the password in the two encodings that the schemes use.
    func open(_ text: [UInt8], _ password: PasswordForm, limits: DERLimits) throws(LockError) -> [UInt8]? {
        if case .unsupported(let identifier) = cipher { throw .unsupported(identifier) }
        var key = try derivation.key(password, count: cipher.keyByteCount, limits: limits)
        defer { wipe(&key) }
        let vector =
            switch derivation {
            case .pbkdf1: Array(key.dropFirst(cipher.keyByteCount))
            case .pkcs12:
                try derivation.key(
                    password, .initializationVector, count: cipher.blockByteCount, limits: limits)
            default: initializationVector
            }
        return cipher.open(
            text, key: Array(key.prefix(cipher.keyByteCount)), initializationVector: vector)
    }
}
