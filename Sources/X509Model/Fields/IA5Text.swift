import DERKit

/// The content of an IA5String, usually ASCII. Other octets occur in practice, and are kept.
public struct IA5Text: Sendable, Hashable {
    /// The octets.
    public let bytes: [UInt8]

    /// The octets as text.
    package init(_ bytes: [UInt8]) {
        self.bytes = bytes
    }

    /// A Boolean value that indicates whether every octet is ASCII, as an IA5String requires.
    package var isASCII: Bool { bytes.reduce(0, |) < 0x80 }

    /// The unescaped characters, including controls, for programs rather than terminals. Octets above 7F,
    /// which an IA5String must not have, are read as UTF-8 if the whole text is valid UTF-8; otherwise each
    /// becomes `\xNN`.
    public var text: String {
        decodedAsUTF8 ?? bytes.map { $0 < 0x80 ? String(Unicode.Scalar($0)) : "\\x" + hex($0) }.joined()
    }

    /// Creates text from octets, or returns `nil` if they are not UTF-8.
    private var decodedAsUTF8: String? {
        if isASCII { return String(decoding: bytes, as: UTF8.self) }
        let text = String(decoding: bytes, as: UTF8.self)
        // Invalid UTF-8 becomes U+FFFD, which does not encode back to the same octets.
        return text.utf8.elementsEqual(bytes) ? text : nil
    }
}

extension IA5Text: CustomStringConvertible {
    /// The text, safe to display: backslashes and characters that are not displayed as themselves become
    /// `\XX` for each octet. If the octets are not text, every octet that is not printable ASCII becomes
    /// `\XX`.
    public var description: String { decodedAsUTF8.map(escapedForDisplay) ?? escaped(bytes) }
}
