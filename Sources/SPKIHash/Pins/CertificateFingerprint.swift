import DERKit
import X509Model

/// The SHA-256 of a whole certificate, which browsers show and certificate pins compare.
///
/// It changes with every renewal, and is never the pin of a key; see ``Pin`` for that. SHA-1 thumbprints are not
/// offered: hash ``X509Model/Certificate/derBytes`` with CryptoKit's Insecure.SHA1.
public struct CertificateFingerprint: Sendable, Hashable {
    /// The 32 bytes of the digest.
    public let bytes: [UInt8]

    /// Creates a fingerprint from its bytes; `nil` if they are not 32.
    public init?(bytes: some Collection<UInt8>) {
        guard bytes.count == SHA256.digestByteCount else { return nil }
        self.bytes = Array(bytes)
    }

    /// Creates the fingerprint of a certificate.
    public init(_ certificate: Certificate) {
        bytes = SHA256.hash(certificate.derBytes.span)
    }

    /// Reads 64 hex digits, with or without colons between octets.
    ///
    /// Returns `nil` for any other text.
    public init?(hex text: some StringProtocol) {
        let digits = String(text.filter { $0 != ":" })
        guard let bytes = DERKit.bytes(hex: digits) else { return nil }
        self.init(bytes: bytes)
    }
}

extension CertificateFingerprint: CustomStringConvertible {
    /// The fingerprint as 64 lower-case hex digits.
    public var description: String { hex(bytes) }
}
