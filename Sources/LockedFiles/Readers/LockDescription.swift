import X509Model

/// The encryption or integrity protection of part of a file, as far as it is known without the password.
package struct LockDescription: Sendable, Hashable, CustomStringConvertible {
    /// The part of a file that is protected.
    package enum Part: String, Sendable {
        /// An encrypted part or key.
        case content
        /// The whole file, protected against changes.
        case integrity
    }

    package let part: Part
    /// The cipher or MAC, such as `AES-256-CBC` or `HMAC-SHA-256`; the object identifier if it is unknown.
    package let algorithm: String
    /// The key derivation, such as `PBKDF2 with HMAC-SHA-256`; `nil` if unknown.
    package private(set) var derivation: String?
    /// The number of iterations of the derivation, or an equivalent cost; `nil` if unknown.
    package private(set) var iterations: Int?
    /// A Boolean value that indicates whether this library can open the part with a password.
    package private(set) var isSupported = true

    /// One line, such as `AES-256-CBC, PBKDF2 with HMAC-SHA-256, 2048 iterations`.
    package var description: String {
        let count = iterations.map { $0 == 1 ? "1 iteration" : "\($0) iterations" }
        return [algorithm, derivation, count].compactMap { $0 }.joined(separator: ", ")
    }
}

extension InputObject.Content {
    /// The encryption and integrity protection of the object, without duplicates; empty if it has neither.
    package var locks: [LockDescription] {
        var locks: [LockDescription] = []
        switch self {
        case .pkcs12(let pfx):
            for algorithm in pfx.encryptionAlgorithms { locks.append(LockDescription(encryption: algorithm)) }
            if let macData = pfx.macData { locks.append(LockDescription(integrity: macData)) }
        case .encryptedPrivateKey(let key):
            if let dekInfo = key.dekInfo { locks.append(LockDescription(dekInfo: dekInfo)) }
            if let algorithm = key.encryptionAlgorithm {
                locks.append(LockDescription(encryption: algorithm.derBytes))
            }
        default: break
        }
        var seen: Set<LockDescription> = []
        return locks.filter { seen.insert($0).inserted }
    }
}

// MARK: Names

extension LockDescription {
    fileprivate init(encryption algorithm: [UInt8]) {
        do throws(LockError) {
            self.init(try EncryptionScheme(algorithm))
        } catch {
            self.init(.content, error)
        }
    }

    fileprivate init(dekInfo: String) {
        do throws(LockError) {
            self.init(try EncryptionScheme(dekInfo: dekInfo))
        } catch {
            let name = if case .unsupported(let name) = error { name } else { dekInfo }
            self.init(part: .content, algorithm: escapedForDisplay(name), isSupported: false)
        }
    }

    fileprivate init(integrity macData: [UInt8]) {
        do throws(LockError) {
            let scheme = try IntegrityScheme(macData)
            var code = "HMAC-\(scheme.digest.rawValue)"
            if case .pkcs12 = scheme.derivation {} else { code = "PBMAC1 with " + code }
            self.init(
                part: .integrity, algorithm: code, derivation: scheme.derivation.name,
                iterations: scheme.derivation.work)
        } catch {
            self.init(.integrity, error)
        }
    }

    private init(_ scheme: EncryptionScheme) {
        let isSupported = if case .unsupported = scheme.cipher { false } else { true }
        self.init(
            part: .content, algorithm: scheme.cipher.name, derivation: scheme.derivation.name,
            iterations: scheme.derivation.work, isSupported: isSupported)
    }

    private init(_ part: Part, _ error: LockError) {
        if case .unsupported(let identifier) = error {
            self.init(part: part, algorithm: LockText.name(of: identifier), isSupported: false)
        } else {
            self.init(part: part, algorithm: "damaged parameters", isSupported: false)
        }
    }
}

extension KeyDerivationScheme {
    fileprivate var name: String {
        switch self {
        case .pbkdf2(let digest, _, _, _): "PBKDF2 with HMAC-\(digest.rawValue)"
        case .scrypt(_, let cost, let blockSize, let lanes, _):
            "scrypt, N \(cost), r \(blockSize), p \(lanes)"
        case .pbkdf1(let digest, _, _): "PBKDF1 with \(digest.rawValue)"
        case .pkcs12(let digest, _, _): "PKCS #12 with \(digest.rawValue)"
        case .openSSL: "OpenSSL's derivation with MD5"
        }
    }
}

extension EncryptionScheme.ChainCipher {
    fileprivate var name: String {
        switch self {
        case .aes(let count): "AES-\(8 * count)-CBC"
        case .des: "DES-CBC"
        case .tripleDES(let keys): keys == 2 ? "3DES-CBC with two keys" : "3DES-CBC"
        case .rc2(_, let bits): "RC2-\(bits)-CBC"
        case .rc4(let count): "RC4-\(8 * count)"
        case .unsupported(let identifier): LockText.name(of: identifier)
        }
    }
}

package enum LockText {
    /// Returns the name of an unsupported algorithm and its identifier, or only the identifier if it has no name.
    static func name(of identifier: String) -> String {
        guard let row = unsupported.first(where: { identifier.hasPrefix($0.arc) }) else { return identifier }
        return "\(row.name) (\(identifier))"
    }

    /// Algorithms that OpenSSL 3 can use to encrypt files and that this library does not support.
    private static let unsupported: [(arc: String, name: String)] = [
        ("1.2.392.200011.61.1.1.1.", "Camellia"), ("0.3.4401.5.3.1.9.", "Camellia"),
        ("1.2.410.200046.1.1.", "ARIA"), ("1.2.410.200004.1.", "SEED"), ("1.2.156.10197.1.104.", "SM4"),
        ("1.3.6.1.4.1.3029.1.2", "Blowfish"),
        ("1.2.840.113533.7.66.10", "CAST5"), ("1.3.6.1.4.1.188.7.1.1.2", "IDEA"),
        ("2.16.840.1.101.3.4.1.", "AES in a mode other than CBC"),
        ("1.3.14.3.2.", "DES in a mode other than CBC"), ("1.2.840.113549.3.4", "RC4 with PBES2"),
        ("1.2.840.113549.3.8", "RC5"), ("2.16.840.1.101.3.4.2.13", "HMAC-SHA3-224"),
        ("2.16.840.1.101.3.4.2.15", "HMAC-SHA3-384"),
        ("2.16.840.1.101.3.4.2.16", "HMAC-SHA3-512"), ("1.0.10118.3.0.55", "Whirlpool"),
        ("1.3.6.1.4.1.1722.12.2.1.16", "BLAKE2b-512"), ("1.3.6.1.4.1.1722.12.2.2.8", "BLAKE2s-256"),
        ("1.2.643.", "GOST"),
    ]
}

/// A note that a program cannot open a file because of the file's encryption.
package struct LockNote: Sendable, Hashable {
    package let code: String
    /// The program and the reason.
    package let message: String
    /// The page that documents or reports the problem.
    package let source: String
}

extension InputObject.Content {
    /// Notes on the programs that cannot open the object, without duplicates.
    package var lockNotes: [LockNote] {
        let locks = locks
        var notes: [LockNote] = []
        let isOld = locks.contains { (lock) in
            lock.part == .content && ["RC2", "RC4", "DES"].contains { lock.algorithm.hasPrefix($0) }
        }
        if isOld {
            notes.append(
                LockNote(
                    code: "openssl-3-legacy",
                    message: "OpenSSL 3 requires its legacy provider (-legacy) for RC2, RC4 and DES",
                    source: "https://docs.openssl.org/3.0/man7/OSSL_PROVIDER-legacy/"))
        }
        guard case .pkcs12 = self else { return notes }
        let hasNewMAC = locks.contains { $0.part == .integrity && $0.algorithm == "HMAC-SHA-256" }
        let hasPBES2 = locks.contains { $0.part == .content && $0.derivation?.hasPrefix("PBKDF2") == true }
        if hasPBES2 || hasNewMAC {
            notes.append(
                LockNote(
                    code: "apple-pbes2",
                    message: "Apple's import may reject PBES2 and SHA-256 MACs with a wrong-password error",
                    source: "https://github.com/openssl/openssl/issues/19871"))
        }
        if hasNewMAC {
            notes.append(
                LockNote(
                    code: "java-mac-sha256",
                    message: "Java before 8u301, 11.0.12 and 12 cannot open files with a SHA-256 MAC",
                    source: "https://bugs.openjdk.org/browse/JDK-8267701"))
        }
        if locks.contains(where: { $0.algorithm.hasPrefix("PBMAC1") }) {
            notes.append(
                LockNote(
                    code: "openssl-pbmac1", message: "OpenSSL before 3.4 cannot open files with PBMAC1",
                    source: "https://docs.openssl.org/3.5/man3/PBMAC1_get1_pbkdf2_param/"))
        }
        return notes
    }
}
