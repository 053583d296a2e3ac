import DERKit

extension InputObject.Content {
    /// The reason the object has no key to pin; `nil` if it has one, and for a container whose certificates
    /// follow as separate objects.
    package var missingKey: InputError? {
        guard subjectPublicKeyInfo == nil else { return nil }
        switch self {
        case .privateKey(let key):
            return .missingPublicHalf(key)
        case .encryptedPrivateKey:
            return .encryptedPrivateKey
        case .certificateList:
            return .noKey("a revocation list has no key", kind: kind)
        case .ecParameters:
            return .noKey("curve parameters are not a key; skipped", kind: kind)
        case .pkcs7(let container) where container.certificates.isEmpty:
            return .noKey("no certificate in this container", kind: kind)
        case .pkcs12(let container)
        where !container.isOpened && container.encryptedPartCount + container.keyBagCount > 0:
            return .encryptedContainer(container)
        case .pkcs12(let container)
        where container.certificates.isEmpty && !(container.isOpened && container.keyBagCount > 0):
            return .noKey("no certificate in this container", kind: kind)
        case .keyStore(let store) where store.entries.allSatisfy({ $0.certificates.isEmpty }):
            return .noKey("no certificate in this container", kind: kind)
        default:
            return nil
        }
    }

    /// A Boolean value that indicates whether only private keys of the container cannot be read, and all of its
    /// certificates can.
    package var lacksOnlyPrivateKeys: Bool {
        guard case .pkcs12(let container) = self else { return false }
        return container.encryptedPartCount == 0 && !container.certificates.isEmpty && missingKey != nil
    }

    /// A Boolean value that indicates whether the object is usual next to keys and certificates and never has
    /// a key, so that a file may contain it.
    package var isKeyless: Bool {
        switch self {
        case .certificateList, .ecParameters: true
        default: false
        }
    }
}

extension InputError {
    static func missingPublicHalf(_ key: Certificate.PrivateKey) -> InputError {
        let name = key.algorithm.nameOrNumber
        return InputError(
            .publicKeyNotInFile, "this \(name) private key does not include its public half",
            kind: "private-key")
    }

    static let encryptedPrivateKey = InputError(
        .encrypted, "the private key is encrypted", kind: "encrypted-private-key")

    /// Returns the error for a PKCS #12 file that is encrypted, or whose private keys are behind its password.
    static func encryptedContainer(_ container: PFX) -> InputError {
        let message =
            switch (container.encryptedPartCount, container.certificates.isEmpty) {
            case (0, _):
                container.keyBagCount == 1
                    ? "the private key in this PKCS #12 file cannot be read without its password"
                    : "the private keys in this PKCS #12 file cannot be read without its password"
            case (_, true): "the certificates in this PKCS #12 file are encrypted"
            case (_, false): "part of this PKCS #12 file is encrypted and may contain certificates"
            }
        return InputError(.encrypted, message, kind: "pkcs12")
    }

    static func noKey(_ message: String, kind: String) -> InputError {
        InputError(.noKey, message, kind: kind)
    }
}
