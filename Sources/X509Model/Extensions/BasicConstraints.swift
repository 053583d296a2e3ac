import DERKit

/// Whether the subject is a CA, and how long a path below it may be, RFC 5280 section 4.2.1.9.
///
///     BasicConstraints ::= SEQUENCE {
///          cA                      BOOLEAN DEFAULT FALSE,
///          pathLenConstraint       INTEGER (0..MAX) OPTIONAL }
public struct BasicConstraints: Sendable, Hashable {
    /// A Boolean value that indicates whether the key may sign certificates.
    public let isCertificateAuthority: Bool
    /// How many intermediate certificates may follow; `nil` if there is no limit. Of any size and sign: what is below
    /// zero is odd, and for a note.
    public let pathLengthConstraint: DERInteger?
    /// True if cA is written out though it has its DEFAULT, FALSE.
    package let hasEncodedDefault: Bool

    init(_ cursor: inout DERCursor, in bytes: Span<UInt8>) throws(DERError) {
        var fields = DERCursor(contentOf: try cursor.next(.sequence, in: bytes))
        let written = try field("cA") { () throws(DERError) in
            try fields.nextIfPresent(.boolean, in: bytes)?.boolean(in: bytes)
        }
        pathLengthConstraint = try field("pathLenConstraint") { () throws(DERError) in
            try fields.nextIfPresent(.integer, in: bytes)?.integer(in: bytes)
        }
        try fields.finish()
        isCertificateAuthority = written ?? false
        hasEncodedDefault = written == false
    }
}
