import DERKit

/// Where to get something about the issuer or the subject, RFC 5280 section 4.2.2.1 and 4.2.2.2.
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
    /// What it is and how to get it, as in id-ad-ocsp; `ObjectIdentifier.name` has the known ones.
    public let accessMethod: ASN1ObjectIdentifier
    /// Where it is.
    public let accessLocation: GeneralName

    init(_ cursor: inout DERCursor, in bytes: Span<UInt8>) throws(DERError) {
        var fields = DERCursor(contentOf: try cursor.next(.sequence, in: bytes))
        accessMethod = try field("accessMethod") { () throws(DERError) in
            try fields.next(.objectIdentifier, in: bytes).objectIdentifier(in: bytes)
        }
        accessLocation = try field("accessLocation") { () throws(DERError) in
            try GeneralName(&fields, in: bytes)
        }
        try fields.finish()
    }
}
