import DERKit
import X509Model

/// Opens an encrypted private key.
enum LockedKey {
    /// Returns the PKCS #8 key and its octets, or `nil` if the password is wrong.
    ///
    /// - Parameter isProtected: true if the MAC of the file that contains the key is correct.
    static func open(
        _ content: EncryptedContent, _ password: PasswordForm, isProtected: Bool, limits: DERLimits
    ) throws(LockError) -> (key: Certificate.PrivateKey, octets: [UInt8])? {
        let scheme = try EncryptionScheme(content.algorithm)
        try LockError.check(scheme.work, .iterationCount, of: limits)
        guard let octets = try scheme.open(content.ciphertext, password, limits: limits),
            let key = try? OneAsymmetricKey(der: octets)
        else { return nil }
        if !isProtected { try check(.pkcs8(key), octets) }
        return (.pkcs8(key), octets)
    }

    /// Returns a key with a `DEK-Info` header, or `nil` if the password is wrong.
    static func open(
        _ octets: [UInt8], dekInfo: String, _ password: PasswordForm, limits: DERLimits
    ) throws(LockError) -> (key: Certificate.PrivateKey, octets: [UInt8])? {
        let scheme = try EncryptionScheme(dekInfo: dekInfo)
        guard let octets = try scheme.open(octets, password, limits: limits), let key = key(octets) else {
            return nil
        }
        try check(key, octets)
        return (key, octets)
    }

    /// Checks the key against itself, the only evidence that no bit of it was changed.
    private static func check(_ key: Certificate.PrivateKey, _ octets: [UInt8]) throws(LockError) {
        guard let isConsistent = PublicHalf.isConsistent(key, octets) else { throw .unverifiable }
        guard isConsistent else { throw .malformed }
    }

    /// Reads a private key in any form, which its structure reveals.
    private static func key(_ octets: [UInt8]) -> Certificate.PrivateKey? {
        if let key = try? RSAPrivateKey(der: octets) { return .pkcs1(key) }
        if let key = try? ECPrivateKey(der: octets) { return .sec1(key) }
        if let key = try? DSAPrivateKey(der: octets) { return .dsa(key) }
        return (try? OneAsymmetricKey(der: octets)).map { .pkcs8($0) }
    }
}
