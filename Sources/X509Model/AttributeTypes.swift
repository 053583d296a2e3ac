import DERKit

extension AttributeTypeAndValue {
    /// Short names of attribute types, as RFC 4514 section 3, RFC 4519 and OpenSSL write them.
    static let shortNames: [ObjectIdentifier: String] = {
        var names: [ObjectIdentifier: String] = [:]
        for (number, name) in table {
            if let identifier = ObjectIdentifier(number) { names[identifier] = name }
        }
        return names
    }()

    private static let table: [(String, String)] = [
        ("2.5.4.3", "CN"), ("2.5.4.4", "SN"), ("2.5.4.5", "serialNumber"), ("2.5.4.6", "C"), ("2.5.4.7", "L"),
        ("2.5.4.8", "ST"), ("2.5.4.9", "street"), ("2.5.4.10", "O"), ("2.5.4.11", "OU"),
        ("2.5.4.12", "title"),
        ("2.5.4.13", "description"), ("2.5.4.15", "businessCategory"), ("2.5.4.16", "postalAddress"),
        ("2.5.4.17", "postalCode"), ("2.5.4.18", "postOfficeBox"), ("2.5.4.20", "telephoneNumber"),
        ("2.5.4.41", "name"), ("2.5.4.42", "GN"), ("2.5.4.43", "initials"),
        ("2.5.4.44", "generationQualifier"), ("2.5.4.51", "houseIdentifier"),
        ("2.5.4.45", "x500UniqueIdentifier"), ("2.5.4.46", "dnQualifier"), ("2.5.4.65", "pseudonym"),
        ("2.5.4.97", "organizationIdentifier"),
        ("0.9.2342.19200300.100.1.1", "UID"), ("0.9.2342.19200300.100.1.3", "mail"),
        ("0.9.2342.19200300.100.1.25", "DC"),
        ("1.2.840.113549.1.9.1", "emailAddress"), ("1.2.840.113549.1.9.2", "unstructuredName"),
        ("1.2.840.113549.1.9.8", "unstructuredAddress"),
        ("1.3.6.1.4.1.311.60.2.1.1", "jurisdictionL"), ("1.3.6.1.4.1.311.60.2.1.2", "jurisdictionST"),
        ("1.3.6.1.4.1.311.60.2.1.3", "jurisdictionC"),
        ("1.2.643.3.131.1.1", "INN"), ("1.2.643.100.1", "OGRN"), ("1.2.643.100.3", "SNILS"),
    ]
}
