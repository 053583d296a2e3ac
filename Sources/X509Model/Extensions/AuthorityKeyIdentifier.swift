import DERKit

/// The key with which the certificate was signed, RFC 5280 section 4.2.1.1.
///
///     AuthorityKeyIdentifier ::= SEQUENCE {
///        keyIdentifier             [0] KeyIdentifier           OPTIONAL,
///        authorityCertIssuer       [1] GeneralNames            OPTIONAL,
///        authorityCertSerialNumber [2] CertificateSerialNumber OPTIONAL  }
public struct AuthorityKeyIdentifier: Sendable, Hashable {
    /// The identifier of the issuer's key.
    public let keyIdentifier: [UInt8]?
    /// The issuer of the issuer's certificate.
    package let authorityCertIssuer: GeneralNames?
    /// The serial number of the issuer's certificate.
    package let authorityCertSerialNumber: DERInteger?

    init(_ cursor: inout DERCursor, in bytes: Span<UInt8>) throws(DERError) {
        var fields = DERCursor(contentOf: try cursor.next(.sequence, in: bytes))
        keyIdentifier = try field(
            "keyIdentifier",
            fields.nextIfPresent(.contextPrimitive(0), in: bytes).map { bytes.array($0.content) })
        authorityCertIssuer = try field(
            "authorityCertIssuer", GeneralName.namesIfPresent(1, &fields, in: bytes))
        authorityCertSerialNumber = try field(
            "authorityCertSerialNumber",
            fields.nextIfPresent(.contextPrimitive(2), in: bytes)?.integer(in: bytes))
        try fields.finish()
    }
}

extension AuthorityKeyIdentifier: ExtensionContent {
    var described: DescribedValue {
        .fields([
            .init("key_id", keyIdentifier.map { .hex($0) }),
            .init("issuer", authorityCertIssuer?.described, "issuer "),
            .init("serial", authorityCertSerialNumber.map { .text("\($0)") }, "serial "),
        ])
    }
}

extension AuthorityKeyIdentifier: CustomStringConvertible {
    /// The identifier of the key in hex; empty if it is absent.
    public var description: String { shortHex(keyIdentifier ?? []) }
}
