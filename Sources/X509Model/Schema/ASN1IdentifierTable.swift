extension ASN1Type {
    /// The types of fields that are `DEFINED BY` an object identifier, by the enclosing type.
    static let identifierTable: [String: [(String, String)]] = [
        "AlgorithmIdentifier": [
            ("1.2.840.10045.2.1", "ECParameters"), ("1.2.840.10040.4.1", "DSAParameters"),
            ("1.2.840.113549.1.1.10", "RSASSA-PSS-params"), ("1.2.840.113549.1.1.8", "AlgorithmIdentifier"),
            ("1.2.840.113549.1.5.13", "PBES2-params"), ("1.2.840.113549.1.5.12", "PBKDF2-params"),
        ],
        "SubjectPublicKeyInfo": [
            ("1.2.840.113549.1.1.1", "RSAPublicKey"), ("1.2.840.113549.1.1.10", "RSAPublicKey"),
            ("2.5.8.1.1", "RSAPublicKey"), ("1.2.840.10040.4.1", "DSAPublicKey"),
        ],
        "PrivateKeyInfo": [
            ("1.2.840.113549.1.1.1", "RSAPrivateKey"), ("1.2.840.113549.1.1.10", "RSAPrivateKey"),
            ("2.5.8.1.1", "RSAPrivateKey"),
            ("1.2.840.10045.2.1", "ECPrivateKey"),
        ],
        "Extension": [
            ("2.5.29.9", "Attributes"), ("2.5.29.14", "SubjectKeyIdentifier"), ("2.5.29.15", "KeyUsage"),
            ("2.5.29.17", "GeneralNames"), ("2.5.29.18", "GeneralNames"), ("2.5.29.19", "BasicConstraints"),
            ("2.5.29.20", "CRLNumber"), ("2.5.29.21", "CRLReason"), ("2.5.29.27", "CRLNumber"),
            ("2.5.29.28", "IssuingDistributionPoint"), ("2.5.29.29", "GeneralNames"),
            ("2.5.29.30", "NameConstraints"), ("2.5.29.31", "CRLDistributionPoints"),
            ("2.5.29.32", "CertificatePolicies"), ("2.5.29.33", "PolicyMappings"),
            ("2.5.29.35", "AuthorityKeyIdentifier"), ("2.5.29.36", "PolicyConstraints"),
            ("2.5.29.37", "ExtKeyUsage"), ("2.5.29.46", "CRLDistributionPoints"),
            ("2.5.29.54", "InhibitAnyPolicy"), ("1.3.6.1.5.5.7.1.1", "AuthorityInfoAccess"),
            ("1.3.6.1.5.5.7.1.3", "QCStatements"), ("1.3.6.1.5.5.7.1.11", "AuthorityInfoAccess"),
            ("1.3.6.1.5.5.7.1.24", "TLSFeature"),
            ("1.3.6.1.4.1.11129.2.4.2", "SignedCertificateTimestampList"),
        ],
        "ContentInfo": [("1.2.840.113549.1.7.2", "SignedData")],
        "AuthenticatedContentInfo": [("1.2.840.113549.1.7.1", "AuthenticatedSafeContent")],
        "SafeContentInfo": [("1.2.840.113549.1.7.1", "SafeContent")],
        "SafeBag": [
            ("1.2.840.113549.1.12.10.1.1", "PrivateKeyInfo"),
            ("1.2.840.113549.1.12.10.1.2", "EncryptedPrivateKeyInfo"),
            ("1.2.840.113549.1.12.10.1.3", "CertBag"),
        ],
    ]
}
