import DERKit

extension ASN1ObjectIdentifier {
    /// The names of extensions, including unsupported ones.
    static let extensionNames = extensionTable.byIdentifier { $0.value }

    private static let extensionTable: [NameRow] = [
        // Supported extensions, in the order of ExtensionType
        NameRow("2.5.29.14", "subjectKeyIdentifier"),
        NameRow("2.5.29.15", "keyUsage"),
        NameRow("2.5.29.16", "privateKeyUsagePeriod"),
        NameRow("2.5.29.17", "subjectAltName"),
        NameRow("2.5.29.18", "issuerAltName"),
        NameRow("2.5.29.19", "basicConstraints"),
        NameRow("2.5.29.30", "nameConstraints"),
        NameRow("2.5.29.31", "cRLDistributionPoints"),
        NameRow("2.5.29.32", "certificatePolicies"),
        NameRow("2.5.29.33", "policyMappings"),
        NameRow("2.5.29.35", "authorityKeyIdentifier"),
        NameRow("2.5.29.36", "policyConstraints"),
        NameRow("2.5.29.37", "extKeyUsage"),
        NameRow("2.5.29.46", "freshestCRL"),
        NameRow("2.5.29.54", "inhibitAnyPolicy"),
        NameRow("1.3.6.1.5.5.7.1.1", "authorityInfoAccess"),
        NameRow("1.3.6.1.5.5.7.1.11", "subjectInfoAccess"),
        NameRow("1.3.6.1.5.5.7.1.3", "qcStatements"),
        NameRow("1.3.6.1.5.5.7.1.24", "tlsfeature"),
        NameRow("1.3.6.1.5.5.7.48.1.5", "ocsp-nocheck"),
        NameRow("1.3.6.1.4.1.11129.2.4.2", "signedCertificateTimestampList"),
        NameRow("1.3.6.1.4.1.11129.2.4.3", "precertificatePoison"),
        NameRow("1.3.6.1.4.1.11129.2.4.5", "signedCertificateTimestampList"),
        NameRow("2.16.840.1.113730.1.1", "netscapeCertType"),
        NameRow("2.16.840.1.113730.1.2", "netscapeBaseUrl"),
        NameRow("2.16.840.1.113730.1.3", "netscapeRevocationUrl"),
        NameRow("2.16.840.1.113730.1.4", "netscapeCARevocationUrl"),
        NameRow("2.16.840.1.113730.1.7", "netscapeRenewalUrl"),
        NameRow("2.16.840.1.113730.1.8", "netscapeCAPolicyUrl"),
        NameRow("2.16.840.1.113730.1.12", "netscapeSSLServerName"),
        NameRow("2.16.840.1.113730.1.13", "netscapeComment"),
        NameRow("1.3.6.1.4.1.311.20.2", "certificateTemplateName"),
        NameRow("1.3.6.1.4.1.311.21.7", "certificateTemplate"),
        // X.509 and RFC 5280, of certificates and of CRLs
        NameRow("2.5.29.9", "subjectDirectoryAttributes"), NameRow("2.5.29.20", "cRLNumber"),
        NameRow("2.5.29.21", "cRLReasons"), NameRow("2.5.29.23", "holdInstructionCode"),
        NameRow("2.5.29.24", "invalidityDate"), NameRow("2.5.29.27", "deltaCRLIndicator"),
        NameRow("2.5.29.28", "issuingDistributionPoint"), NameRow("2.5.29.29", "certificateIssuer"),
        NameRow("2.5.29.55", "targetInformation"), NameRow("2.5.29.56", "noRevAvail"),
        // PKIX: RFC 3739, RFC 3709, RFC 3779, RFC 3820, RFC 6960
        NameRow("1.3.6.1.5.5.7.1.2", "biometricInfo"), NameRow("1.3.6.1.5.5.7.1.4", "auditIdentity"),
        NameRow("1.3.6.1.5.5.7.1.7", "ipAddrBlocks"), NameRow("1.3.6.1.5.5.7.1.8", "autonomousSysIds"),
        NameRow("1.3.6.1.5.5.7.1.12", "logotype"), NameRow("1.3.6.1.5.5.7.1.14", "proxyCertInfo"),
        NameRow("1.3.6.1.5.5.7.1.28", "ipAddrBlocks-v2"),
        NameRow("1.3.6.1.5.5.7.1.29", "autonomousSysIds-v2"),
        NameRow("1.3.6.1.5.5.7.1.30", "tnAuthList"), NameRow("1.3.6.1.5.5.7.1.31", "acmeIdentifier"),
        NameRow("1.3.6.1.5.5.7.48.1.3", "ocsp-crl"), NameRow("1.3.6.1.5.5.7.48.1.4", "ocsp-response"),
        NameRow("1.2.840.113549.1.9.15", "smimeCapabilities"),
        // CA/Browser Forum
        NameRow("2.23.140.3.1", "cabfOrganizationIdentifier"),
        NameRow("2.23.140.1.31", "cabf-TorServiceDescriptor"),
        // Extensions of companies and countries
        NameRow("1.3.6.1.4.1.311.21.1", "msCAVersion"),
        NameRow("1.3.6.1.4.1.311.21.2", "msPreviousCACertificateHash"),
        NameRow("1.3.6.1.4.1.311.21.10", "msApplicationPolicies"),
        NameRow("1.3.6.1.4.1.311.25.2", "msNTDSCASecurity"),
        NameRow("1.2.840.113533.7.65.0", "entrustVersInfo"),
        NameRow("1.2.840.113583.1.1.9.1", "adobeTimestamp"),
        NameRow("1.2.840.113583.1.1.9.2", "adobeArchiveRevInfo"),
        NameRow("1.3.6.1.4.1.45724.1.1.4", "fidoAAGUID"), NameRow("1.3.36.8.3.3", "admission"),
        NameRow("1.2.643.100.111", "subjectSignTool"), NameRow("1.2.643.100.112", "issuerSignTool"),
        NameRow("1.3.6.1.4.1.44363.44", "delegationUsage"),
    ]
}
