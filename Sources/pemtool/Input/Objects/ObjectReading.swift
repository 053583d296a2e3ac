import DERKit
import SPKIHash
import X509Model

/// How the tool reads objects.
enum ObjectReading {
    /// What the tool reads: the standard limits, but any number of objects, for each is printed before the next is read.
    static let limits: DERLimits = {
        var limits = DERLimits.standard
        limits.objectCount = .max
        return limits
    }()

    /// The digest of an object that may hold a private key, whose bytes the reader does not keep.
    static let fingerprint: @Sendable ([UInt8]) -> [UInt8] = { SHA256.hash($0) }

    /// The objects of an input, with the contents that `opener` can decrypt.
    static func objects(in bytes: [UInt8], _ opener: LockedFileOpener = LockedFileOpener()) -> InputReader {
        var reader = InputReader(bytes, limits: opener.limits, fingerprint: fingerprint)
        reader.unlocking = opener.unlocker.unlocking
        return reader
    }
}
