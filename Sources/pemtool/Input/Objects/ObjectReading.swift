import DERKit
import LockedFiles
import SPKIHash
import X509Model

/// How objects are read and locked ones opened: with the standard limits, except for any number of objects, because each
/// is printed before the next is read.
struct ObjectReading: Sendable {
    var unlocker = Unlocker()
    var limits: DERLimits = {
        var limits = DERLimits.standard
        limits.objectCount = .max
        return limits
    }()

    /// Returns the digest of an object that may contain a private key, whose bytes the reader does not keep.
    static let fingerprint: @Sendable ([UInt8]) -> [UInt8] = { SHA256.hash($0.span) }

    /// Returns the objects of an input.
    func objects(in bytes: [UInt8]) -> InputReader { prepared(InputReader(bytes, limits: limits)) }

    /// Returns the objects in a part of PEM text.
    func objects(inPart bytes: [UInt8]) -> InputReader { prepared(InputReader(part: bytes)) }

    private func prepared(_ reader: InputReader) -> InputReader {
        var reader = reader
        reader.fingerprint = ObjectReading.fingerprint
        reader.unlocking = unlocker.unlocking
        return reader
    }
}
