import DERKit

// Common identifiers that callers can use.
extension ASN1ObjectIdentifier {
    /// commonName, 2.5.4.3.
    public static let commonName = ASN1ObjectIdentifier(checked: [0x55, 4, 3])
    /// countryName, 2.5.4.6.
    public static let countryName = ASN1ObjectIdentifier(checked: [0x55, 4, 6])
    /// organizationName, 2.5.4.10.
    public static let organizationName = ASN1ObjectIdentifier(checked: [0x55, 4, 10])
    /// organizationalUnitName, 2.5.4.11.
    public static let organizationalUnitName = ASN1ObjectIdentifier(checked: [0x55, 4, 11])
    /// subjectKeyIdentifier, 2.5.29.14.
    public static let subjectKeyIdentifier = ASN1ObjectIdentifier(checked: [0x55, 29, 14])
    /// keyUsage, 2.5.29.15.
    public static let keyUsage = ASN1ObjectIdentifier(checked: [0x55, 29, 15])
    /// subjectAltName, 2.5.29.17.
    public static let subjectAlternativeName = ASN1ObjectIdentifier(checked: [0x55, 29, 17])
    /// basicConstraints, 2.5.29.19.
    public static let basicConstraints = ASN1ObjectIdentifier(checked: [0x55, 29, 19])
    /// nameConstraints, 2.5.29.30.
    public static let nameConstraints = ASN1ObjectIdentifier(checked: [0x55, 29, 30])
    /// cRLDistributionPoints, 2.5.29.31.
    public static let crlDistributionPoints = ASN1ObjectIdentifier(checked: [0x55, 29, 31])
    /// certificatePolicies, 2.5.29.32.
    public static let certificatePolicies = ASN1ObjectIdentifier(checked: [0x55, 29, 32])
    /// authorityKeyIdentifier, 2.5.29.35.
    public static let authorityKeyIdentifier = ASN1ObjectIdentifier(checked: [0x55, 29, 35])
    /// extKeyUsage, 2.5.29.37.
    public static let extendedKeyUsage = ASN1ObjectIdentifier(checked: [0x55, 29, 37])
    /// authorityInfoAccess, 1.3.6.1.5.5.7.1.1.
    public static let authorityInfoAccess = ASN1ObjectIdentifier(checked: [0x2b, 6, 1, 5, 5, 7, 1, 1])
    /// extensionRequest, 1.2.840.113549.1.9.14, the attribute that contains the requested extensions.
    public static let extensionRequest = ASN1ObjectIdentifier(checked: [
        0x2a, 0x86, 0x48, 0x86, 0xf7, 0x0d, 1, 9, 14,
    ])
    /// serverAuth, 1.3.6.1.5.5.7.3.1.
    public static let serverAuth = ASN1ObjectIdentifier(checked: [0x2b, 6, 1, 5, 5, 7, 3, 1])
    /// clientAuth, 1.3.6.1.5.5.7.3.2.
    public static let clientAuth = ASN1ObjectIdentifier(checked: [0x2b, 6, 1, 5, 5, 7, 3, 2])

    /// anyExtendedKeyUsage, 2.5.29.37.0.
    static let anyExtendedKeyUsage = ASN1ObjectIdentifier(checked: [0x55, 29, 37, 0])

    // Identifiers of key algorithms and of their parameters.

    /// rsaEncryption, 1.2.840.113549.1.1.1 (RFC 8017).
    package static let rsaEncryption = ASN1ObjectIdentifier(checked: [
        0x2a, 0x86, 0x48, 0x86, 0xf7, 0x0d, 1, 1, 1,
    ])
    /// id-RSASSA-PSS, 1.2.840.113549.1.1.10 (RFC 8017).
    package static let rsassaPSS = ASN1ObjectIdentifier(checked: [
        0x2a, 0x86, 0x48, 0x86, 0xf7, 0x0d, 1, 1, 10,
    ])
    /// id-mgf1, 1.2.840.113549.1.1.8 (RFC 8017).
    package static let mgf1 = ASN1ObjectIdentifier(checked: [0x2a, 0x86, 0x48, 0x86, 0xf7, 0x0d, 1, 1, 8])
    /// id-sha1, 1.3.14.3.2.26 (RFC 3279).
    package static let sha1 = ASN1ObjectIdentifier(checked: [0x2b, 14, 3, 2, 26])
    /// id-ecPublicKey, 1.2.840.10045.2.1 (RFC 5480).
    package static let ecPublicKey = ASN1ObjectIdentifier(checked: [0x2a, 0x86, 0x48, 0xce, 0x3d, 2, 1])
    /// id-dsa, 1.2.840.10040.4.1 (RFC 3279).
    package static let dsa = ASN1ObjectIdentifier(checked: [0x2a, 0x86, 0x48, 0xce, 0x38, 4, 1])
}
