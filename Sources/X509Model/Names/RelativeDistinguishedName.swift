import DERKit

/// One part of a name; almost always a single attribute, RFC 5280 section 4.1.2.4.
///
///     RelativeDistinguishedName ::= SET SIZE (1..MAX) OF AttributeTypeAndValue
public struct RelativeDistinguishedName: Sendable, Hashable {
    /// The content of the SET, a part of the input.
    private let content: ArraySlice<UInt8>

    /// The attributes in the order of the encoding.
    public var attributes: [AttributeTypeAndValue] {
        var members = DERCursor(0..<content.count)
        var attributes: [AttributeTypeAndValue] = []
        // They were checked when the part was read, so none fails here.
        while !members.isAtEnd, let attribute = try? AttributeTypeAndValue(&members, in: content) {
            attributes.append(attribute)
        }
        return attributes
    }

    init(checked content: ArraySlice<UInt8>) {
        self.content = content
    }

    /// Reads an RDN whose structure has not been checked, under an IMPLICIT tag instead of SET.
    init(_ cursor: inout DERCursor, tag: DERTag, in bytes: Span<UInt8>) throws(DERError) {
        let element = try cursor.next(tag, in: bytes)
        var members = DERCursor(contentOf: element)
        while !members.isAtEnd { try AttributeTypeAndValue.check(&members, in: bytes) }
        content = element.bytes(in: bytes)[...]
    }

    static func check(_ cursor: inout DERCursor, in bytes: Span<UInt8>) throws(DERError) {
        var members = DERCursor(contentOf: try cursor.next(.set, in: bytes))
        while !members.isAtEnd { try AttributeTypeAndValue.check(&members, in: bytes) }
    }
}

extension RelativeDistinguishedName: CustomStringConvertible {
    /// The part in the form of RFC 4514 section 2.2: attributes joined by `+`, in reverse order like the
    /// parts of a whole name, as in OpenSSL.
    public var description: String { attributes.reversed().map { $0.description }.joined(separator: "+") }
}
