import DERKit

/// The decoded value of an extension, with a case for each supported type.
package enum ExtensionValue: Sendable, Hashable {
    /// 2.5.29.19
    case basicConstraints(BasicConstraints)
    /// 2.5.29.15
    case keyUsage(NamedBits<KeyUsageBit>)
    /// 2.5.29.37
    case extendedKeyUsage(ExtendedKeyUsage)
    /// 2.5.29.17
    case subjectAlternativeName(GeneralNames)
    /// 2.5.29.18
    case issuerAlternativeName(GeneralNames)
    /// 2.5.29.14
    case subjectKeyIdentifier(SubjectKeyIdentifier)
    /// 2.5.29.35
    case authorityKeyIdentifier(AuthorityKeyIdentifier)
    /// 2.5.29.31
    case crlDistributionPoints([DistributionPoint])
    /// 2.5.29.46
    case freshestCRL([DistributionPoint])
    /// 1.3.6.1.5.5.7.1.1
    case authorityInfoAccess([AccessDescription])
    /// 1.3.6.1.5.5.7.1.11
    case subjectInfoAccess([AccessDescription])
    /// 2.5.29.32
    case certificatePolicies([PolicyInformation])
    /// 2.5.29.33
    case policyMappings([PolicyMapping])
    /// 2.5.29.36
    case policyConstraints(PolicyConstraints)
    /// 2.5.29.54
    case inhibitAnyPolicy(InhibitAnyPolicy)
    /// 2.5.29.30
    case nameConstraints(NameConstraints)
    /// 2.5.29.16
    case privateKeyUsagePeriod(PrivateKeyUsagePeriod)
    /// 1.3.6.1.5.5.7.1.24
    case tlsFeature(TLSFeature)
    /// 1.3.6.1.4.1.11129.2.4.2, and .5 in OCSP responses.
    case signedCertificateTimestamps([SignedCertificateTimestamp])
    /// 1.3.6.1.4.1.11129.2.4.3
    case precertificatePoison
    /// 1.3.6.1.5.5.7.48.1.5
    case ocspNoCheck
    /// 1.3.6.1.5.5.7.1.3
    case qcStatements([QCStatement])
    /// 2.16.840.1.113730.1.1
    case netscapeCertificateType(NetscapeCertificateType)
    /// 2.16.840.1.113730.1.2 to .8, .12 and .13: URLs, the name of a server, and a comment.
    case netscapeText(IA5Text)
    /// 1.3.6.1.4.1.311.20.2
    case microsoftTemplateName(String)
    /// 1.3.6.1.4.1.311.21.7
    case microsoftCertificateTemplate(MicrosoftCertificateTemplate)
    /// An extension of another type; see ``Certificate/Extension/value``.
    case other
}
