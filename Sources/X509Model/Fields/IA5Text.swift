import DERKit

/// The content of an IA5String: ASCII as a rule, but other octets do occur and are kept.
public struct IA5Text: Sendable, Hashable {
    /// The octets.
    public let bytes: [UInt8]

    /// The text that these octets are.
    package init(_ bytes: [UInt8]) {
        self.bytes = bytes
    }

    /// True if every octet is below 80, as an IA5String has them.
    package var isASCII: Bool { bytes.reduce(0, |) < 0x80 }

    /// The characters as they are, controls included: for programs, not terminals. Octets above 7F, which an
    /// IA5String does not have, are read as UTF-8 if they are that all together, else each is written `\xNN`.
    public var text: String {
        decodedAsUTF8 ?? bytes.map { $0 < 0x80 ? String(Unicode.Scalar($0)) : "\\x" + hex($0) }.joined()
    }

    /// Adds the same to `text`.
    package func appendText(to text: inout [UInt8]) {
        if isASCII { text.append(octets: bytes.span) } else { text += self.text.utf8 }
    }

    /// Nil if the octets are not UTF-8.
    private var decodedAsUTF8: String? {
        if isASCII { return String(decoding: bytes, as: UTF8.self) }
        let text = String(decoding: bytes, as: UTF8.self)
        // What is not UTF-8 has become U+FFFD, which does not encode back to the same octets.
        return text.utf8.elementsEqual(bytes) ? text : nil
    }
}

extension IA5Text: CustomStringConvertible {
    /// Safe to show: the text, with the backslash and every character that does not show as itself as `\XX` for
    /// each of its octets; if the octets are not text, every one that is not printable ASCII as `\XX`.
    public var description: String { decodedAsUTF8.map(escapedForDisplay) ?? escaped(bytes) }
}
