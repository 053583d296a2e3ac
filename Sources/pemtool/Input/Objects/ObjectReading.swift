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

    /// The objects of an input.
    static func objects(in bytes: [UInt8]) -> InputReader {
        InputReader(bytes, limits: limits, fingerprint: fingerprint)
    }
}
