import DERKit

/// One part of a name; almost always a single attribute, RFC 5280 section 4.1.2.4.
///
///     RelativeDistinguishedName ::= SET SIZE (1..MAX) OF AttributeTypeAndValue
public struct RelativeDistinguishedName: Sendable {
    /// The input, and the place of the content of the SET in it.
    private let input: [UInt8]
    private let content: Range<Int>

    /// The attributes in the order of the encoding.
    public var attributes: [AttributeTypeAndValue] {
        var members = DERCursor(content)
        var attributes: [AttributeTypeAndValue] = []
        // They were checked when the part was read, so none fails here.
        while !members.isAtEnd, let attribute = try? AttributeTypeAndValue(&members, in: input) {
            attributes.append(attribute)
        }
        return attributes
    }

    /// Creates the RDN whose content is at `content` of `input`, which has been checked.
    init(_ content: Range<Int>, in input: [UInt8]) {
        self.input = input
        self.content = content
    }

    /// Reads an RDN whose structure has not been checked, under an IMPLICIT tag instead of SET.
    init(_ cursor: inout DERCursor, tag: DERTag, in bytes: Span<UInt8>) throws(DERError) {
        let element = try cursor.next(tag, in: bytes)
        var members = DERCursor(contentOf: element)
        while !members.isAtEnd { try AttributeTypeAndValue.check(&members, in: bytes) }
        input = element.bytes(in: bytes)
        content = input.indices
    }

    static func check(_ cursor: inout DERCursor, in bytes: Span<UInt8>) throws(DERError) {
        var members = DERCursor(contentOf: try cursor.next(.set, in: bytes))
        while !members.isAtEnd { try AttributeTypeAndValue.check(&members, in: bytes) }
    }
}

extension RelativeDistinguishedName: Hashable {
    /// Returns whether the attributes are equal, octet by octet.
    public static func == (one: RelativeDistinguishedName, other: RelativeDistinguishedName) -> Bool {
        one.input.span.extracting(one.content).isEqual(to: other.input.span.extracting(other.content))
    }

    /// Hashes the attributes.
    public func hash(into hasher: inout Hasher) { hasher.combine(octets: input.span.extracting(content)) }
}

extension RelativeDistinguishedName: CustomStringConvertible {
    /// The part in the form of RFC 4514 section 2.2: attributes joined by `+`, in reverse order like the
    /// parts of a whole name, as in OpenSSL.
    public var description: String { attributes.reversed().map { $0.description }.joined(separator: "+") }
}
