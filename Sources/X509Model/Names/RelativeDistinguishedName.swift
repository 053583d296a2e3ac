import DERKit

/// One part of a name; almost always a single attribute, RFC 5280 section 4.1.2.4.
///
///     RelativeDistinguishedName ::= SET SIZE (1..MAX) OF AttributeTypeAndValue
public struct RelativeDistinguishedName: Sendable {
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

    /// Reads an RDN that has been checked.
    init(_ cursor: inout DERCursor, in input: [UInt8]) throws(DERError) {
        content = try cursor.next(.set, in: input.span).content
        self.input = input
    }

    /// Reads an RDN whose structure has not been checked, under an IMPLICIT tag instead of SET.
    init(_ cursor: inout DERCursor, tag: DERTag, in bytes: Span<UInt8>) throws(DERError) {
        let element = try cursor.next(tag, in: bytes)
        var members = DERCursor(contentOf: element)
        while !members.isAtEnd { try AttributeTypeAndValue.check(&members, in: bytes) }
        input = bytes.array(element.content)
        content = 0..<input.count
    }

    static func check(_ cursor: inout DERCursor, in bytes: Span<UInt8>) throws(DERError) {
        var members = DERCursor(contentOf: try cursor.next(.set, in: bytes))
        while !members.isAtEnd { try AttributeTypeAndValue.check(&members, in: bytes) }
    }
}

extension RelativeDistinguishedName: _EncodedValue {
    /// The bytes that equality and the hash value depend on.
    public var _encoding: ArraySlice<UInt8> { input[content] }
}

extension RelativeDistinguishedName: CustomStringConvertible {
    /// The part in the form of RFC 4514 section 2.2: attributes joined by `+`, in reverse order like the
    /// parts of a whole name, as in OpenSSL.
    public var description: String { attributes.reversed().map { $0.description }.joined(separator: "+") }
}
