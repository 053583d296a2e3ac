import DERKit

/// The extension that indicates whether the subject is a CA, and that limits the paths below it (RFC 5280 section
/// 4.2.1.9).
///
///     BasicConstraints ::= SEQUENCE {
///          cA                      BOOLEAN DEFAULT FALSE,
///          pathLenConstraint       INTEGER (0..MAX) OPTIONAL }
public struct BasicConstraints: Sendable, Hashable, ExtensionContent {
    /// A Boolean value that indicates whether the key may sign certificates.
    public let isCertificateAuthority: Bool
    /// The maximum number of intermediate certificates that may follow; `nil` for no limit. It can be of any size and
    /// sign, although a negative number is invalid.
    public let pathLengthConstraint: DERInteger?
    /// A Boolean value that indicates whether `cA` is encoded although it has its default value, FALSE.
    package let hasEncodedDefault: Bool

    package init(_ cursor: inout DERCursor, in bytes: Span<UInt8>) throws(DERError) {
        var fields = DERCursor(contentOf: try cursor.next(.sequence, in: bytes))
        let written = try field("cA", fields.nextIfPresent(.boolean, in: bytes)?.boolean(in: bytes))
        pathLengthConstraint = try field(
            "pathLenConstraint", fields.nextIfPresent(.integer, in: bytes)?.integer(in: bytes))
        try fields.finish()
        isCertificateAuthority = written ?? false
        hasEncodedDefault = written == false
    }

    static func describe(
        _ cursor: inout DERCursor, in bytes: Span<UInt8>, into sink: inout FieldSink
    ) throws(DERError) {
        let constraints = try BasicConstraints(&cursor, in: bytes)
        let isCA = constraints.isCertificateAuthority
        sink.beginLine(joinedBy: ", ")
        sink.open("{")
        sink.name("ca")
        if sink.hasLines { sink.line(isCA ? "CA" : "not a CA") } else { sink.bool(isCA) }
        sink.name("path_length", "path length ")
        sink.integer(constraints.pathLengthConstraint)
        sink.close("}")
        sink.endJoinedLine()
    }
}
