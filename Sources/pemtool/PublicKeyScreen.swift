import SPKIHash
import X509Model

extension Screen {
    /// The rows of a public key.
    mutating func show(_ key: SubjectPublicKeyInfo) {
        row("key", key.algorithm.description)
        row("pin", key.pin.description)
    }
}
