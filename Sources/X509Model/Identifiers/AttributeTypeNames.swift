import DERKit

/// The names of attribute types.
enum AttributeTypeNames {
    /// Short names of attribute types, for the text of a name.
    static let shortNames = table.byIdentifier { $0.shortName }

    /// The names of attribute types in their standards, such as `commonName`.
    static let fullNames = table.byIdentifier { $0.fullName }

    private struct Row: NumberedRow {
        let number: String
        let shortName: String
        let fullName: String

        init(_ number: String, _ shortName: String, _ fullName: String? = nil) {
            self.number = number
            self.shortName = shortName
            self.fullName = fullName ?? shortName
        }
    }

    // Short names come from RFC 4514 section 3, RFC 4519 and OpenSSL. If these differ, OpenSSL's is used,
    // because people know it from its output.
    private static let table: [Row] = [
        // X.520; RFC 4519; RFC 5280 appendix A.1
        Row("2.5.4.3", "CN", "commonName"), Row("2.5.4.4", "SN", "surname"), Row("2.5.4.5", "serialNumber"),
        Row("2.5.4.6", "C", "countryName"), Row("2.5.4.7", "L", "localityName"),
        Row("2.5.4.8", "ST", "stateOrProvinceName"), Row("2.5.4.9", "street", "streetAddress"),
        Row("2.5.4.10", "O", "organizationName"), Row("2.5.4.11", "OU", "organizationalUnitName"),
        Row("2.5.4.12", "title"), Row("2.5.4.13", "description"), Row("2.5.4.14", "searchGuide"),
        Row("2.5.4.15", "businessCategory"), Row("2.5.4.16", "postalAddress"), Row("2.5.4.17", "postalCode"),
        Row("2.5.4.18", "postOfficeBox"), Row("2.5.4.19", "physicalDeliveryOfficeName"),
        Row("2.5.4.20", "telephoneNumber"), Row("2.5.4.21", "telexNumber"),
        Row("2.5.4.22", "teletexTerminalIdentifier"), Row("2.5.4.23", "facsimileTelephoneNumber"),
        Row("2.5.4.24", "x121Address"), Row("2.5.4.25", "internationaliSDNNumber"),
        Row("2.5.4.26", "registeredAddress"), Row("2.5.4.27", "destinationIndicator"),
        Row("2.5.4.28", "preferredDeliveryMethod"), Row("2.5.4.29", "presentationAddress"),
        Row("2.5.4.30", "supportedApplicationContext"), Row("2.5.4.31", "member"), Row("2.5.4.32", "owner"),
        Row("2.5.4.33", "roleOccupant"), Row("2.5.4.34", "seeAlso"), Row("2.5.4.35", "userPassword"),
        Row("2.5.4.36", "userCertificate"), Row("2.5.4.37", "cACertificate"),
        Row("2.5.4.38", "authorityRevocationList"), Row("2.5.4.39", "certificateRevocationList"),
        Row("2.5.4.40", "crossCertificatePair"), Row("2.5.4.41", "name"), Row("2.5.4.42", "GN", "givenName"),
        Row("2.5.4.43", "initials"), Row("2.5.4.44", "generationQualifier"),
        Row("2.5.4.45", "x500UniqueIdentifier"), Row("2.5.4.46", "dnQualifier"),
        Row("2.5.4.47", "enhancedSearchGuide"), Row("2.5.4.48", "protocolInformation"),
        Row("2.5.4.49", "distinguishedName"), Row("2.5.4.50", "uniqueMember"),
        Row("2.5.4.51", "houseIdentifier"), Row("2.5.4.52", "supportedAlgorithms"),
        Row("2.5.4.53", "deltaRevocationList"), Row("2.5.4.54", "dmdName"), Row("2.5.4.65", "pseudonym"),
        Row("2.5.4.72", "role"), Row("2.5.4.97", "organizationIdentifier"),
        Row("2.5.4.98", "c3", "countryCode3c"), Row("2.5.4.99", "n3", "countryCode3n"),
        Row("2.5.4.100", "dnsName"),
        // RFC 4519 and RFC 4524
        Row("0.9.2342.19200300.100.1.1", "UID", "userid"), Row("0.9.2342.19200300.100.1.3", "mail"),
        Row("0.9.2342.19200300.100.1.4", "info"), Row("0.9.2342.19200300.100.1.5", "favouriteDrink", "drink"),
        Row("0.9.2342.19200300.100.1.6", "roomNumber"), Row("0.9.2342.19200300.100.1.8", "userClass"),
        Row("0.9.2342.19200300.100.1.9", "host"), Row("0.9.2342.19200300.100.1.10", "manager"),
        Row("0.9.2342.19200300.100.1.25", "DC", "domainComponent"),
        Row("0.9.2342.19200300.100.1.37", "associatedDomain"),
        Row("0.9.2342.19200300.100.1.38", "associatedName"),
        Row("0.9.2342.19200300.100.1.40", "personalTitle"),
        Row("0.9.2342.19200300.100.1.45", "organizationalStatus"),
        Row("0.9.2342.19200300.100.1.48", "buildingName"),
        // PKCS #9, RFC 2985
        Row("1.2.840.113549.1.9.1", "emailAddress"), Row("1.2.840.113549.1.9.2", "unstructuredName"),
        Row("1.2.840.113549.1.9.8", "unstructuredAddress"),
        // CA/Browser Forum, EV Guidelines section 7.1.4.2
        Row("1.3.6.1.4.1.311.60.2.1.1", "jurisdictionL", "jurisdictionLocalityName"),
        Row("1.3.6.1.4.1.311.60.2.1.2", "jurisdictionST", "jurisdictionStateOrProvinceName"),
        Row("1.3.6.1.4.1.311.60.2.1.3", "jurisdictionC", "jurisdictionCountryName"),
        // RFC 3739 section 3.2.6
        Row("1.3.6.1.5.5.7.9.1", "id-pda-dateOfBirth"), Row("1.3.6.1.5.5.7.9.2", "id-pda-placeOfBirth"),
        Row("1.3.6.1.5.5.7.9.3", "id-pda-gender"), Row("1.3.6.1.5.5.7.9.4", "id-pda-countryOfCitizenship"),
        Row("1.3.6.1.5.5.7.9.5", "id-pda-countryOfResidence"),
        // RFC 9215 and the Russian order on qualified certificates: taxpayer, company and insurance numbers
        Row("1.2.643.3.131.1.1", "INN"), Row("1.2.643.100.1", "OGRN"), Row("1.2.643.100.3", "SNILS"),
        Row("1.2.643.100.4", "INNLE"), Row("1.2.643.100.5", "OGRNIP"),
    ]
}
