import DERKit

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
