import DERKit

/// A policy of the issuer that equals one of the subject, RFC 5280 section 4.2.1.5.
///
///     PolicyMappings ::= SEQUENCE SIZE (1..MAX) OF SEQUENCE {
///          issuerDomainPolicy      CertPolicyId,
///          subjectDomainPolicy     CertPolicyId }
package struct PolicyMapping: Sendable, Hashable {
    /// The policy in the issuer's domain.
    package let issuerDomainPolicy: ASN1ObjectIdentifier
    /// The policy in the subject's domain.
    package let subjectDomainPolicy: ASN1ObjectIdentifier

    init(_ cursor: inout DERCursor, in bytes: Span<UInt8>) throws(DERError) {
        var fields = DERCursor(contentOf: try cursor.next(.sequence, in: bytes))
        issuerDomainPolicy = try field(
            "issuerDomainPolicy", fields.next(.objectIdentifier, in: bytes).objectIdentifier(in: bytes))
        subjectDomainPolicy = try field(
            "subjectDomainPolicy", fields.next(.objectIdentifier, in: bytes).objectIdentifier(in: bytes))
        try fields.finish()
    }
}

extension PolicyMapping: ExtensionContent {
    var described: DescribedValue {
        .joined(
            .fields([
                .init("issuer", .identifier(issuerDomainPolicy)),
                .init("subject", .identifier(subjectDomainPolicy)),
            ]), " is ")
    }
}
