import DERKit

/// When the private key is to be used for signing, RFC 3280 section 4.2.1.4; RFC 5280 no longer has it, though
/// certificates do.
///
///     PrivateKeyUsagePeriod ::= SEQUENCE {
///          notBefore       [0]     GeneralizedTime OPTIONAL,
///          notAfter        [1]     GeneralizedTime OPTIONAL }
package struct PrivateKeyUsagePeriod: Sendable, Hashable {
    /// The first moment.
    package let notBefore: DERTime?
    /// The last moment.
    package let notAfter: DERTime?

    init(_ cursor: inout DERCursor, in bytes: Span<UInt8>) throws(DERError) {
        var fields = DERCursor(contentOf: try cursor.next(.sequence, in: bytes))
        notBefore = try field(
            "notBefore", fields.nextIfPresent(.contextPrimitive(0), in: bytes)?.generalizedTime(in: bytes))
        notAfter = try field(
            "notAfter", fields.nextIfPresent(.contextPrimitive(1), in: bytes)?.generalizedTime(in: bytes))
        try fields.finish()
    }
}

extension PrivateKeyUsagePeriod: ExtensionContent {
    var described: DescribedValue {
        .fields([
            .init("not_before", notBefore.map { .text("\($0)") }, "not before "),
            .init("not_after", notAfter.map { .text("\($0)") }, "not after "),
        ])
    }
}
