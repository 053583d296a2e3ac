import DERKit

/// A location with information about the issuer or the subject, RFC 5280 sections 4.2.2.1 and 4.2.2.2.
///
///     AuthorityInfoAccessSyntax  ::=
///             SEQUENCE SIZE (1..MAX) OF AccessDescription
///     SubjectInfoAccessSyntax  ::=
///             SEQUENCE SIZE (1..MAX) OF AccessDescription
///
///     AccessDescription  ::=  SEQUENCE {
///             accessMethod          OBJECT IDENTIFIER,
///             accessLocation        GeneralName  }
public struct AccessDescription: Sendable, Hashable {
    /// The kind of information and the way to get it, such as id-ad-ocsp.
    public let accessMethod: ASN1ObjectIdentifier
    /// The location.
    public let accessLocation: GeneralName

    package init(_ cursor: inout DERCursor, in bytes: Span<UInt8>) throws(DERError) {
        var fields = DERCursor(contentOf: try cursor.next(.sequence, in: bytes))
        accessMethod = try field(
            "accessMethod", fields.next(.objectIdentifier, in: bytes).objectIdentifier(in: bytes))
        accessLocation = try field("accessLocation", GeneralName(&fields, in: bytes))
        try fields.finish()
    }
}

extension AccessDescription: ExtensionContent {
    static func describe(
        _ cursor: inout DERCursor, in bytes: Span<UInt8>, into sink: inout FieldSink
    ) throws(DERError) {
        var fields = DERCursor(contentOf: try cursor.next(.sequence, in: bytes))
        sink.beginLine(joinedBy: ": ")
        sink.open("{")
        sink.name("method")
        sink.identifier(bytes.extracting(try field("accessMethod", fields.nextIdentifier(in: bytes))))
        sink.name("location")
        try field("accessLocation", GeneralName.describe(&fields, in: bytes, into: &sink))
        sink.close("}")
        sink.endJoinedLine()
        try fields.finish()
    }
}
