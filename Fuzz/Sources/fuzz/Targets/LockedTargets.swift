import DERKit
import LockedFiles
import X509Model

// Locked files, with the password of the seeds and with none.
extension Targets {
    private static let unlocker = Unlocker([Password("correct horse".utf8)])

    /// Few iterations, so that the time goes into the readers.
    static let limits: DERLimits = {
        var limits = DERLimits.standard
        limits.iterationCount = 300
        limits.derivationMemory = 1 << 16
        return limits
    }()

    /// A PKCS #12 file, an encrypted key in either form, a key store, or a private key without its public half.
    @Sendable static func locked(_ input: [UInt8]) { _ = open(input) }

    /// Returns false if the first object of the input could not be read.
    static func open(_ input: [UInt8]) -> Bool {
        var reader = InputReader(input, limits: limits)
        reader.unlocking = unlocker.unlocking
        var isOpen: Bool?
        for object in reader {
            guard case .success(let content) = object.contentResult else {
                isOpen = isOpen ?? false
                continue
            }
            isOpen = isOpen ?? true
            if case .privateKey = content, !object.derBytes.isEmpty {
                Finding.report("the octets of a private key came out")
            }
            _ = (content.subjectPublicKeyInfo, content.locks, content.lockNotes, object.name)
        }
        return isOpen ?? false
    }

    /// Reads the decrypted bags, which a changed file does not reach because of its MAC.
    @Sendable static func bags(_ input: [UInt8]) {
        guard let bags = try? SafeBag.bags(in: input, limits: limits) else { return }
        for bag in bags {
            guard bag.value.count <= input.count else {
                Finding.report("more came out of a bag than is in it")
            }
            _ = EncryptedContent(key: bag.value).map { try? EncryptionScheme($0.algorithm) }
        }
    }
}
