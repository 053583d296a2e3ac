import DERKit

/// A supported type of extension: a row with its identifier, its name, and the type of its value.
struct ExtensionType: Sendable {
    typealias Read = @Sendable (inout DERCursor, Span<UInt8>) throws(DERError) -> ExtensionValue

    let number: String
    let name: String
    /// Reads the value.
    let read: Read

    init(_ number: String, _ name: String, _ read: @escaping Read) {
        self.number = number
        self.name = name
        self.read = read
    }

    /// Creates a type whose values become what `wrap` returns.
    init<Content: ExtensionContent>(
        _ number: String, _ name: String, _: Content.Type,
        _ wrap: @escaping @Sendable (Content) -> ExtensionValue = { .described($0.described) }
    ) {
        self.init(number, name) { (cursor, bytes) throws(DERError) in wrap(try Content(&cursor, in: bytes)) }
    }

    /// The supported types by their identifiers. They are rows, because a dictionary of functions with typed errors
    /// requires macOS 15.
    static let known: IdentifierTable<ExtensionType> = {
        var types = IdentifierTable<ExtensionType>()
        for type in table {
            if let identifier = ASN1ObjectIdentifier(type.number) { types.set(identifier, type) }
        }
        return types
    }()

    private static let table: [ExtensionType] = [
        // RFC 5280 section 4.2.1 and 4.2.2
        .init("2.5.29.14", "subjectKeyIdentifier", SubjectKeyIdentifier.self) { .subjectKeyIdentifier($0) },
        .init("2.5.29.15", "keyUsage", KeyUsage.self) { .keyUsage($0) },
        .init("2.5.29.16", "privateKeyUsagePeriod", PrivateKeyUsagePeriod.self),
        .init("2.5.29.17", "subjectAltName", GeneralNames.self) { .subjectAlternativeName($0) },
        .init("2.5.29.18", "issuerAltName", GeneralNames.self),
        .init("2.5.29.19", "basicConstraints", BasicConstraints.self) { .basicConstraints($0) },
        .init("2.5.29.30", "nameConstraints", NameConstraints.self) { .nameConstraints($0) },
        .init("2.5.29.31", "cRLDistributionPoints", [DistributionPoint].self),
        .init("2.5.29.32", "certificatePolicies", [PolicyInformation].self),
        .init("2.5.29.33", "policyMappings", [PolicyMapping].self),
        .init("2.5.29.35", "authorityKeyIdentifier", AuthorityKeyIdentifier.self) {
            .authorityKeyIdentifier($0)
        },
        .init("2.5.29.36", "policyConstraints", PolicyConstraints.self),
        .init("2.5.29.37", "extKeyUsage", ExtendedKeyUsage.self) { .extendedKeyUsage($0) },
        .init("2.5.29.46", "freshestCRL", [DistributionPoint].self),
        .init("2.5.29.54", "inhibitAnyPolicy", InhibitAnyPolicy.self),
        .init("1.3.6.1.5.5.7.1.1", "authorityInfoAccess", [AccessDescription].self),
        .init("1.3.6.1.5.5.7.1.11", "subjectInfoAccess", [AccessDescription].self),
        // RFC 3739, RFC 7633, RFC 6960 section 4.2.2.2.1
        .init("1.3.6.1.5.5.7.1.3", "qcStatements", [QCStatement].self),
        .init("1.3.6.1.5.5.7.1.24", "tlsfeature", TLSFeature.self),
        .init("1.3.6.1.5.5.7.48.1.5", "ocsp-nocheck", null("not to be checked for revocation")),
        // RFC 6962 section 3.1 and 3.3
        .init(
            "1.3.6.1.4.1.11129.2.4.2", "signedCertificateTimestampList", SignedCertificateTimestampList.self),
        .init(
            "1.3.6.1.4.1.11129.2.4.3", "precertificatePoison", null("this is a precertificate, not for use")),
        .init(
            "1.3.6.1.4.1.11129.2.4.5", "signedCertificateTimestampList", SignedCertificateTimestampList.self),
        // Netscape certificate extensions
        .init("2.16.840.1.113730.1.1", "netscapeCertType", NetscapeCertificateType.self),
        .init("2.16.840.1.113730.1.2", "netscapeBaseUrl", IA5Text.self),
        .init("2.16.840.1.113730.1.3", "netscapeRevocationUrl", IA5Text.self),
        .init("2.16.840.1.113730.1.4", "netscapeCARevocationUrl", IA5Text.self),
        .init("2.16.840.1.113730.1.7", "netscapeRenewalUrl", IA5Text.self),
        .init("2.16.840.1.113730.1.8", "netscapeCAPolicyUrl", IA5Text.self),
        .init("2.16.840.1.113730.1.12", "netscapeSSLServerName", IA5Text.self),
        .init("2.16.840.1.113730.1.13", "netscapeComment", IA5Text.self),
        // MS-WCCE section 2.2.2.7.7.1 and 2.2.2.7.7.2
        .init("1.3.6.1.4.1.311.20.2", "certificateTemplateName") { (cursor, bytes) throws(DERError) in
            .described(.text(try cursor.nextText(in: bytes)))
        },
        .init("1.3.6.1.4.1.311.21.7", "certificateTemplate", MicrosoftCertificateTemplate.self),
    ]

    /// Returns a reader for a value that is NULL, because the extension says all by being there.
    private static func null(_ meaning: String) -> Read {
        { (cursor, bytes) throws(DERError) in
            try cursor.next(.null, in: bytes).null()
            return .described(.worded(.bool(true), meaning))
        }
    }
}
