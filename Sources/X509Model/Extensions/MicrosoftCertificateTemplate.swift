import DERKit

/// The template of a Windows CA from which the certificate was made, 1.3.6.1.4.1.311.21.7.
///
///     CertificateTemplate ::= SEQUENCE {
///         templateID              OBJECT IDENTIFIER,
///         templateMajorVersion    INTEGER (0..4294967295) OPTIONAL,
///         templateMinorVersion    INTEGER (0..4294967295) OPTIONAL }
///
/// MS-WCCE section 2.2.2.7.7.2.
package struct MicrosoftCertificateTemplate: Sendable, Hashable {
    /// The identifier of the template.
    package let templateID: ASN1ObjectIdentifier
    /// Its major version.
    package let templateMajorVersion: DERInteger?
    /// Its minor version.
    package let templateMinorVersion: DERInteger?

    init(_ cursor: inout DERCursor, in bytes: Span<UInt8>) throws(DERError) {
        var fields = DERCursor(contentOf: try cursor.next(.sequence, in: bytes))
        templateID = try field(
            "templateID", fields.next(.objectIdentifier, in: bytes).objectIdentifier(in: bytes))
        templateMajorVersion = try field(
            "templateMajorVersion", fields.nextIfPresent(.integer, in: bytes)?.integer(in: bytes))
        templateMinorVersion = try field(
            "templateMinorVersion", fields.nextIfPresent(.integer, in: bytes)?.integer(in: bytes))
        try fields.finish()
    }
}

extension MicrosoftCertificateTemplate: ExtensionContent {
    var described: DescribedValue {
        let (template, major, minor) = (templateID, templateMajorVersion, templateMinorVersion)
        let fields = DescribedValue.fields([
            .init("oid", .oid(template)), .init("major_version", major),
            .init("minor_version", minor),
        ])
        return .worded(fields) { (_) in
            let version = [major, minor].compactMap { $0?.decimalOrHex }.joined(separator: ".")
            return [template.nameOrNumber + (version.isEmpty ? "" : ", version " + version)]
        }
    }
}
