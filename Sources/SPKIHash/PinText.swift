import DERKit

extension Pin {
    /// Why a text is not a pin.
    public enum TextError: Error, Sendable, Hashable {
        /// It is empty.
        case empty
        /// It is neither base64, nor base64url, nor hex.
        case notEncoded
        /// It decodes, but not to the 32 bytes of a SHA-256.
        case wrongLength(Int)
        /// It names another digest, as in `sha1/…`.
        case otherDigest(String)
    }

    /// Reads a pin in any of the forms that ``Format`` writes: base64, base64url (with or without padding), or
    /// hex, alone or after `sha256/`, `sha256//`, `pin-sha256=` or the three numbers of a TLSA record about a
    /// SubjectPublicKeyInfo; in quotes, in the elements of a property list or of Android's XML, or bare.
    ///
    /// - Throws: ``TextError``.
    public init(_ text: some StringProtocol) throws(TextError) {
        var rest = Pin.trimmed(Pin.withoutElements(text[...]))
        guard !rest.isEmpty else { throw .empty }
        // A digest may begin with the characters of a prefix; only its length tells them apart.
        if let pin = Pin(encoded: rest) {
            self = pin
            return
        }
        if let slash = rest.firstIndex(of: "/"), let digest = Pin.digestName(rest[..<slash]) {
            guard digest == "sha256" else { throw .otherDigest(digest) }
            rest = rest[rest.index(after: slash)...]
            // Of two slashes the second is curl's, or the first character of the base64.
            if rest.hasPrefix("/"), Pin(encoded: rest) == nil { rest = rest.dropFirst() }
        } else if rest.lowercased().hasPrefix("pin-"), let equals = rest.firstIndex(of: "=") {
            let digest = rest[..<equals].dropFirst(4).lowercased()
            guard digest == "sha256" else { throw .otherDigest(digest) }
            rest = Pin.trimmed(rest[rest.index(after: equals)...])
        } else if let record = Pin.tlsaDigest(rest) {
            rest = record
        }
        guard !rest.isEmpty else { throw .empty }
        guard let bytes = Pin.decoded(rest) else { throw .notEncoded }
        guard let pin = Pin(bytes: bytes) else { throw .wrongLength(bytes.count) }
        self = pin
    }

    /// The pin that `text` is without anything before it.
    private init?(encoded text: Substring) {
        guard let bytes = Pin.decoded(text) else { return nil }
        self.init(bytes: bytes)
    }

    /// `sha1`, `sha256` and so on, where `text` is one of these and nothing else.
    private static func digestName(_ text: some StringProtocol) -> String? {
        let name = text.lowercased().filter { $0 != "-" }
        return ["sha1", "sha224", "sha256", "sha384", "sha512"].contains(name) ? name : nil
    }

    /// RFC 6698 section 2.1: usage, selector 1 (SubjectPublicKeyInfo), matching type 1 (SHA-256), hex, which
    /// white space may divide (section 2.2).
    private static func tlsaDigest(_ text: Substring) -> Substring? {
        let parts = text.split(whereSeparator: { $0.isWhitespace })
        guard parts.count >= 4, ["0", "1", "2", "3"].contains(parts[0]), parts[1] == "1", parts[2] == "1"
        else {
            return nil
        }
        return Substring(parts[3...].joined())
    }

    private static func decoded(_ text: some StringProtocol) -> [UInt8]? {
        if text.utf8.count == 2 * SHA256.digestByteCount, let bytes = DERKit.bytes(hex: text) { return bytes }
        var standard = String(text.map { $0 == "-" ? "+" : $0 == "_" ? "/" : $0 })
        if !standard.hasSuffix("=") {
            standard += String(repeating: "=", count: (4 - standard.utf8.count % 4) % 4)
        }
        return try? Base64.decode(standard)
    }

    /// What stands between the last start tag and the first end tag; all of a text that is no XML.
    static func withoutElements(_ text: some StringProtocol) -> Substring {
        let text = Substring(text).drop(while: { $0.isWhitespace })
        guard text.hasPrefix("<") else { return text }
        let pieces = text.split(separator: "<").map { $0.split(separator: ">", maxSplits: 1) }
        return pieces.last { $0.count == 2 && !$0[0].hasPrefix("/") }?.last ?? text
    }

    private static func trimmed(_ text: some StringProtocol) -> Substring {
        let isSurplus: (Character) -> Bool = { $0.isWhitespace || "\"';,".contains($0) }
        var rest = Substring(text).drop(while: isSurplus)
        while let last = rest.last, isSurplus(last) { rest.removeLast() }
        return rest
    }
}
