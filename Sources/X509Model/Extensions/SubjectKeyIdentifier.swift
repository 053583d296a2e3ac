import DERKit

/// The identifier of the certificate's key, RFC 5280 section 4.2.1.2.
///
///     SubjectKeyIdentifier ::= KeyIdentifier
///     KeyIdentifier ::= OCTET STRING
package struct SubjectKeyIdentifier: Sendable, Hashable {
    /// The octets of the identifier, usually 20.
    package let keyIdentifier: [UInt8]

    package init(_ cursor: inout DERCursor, in bytes: Span<UInt8>) throws(DERError) {
        keyIdentifier = bytes.array(try cursor.next(.octetString, in: bytes).content)
    }
}

extension SubjectKeyIdentifier: ExtensionContent {
    static func describe(
        _ cursor: inout DERCursor, in bytes: Span<UInt8>, into sink: inout FieldSink
    ) throws(DERError) {
        sink.hex(bytes.extracting(try cursor.next(.octetString, in: bytes).content))
    }
}
