import DERKit
import LockedFiles
import X509Model

/// Reads objects, and opens locked ones.
struct LockedFileOpener: Sendable {
    var unlocker = Unlocker()
    var limits = ObjectReading.limits

    /// Returns the objects of an input.
    func objects(in bytes: [UInt8]) -> InputReader { ObjectReading.objects(in: bytes, self) }
}
