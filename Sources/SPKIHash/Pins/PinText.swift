import DERKit

extension Pin {
    /// The reason why text is not a pin.
    public enum TextError: Error, Sendable, Hashable {
        /// The text is empty.
        case empty
        /// The text is neither base64, nor base64url, nor hex.
        case notEncoded
        /// The text decodes, but not to the 32 bytes of a SHA-256 digest.
        case wrongLength(Int)
        /// The text names a different digest, as in `sha1/…`.
        case otherDigest(String)
    }

    /// Reads a pin in any usual spelling: base64, base64url (with or without padding) or hex. The digest may follow
    /// `sha256/`, `sha256//`, `pin-sha256=` or the three numbers of a TLSA record for a SubjectPublicKeyInfo. It may be
    /// in quotes or in an element of a property list or Android's XML.
    ///
    /// - Throws: ``TextError``.
    public init(_ text: some StringProtocol) throws(TextError) {
        let plain = Pin.plain(text)
        guard !plain.isEmpty else { throw .empty }
        // A digest may begin with the characters of a prefix; only its length distinguishes the two.
        if let pin = Pin(encoded: plain) {
            self = pin
            return
        }
        let parts = Parts(plain)
        guard parts.digestName == Parts.rightDigest else { throw .otherDigest(parts.digestName) }
        guard !parts.body.isEmpty else { throw .empty }
        guard let bytes = Pin.decoded(parts.body) else { throw .notEncoded }
        guard let pin = Pin(bytes: bytes) else { throw .wrongLength(bytes.count) }
        self = pin
    }

    /// Text split into the part before a digest, and the digest.
    struct Parts {
        /// The name of the digest that pins use.
        static let rightDigest = "sha256"

        /// The part before the digest, such as `sha256/`, `pin-sha256=` or `3 1 1`; it may be empty.
        var prefix: Substring = ""
        /// The digest that the prefix names, in lower case without hyphens.
        var digestName = Parts.rightDigest
        var body: Substring

        /// Splits the result of ``Pin/plain(_:)``.
        init(_ text: Substring) {
            body = text
            if let slash = text.firstIndex(of: "/"), let digest = Pin.digestName(text[..<slash]) {
                digestName = digest
                body = text[text.index(after: slash)...]
                // Of two slashes, the second belongs to curl's prefix or to the base64.
                if body.hasPrefix("/"), Pin(encoded: body) == nil { body = body.dropFirst() }
                prefix = text[..<body.startIndex]
            } else if text.prefix(4).lowercased() == "pin-", !text.hasPrefix("pin-sha256:"),
                let equals = text.firstIndex(of: "=")
            {
                digestName = Pin.trimmed(text[..<equals].dropFirst(4)).lowercased()
                prefix = text[...equals]
                body = Pin.trimmed(text[text.index(after: equals)...])
            } else if let start = Pin.openConnectDigest(text) {
                prefix = text[..<start]
                body = text[start...]
            } else if let record = Pin.record(text), Pin.isTLSA(record.prefix) {
                prefix = record.prefix[...]
                body = record.digest
            }
        }
    }

    /// Returns the text without surrounding elements, white space, quotes and commas.
    static func plain(_ text: some StringProtocol) -> Substring { trimmed(withoutElements(text)) }

    /// Reads a pin from text without a prefix.
    private init?(encoded text: Substring) {
        guard let bytes = Pin.decoded(text) else { return nil }
        self.init(bytes: bytes)
    }

    /// Returns a name such as `sha1` or `sha256` if `text` is one, in any letter case and with or without hyphens.
    static func digestName(_ text: some StringProtocol) -> String? {
        guard text.utf8.count <= 8 else { return nil }
        let name = text.lowercased().filter { $0 != "-" }
        return ["sha1", "sha224", "sha256", "sha384", "sha512"].contains(name) ? name : nil
    }

    /// Returns the start of the digest after `pin-sha256:`, or after `sha256:` if the digest is in hex.
    static func openConnectDigest(_ text: Substring) -> Substring.Index? {
        for prefix in ["pin-sha256:", "sha256:"] where text.hasPrefix(prefix) {
            let rest = text.dropFirst(prefix.count)
            if prefix.hasPrefix("pin") || DERKit.bytes(hex: rest)?.count == SHA256.digestByteCount {
                return rest.startIndex
            }
        }
        return nil
    }

    /// Returns the prefix and the data of a TLSA record, RFC 6698 section 2.1: usage, selector, matching type, and hex
    /// digits, which may contain white space (section 2.2), as in the output of dig.
    static func record(_ text: Substring) -> (prefix: String, digest: Substring)? {
        var parts = text.split(whereSeparator: { $0.isWhitespace || $0 == "(" || $0 == ")" })
        if let type = parts.firstIndex(where: { $0.uppercased() == "TLSA" }) { parts.removeFirst(type + 1) }
        guard parts.count >= 4, parts[..<3].allSatisfy({ ["0", "1", "2", "3"].contains($0) }) else {
            return nil
        }
        return (parts[..<3].joined(separator: " ") + " ", Substring(parts[3...].joined()))
    }

    /// Returns whether a prefix consists of the three numbers of a TLSA record with the SHA-256 of a key: selector 1
    /// (SubjectPublicKeyInfo) and matching type 1 (SHA-256).
    static func isTLSA(_ prefix: String) -> Bool {
        prefix.hasSuffix(" 1 1 ") && ["0", "1", "2", "3"].contains(prefix.prefix(1)) && prefix.utf8.count == 6
    }

    /// Decodes text as hex if it is long enough to be that of a digest; otherwise as base64, which has other letters, too.
    static func decoded(_ text: some StringProtocol) -> [UInt8]? {
        if text.utf8.count >= 32, let bytes = DERKit.bytes(hex: text) { return bytes }
        return PinSpelling.base64(text, allowsWhiteSpace: true)
    }

    /// Returns the text between the last start tag that has text after it and the next tag. Returns the whole text if
    /// it is not XML or has no such tag.
    static func withoutElements(_ text: some StringProtocol) -> Substring {
        let text = Substring(text)
        guard text.first(where: { !$0.isWhitespace }) == "<" else { return text }
        let pieces = text.split(separator: "<").map { $0.split(separator: ">", maxSplits: 1) }
        return pieces.last { $0.count == 2 && !$0[0].hasPrefix("/") }?.last ?? text
    }

    static func trimmed(_ text: some StringProtocol) -> Substring {
        let isSurplus: (Character) -> Bool = { $0.isWhitespace || "\"';,".contains($0) }
        var rest = Substring(text).drop(while: isSurplus)
        while let last = rest.last, isSurplus(last) { rest.removeLast() }
        return rest
    }
}
