import DERKit

/// One part of a name; almost always a single attribute, RFC 5280 section 4.1.2.4.
///
///     RelativeDistinguishedName ::= SET SIZE (1..MAX) OF AttributeTypeAndValue
public struct RelativeDistinguishedName: Sendable, Hashable {
    /// The attributes in the order of the encoding.
    public let attributes: [AttributeTypeAndValue]

    init(_ cursor: inout DERCursor, in bytes: Span<UInt8>) throws(DERError) {
        var members = DERCursor(contentOf: try cursor.next(.set, in: bytes))
        var attributes: [AttributeTypeAndValue] = []
        while !members.isAtEnd { attributes.append(try AttributeTypeAndValue(&members, in: bytes)) }
        self.attributes = attributes
    }

    /// Reads an RDN whose structure has not been checked, under an IMPLICIT tag instead of SET.
    init(_ cursor: inout DERCursor, tag: DERTag, in bytes: Span<UInt8>) throws(DERError) {
        let element = try cursor.next(tag, in: bytes)
        var members = DERCursor(contentOf: element)
        while !members.isAtEnd { try AttributeTypeAndValue.check(&members, in: bytes) }
        members = DERCursor(contentOf: element)
        var attributes: [AttributeTypeAndValue] = []
        while !members.isAtEnd { attributes.append(try AttributeTypeAndValue(&members, in: bytes)) }
        self.attributes = attributes
    }

    static func check(_ cursor: inout DERCursor, in bytes: Span<UInt8>) throws(DERError) {
        var members = DERCursor(contentOf: try cursor.next(.set, in: bytes))
        while !members.isAtEnd { try AttributeTypeAndValue.check(&members, in: bytes) }
    }
}

extension RelativeDistinguishedName: CustomStringConvertible {
    /// As RFC 4514 section 2.2 writes it: attributes joined by `+`, in any order. They are read backwards, as the
    /// parts of a whole name are, and as OpenSSL does.
    public var description: String { attributes.reversed().map { $0.description }.joined(separator: "+") }
}
