import DERKit

/// A name whose kind is given by an object identifier, RFC 5280 section 4.2.1.6.
///
///     OtherName ::= SEQUENCE {
///          type-id    OBJECT IDENTIFIER,
///          value      [0] EXPLICIT ANY DEFINED BY type-id }
public struct OtherName: Sendable, Hashable {
    /// The kind of name, such as 1.3.6.1.4.1.311.20.2.3 for a Microsoft user principal name.
    public let typeID: ASN1ObjectIdentifier
    /// The tag, length and content of the value.
    public let value: [UInt8]
    /// The text of the value; `nil` if it is not a character string, or not a well-formed one.
    package let text: String?

    /// The tag around it is IMPLICIT, so its content is the content of the SEQUENCE.
    init(contentOf element: DERElement, in bytes: Span<UInt8>) throws(DERError) {
        var fields = DERCursor(contentOf: element)
        typeID = try field("type-id", fields.next(.objectIdentifier, in: bytes).objectIdentifier(in: bytes))
        let element = try field("value") { () throws(DERError) in
            var inner = DERCursor(contentOf: try fields.next(.contextConstructed(0), in: bytes))
            let element = try inner.next(in: bytes)
            try inner.finish()
            return element
        }
        try fields.finish()
        value = bytes.array(element.range)
        // The type is defined elsewhere, so a value that is not text is not an error here.
        text = (try? element.string(in: bytes)) ?? nil
    }
}

/// A name in electronic data interchange, RFC 5280 section 4.2.1.6.
///
///     EDIPartyName ::= SEQUENCE {
///          nameAssigner            [0]     DirectoryString OPTIONAL,
///          partyName               [1]     DirectoryString }
///
/// DirectoryString is a CHOICE, so that both tags are EXPLICIT.
package struct EDIPartyName: Sendable, Hashable {
    /// Who assigned the name.
    package let nameAssigner: String?
    /// The name.
    package let partyName: String

    /// Reads a name from the octets in a ``GeneralName``.
    package init(der derBytes: [UInt8]) throws(DERError) {
        var cursor = DERCursor(derBytes.indices)
        try self.init(contentOf: cursor.next(in: derBytes.span), in: derBytes.span)
    }

    init(contentOf element: DERElement, in bytes: Span<UInt8>) throws(DERError) {
        var fields = DERCursor(contentOf: element)
        nameAssigner = try field("nameAssigner", fields.explicitIfPresent(0, in: bytes, EDIPartyName.text))
        partyName = try field("partyName") { () throws(DERError) in
            guard let name = try fields.explicitIfPresent(1, in: bytes, EDIPartyName.text) else {
                throw DERError(.missing, at: fields.position, expected: "[1]", found: "unexpected end")
            }
            return name
        }
        try fields.finish()
    }

    private static func text(_ cursor: inout DERCursor, in bytes: Span<UInt8>) throws(DERError) -> String {
        try cursor.nextText(in: bytes).text(in: bytes)
    }
}
