import DERKit

/// The numbers of further certificates after which policies are required, or may no longer be mapped, RFC
/// 5280 section 4.2.1.11.
///
///     PolicyConstraints ::= SEQUENCE {
///          requireExplicitPolicy           [0] SkipCerts OPTIONAL,
///          inhibitPolicyMapping            [1] SkipCerts OPTIONAL }
///
///     SkipCerts ::= INTEGER (0..MAX)
package struct PolicyConstraints: Sendable, Hashable {
    /// The number of certificates after which each certificate must contain an acceptable policy.
    package let requireExplicitPolicy: DERInteger?
    /// The number of certificates after which policy mapping is not permitted.
    package let inhibitPolicyMapping: DERInteger?

    init(_ cursor: inout DERCursor, in bytes: Span<UInt8>) throws(DERError) {
        var fields = DERCursor(contentOf: try cursor.next(.sequence, in: bytes))
        requireExplicitPolicy = try field(
            "requireExplicitPolicy", fields.nextIfPresent(.contextPrimitive(0), in: bytes)?.integer(in: bytes)
        )
        inhibitPolicyMapping = try field(
            "inhibitPolicyMapping", fields.nextIfPresent(.contextPrimitive(1), in: bytes)?.integer(in: bytes))
        try fields.finish()
    }
}

extension PolicyConstraints: ExtensionContent {
    var described: DescribedValue {
        .fields([
            .init(
                "require_explicit_policy", requireExplicitPolicy, "explicit policy after "),
            .init(
                "inhibit_policy_mapping", inhibitPolicyMapping, "no policy mapping after "),
        ])
    }
}

/// The number of further certificates after which anyPolicy no longer matches other policies, RFC 5280
/// section 4.2.1.14.
///
///     InhibitAnyPolicy ::= SkipCerts
package struct InhibitAnyPolicy: Sendable, Hashable {
    /// The number of certificates.
    package let skipCerts: DERInteger

    init(_ cursor: inout DERCursor, in bytes: Span<UInt8>) throws(DERError) {
        skipCerts = try cursor.next(.integer, in: bytes).integer(in: bytes)
    }
}

extension InhibitAnyPolicy: ExtensionContent {
    var described: DescribedValue { .worded(.integer(skipCerts), "after \(skipCerts.decimalOrHex)") }
}
