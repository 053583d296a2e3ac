import DERKit
import X509Model

/// Opens the locked objects that an ``X509Model/InputReader`` finds.
///
///     var reader = InputReader(bytes)
///     reader.unlocking = Unlocker(passwords).unlocking
///
/// The empty password is always tried, because many files have it.
package struct Unlocker: Sendable {
    private let passwords: [Password]

    package init(_ passwords: [Password] = []) { self.passwords = passwords }

    /// The function for ``X509Model/InputReader/unlocking``.
    package var unlocking: Unlocking { { (object) in open(object) } }

    /// Returns the opened object, or `nil` if it stays locked because no password was given.
    package func open(_ object: LockedObject) -> UnlockedObject? {
        do throws(LockError) {
            switch object.form {
            case .pkcs12(let pfx): return try container(pfx, object)
            case .encryptedPrivateKey(let key): return try encryptedKey(key, object)
            case .privateKey(let key):
                return PublicHalf.added(to: key, object.bytes).map {
                    UnlockedObject(.success(.privateKey($0)))
                }
            case .keyStore: return try keyStore(object)
            }
        } catch {
            if passwords.isEmpty {
                switch error {
                // Without a password, the user has not asked to open the object.
                case .wrongPassword, .unsupported, .limit: return nil
                case .malformed, .unverifiable: break
                }
                if case .pkcs12 = object.form { return nil }
            }
            return UnlockedObject(.failure(InputError(error, kind: Unlocker.kind(of: object.form))))
        }
    }

    private func keyStore(_ object: LockedObject) throws(LockError) -> UnlockedObject {
        let store = try KeyStoreReader.read(object.bytes, passwords: passwords, limits: object.limits)
        let members = store.entries.flatMap { (entry) in
            entry.certificates.map {
                UnlockedObject.Member(.certificate, $0, name: MemberName(text: entry.alias))
            }
        }
        return UnlockedObject(.success(.keyStore(store)), members: members)
    }

    private static func kind(of form: LockedObject.Form) -> String {
        switch form {
        case .pkcs12: "pkcs12"
        case .encryptedPrivateKey: "encrypted-private-key"
        case .privateKey: "private-key"
        case .keyStore: "key-store"
        }
    }

    /// The passwords to try, each in all its forms.
    private var forms: [PasswordForm] { passwords.flatMap { $0.forms } + Password([]).forms }

    /// Returns the passwords without those that a key's scheme cannot tell apart.
    private func forms(for algorithm: [UInt8]) throws(LockError) -> [PasswordForm] {
        if case .pkcs12 = try EncryptionScheme(algorithm) { return forms }
        return Unlocker.distinct(forms)
    }

    /// Removes passwords that differ only in UTF-16.
    private static func distinct(_ forms: [PasswordForm]) -> [PasswordForm] {
        var seen: Set<[UInt8]> = []
        return forms.filter { seen.insert($0.octets).inserted }
    }

    private func container(_ pfx: PFX, _ object: LockedObject) throws(LockError) -> UnlockedObject? {
        // Without encryption and keys there is nothing to open, and only a password can reveal changes.
        guard pfx.macData != nil || pfx.keyBagCount + pfx.encryptedPartCount > 0 else { return nil }
        let container = try LockedContainer(object.bytes, limits: object.limits)
        let members = try container.open(forms)
        let certificates = members.compactMap { (member) in
            if case .certificate = member.kind { member.bytes } else { nil }
        }
        let opened = pfx.opened(
            certificates: certificates, keyBagCount: members.count - certificates.count)
        return UnlockedObject(.success(.pkcs12(opened)), members: members)
    }

    private func encryptedKey(
        _ key: EncryptedPrivateKeyInfo, _ object: LockedObject
    ) throws(LockError) -> UnlockedObject? {
        var opened: (key: Certificate.PrivateKey, octets: [UInt8])?
        if let dekInfo = key.dekInfo {
            for form in Unlocker.distinct(forms) where opened == nil {
                opened = try LockedKey.open(object.bytes, dekInfo: dekInfo, form, limits: object.limits)
            }
        } else {
            guard let content = EncryptedContent(key: object.bytes) else { throw .malformed }
            for form in try forms(for: content.algorithm) where opened == nil {
                opened = try LockedKey.open(content, form, isProtected: false, limits: object.limits)
            }
        }
        guard let (key, octets) = opened else { throw .wrongPassword }
        let whole = key.subjectPublicKeyInfo == nil ? PublicHalf.added(to: key, octets) ?? key : key
        return UnlockedObject(.success(.privateKey(whole)))
    }
}

extension InputError {
    /// Creates the error for a locked object that cannot be opened.
    init(_ error: LockError, kind: String) {
        let (code, message): (IssueCode, String) =
            switch error {
            case .wrongPassword: (.wrongPassword, "wrong password, or the file was changed")
            case .unsupported(let what):
                (.unsupportedEncryption, "unsupported encryption: \(LockText.name(of: what))")
            case .malformed: (.damagedLock, "invalid encryption parameters or key")
            case .unverifiable:
                (
                    .unverifiedKey,
                    "the decrypted key may have been changed: its algorithm or curve cannot be verified"
                )
            case .limit(let code, let message): (code, message)
            }
        self.init(code, message, kind: kind)
    }
}
