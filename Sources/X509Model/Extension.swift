import DERKit

/// An extension as it stands in a certificate, RFC 5280 section 4.2. Its value is decoded when asked for.
///
///     Extension  ::=  SEQUENCE  {
///          extnID      OBJECT IDENTIFIER,
///          critical    BOOLEAN DEFAULT FALSE,
///          extnValue   OCTET STRING }
public struct Extension: Sendable, Hashable {
    /// What the extension is.
    public let extnID: ObjectIdentifier
    /// True where a reader that does not know the extension must refuse the certificate.
    public let critical: Bool
    /// The content of the OCTET STRING: as a rule DER itself.
    public let extnValue: [UInt8]

    /// Where the fields stand in the input.
    package struct Layout: Sendable {
        package let extnID: Range<Int>
        package let critical: Bool
        package let extnValue: Range<Int>
    }

    package init(_ layout: Layout, in bytes: Span<UInt8>) {
        extnID = ObjectIdentifier(checked: bytes.array(layout.extnID))
        critical = layout.critical
        extnValue = bytes.array(layout.extnValue)
    }

    package static func read(
        _ cursor: inout DERCursor, in bytes: Span<UInt8>
    ) throws(DERError) -> Layout {
        var fields = DERCursor(contentOf: try cursor.next(.sequence, in: bytes))
        let extnID = try field("extnID") { () throws(DERError) in
            let element = try fields.next(.objectIdentifier, in: bytes)
            try element.checkObjectIdentifier(in: bytes)
            return element
        }
        let critical = try field("critical") { () throws(DERError) in
            // DER leaves out a field that has its DEFAULT value; FALSE written out is odd but clear.
            try fields.nextIfPresent(.boolean, in: bytes)?.boolean(in: bytes) ?? false
        }
        let extnValue = try field("extnValue") { () throws(DERError) in
            try fields.next(.octetString, in: bytes)
        }
        try fields.finish()
        return Layout(extnID: extnID.content, critical: critical, extnValue: extnValue.content)
    }
}
