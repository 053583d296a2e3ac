import DERKit

/// The content of an IA5String: ASCII as a rule, but other octets do occur and are kept.
public struct IA5Text: Sendable, Hashable {
    /// The octets.
    public let bytes: [UInt8]

    /// The text that these octets are.
    public init(_ bytes: [UInt8]) {
        self.bytes = bytes
    }

    /// True where every octet is below 80, as an IA5String has them.
    public var isASCII: Bool { bytes.allSatisfy { $0 < 0x80 } }

    /// The characters as they are, controls included; an octet above 7F as `\xNN`. For programs, not terminals.
    public var text: String {
        if isASCII { return String(decoding: bytes, as: UTF8.self) }
        return bytes.map { $0 < 0x80 ? String(Unicode.Scalar($0)) : "\\x" + hex($0) }.joined()
    }
}

extension IA5Text: CustomStringConvertible {
    /// Safe to show: printable ASCII as it is, every other octet, and the backslash, as `\XX`.
    public var description: String { escaped(bytes) }
}
