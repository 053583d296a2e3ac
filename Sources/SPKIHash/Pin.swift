import DERKit
import X509Model

/// The SHA-256 of a SubjectPublicKeyInfo: what RFC 7469 section 2.4 calls the fingerprint of a key, and what
/// apps pin.
public struct Pin: Sendable, Hashable {
    /// The 32 bytes of the digest.
    public let bytes: [UInt8]

    /// The pin with these bytes, or nil where they are not 32.
    public init?(bytes: some Collection<UInt8>) {
        guard bytes.count == SHA256.digestByteCount else { return nil }
        self.bytes = Array(bytes)
    }

    /// The pin of a key: the SHA-256 of its exact SubjectPublicKeyInfo bytes.
    public init(_ subjectPublicKeyInfo: SubjectPublicKeyInfo) {
        bytes = SHA256.hash(subjectPublicKeyInfo.input.span.extracting(subjectPublicKeyInfo.layout.range))
    }
}

extension SubjectPublicKeyInfo {
    /// The key's pin: the SHA-256 of ``X509Model/SubjectPublicKeyInfo/derBytes``.
    public var pin: Pin { Pin(self) }
}

extension Certificate {
    /// The pin of the certificate's key: the SHA-256 of its SubjectPublicKeyInfo, not of the certificate.
    public var pin: Pin { Pin(subjectPublicKeyInfo) }
}
