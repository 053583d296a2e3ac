extension ASN1Type {
    /// The types of fields that are `DEFINED BY` an object identifier, by the enclosing type and the identifier's name.
    static let typesByName: [String: [String: String]] = [
        "AlgorithmIdentifier": [
            "id-ecPublicKey": "ECParameters", "id-dsa": "DSAParameters", "id-RSASSA-PSS": "RSASSA-PSS-params",
            "id-mgf1": "AlgorithmIdentifier", "id-PBES2": "PBES2-params", "id-PBKDF2": "PBKDF2-params",
        ],
        "SubjectPublicKeyInfo": [
            "rsaEncryption": "RSAPublicKey", "id-RSASSA-PSS": "RSAPublicKey", "id-ea-rsa": "RSAPublicKey",
            "id-dsa": "DSAPublicKey",
        ],
        "PrivateKeyInfo": [
            "rsaEncryption": "RSAPrivateKey", "id-RSASSA-PSS": "RSAPrivateKey", "id-ea-rsa": "RSAPrivateKey",
            "id-ecPublicKey": "ECPrivateKey",
        ],
        "Extension": [
            "subjectDirectoryAttributes": "Attributes", "subjectKeyIdentifier": "SubjectKeyIdentifier",
            "keyUsage": "KeyUsage", "subjectAltName": "GeneralNames", "issuerAltName": "GeneralNames",
            "basicConstraints": "BasicConstraints", "cRLNumber": "CRLNumber", "cRLReasons": "CRLReason",
            "deltaCRLIndicator": "CRLNumber", "issuingDistributionPoint": "IssuingDistributionPoint",
            "certificateIssuer": "GeneralNames", "nameConstraints": "NameConstraints",
            "cRLDistributionPoints": "CRLDistributionPoints", "certificatePolicies": "CertificatePolicies",
            "policyMappings": "PolicyMappings", "authorityKeyIdentifier": "AuthorityKeyIdentifier",
            "policyConstraints": "PolicyConstraints", "extKeyUsage": "ExtKeyUsage",
            "freshestCRL": "CRLDistributionPoints", "inhibitAnyPolicy": "InhibitAnyPolicy",
            "authorityInfoAccess": "AuthorityInfoAccess", "qcStatements": "QCStatements",
            "subjectInfoAccess": "AuthorityInfoAccess", "tlsfeature": "TLSFeature",
            "signedCertificateTimestampList": "SignedCertificateTimestampList",
        ],
        "ContentInfo": ["signedData": "SignedData"],
        "AuthenticatedContentInfo": ["data": "AuthenticatedSafeContent"],
        "SafeContentInfo": ["data": "SafeContent"],
        "SafeBag": [
            "keyBag": "PrivateKeyInfo", "pkcs8ShroudedKeyBag": "EncryptedPrivateKeyInfo",
            "certBag": "CertBag",
        ],
    ]
}
