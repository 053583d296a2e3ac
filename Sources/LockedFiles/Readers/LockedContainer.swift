import DERKit
import X509Model

/// Opens a PKCS #12 file, RFC 7292, with a password.
struct LockedContainer {
    private let contents: PFXContents
    private let limits: DERLimits
    private let integrity: IntegrityScheme?

    init(_ bytes: [UInt8], limits: DERLimits) throws(LockError) {
        self.limits = limits
        guard let contents = try? PFXContents(ber: bytes, limits: limits) else { throw .malformed }
        self.contents = contents
        if let macData = contents.macData {
            integrity = try IntegrityScheme(macData)
        } else {
            integrity = nil
        }
        try checkWork()
    }

    /// Checks the work of all parts together, because each part may require as much as the limit allows.
    private func checkWork() throws(LockError) {
        var work = Int64(integrity?.work ?? 0)
        for part in contents.parts {
            switch part {
            case .encrypted(let content): work += Int64((try? EncryptionScheme(content.algorithm))?.work ?? 0)
            case .bags(let bags): work += LockedContainer.work(bags)
            case .other: break
            }
        }
        guard work <= Int64(limits.iterationCount) else {
            throw .limit(.iterationCount, value: limits.iterationCount, found: Int(clamping: work))
        }
    }

    private static func work(_ bags: [SafeBag]) -> Int64 {
        bags.reduce(0) { (sum, bag) in
            guard case .encryptedKey = bag.kind, let key = EncryptedContent(key: bag.value),
                let scheme = try? EncryptionScheme(key.algorithm)
            else { return sum }
            return sum + Int64(scheme.work)
        }
    }

    /// Returns the members, or `nil` if the password is wrong or the file was changed.
    func open(_ password: PasswordForm) throws(LockError) -> [UnlockedObject.Member]? {
        if let integrity {
            guard
                try integrity.isRight(for: contents.authenticatedSafe, password, limits: limits)
            else { return nil }
        }
        var members: [UnlockedObject.Member] = []
        var work = Int64(0)
        for part in contents.parts {
            var bags: [SafeBag]
            switch part {
            case .bags(let plain): bags = plain
            case .other: throw .unsupported("a part that is not encrypted by a password")
            case .encrypted(let content):
                let scheme = try EncryptionScheme(content.algorithm)
                guard var octets = try scheme.open(content.ciphertext, password, limits: limits) else {
                    return nil
                }
                defer { wipe(&octets) }
                // A wrong password does not yield a list of bags.
                guard let read = try? SafeBag.bags(in: octets, limits: limits, after: members.count) else {
                    return nil
                }
                bags = read
                work += LockedContainer.work(bags)
            }
            guard work <= Int64(limits.iterationCount) else {
                throw .limit(.iterationCount, value: limits.iterationCount, found: Int(clamping: work))
            }
            for bag in bags {
                guard let member = try member(bag, password) else { return nil }
                members.append(contentsOf: member)
            }
        }
        return members
    }

    /// Returns the contents of a bag, or `nil` if the password is wrong.
    private func member(
        _ bag: SafeBag, _ password: PasswordForm
    ) throws(LockError) -> [UnlockedObject.Member]? {
        switch bag.kind {
        case .certificate: return [UnlockedObject.Member(.certificate, bag.value, name: bag.name)]
        case .key: return [UnlockedObject.Member(.privateKey, bag.value, name: bag.name)]
        case .encryptedKey:
            guard let content = EncryptedContent(key: bag.value) else { throw .malformed }
            do throws(LockError) {
                guard
                    let key =
                        try LockedKey.open(
                            content, password, isProtected: integrity != nil, limits: limits)
                else { return nil }
                return [UnlockedObject.Member(.privateKey, key, name: bag.name)]
            } catch {
                let failure = InputError(error, kind: "encrypted-private-key")
                return [UnlockedObject.Member(.failure(failure), [], name: bag.name)]
            }
        case .other: return []
        }
    }
}
