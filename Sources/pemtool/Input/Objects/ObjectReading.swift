import DERKit
import LockedFiles
import SPKIHash
import X509Model

/// The options for reading objects.
enum ObjectReading {
    /// The standard limits, except for any number of objects, because each is printed before the next is
    /// read.
    static let limits: DERLimits = {
        var limits = DERLimits.standard
        limits.objectCount = .max
        return limits
    }()

    /// Returns the digest of an object that may contain a private key, whose bytes the reader does not keep.
    static let fingerprint: @Sendable ([UInt8]) -> [UInt8] = { SHA256.hash($0) }

    /// Returns the objects of an input, without opening locked ones.
    static func objects(in bytes: [UInt8]) -> InputReader { LockedFileOpener().objects(in: bytes) }
}

/// Reads objects, and opens locked ones.
struct LockedFileOpener: Sendable {
    var unlocker = Unlocker()
    var limits = ObjectReading.limits

    func objects(in bytes: [UInt8]) -> InputReader {
        var reader = InputReader(bytes, limits: limits)
        reader.fingerprint = ObjectReading.fingerprint
        reader.unlocking = unlocker.unlocking
        return reader
    }
}
