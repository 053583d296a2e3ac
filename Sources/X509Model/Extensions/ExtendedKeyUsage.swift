import DERKit

/// The purposes for which the key may be used, RFC 5280 section 4.2.1.12.
///
///     ExtKeyUsageSyntax ::= SEQUENCE SIZE (1..MAX) OF KeyPurposeId
///     KeyPurposeId ::= OBJECT IDENTIFIER
package struct ExtendedKeyUsage: Sendable, Hashable {
    /// The purposes in order.
    package let keyPurposes: [ASN1ObjectIdentifier]

    package init(_ cursor: inout DERCursor, in bytes: Span<UInt8>) throws(DERError) {
        keyPurposes = try cursor.sequence(in: bytes) { (members, bytes) throws(DERError) in
            try members.next(.objectIdentifier, in: bytes).objectIdentifier(in: bytes)
        }
    }
}

extension ExtendedKeyUsage: ExtensionContent {
    static func describe(
        _ cursor: inout DERCursor, in bytes: Span<UInt8>, into sink: inout FieldSink
    ) throws(DERError) {
        sink.beginLine(joinedBy: ", ")
        try sink.list(&cursor, in: bytes) { (members, bytes, sink) throws(DERError) in
            sink.identifier(bytes.extracting(try members.nextIdentifier(in: bytes)))
        }
        sink.endJoinedLine()
    }
}
