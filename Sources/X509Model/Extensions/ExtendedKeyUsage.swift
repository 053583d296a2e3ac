import DERKit

/// The purposes for which the key may be used, RFC 5280 section 4.2.1.12.
///
///     ExtKeyUsageSyntax ::= SEQUENCE SIZE (1..MAX) OF KeyPurposeId
///     KeyPurposeId ::= OBJECT IDENTIFIER
public struct ExtendedKeyUsage: Sendable, Hashable {
    /// The purposes in order.
    public let keyPurposes: [ASN1ObjectIdentifier]

    init(_ cursor: inout DERCursor, in bytes: Span<UInt8>) throws(DERError) {
        keyPurposes = try cursor.sequence(in: bytes) { (members, bytes) throws(DERError) in
            try members.next(.objectIdentifier, in: bytes).objectIdentifier(in: bytes)
        }
    }
}

extension ExtendedKeyUsage: ExtensionContent {
    var described: DescribedValue {
        .joined(.list(keyPurposes) { .identifier($0) }, ", ")
    }
}
