import DERKit

/// A policy under which a certificate was issued, RFC 5280 section 4.2.1.4.
///
///     certificatePolicies ::= SEQUENCE SIZE (1..MAX) OF PolicyInformation
///
///     PolicyInformation ::= SEQUENCE {
///          policyIdentifier   CertPolicyId,
///          policyQualifiers   SEQUENCE SIZE (1..MAX) OF
///                                  PolicyQualifierInfo OPTIONAL }
///
///     CertPolicyId ::= OBJECT IDENTIFIER
public struct PolicyInformation: Sendable, Hashable {
    /// The policy, such as 2.23.140.1.2.1 for a certificate whose domain was validated.
    public let policyIdentifier: ASN1ObjectIdentifier
    /// Additional information about the policy; empty if the field is absent.
    package let policyQualifiers: [PolicyQualifier]
    /// The locations of the certification practice statement.
    public var cpsURIs: [IA5Text] {
        policyQualifiers.compactMap { if case .cpsURI(let uri) = $0 { uri } else { nil } }
    }

    init(_ cursor: inout DERCursor, in bytes: Span<UInt8>) throws(DERError) {
        var fields = DERCursor(contentOf: try cursor.next(.sequence, in: bytes))
        policyIdentifier = try field(
            "policyIdentifier", fields.next(.objectIdentifier, in: bytes).objectIdentifier(in: bytes))
        policyQualifiers = try field("policyQualifiers") { () throws(DERError) in
            guard !fields.isAtEnd else { return [] }
            return try fields.sequence(in: bytes, of: PolicyQualifier.init)
        }
        try fields.finish()
    }
}

extension PolicyInformation: ExtensionContent {
    var described: DescribedValue {
        let (identifier, name) = (policyIdentifier, policyIdentifier.name)
        return .fields([
            .init("oid", .worded(.oid(identifier), name.map { "\($0) (\(identifier))" } ?? "\(identifier)")),
            .init("name", name.map { .unshown(.text($0)) }),
            .init("qualifiers", policyQualifiers.described, "  "),
        ])
    }
}
