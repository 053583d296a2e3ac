import DERKit

/// Which key the certificate is for, RFC 5280 section 4.2.1.2.
///
///     SubjectKeyIdentifier ::= KeyIdentifier
///     KeyIdentifier ::= OCTET STRING
public struct SubjectKeyIdentifier: Sendable, Hashable {
    /// The octets of the identifier, as a rule 20.
    public let keyIdentifier: [UInt8]

    init(_ cursor: inout DERCursor, in bytes: Span<UInt8>) throws(DERError) {
        keyIdentifier = bytes.array(try cursor.next(.octetString, in: bytes).content)
    }
}
