import X509Model

/// Opens a PKCS #12 file, RFC 7292, with a password.
struct LockedContainer {
    private let contents: PFXContents
    private let limits: DERLimits
    private let integrity: IntegrityScheme?
    /// The work for the MAC, the encrypted parts and the keys outside them.
    private var work = 0

    init(_ bytes: [UInt8], limits: DERLimits) throws(LockError) {
        self.limits = limits
        guard let contents = try? PFXContents(ber: bytes, limits: limits) else { throw .malformed }
        self.contents = contents
        integrity = try contents.macData.map { (macData) throws(LockError) in try IntegrityScheme(macData) }
        let encrypted = contents.parts.flatMap { (part) -> [EncryptedContent] in
            switch part {
            case .encrypted(let content): [content]
            case .bags(let bags): LockedContainer.encryptedKeys(bags)
            case .other: []
            }
        }
        work = try checkWork(integrity?.derivation.work ?? 0, and: encrypted)
    }

    /// Returns the total work, and checks it, because each part alone may require as much as the limit allows.
    private func checkWork(_ work: Int, and encrypted: [EncryptedContent]) throws(LockError) -> Int {
        let total = encrypted.reduce(work) { (sum, content) in
            let own = (try? EncryptionScheme(content.algorithm))?.derivation.work ?? 0
            let (next, isTooMuch) = sum.addingReportingOverflow(own)
            return isTooMuch ? .max : next
        }
        try LockError.check(total, .iterationCount, of: limits)
        return total
    }

    private static func encryptedKeys(_ bags: [SafeBag]) -> [EncryptedContent] {
        bags.filter { $0.kind == .encryptedKey }.compactMap { EncryptedContent(key: $0.value) }
    }

    /// Returns the members of the file.
    ///
    /// One password usually opens everything. If the MAC or another part proves that a password is correct, a part or
    /// key that no password opens becomes an error in the list of members.
    ///
    /// - Throws: `wrongPassword` if something requires a password and nothing proves that one is correct, or the error
    ///   of an unsupported or malformed part.
    func open(_ forms: [PasswordForm]) throws(LockError) -> [UnlockedObject.Member] {
        var forms = forms
        var isProven = false
        if let integrity {
            for place in forms.indices where !isProven {
                isProven = try integrity.isRight(
                    for: contents.authenticatedSafe, forms[place], limits: limits)
                if isProven { forms.swapAt(0, place) }
            }
            guard isProven else { throw .wrongPassword }
        }
        var members: [UnlockedObject.Member] = []
        var work = work
        for part in contents.parts {
            var bags: [SafeBag]
            switch part {
            case .bags(let plain): bags = plain
            case .other: throw .unsupported("a part that is not encrypted with a password")
            case .encrypted(let content):
                guard let read = try self.bags(of: content, forms, after: members.count) else {
                    guard isProven else { throw .wrongPassword }
                    members.append(LockedContainer.failure(.wrongPassword, kind: "pkcs12"))
                    continue
                }
                isProven = true
                bags = read
                work = try checkWork(work, and: LockedContainer.encryptedKeys(bags))
            }
            for bag in bags {
                guard let member = try member(bag, forms, isProven) else { throw .wrongPassword }
                members.append(contentsOf: member)
            }
        }
        return members
    }

    private static func failure(
        _ error: LockError, kind: String, _ name: MemberName? = nil
    ) -> UnlockedObject.Member {
        UnlockedObject.Member(.failure(InputError(error, kind: kind)), [], name: name)
    }

    /// Returns the bags of an encrypted part, or `nil` if no password opens it.
    private func bags(
        of content: EncryptedContent, _ forms: [PasswordForm], after count: Int
    ) throws(LockError) -> [SafeBag]? {
        let scheme = try EncryptionScheme(content.algorithm)
        for form in forms {
            guard var octets = try scheme.open(content.ciphertext, form, limits: limits) else { continue }
            defer { wipe(&octets) }
            // A wrong password does not yield a list of bags.
            if let bags = try? SafeBag.bags(in: octets, limits: limits, after: count) { return bags }
        }
        return nil
    }

    /// Returns the member that a bag contains, or `nil` if no password opens the bag and no password is proven to be
    /// correct. The result is empty for a bag without a certificate or key.
    private func member(
        _ bag: SafeBag, _ forms: [PasswordForm], _ isProven: Bool
    ) throws(LockError) -> [UnlockedObject.Member]? {
        switch bag.kind {
        case .certificate: return [UnlockedObject.Member(.certificate, bag.value, name: bag.name)]
        case .key: return [UnlockedObject.Member(.privateKey, bag.value, name: bag.name)]
        case .encryptedKey:
            do throws(LockError) {
                guard let content = EncryptedContent(key: bag.value) else { throw .malformed }
                let scheme = try EncryptionScheme(content.algorithm)
                for form in forms {
                    let opened = try LockedKey.open(
                        content.ciphertext, scheme, form, isProtected: integrity != nil, limits: limits)
                    if let opened {
                        return [UnlockedObject.Member(.privateKey, opened.octets, name: bag.name)]
                    }
                }
                guard isProven else { return nil }
                throw .wrongPassword
            } catch {
                return [LockedContainer.failure(error, kind: "encrypted-private-key", bag.name)]
            }
        case .other: return []
        }
    }
}

/// Opens an encrypted private key.
enum LockedKey {
    /// Returns the key and its octets, or `nil` if decryption yields no key, usually because the password is wrong.
    ///
    /// - Parameters:
    ///   - isPKCS8: whether the key is a PKCS #8 key; otherwise, it has a `DEK-Info` header and may have any form.
    ///   - isProtected: whether the MAC of the file that contains the key is correct.
    static func open(
        _ ciphertext: [UInt8], _ scheme: EncryptionScheme, _ password: PasswordForm, isPKCS8: Bool = true,
        isProtected: Bool = false, limits: DERLimits
    ) throws(LockError) -> (key: Certificate.PrivateKey, octets: [UInt8])? {
        guard let octets = try scheme.open(ciphertext, password, limits: limits),
            let key = key(octets, isPKCS8: isPKCS8)
        else { return nil }
        guard !isProtected else { return (key, octets) }
        // Its consistency is the only evidence that none of the key's bits has changed.
        guard let isConsistent = PublicHalf.isConsistent(key, octets) else { throw .unverifiable }
        guard isConsistent else { throw .malformed }
        return (key, octets)
    }

    /// Returns a private key, whose form is identified by its structure, or `nil` for other octets.
    private static func key(_ octets: [UInt8], isPKCS8: Bool) -> Certificate.PrivateKey? {
        if !isPKCS8 {
            if let key = try? RSAPrivateKey(der: octets) { return .pkcs1(key) }
            if let key = try? ECPrivateKey(der: octets) { return .sec1(key) }
            if let key = try? DSAPrivateKey(der: octets) { return .dsa(key) }
        }
        return (try? OneAsymmetricKey(der: octets)).map { .pkcs8($0) }
    }
}
