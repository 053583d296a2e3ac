@_exported import SPKIHash

/// Opens the locked objects that an ``X509Model/InputReader`` finds.
///
///     var reader = InputReader(bytes)
///     reader.unlocking = Unlocker(passwords).unlocking
///
/// The empty password is always tried, because many files use it.
package struct Unlocker: Sendable {
    private let passwords: [Password]

    package init(_ passwords: [Password] = []) { self.passwords = passwords }

    /// The function to assign to ``X509Model/InputReader/unlocking``.
    package var unlocking: Unlocking { { (object) in open(object) } }

    /// Returns the opened object, or `nil` if it stays as it is: no password was given, it is not locked, or its public
    /// half cannot be computed.
    package func open(_ object: LockedObject) -> UnlockedObject? {
        do throws(LockError) {
            switch object.content {
            case nil: return try keyStore(object)
            case .pkcs12(let pfx): return try container(pfx, object)
            case .encryptedPrivateKey(let key): return try encryptedKey(key, object)
            case .privateKey(let key) where key.subjectPublicKeyInfo == nil:
                return PublicHalf.added(to: key, object.bytes).map {
                    UnlockedObject(.success(.privateKey($0)))
                }
            default: return nil
            }
        } catch {
            if passwords.isEmpty {
                switch error {
                // A user who gives no password has not asked to open the object.
                case .wrongPassword, .unsupported, .limit: return nil
                case .malformed, .unverifiable: break
                }
                if case .pkcs12 = object.content { return nil }
            }
            return UnlockedObject(.failure(InputError(error, kind: object.content?.kind ?? "key-store")))
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

    /// The passwords to try, each in all its forms.
    private var forms: [PasswordForm] { passwords.flatMap { $0.forms } + Password([]).forms }

    /// Returns the password forms, without those that are duplicates under a key's encryption scheme: only the
    /// derivation of PKCS #12 uses the UTF-16 octets.
    private func forms(for scheme: EncryptionScheme) -> [PasswordForm] {
        if case .pkcs12 = scheme.derivation { return forms }
        var seen: Set<[UInt8]> = []
        return forms.filter { seen.insert($0.octets).inserted }
    }

    private func container(_ pfx: PFX, _ object: LockedObject) throws(LockError) -> UnlockedObject? {
        // If there is no MAC, no key and no encrypted part, there is nothing to check or to open.
        guard pfx.macData != nil || pfx.keyBagCount + pfx.encryptedPartCount > 0 else { return nil }
        let container = try LockedContainer(object.bytes, limits: object.limits)
        let members = try container.open(forms)
        let certificates = members.compactMap { (member) in
            if case .certificate = member.kind { member.bytes } else { nil }
        }
        let keyBagCount = members.count { (member) in
            switch member.kind {
            case .certificate, .certificateList: false
            case .privateKey: true
            // Whatever is in a part that no password opens is not counted.
            case .failure(let error): error.kind != "pkcs12"
            }
        }
        let opened = pfx.opened(certificates: certificates, keyBagCount: keyBagCount)
        return UnlockedObject(.success(.pkcs12(opened)), members: members)
    }

    private func encryptedKey(
        _ key: EncryptedPrivateKeyInfo, _ object: LockedObject
    ) throws(LockError) -> UnlockedObject? {
        let scheme: EncryptionScheme
        var ciphertext = object.bytes
        if let dekInfo = key.dekInfo {
            scheme = try EncryptionScheme(dekInfo: dekInfo)
        } else {
            guard let content = EncryptedContent(key: ciphertext) else { throw .malformed }
            scheme = try EncryptionScheme(content.algorithm)
            ciphertext = content.ciphertext
            try LockError.check(scheme.derivation.work, .iterationCount, of: object.limits)
        }
        for form in forms(for: scheme) {
            let opened = try LockedKey.open(
                ciphertext, scheme, form, isPKCS8: key.dekInfo == nil, limits: object.limits)
            guard let (key, octets) = opened else { continue }
            let whole = key.subjectPublicKeyInfo == nil ? PublicHalf.added(to: key, octets) ?? key : key
            return UnlockedObject(.success(.privateKey(whole)))
        }
        throw .wrongPassword
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

/// A password as given: bytes, usually UTF-8.
package struct Password: Sendable {
    private let bytes: [UInt8]

    package init(_ bytes: some Collection<UInt8>) { self.bytes = Array(bytes) }

    /// The encodings of the password that programs use, the most common one first.
    var forms: [PasswordForm] {
        guard !bytes.isEmpty else {
            // RFC 7292 appendix B.1 requires the terminator even for an empty password; some programs omit it.
            return [PasswordForm(octets: [], utf16: [0, 0]), PasswordForm(octets: [], utf16: [])]
        }
        let text = String(decoding: bytes, as: UTF8.self)
        let isUTF8 = Array(text.utf8) == bytes
        let units = isUTF8 ? Array(text.utf16) : bytes.map { UInt16($0) }
        var forms = [PasswordForm(octets: bytes, utf16: Password.octets(units))]
        if isUTF8, bytes.contains(where: { $0 >= 0x80 }) {
            // OpenSSL before 1.1 treated each byte as a character; old Windows tools wrote each character as one byte.
            forms.append(PasswordForm(octets: bytes, utf16: Password.octets(bytes.map { UInt16($0) })))
            let latin = units.allSatisfy { $0 < 0x100 } ? units.map { UInt8($0) } : bytes
            forms.append(PasswordForm(octets: latin, utf16: Password.octets(units)))
        }
        return forms
    }

    /// Returns UTF-16 units as big-endian octets with a terminator.
    private static func octets(_ units: [UInt16]) -> [UInt8] {
        (units + [0]).flatMap { [UInt8(truncatingIfNeeded: $0 >> 8), UInt8(truncatingIfNeeded: $0)] }
    }

    /// The password in big-endian UTF-16 without a terminator, as in Java key stores.
    var javaOctets: [UInt8] { Array((forms.first?.utf16 ?? []).dropLast(2)) }
}

/// A password in one encoding.
struct PasswordForm: Sendable {
    /// The octets for PBES1, PBES2 and PBMAC1.
    let octets: [UInt8]
    /// The octets for the PKCS #12 key derivation.
    let utf16: [UInt8]
}

#if !hasFeature(Embedded)
    extension Password: CustomReflectable, CustomStringConvertible {
        /// An empty mirror, so that debuggers and logs do not show the password.
        package var customMirror: Mirror { Mirror(self, children: []) }
        package var description: String { "a password" }
    }
#endif

extension InputReader {
    /// Creates a reader that also opens encrypted objects: PKCS #12 files, Java key stores and private keys.
    ///
    ///     for object in InputReader(bytes, password: "secret") { … }
    ///
    /// The reader returns the certificates in these objects and the public halves of private keys.
    ///
    /// - Parameters:
    ///   - input: the bytes of the file.
    ///   - password: the password; an empty one is always tried.
    ///   - limits: the limits on the size and number of objects, and on key derivation.
    public init(
        _ input: some Collection<UInt8>, password: some StringProtocol, limits: DERLimits = .standard
    ) {
        self.init(input, limits: limits)
        unlocking = Unlocker(password.isEmpty ? [] : [Password(password.utf8)]).unlocking
    }
}
