import DERKit

/// A known type of extension: its number, its name, and how to read its value.
struct ExtensionType: Sendable {
    typealias Reader = @Sendable (inout DERCursor, Span<UInt8>) throws(DERError) -> ExtensionValue

    let name: String
    let read: Reader

    /// The known types by number.
    static let known = table.byIdentifier { ExtensionType(name: $0.name, read: $0.read) }

    /// Names of extensions, whether their values are read here or not.
    static let names: [ObjectIdentifier: String] = {
        var names = otherNames.byIdentifier { $0.value }
        for (identifier, type) in known { names[identifier] = type.name }
        return names
    }()

    private struct Row: NumberedRow {
        let number: String
        let name: String
        let read: Reader

        /// A type whose value `read` reads and `wrap` makes a case of ``ExtensionValue``.
        init<Value>(
            _ number: String, _ name: String,
            _ read: @escaping @Sendable (inout DERCursor, Span<UInt8>) throws(DERError) -> Value,
            _ wrap: @escaping @Sendable (Value) -> ExtensionValue
        ) {
            self.number = number
            self.name = name
            self.read = { (cursor, bytes) throws(DERError) in wrap(try read(&cursor, bytes)) }
        }
    }

    private static let table: [Row] = [
        // RFC 5280 section 4.2.1 and 4.2.2
        Row("2.5.29.14", "subjectKeyIdentifier", SubjectKeyIdentifier.init) { .subjectKeyIdentifier($0) },
        Row("2.5.29.15", "keyUsage", KeyUsage.init) { .keyUsage($0) },
        Row("2.5.29.16", "privateKeyUsagePeriod", PrivateKeyUsagePeriod.init) { .privateKeyUsagePeriod($0) },
        Row("2.5.29.17", "subjectAltName", GeneralName.names) { .subjectAlternativeName($0) },
        Row("2.5.29.18", "issuerAltName", GeneralName.names) { .issuerAlternativeName($0) },
        Row("2.5.29.19", "basicConstraints", BasicConstraints.init) { .basicConstraints($0) },
        Row("2.5.29.30", "nameConstraints", NameConstraints.init) { .nameConstraints($0) },
        Row("2.5.29.31", "cRLDistributionPoints", distributionPoints) { .cRLDistributionPoints($0) },
        Row("2.5.29.32", "certificatePolicies", policies) { .certificatePolicies($0) },
        Row("2.5.29.33", "policyMappings", policyMappings) { .policyMappings($0) },
        Row("2.5.29.35", "authorityKeyIdentifier", AuthorityKeyIdentifier.init) {
            .authorityKeyIdentifier($0)
        },
        Row("2.5.29.36", "policyConstraints", PolicyConstraints.init) { .policyConstraints($0) },
        Row("2.5.29.37", "extKeyUsage", ExtendedKeyUsage.init) { .extendedKeyUsage($0) },
        Row("2.5.29.46", "freshestCRL", distributionPoints) { .freshestCRL($0) },
        Row("2.5.29.54", "inhibitAnyPolicy", InhibitAnyPolicy.init) { .inhibitAnyPolicy($0) },
        Row("1.3.6.1.5.5.7.1.1", "authorityInfoAccess", accessDescriptions) { .authorityInfoAccess($0) },
        Row("1.3.6.1.5.5.7.1.11", "subjectInfoAccess", accessDescriptions) { .subjectInfoAccess($0) },
        // RFC 3739, RFC 7633, RFC 6960 section 4.2.2.2.1
        Row("1.3.6.1.5.5.7.1.3", "qcStatements", qcStatements) { .qcStatements($0) },
        Row("1.3.6.1.5.5.7.1.24", "tlsfeature", TLSFeature.init) { .tlsFeature($0) },
        Row("1.3.6.1.5.5.7.48.1.5", "ocsp-nocheck", readNull) { .ocspNoCheck },
        // RFC 6962 section 3.1 and 3.3
        Row("1.3.6.1.4.1.11129.2.4.2", "signedCertificateTimestampList", SignedCertificateTimestamp.list) {
            .signedCertificateTimestamps($0)
        },
        Row("1.3.6.1.4.1.11129.2.4.3", "precertificatePoison", readNull) { .precertificatePoison },
        Row("1.3.6.1.4.1.11129.2.4.5", "signedCertificateTimestampList", SignedCertificateTimestamp.list) {
            .signedCertificateTimestamps($0)
        },
        // Netscape certificate extensions
        Row("2.16.840.1.113730.1.1", "netscapeCertType", NetscapeCertificateType.init) {
            .netscapeCertificateType($0)
        },
        Row("2.16.840.1.113730.1.2", "netscapeBaseUrl", ia5Text) { .netscapeText($0) },
        Row("2.16.840.1.113730.1.3", "netscapeRevocationUrl", ia5Text) { .netscapeText($0) },
        Row("2.16.840.1.113730.1.4", "netscapeCARevocationUrl", ia5Text) { .netscapeText($0) },
        Row("2.16.840.1.113730.1.7", "netscapeRenewalUrl", ia5Text) { .netscapeText($0) },
        Row("2.16.840.1.113730.1.8", "netscapeCAPolicyUrl", ia5Text) { .netscapeText($0) },
        Row("2.16.840.1.113730.1.12", "netscapeSSLServerName", ia5Text) { .netscapeText($0) },
        Row("2.16.840.1.113730.1.13", "netscapeComment", ia5Text) { .netscapeText($0) },
        // MS-WCCE section 2.2.2.7.7.1 and 2.2.2.7.7.2
        Row("1.3.6.1.4.1.311.20.2", "certificateTemplateName", text) { .microsoftTemplateName($0) },
        Row("1.3.6.1.4.1.311.21.7", "certificateTemplate", MicrosoftCertificateTemplate.init) {
            .microsoftCertificateTemplate($0)
        },
    ]

    @Sendable private static func distributionPoints(
        _ cursor: inout DERCursor, in bytes: Span<UInt8>
    ) throws(DERError) -> [DistributionPoint] {
        try cursor.sequence(in: bytes, of: DistributionPoint.init)
    }

    @Sendable private static func accessDescriptions(
        _ cursor: inout DERCursor, in bytes: Span<UInt8>
    ) throws(DERError) -> [AccessDescription] {
        try cursor.sequence(in: bytes, of: AccessDescription.init)
    }

    @Sendable private static func policies(
        _ cursor: inout DERCursor, in bytes: Span<UInt8>
    ) throws(DERError) -> [PolicyInformation] {
        try cursor.sequence(in: bytes, of: PolicyInformation.init)
    }

    @Sendable private static func policyMappings(
        _ cursor: inout DERCursor, in bytes: Span<UInt8>
    ) throws(DERError) -> [PolicyMapping] {
        try cursor.sequence(in: bytes, of: PolicyMapping.init)
    }

    @Sendable private static func qcStatements(
        _ cursor: inout DERCursor, in bytes: Span<UInt8>
    ) throws(DERError) -> [QCStatement] {
        try cursor.sequence(in: bytes, of: QCStatement.init)
    }

    @Sendable private static func readNull(
        _ cursor: inout DERCursor, in bytes: Span<UInt8>
    ) throws(DERError) {
        try cursor.next(.null, in: bytes).null()
    }

    @Sendable private static func ia5Text(
        _ cursor: inout DERCursor, in bytes: Span<UInt8>
    ) throws(DERError) -> IA5Text {
        IA5Text(bytes.array(try cursor.next(.ia5String, in: bytes).content))
    }

    @Sendable private static func text(
        _ cursor: inout DERCursor, in bytes: Span<UInt8>
    ) throws(DERError) -> String {
        try cursor.nextText(in: bytes)
    }
}
