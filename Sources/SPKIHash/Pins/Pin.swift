import DERKit
@_exported import X509Model

/// The SHA-256 of a SubjectPublicKeyInfo: what apps pin, and what RFC 7469 section 2.4 calls the fingerprint
/// of a key.
public struct Pin: Sendable, Hashable {
    /// The digest as eight words, so that a pin needs no allocation.
    private let words: SIMD8<UInt32>

    /// The 32 bytes of the digest.
    public var bytes: [UInt8] { SHA256.bytes(of: words) }

    /// The digest as 64 lower-case hex digits.
    public var hex: String { DERKit.hex(bytes) }

    /// Creates a pin from its 32 bytes; `nil` for any other number of bytes.
    public init?(bytes: some Collection<UInt8>) {
        guard bytes.count == SHA256.digestByteCount else { return nil }
        var words = SIMD8<UInt32>()
        for (place, byte) in bytes.enumerated() { words[place / 4] = words[place / 4] << 8 | UInt32(byte) }
        self.words = words
    }

    /// Creates the pin of a key: the SHA-256 of its exact SubjectPublicKeyInfo bytes.
    public init(_ subjectPublicKeyInfo: SubjectPublicKeyInfo) {
        self.init(subjectPublicKeyInfo.layout.range, of: subjectPublicKeyInfo.input)
    }

    /// The pin of the key whose SubjectPublicKeyInfo is at `range` of `input`.
    fileprivate init(_ range: Range<Int>, of input: [UInt8]) {
        words = SHA256.words(input.span.extracting(range), .best)
    }
}

extension SubjectPublicKeyInfo {
    /// The key's pin: the SHA-256 of ``X509Model/SubjectPublicKeyInfo/derBytes``.
    public var pin: Pin { Pin(self) }
}

extension Certificate {
    /// The pin of the certificate's key: the SHA-256 of its SubjectPublicKeyInfo, not of the certificate.
    public var pin: Pin { Pin(subjectPublicKeyInfoRange, of: derBytes) }
}
