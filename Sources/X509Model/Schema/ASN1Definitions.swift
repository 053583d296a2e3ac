import DERKit

extension ASN1Type {
    /// The structures of X.509 and related standards in ASN.1. To resolve `DEFINED BY`, the preceding object identifier
    /// is looked up in ``typesByName``.
    static let definitions = """
        -- RFC 5280 section 4.1
        Certificate ::= SEQUENCE { tbsCertificate TBSCertificate, signatureAlgorithm AlgorithmIdentifier, \
            signatureValue BIT STRING }
        TBSCertificate ::= SEQUENCE { version [0] EXPLICIT INTEGER OPTIONAL, serialNumber INTEGER, \
            signature AlgorithmIdentifier, issuer Name, validity Validity, subject Name, \
            subjectPublicKeyInfo SubjectPublicKeyInfo, issuerUniqueID [1] BIT STRING OPTIONAL, \
            subjectUniqueID [2] BIT STRING OPTIONAL, extensions [3] EXPLICIT Extensions OPTIONAL }
        AlgorithmIdentifier ::= SEQUENCE { algorithm OBJECT IDENTIFIER, \
            parameters ANY DEFINED BY OPTIONAL }
        Name ::= SEQUENCE OF RelativeDistinguishedName
        RelativeDistinguishedName ::= SET OF AttributeTypeAndValue
        AttributeTypeAndValue ::= SEQUENCE { type OBJECT IDENTIFIER, value ANY }
        Validity ::= SEQUENCE { notBefore Time, notAfter Time }
        Time ::= CHOICE { utcTime UTCTime, generalTime GeneralizedTime }
        SubjectPublicKeyInfo ::= SEQUENCE { algorithm AlgorithmIdentifier, \
            subjectPublicKey BIT STRING DEFINED BY }
        Extensions ::= SEQUENCE OF Extension
        Extension ::= SEQUENCE { extnID OBJECT IDENTIFIER, critical BOOLEAN OPTIONAL, \
            extnValue OCTET STRING DEFINED BY }
        -- RFC 5280 section 4.2
        AuthorityKeyIdentifier ::= SEQUENCE { keyIdentifier [0] OCTET STRING OPTIONAL, \
            authorityCertIssuer [1] GeneralNames OPTIONAL, \
            authorityCertSerialNumber [2] INTEGER OPTIONAL }
        SubjectKeyIdentifier ::= OCTET STRING
        KeyUsage ::= BIT STRING
        ExtKeyUsage ::= SEQUENCE OF KeyPurposeId
        KeyPurposeId ::= OBJECT IDENTIFIER
        BasicConstraints ::= SEQUENCE { cA BOOLEAN OPTIONAL, pathLenConstraint INTEGER OPTIONAL }
        GeneralNames ::= SEQUENCE OF GeneralName
        GeneralName ::= CHOICE { otherName [0] OtherName, rfc822Name [1] IA5String, dNSName [2] IA5String, \
            x400Address [3] ORAddress, directoryName [4] EXPLICIT Name, ediPartyName [5] EDIPartyName, \
            uniformResourceIdentifier [6] IA5String, iPAddress [7] OCTET STRING, \
            registeredID [8] OBJECT IDENTIFIER }
        OtherName ::= SEQUENCE { type-id OBJECT IDENTIFIER, value [0] EXPLICIT ANY }
        ORAddress ::= SEQUENCE OF ORAddressPart
        ORAddressPart ::= ANY
        EDIPartyName ::= SEQUENCE { nameAssigner [0] EXPLICIT ANY OPTIONAL, partyName [1] EXPLICIT ANY }
        CertificatePolicies ::= SEQUENCE OF PolicyInformation
        PolicyInformation ::= SEQUENCE { policyIdentifier OBJECT IDENTIFIER, \
            policyQualifiers PolicyQualifiers OPTIONAL }
        PolicyQualifiers ::= SEQUENCE OF PolicyQualifierInfo
        PolicyQualifierInfo ::= SEQUENCE { policyQualifierId OBJECT IDENTIFIER, qualifier ANY }
        PolicyMappings ::= SEQUENCE OF PolicyMapping
        PolicyMapping ::= SEQUENCE { issuerDomainPolicy OBJECT IDENTIFIER, \
            subjectDomainPolicy OBJECT IDENTIFIER }
        PolicyConstraints ::= SEQUENCE { requireExplicitPolicy [0] INTEGER OPTIONAL, \
            inhibitPolicyMapping [1] INTEGER OPTIONAL }
        InhibitAnyPolicy ::= INTEGER
        NameConstraints ::= SEQUENCE { permittedSubtrees [0] GeneralSubtrees OPTIONAL, \
            excludedSubtrees [1] GeneralSubtrees OPTIONAL }
        GeneralSubtrees ::= SEQUENCE OF GeneralSubtree
        GeneralSubtree ::= SEQUENCE { base GeneralName, minimum [0] INTEGER OPTIONAL, \
            maximum [1] INTEGER OPTIONAL }
        CRLDistributionPoints ::= SEQUENCE OF DistributionPoint
        DistributionPoint ::= SEQUENCE { distributionPoint [0] EXPLICIT DistributionPointName OPTIONAL, \
            reasons [1] BIT STRING OPTIONAL, cRLIssuer [2] GeneralNames OPTIONAL }
        DistributionPointName ::= CHOICE { fullName [0] GeneralNames, \
            nameRelativeToCRLIssuer [1] RelativeDistinguishedName }
        AuthorityInfoAccess ::= SEQUENCE OF AccessDescription
        AccessDescription ::= SEQUENCE { accessMethod OBJECT IDENTIFIER, accessLocation GeneralName }
        TLSFeature ::= SEQUENCE OF Feature
        Feature ::= INTEGER
        SignedCertificateTimestampList ::= OCTET STRING
        QCStatements ::= SEQUENCE OF QCStatement
        QCStatement ::= SEQUENCE { statementId OBJECT IDENTIFIER, statementInfo ANY OPTIONAL }
        CRLNumber ::= INTEGER
        CRLReason ::= ENUMERATED
        IssuingDistributionPoint ::= SEQUENCE { distributionPoint [0] EXPLICIT DistributionPointName OPTIONAL, \
            onlyContainsUserCerts [1] BOOLEAN OPTIONAL, onlyContainsCACerts [2] BOOLEAN OPTIONAL, \
            onlySomeReasons [3] BIT STRING OPTIONAL, indirectCRL [4] BOOLEAN OPTIONAL, \
            onlyContainsAttributeCerts [5] BOOLEAN OPTIONAL }
        -- RFC 5280 section 5.1
        CertificateList ::= SEQUENCE { tbsCertList TBSCertList, signatureAlgorithm AlgorithmIdentifier, \
            signatureValue BIT STRING }
        TBSCertList ::= SEQUENCE { version Version OPTIONAL, signature AlgorithmIdentifier, issuer Name, \
            thisUpdate Time, nextUpdate Time OPTIONAL, revokedCertificates RevokedCertificates OPTIONAL, \
            crlExtensions [0] EXPLICIT Extensions OPTIONAL }
        RevokedCertificates ::= SEQUENCE OF RevokedCertificate
        RevokedCertificate ::= SEQUENCE { userCertificate INTEGER, revocationDate Time, \
            crlEntryExtensions Extensions OPTIONAL }
        -- RFC 2986 section 4
        CertificationRequest ::= SEQUENCE { certificationRequestInfo CertificationRequestInfo, \
            signatureAlgorithm AlgorithmIdentifier, signature BIT STRING }
        CertificationRequestInfo ::= SEQUENCE { version Version, subject Name, \
            subjectPKInfo SubjectPublicKeyInfo, attributes [0] Attributes OPTIONAL }
        Attributes ::= SET OF Attribute
        Attribute ::= SEQUENCE { type OBJECT IDENTIFIER, values AttributeValues }
        AttributeValues ::= SET OF AttributeValue
        AttributeValue ::= ANY
        -- Keys: RFC 8017 appendix A.1, RFC 5915, RFC 5958, RFC 3279, and OpenSSL's form of a DSA key
        RSAPublicKey ::= SEQUENCE { modulus INTEGER, publicExponent INTEGER }
        RSAPrivateKey ::= SEQUENCE { version Version, modulus INTEGER, publicExponent INTEGER, \
            privateExponent INTEGER, prime1 INTEGER, prime2 INTEGER, exponent1 INTEGER, exponent2 INTEGER, \
            coefficient INTEGER, otherPrimeInfos OtherPrimeInfos OPTIONAL }
        OtherPrimeInfos ::= SEQUENCE OF OtherPrimeInfo
        OtherPrimeInfo ::= SEQUENCE { prime INTEGER, exponent INTEGER, coefficient INTEGER }
        ECPrivateKey ::= SEQUENCE { version Version, privateKey OCTET STRING, \
            parameters [0] EXPLICIT ECParameters OPTIONAL, publicKey [1] EXPLICIT BIT STRING OPTIONAL }
        ECParameters ::= CHOICE { namedCurve OBJECT IDENTIFIER, implicitCurve NULL, \
            specifiedCurve SpecifiedECDomain }
        SpecifiedECDomain ::= SEQUENCE { version Version, fieldID FieldID, curve Curve, base OCTET STRING, \
            order INTEGER, cofactor INTEGER OPTIONAL, hash ANY OPTIONAL }
        FieldID ::= SEQUENCE { fieldType OBJECT IDENTIFIER, parameters ANY }
        Curve ::= SEQUENCE { a OCTET STRING, b OCTET STRING, seed BIT STRING OPTIONAL }
        DSAPrivateKey ::= SEQUENCE { version Version, p INTEGER, q INTEGER, g INTEGER, publicKey INTEGER, \
            privateKey INTEGER }
        PrivateKeyInfo ::= SEQUENCE { version Version, privateKeyAlgorithm AlgorithmIdentifier, \
            privateKey OCTET STRING DEFINED BY, attributes [0] Attributes OPTIONAL, \
            publicKey [1] BIT STRING OPTIONAL }
        EncryptedPrivateKeyInfo ::= SEQUENCE { encryptionAlgorithm AlgorithmIdentifier, \
            encryptedData OCTET STRING }
        DSAPublicKey ::= INTEGER
        -- RFC 3279 section 2.3.3
        DomainParameters ::= SEQUENCE { p INTEGER, g INTEGER, q INTEGER, j INTEGER OPTIONAL, \
            validationParms ANY OPTIONAL }
        -- PKCS #3 section 9
        DHParameter ::= SEQUENCE { prime INTEGER, base INTEGER, privateValueLength INTEGER OPTIONAL }
        DSAParameters ::= SEQUENCE { p INTEGER, q INTEGER, g INTEGER }
        -- RFC 4055 section 3.1
        RSASSA-PSS-params ::= SEQUENCE { hashAlgorithm [0] EXPLICIT AlgorithmIdentifier OPTIONAL, \
            maskGenAlgorithm [1] EXPLICIT AlgorithmIdentifier OPTIONAL, \
            saltLength [2] EXPLICIT INTEGER OPTIONAL, trailerField [3] EXPLICIT INTEGER OPTIONAL }
        -- RFC 8018 appendix A
        PBES2-params ::= SEQUENCE { keyDerivationFunc AlgorithmIdentifier, \
            encryptionScheme AlgorithmIdentifier }
        PBKDF2-params ::= SEQUENCE { salt OCTET STRING, iterationCount INTEGER, \
            keyLength INTEGER OPTIONAL, prf AlgorithmIdentifier OPTIONAL }
        -- RFC 5652 sections 3, 5.1 and 5.3
        ContentInfo ::= SEQUENCE { contentType OBJECT IDENTIFIER, \
            content [0] EXPLICIT ANY DEFINED BY OPTIONAL }
        SignedData ::= SEQUENCE { version Version, digestAlgorithms DigestAlgorithms, \
            encapContentInfo EncapsulatedContentInfo, certificates [0] Certificates OPTIONAL, \
            crls [1] CertificateLists OPTIONAL, signerInfos SignerInfos }
        DigestAlgorithms ::= SET OF AlgorithmIdentifier
        EncapsulatedContentInfo ::= SEQUENCE { eContentType OBJECT IDENTIFIER, \
            eContent [0] EXPLICIT ANY OPTIONAL }
        Certificates ::= SET OF Certificate
        CertificateLists ::= SET OF CertificateList
        SignerInfos ::= SET OF SignerInfo
        SignerInfo ::= SEQUENCE { version Version, sid ANY, digestAlgorithm AlgorithmIdentifier, \
            signedAttrs [0] Attributes OPTIONAL, signatureAlgorithm AlgorithmIdentifier, \
            signature OCTET STRING, unsignedAttrs [1] Attributes OPTIONAL }
        -- RFC 7292 section 4
        PFX ::= SEQUENCE { version Version, authSafe AuthenticatedContentInfo, macData ANY OPTIONAL }
        AuthenticatedContentInfo ::= SEQUENCE { contentType OBJECT IDENTIFIER, \
            content [0] EXPLICIT ANY DEFINED BY OPTIONAL }
        AuthenticatedSafeContent ::= OCTET STRING CONTAINING AuthenticatedSafe
        AuthenticatedSafe ::= SEQUENCE OF SafeContentInfo
        SafeContentInfo ::= SEQUENCE { contentType OBJECT IDENTIFIER, \
            content [0] EXPLICIT ANY DEFINED BY OPTIONAL }
        SafeContent ::= OCTET STRING CONTAINING SafeContents
        SafeContents ::= SEQUENCE OF SafeBag
        SafeBag ::= SEQUENCE { bagId OBJECT IDENTIFIER, bagValue [0] EXPLICIT ANY DEFINED BY, \
            bagAttributes Attributes OPTIONAL }
        CertBag ::= SEQUENCE { certId OBJECT IDENTIFIER, \
            certValue [0] EXPLICIT OCTET STRING CONTAINING Certificate }
        """

    /// The types that may fill a whole input, the most specific first.
    static let roots = [
        "Certificate", "CertificationRequest", "CertificateList", "PrivateKeyInfo", "ECPrivateKey",
        "RSAPrivateKey", "DSAPrivateKey", "EncryptedPrivateKeyInfo", "SubjectPublicKeyInfo", "PFX",
        "ContentInfo", "RSAPublicKey", "SpecifiedECDomain", "DSAParameters",
    ]

    /// The types of PEM blocks by label, for labels whose type looks like another type.
    static let rootsByLabel = ["DH PARAMETERS": ["DHParameter"], "X9.42 DH PARAMETERS": ["DomainParameters"]]

    /// The types that contain secret octets.
    static let privateTypes = ["PrivateKeyInfo", "ECPrivateKey", "RSAPrivateKey", "DSAPrivateKey"]

    /// The types whose known name attributes prove that a damaged structure is not a key.
    static let publicTypes = ["Certificate", "CertificationRequest", "CertificateList"]

    /// The types of the fields that are `DEFINED BY` an object identifier, by enclosing type and identifier name.
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

/// A type in ``ASN1Type/definitions``, in the subset of ASN.1 that is needed to name the values of a tree.
indirect enum ASN1Type: Sendable {
    /// A field of a SEQUENCE or an alternative of a CHOICE.
    struct Field: Sendable {
        let name: String
        let type: ASN1Type
        /// The number of a tag such as `[0]`; `nil` if the field has its type's own tag.
        let tagNumber: UInt32?
        let isExplicit: Bool
        let isOptional: Bool
    }

    case any
    case universal(UInt32)
    /// A version number: a one-octet INTEGER that distinguishes keys from other sequences of INTEGERs.
    case version
    /// An OCTET STRING or BIT STRING with DER of the type `holds`, which is `nil` if an object identifier determines
    /// the type.
    case string(UInt32, holds: String?)
    /// A value whose type the preceding object identifier determines.
    case definedBy
    case sequence([Field])
    case sequenceOf(String)
    case setOf(String)
    case choice([Field])
    case named(String)

    /// Returns the words in a text. The text is split as octets, which is much faster than splitting characters.
    private static func words(_ text: Substring.UTF8View) -> [String] {
        text.split(separator: UInt8(ascii: " ")).map { String(decoding: $0, as: UTF8.self) }
    }

    /// Reads `name Type`, `name [0] EXPLICIT Type OPTIONAL` and so on.
    private static func field(_ words: [String]) -> Field {
        var words = words[...]
        let name = words.popFirst() ?? ""
        var tagNumber: UInt32?
        if let first = words.first, first.hasPrefix("[") {
            tagNumber = UInt32(first.dropFirst().dropLast())
            words.removeFirst()
        }
        let isExplicit = words.first == "EXPLICIT"
        if isExplicit { words.removeFirst() }
        let isOptional = words.last == "OPTIONAL"
        if isOptional { words.removeLast() }
        return Field(
            name: name, type: type(words.joined(separator: " ")), tagNumber: tagNumber,
            isExplicit: isExplicit, isOptional: isOptional)
    }

    private static func type(_ text: String) -> ASN1Type {
        if let number = universalNumbers[text] { return .universal(number) }
        func rest(_ lead: String) -> String? {
            text.hasPrefix(lead) ? String(text.dropFirst(lead.count)) : nil
        }
        if let element = rest("SEQUENCE OF ") { return .sequenceOf(element) }
        if let element = rest("SET OF ") { return .setOf(element) }
        if let inside = rest("OCTET STRING CONTAINING ") { return .string(4, holds: inside) }
        switch text {
        case "ANY": return .any
        case "Version": return .version
        case "ANY DEFINED BY": return .definedBy
        case "OCTET STRING DEFINED BY": return .string(4, holds: nil)
        case "BIT STRING DEFINED BY": return .string(3, holds: nil)
        default: return .named(text)
        }
    }

    private static let universalNumbers = Dictionary(
        uniqueKeysWithValues: DERTag.universalNames.map { ($1, $0) })

    /// The types in ``definitions``, by name.
    static let byName: [String: ASN1Type] = {
        var types: [String: ASN1Type] = [:]
        for line in definitions.utf8.split(separator: UInt8(ascii: "\n")) where !line.starts(with: "--".utf8)
        {
            let parts = line.split { "{},".utf8.contains($0) }.map { words($0) }
            guard let head = parts.first, let name = head.first else { continue }
            switch head.dropFirst(2).joined(separator: " ") {
            case "SEQUENCE": types[name] = .sequence(parts.dropFirst().map(field))
            case "CHOICE": types[name] = .choice(parts.dropFirst().map(field))
            case let form: types[name] = type(form)
            }
        }
        return types
    }()
}
