import X509Model

/// The SHA-256 of a whole certificate, which browsers show and certificate pinning compares.
///
/// A fingerprint changes with every renewal and is never the pin of a key; for that, see ``Pin``. For a SHA-1
/// fingerprint, hash ``X509Model/Certificate/derBytes`` with CryptoKit's Insecure.SHA1.
public struct CertificateFingerprint: Sendable, Hashable, CustomStringConvertible {
    /// The 32 bytes of the digest.
    public let bytes: [UInt8]

    /// Creates a fingerprint from its 32 bytes; `nil` for any other number of bytes.
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
        let pairs = text.split(separator: ":", omittingEmptySubsequences: false)
        guard let bytes = DERKit.bytes(hex: digits),
            digits.utf8.count == text.utf8.count || pairs.allSatisfy({ $0.utf8.count == 2 })
        else { return nil }
        self.init(bytes: bytes)
    }

    /// The fingerprint as 64 lower-case hex digits.
    public var description: String { hex(bytes) }
}

/// A certificate fingerprint in one of the notations that people and tools use: SHA-1 in hex; any digest in hex with
/// colons, spaces or hyphens, alone or after a label; or any digest in hex after a label with the word `fingerprint`.
///
/// SHA-256 in base64, or in hex with neither separators nor a label, may also be a pin, so it is not read.
package struct FingerprintText: Sendable, Hashable {
    package let text: String
    package let octets: [UInt8]
    /// The name of the digest.
    package let digest: String

    /// Reads a fingerprint; `nil` for other text.
    package init?(_ text: some StringProtocol) {
        guard text.utf8.count <= 256 else { return nil }
        // Windows puts an invisible character before a thumbprint.
        let plain = Pin.trimmed(PinEscapes.removed(from: String(text)).text)
        let end = plain.lastIndex { $0 == "=" }.map { plain.index(after: $0) }
        let label = end.map { plain[..<$0] } ?? FingerprintText.label(of: plain)
        let body = Pin.trimmed(plain[label.endIndex...])
        let words = label.lowercased()
        let isNamed = words.containsText("fingerprint")
        guard
            words.isEmpty || isNamed
                || FingerprintText.digests.values.contains(where: { words.hasPrefix($0.label) })
        else { return nil }
        guard let (octets, isSeparated) = FingerprintText.octets(body),
            let digest = FingerprintText.digests[octets.count]
        else { return nil }
        // Without separators and the word "fingerprint", only the length of a SHA-1 shows that the text is not a pin.
        guard isSeparated || isNamed || octets.count == 20 && words.isEmpty else { return nil }
        (self.text, self.octets, self.digest) = (String(text), octets, digest.name)
    }

    /// Returns the fingerprints in a text of lines, of which the others are fields such as `subject=CN=a`; empty for
    /// other text.
    package static func lines(of text: String) -> [FingerprintText] {
        let lines = text.utf8.split { $0 == 0x0a || $0 == 0x0d }.map { Substring($0) }
        let found = lines.map { FingerprintText($0) }
        let isRead = zip(lines, found).allSatisfy { (line, fingerprint) in
            fingerprint != nil || line.contains("=") && PinSpelling.tokens(of: line, [32]).isEmpty
        }
        return isRead ? found.compactMap { $0 } : []
    }

    /// The digests by their size, with the beginning of their labels.
    private static let digests: [Int: (name: String, label: String, hash: @Sendable ([UInt8]) -> [UInt8])] = [
        16: ("MD5", "md5", { MD5.hash($0.span) }), 20: ("SHA-1", "sha1", { SHA1.hash($0.span) }),
        32: ("SHA-256", "sha256", { SHA256.hash($0.span) }),
        48: ("SHA-384", "sha384", { SHA512.hash384($0.span) }),
        64: ("SHA-512", "sha512", { SHA512.hash($0.span) }),
    ]

    /// Returns the label at the start of a line from keytool, such as `SHA256:` in `SHA256: 01:23…`; empty if there is
    /// none. A colon after at most two characters belongs to the digits.
    private static func label(of text: Substring) -> Substring {
        guard let colon = text.firstIndex(of: ":"), text.distance(from: text.startIndex, to: colon) > 2 else {
            return text[..<text.startIndex]
        }
        return text[...colon]
    }

    /// Reads hex digits, in pairs with one kind of separator or without separators.
    private static func octets(_ body: Substring) -> (octets: [UInt8], isSeparated: Bool)? {
        if let octets = bytes(hex: body) { return octets.isEmpty ? nil : (octets, false) }
        // Groups of several pairs, and a separator at an end, make a different number of characters.
        return PinSpelling.separatedHex(body).flatMap { (octets, _) in
            body.utf8.count == 3 * octets.count - 1 ? (octets, true) : nil
        }
    }

    /// Returns whether the text is the fingerprint of a certificate.
    package func isFingerprint(of certificate: Certificate) -> Bool {
        digest(of: certificate) == octets
    }

    /// Returns the digest of a certificate that has the length of the text's.
    package func digest(of certificate: Certificate) -> [UInt8]? {
        FingerprintText.digests[octets.count]?.hash(certificate.derBytes)
    }
}
