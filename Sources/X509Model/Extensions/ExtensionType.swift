import DERKit

/// A supported type of extension: its identifier and the reader of its value. Its name is in `ExtensionNames.swift`.
enum ExtensionType {
    /// The supported types. They are rows, because a dictionary of functions with typed errors requires macOS 15.
    static let known = table.byIdentifier { $0 }

    /// A supported type: its identifier and the reader of its value.
    struct Row: NumberedRow {
        let number: String
        let read: @Sendable (inout DERCursor, Span<UInt8>) throws(DERError) -> ExtensionValue

        /// Creates a type whose values are read by `read` and converted to ``ExtensionValue`` by `wrap`.
        init<Value>(
            _ number: String,
            _ read: @escaping @Sendable (inout DERCursor, Span<UInt8>) throws(DERError) -> Value,
            _ wrap: @escaping @Sendable (Value) -> ExtensionValue
        ) {
            self.number = number
            self.read = { (cursor, bytes) throws(DERError) in wrap(try read(&cursor, bytes)) }
        }
    }

    private static let table: [Row] = [
        // RFC 5280 section 4.2.1 and 4.2.2
        Row("2.5.29.14", SubjectKeyIdentifier.init) { .subjectKeyIdentifier($0) },
        Row("2.5.29.15", NamedBits<KeyUsageBit>.init) { .keyUsage($0) },
        Row("2.5.29.16", PrivateKeyUsagePeriod.init) { .privateKeyUsagePeriod($0) },
        Row("2.5.29.17", GeneralName.names) { .subjectAlternativeName($0) },
        Row("2.5.29.18", GeneralName.names) { .issuerAlternativeName($0) },
        Row("2.5.29.19", BasicConstraints.init) { .basicConstraints($0) },
        Row("2.5.29.30", NameConstraints.init) { .nameConstraints($0) },
        Row("2.5.29.31", distributionPoints) { .crlDistributionPoints($0) },
        Row("2.5.29.32", policies) { .certificatePolicies($0) },
        Row("2.5.29.33", policyMappings) { .policyMappings($0) },
        Row("2.5.29.35", AuthorityKeyIdentifier.init) {
            .authorityKeyIdentifier($0)
        },
        Row("2.5.29.36", PolicyConstraints.init) { .policyConstraints($0) },
        Row("2.5.29.37", ExtendedKeyUsage.init) { .extendedKeyUsage($0) },
        Row("2.5.29.46", distributionPoints) { .freshestCRL($0) },
        Row("2.5.29.54", InhibitAnyPolicy.init) { .inhibitAnyPolicy($0) },
        Row("1.3.6.1.5.5.7.1.1", accessDescriptions) { .authorityInfoAccess($0) },
        Row("1.3.6.1.5.5.7.1.11", accessDescriptions) { .subjectInfoAccess($0) },
        // RFC 3739, RFC 7633, RFC 6960 section 4.2.2.2.1
        Row("1.3.6.1.5.5.7.1.3", qcStatements) { .qcStatements($0) },
        Row("1.3.6.1.5.5.7.1.24", TLSFeature.init) { .tlsFeature($0) },
        Row("1.3.6.1.5.5.7.48.1.5", readNull) { .ocspNoCheck },
        // RFC 6962 section 3.1 and 3.3
        Row("1.3.6.1.4.1.11129.2.4.2", SignedCertificateTimestamp.list) {
            .signedCertificateTimestamps($0)
        },
        Row("1.3.6.1.4.1.11129.2.4.3", readNull) { .precertificatePoison },
        Row("1.3.6.1.4.1.11129.2.4.5", SignedCertificateTimestamp.list) {
            .signedCertificateTimestamps($0)
        },
        // Netscape certificate extensions
        Row("2.16.840.1.113730.1.1", NetscapeCertificateType.init) {
            .netscapeCertificateType($0)
        },
        Row("2.16.840.1.113730.1.2", ia5Text) { .netscapeText($0) },
        Row("2.16.840.1.113730.1.3", ia5Text) { .netscapeText($0) },
        Row("2.16.840.1.113730.1.4", ia5Text) { .netscapeText($0) },
        Row("2.16.840.1.113730.1.7", ia5Text) { .netscapeText($0) },
        Row("2.16.840.1.113730.1.8", ia5Text) { .netscapeText($0) },
        Row("2.16.840.1.113730.1.12", ia5Text) { .netscapeText($0) },
        Row("2.16.840.1.113730.1.13", ia5Text) { .netscapeText($0) },
        // MS-WCCE section 2.2.2.7.7.1 and 2.2.2.7.7.2
        Row("1.3.6.1.4.1.311.20.2", text) { .microsoftTemplateName($0) },
        Row("1.3.6.1.4.1.311.21.7", MicrosoftCertificateTemplate.init) {
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
