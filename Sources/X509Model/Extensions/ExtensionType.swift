import DERKit

/// A supported extension type: a row of ``table`` with its identifier, its name, and the function that reads and writes
/// the value.
struct ExtensionType: Sendable {
    /// The extensions whose values are used, not only displayed.
    enum Role: Sendable {
        case basicConstraints, keyUsage, extendedKeyUsage, subjectAlternativeName, subjectKeyIdentifier
        case authorityKeyIdentifier, nameConstraints
        /// Any other extension: its value is only displayed.
        case described
    }

    let number: StaticString
    let name: StaticString
    let role: Role
    /// The function that reads the value and writes it.
    let describe: FieldSink.Describe

    var identifier: ASN1ObjectIdentifier? { ASN1ObjectIdentifier("\(number)") }

    private init(
        _ number: StaticString, _ name: StaticString, _ describe: @escaping FieldSink.Describe,
        _ role: Role = .described
    ) {
        self.number = number
        self.name = name
        self.role = role
        self.describe = describe
    }

    /// Returns a function for a SEQUENCE OF members that `describe` writes.
    private static func list(of describe: @escaping FieldSink.Describe) -> FieldSink.Describe {
        { (cursor, bytes, sink) throws(DERError) in try sink.list(&cursor, in: bytes, of: describe) }
    }

    /// Returns a function for a BIT STRING of named bits.
    private static func bits(_ names: [StaticString]) -> FieldSink.Describe {
        { (cursor, bytes, sink) throws(DERError) in
            try sink.bits(cursor.next(.bitString, in: bytes).bitString(in: bytes), names, in: bytes)
        }
    }

    /// Returns a function for NULL, if only the presence of an extension matters.
    private static func null(_ meaning: StaticString) -> FieldSink.Describe {
        { (cursor, bytes, sink) throws(DERError) in
            try cursor.next(.null, in: bytes).null()
            if sink.hasLines { sink.line("\(meaning)") } else { sink.bool(true) }
        }
    }

    /// Writes an IA5String.
    private static let text: FieldSink.Describe = { (cursor, bytes, sink) throws(DERError) in
        sink.ia5(content: try cursor.next(.ia5String, in: bytes).content, in: bytes)
    }

    /// The indexes in ``table`` by identifier.
    private static let places: IdentifierTable<Int> = {
        var places = IdentifierTable<Int>()
        for (place, type) in table.enumerated() {
            if let identifier = type.identifier { places.set(identifier, place) }
        }
        return places
    }()

    /// Returns the index in ``table`` of the type whose identifier has these content octets, or `nil` if it is unknown.
    static func place(_ content: Span<UInt8>) -> Int? { places[content: content] }

    static let table: [ExtensionType] = [
        // RFC 5280 sections 4.2.1 and 4.2.2
        .init("2.5.29.14", "subjectKeyIdentifier", SubjectKeyIdentifier.describe, .subjectKeyIdentifier),
        .init("2.5.29.15", "keyUsage", bits(KeyUsage.names), .keyUsage),
        .init("2.5.29.16", "privateKeyUsagePeriod", PrivateKeyUsagePeriod.describe),
        .init("2.5.29.17", "subjectAltName", list(of: GeneralName.describe), .subjectAlternativeName),
        .init("2.5.29.18", "issuerAltName", list(of: GeneralName.describe)),
        .init("2.5.29.19", "basicConstraints", BasicConstraints.describe, .basicConstraints),
        .init("2.5.29.30", "nameConstraints", NameConstraints.describe, .nameConstraints),
        .init("2.5.29.31", "cRLDistributionPoints", list(of: DistributionPoint.describe)),
        .init("2.5.29.32", "certificatePolicies", list(of: PolicyInformation.describe)),
        .init("2.5.29.33", "policyMappings", list(of: PolicyLimits.mapping)),
        .init(
            "2.5.29.35", "authorityKeyIdentifier", AuthorityKeyIdentifier.describe, .authorityKeyIdentifier),
        .init("2.5.29.36", "policyConstraints", PolicyLimits.constraints),
        .init("2.5.29.37", "extKeyUsage", ExtendedKeyUsage.describe, .extendedKeyUsage),
        .init("2.5.29.46", "freshestCRL", list(of: DistributionPoint.describe)),
        .init("2.5.29.54", "inhibitAnyPolicy", PolicyLimits.inhibitAnyPolicy),
        .init("1.3.6.1.5.5.7.1.1", "authorityInfoAccess", list(of: AccessDescription.describe)),
        .init("1.3.6.1.5.5.7.1.11", "subjectInfoAccess", list(of: AccessDescription.describe)),
        // RFC 3739, RFC 7633, RFC 6960 section 4.2.2.2.1
        .init("1.3.6.1.5.5.7.1.3", "qcStatements", list(of: QCStatement.describe)),
        .init("1.3.6.1.5.5.7.1.24", "tlsfeature", TLSFeature.describe),
        .init("1.3.6.1.5.5.7.48.1.5", "ocsp-nocheck", null("not to be checked for revocation")),
        // RFC 6962 sections 3.1 and 3.3
        .init(
            "1.3.6.1.4.1.11129.2.4.2", "signedCertificateTimestampList",
            SignedCertificateTimestamp.describeList),
        .init(
            "1.3.6.1.4.1.11129.2.4.3", "precertificatePoison", null("this is a precertificate, not for use")),
        .init(
            "1.3.6.1.4.1.11129.2.4.5", "signedCertificateTimestampList",
            SignedCertificateTimestamp.describeList),
        // Netscape certificate extensions of the 1990s
        .init(
            "2.16.840.1.113730.1.1", "netscapeCertType",
            bits([
                "sslClient", "sslServer", "smime", "objectSigning", "reserved", "sslCA", "smimeCA",
                "objectSigningCA",
            ])),
        .init("2.16.840.1.113730.1.2", "netscapeBaseUrl", text),
        .init("2.16.840.1.113730.1.3", "netscapeRevocationUrl", text),
        .init("2.16.840.1.113730.1.4", "netscapeCARevocationUrl", text),
        .init("2.16.840.1.113730.1.7", "netscapeRenewalUrl", text),
        .init("2.16.840.1.113730.1.8", "netscapeCAPolicyUrl", text),
        .init("2.16.840.1.113730.1.12", "netscapeSSLServerName", text),
        .init("2.16.840.1.113730.1.13", "netscapeComment", text),
        // MS-WCCE sections 2.2.2.7.7.1 and 2.2.2.7.7.2
        .init(
            "1.3.6.1.4.1.311.20.2", "certificateTemplateName",
            { (cursor, bytes, sink) throws(DERError) in
                sink.text(try cursor.nextText(in: bytes), in: bytes)
            }),
        .init("1.3.6.1.4.1.311.21.7", "certificateTemplate", MicrosoftCertificateTemplate.describe),
    ]
}

/// The value of an extension, or a member of such a value.
package protocol ExtensionContent: Sendable {
    init(_ cursor: inout DERCursor, in bytes: Span<UInt8>) throws(DERError)
}

extension Array: ExtensionContent where Element: ExtensionContent {
    package init(_ cursor: inout DERCursor, in bytes: Span<UInt8>) throws(DERError) {
        self = try cursor.sequence(in: bytes, of: Element.init)
    }
}

extension GeneralName: ExtensionContent {}
