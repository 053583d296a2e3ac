extension IdentifierRegister {
    /// The identifiers of unsupported extensions, of values in extensions (purposes, methods, policies, statements), of
    /// encryption schemes and ciphers, and of the contents of containers.
    static let otherText = """
        # Key purposes: RFC 5280 section 4.2.1.12
        2.5.29.37.0 anyExtendedKeyUsage, 1.3.6.1.5.5.7.3.1 serverAuth, 1.3.6.1.5.5.7.3.2 clientAuth
        1.3.6.1.5.5.7.3.3 codeSigning, 1.3.6.1.5.5.7.3.4 emailProtection, 1.3.6.1.5.5.7.3.5 ipsecEndSystem
        1.3.6.1.5.5.7.3.6 ipsecTunnel, 1.3.6.1.5.5.7.3.7 ipsecUser, 1.3.6.1.5.5.7.3.8 timeStamping
        1.3.6.1.5.5.7.3.9 OCSPSigning, 1.3.6.1.5.5.7.3.10 dvcs
        # IANA, SMI Security for PKIX Extended Key Purpose
        1.3.6.1.5.5.7.3.13 eapOverPPP, 1.3.6.1.5.5.7.3.14 eapOverLAN, 1.3.6.1.5.5.7.3.15 scvpServer
        1.3.6.1.5.5.7.3.16 scvpClient, 1.3.6.1.5.5.7.3.17 ipsecIKE, 1.3.6.1.5.5.7.3.18 capwapAC
        1.3.6.1.5.5.7.3.19 capwapWTP, 1.3.6.1.5.5.7.3.20 sipDomain, 1.3.6.1.5.5.7.3.21 secureShellClient
        1.3.6.1.5.5.7.3.22 secureShellServer, 1.3.6.1.5.5.7.3.23 sendRouter, 1.3.6.1.5.5.7.3.24 sendProxiedRouter
        1.3.6.1.5.5.7.3.25 sendOwner, 1.3.6.1.5.5.7.3.26 sendProxiedOwner, 1.3.6.1.5.5.7.3.27 cmcCA
        1.3.6.1.5.5.7.3.28 cmcRA, 1.3.6.1.5.5.7.3.29 cmcArchive, 1.3.6.1.5.5.7.3.30 bgpsecRouter
        1.3.6.1.5.5.7.3.31 brandIndicatorForMessageIdentification, 1.3.6.1.5.5.7.3.36 documentSigning
        # Key purposes of others
        1.3.6.1.5.2.3.4 pkInitClientAuth, 1.3.6.1.5.2.3.5 pkInitKDC, 1.3.6.1.4.1.311.2.1.21 msCodeInd
        1.3.6.1.4.1.311.2.1.22 msCodeCom, 1.3.6.1.4.1.311.10.3.1 msCTLSign, 1.3.6.1.4.1.311.10.3.3 msSGC
        1.3.6.1.4.1.311.10.3.4 msEFS, 1.3.6.1.4.1.311.10.3.4.1 msEFSRecovery
        1.3.6.1.4.1.311.10.3.12 msDocumentSigning, 1.3.6.1.4.1.311.20.2.1 msEnrollmentAgent
        1.3.6.1.4.1.311.20.2.2 msSmartcardLogin, 2.16.840.1.113730.4.1 nsSGC
        1.3.6.1.4.1.11129.2.4.4 precertificateSigning, 1.2.840.113583.1.1.5 pdfSigning, 0.4.0.2231.3.0 tslSigning
        2.23.133.8.1 tcg-kp-EKCertificate, 2.23.133.8.3 tcg-kp-AIKCertificate
        # otherName types
        1.3.6.1.4.1.311.20.2.3 userPrincipalName, 1.3.6.1.5.2.2 pkinit-san
        1.3.6.1.5.5.7.8.3 id-on-permanentIdentifier, 1.3.6.1.5.5.7.8.4 id-on-hardwareModuleName
        1.3.6.1.5.5.7.8.5 id-on-xmppAddr, 1.3.6.1.5.5.7.8.7 id-on-dnsSRV, 1.3.6.1.5.5.7.8.8 id-on-NAIRealm
        1.3.6.1.5.5.7.8.9 id-on-SmtpUTF8Mailbox, 1.3.6.1.4.1.311.25.1 ntdsReplication
        # Access methods: RFC 5280 section 4.2.2, RFC 6487, RFC 8182
        1.3.6.1.5.5.7.48.1 ocsp, 1.3.6.1.5.5.7.48.2 caIssuers, 1.3.6.1.5.5.7.48.3 timeStamping
        1.3.6.1.5.5.7.48.5 caRepository, 1.3.6.1.5.5.7.48.10 rpkiManifest, 1.3.6.1.5.5.7.48.11 signedObject
        1.3.6.1.5.5.7.48.13 rpkiNotify, 1.3.6.1.5.5.7.48.1.1 id-pkix-ocsp-basic
        1.3.6.1.5.5.7.48.1.2 id-pkix-ocsp-nonce
        # Policies: RFC 5280, CA/Browser Forum, ETSI EN 319 411
        2.5.29.32.0 anyPolicy, 2.23.140.1.1 extended-validation, 2.23.140.1.2.1 domain-validated
        2.23.140.1.2.2 organization-validated, 2.23.140.1.2.3 individual-validated, 2.23.140.1.3 extended-codesigning
        2.23.140.1.4.1 code-signing, 2.23.140.1.4.2 timestamping, 2.23.140.1.5.1.1 smime-mailbox-legacy
        2.23.140.1.5.1.2 smime-mailbox-multipurpose, 2.23.140.1.5.1.3 smime-mailbox-strict, 0.4.0.2042.1.1 ncp
        0.4.0.2042.1.2 ncpplus, 0.4.0.2042.1.3 lcp, 0.4.0.2042.1.4 evcp, 0.4.0.2042.1.6 dvcp, 0.4.0.2042.1.7 ovcp
        0.4.0.194112.1.0 qcp-natural, 0.4.0.194112.1.1 qcp-legal, 0.4.0.194112.1.2 qcp-natural-qscd
        0.4.0.194112.1.3 qcp-legal-qscd, 0.4.0.194112.1.4 qcp-web, 1.3.6.1.5.5.7.14.2 id-cp-ipAddr-asNumber
        1.3.6.1.5.5.7.2.1 id-qt-cps, 1.3.6.1.5.5.7.2.2 id-qt-unotice
        # QC statements: RFC 3739 section 3.2.6, ETSI EN 319 412-5, ETSI TS 119 495
        1.3.6.1.5.5.7.11.1 id-qcs-pkixQCSyntax-v1, 1.3.6.1.5.5.7.11.2 id-qcs-pkixQCSyntax-v2
        0.4.0.1862.1.1 id-etsi-qcs-QcCompliance, 0.4.0.1862.1.2 id-etsi-qcs-QcLimitValue
        0.4.0.1862.1.3 id-etsi-qcs-QcRetentionPeriod, 0.4.0.1862.1.4 id-etsi-qcs-QcSSCD
        0.4.0.1862.1.5 id-etsi-qcs-QcPDS, 0.4.0.1862.1.6 id-etsi-qcs-QcType, 0.4.0.1862.1.6.1 id-etsi-qct-esign
        0.4.0.1862.1.6.2 id-etsi-qct-eseal, 0.4.0.1862.1.6.3 id-etsi-qct-web
        0.4.0.1862.1.7 id-etsi-qcs-QcCClegislation, 0.4.0.19495.2 id-etsi-psd2-qcStatement
        0.4.0.194121.1.1 id-etsi-qcs-semanticsId-Natural, 0.4.0.194121.1.2 id-etsi-qcs-semanticsId-Legal
        # PKCS #7 and PKCS #9 (RFC 2315, RFC 2985)
        1.2.840.113549.1.7.1 data, 1.2.840.113549.1.7.2 signedData, 1.2.840.113549.1.7.3 envelopedData
        1.2.840.113549.1.7.4 signedAndEnvelopedData, 1.2.840.113549.1.7.5 digestedData
        1.2.840.113549.1.7.6 encryptedData, 1.2.840.113549.1.9.3 contentType
        1.2.840.113549.1.9.4 messageDigest, 1.2.840.113549.1.9.5 signingTime, 1.2.840.113549.1.9.7 challengePassword
        1.2.840.113549.1.9.14 extensionRequest, 1.2.840.113549.1.9.20 friendlyName, 1.2.840.113549.1.9.21 localKeyID
        1.3.6.1.4.1.311.2.1.14 msExtensionRequest
        # Extensions without a row in ExtensionType
        # X.509 and RFC 5280, of certificates and of CRLs
        2.5.29.9 subjectDirectoryAttributes, 2.5.29.20 cRLNumber, 2.5.29.21 cRLReasons, 2.5.29.23 holdInstructionCode
        2.5.29.24 invalidityDate, 2.5.29.27 deltaCRLIndicator, 2.5.29.28 issuingDistributionPoint
        2.5.29.29 certificateIssuer, 2.5.29.55 targetInformation, 2.5.29.56 noRevAvail
        # PKIX: RFC 3739, RFC 3709, RFC 3779, RFC 3820, RFC 6960
        1.3.6.1.5.5.7.1.2 biometricInfo, 1.3.6.1.5.5.7.1.4 auditIdentity, 1.3.6.1.5.5.7.1.7 ipAddrBlocks
        1.3.6.1.5.5.7.1.8 autonomousSysIds, 1.3.6.1.5.5.7.1.12 logotype, 1.3.6.1.5.5.7.1.14 proxyCertInfo
        1.3.6.1.5.5.7.1.28 ipAddrBlocks-v2, 1.3.6.1.5.5.7.1.29 autonomousSysIds-v2, 1.3.6.1.5.5.7.1.30 tnAuthList
        1.3.6.1.5.5.7.1.31 acmeIdentifier, 1.3.6.1.5.5.7.48.1.3 ocsp-crl, 1.3.6.1.5.5.7.48.1.4 ocsp-response
        1.2.840.113549.1.9.15 smimeCapabilities
        # CA/Browser Forum
        2.23.140.3.1 cabfOrganizationIdentifier, 2.23.140.1.31 cabf-TorServiceDescriptor
        # Extensions of companies and countries
        1.3.6.1.4.1.311.21.1 msCAVersion, 1.3.6.1.4.1.311.21.2 msPreviousCACertificateHash
        1.3.6.1.4.1.311.21.10 msApplicationPolicies, 1.3.6.1.4.1.311.25.2 msNTDSCASecurity
        1.2.840.113533.7.65.0 entrustVersInfo, 1.2.840.113583.1.1.9.1 adobeTimestamp
        1.2.840.113583.1.1.9.2 adobeArchiveRevInfo, 1.3.6.1.4.1.45724.1.1.4 fidoAAGUID, 1.3.36.8.3.3 admission
        1.2.643.100.111 subjectSignTool, 1.2.643.100.112 issuerSignTool, 1.3.6.1.4.1.44363.44 delegationUsage
        # Apple's certification practice statements for developers: what a certificate is for
        1.2.840.113635.100.6.1.2 appleIPhoneDeveloper, 1.2.840.113635.100.6.1.4 appleIPhoneDistribution
        1.2.840.113635.100.6.1.7 appleMacAppDistribution, 1.2.840.113635.100.6.1.8 appleMacInstallerDistribution
        1.2.840.113635.100.6.1.9 appleMacAppStoreSigning, 1.2.840.113635.100.6.1.10 appleMacAppStoreInstallerSigning
        1.2.840.113635.100.6.1.12 appleMacDeveloper, 1.2.840.113635.100.6.1.13 appleDeveloperIDApplication
        1.2.840.113635.100.6.1.14 appleDeveloperIDInstaller, 1.2.840.113635.100.6.1.16 applePassTypeID
        1.2.840.113635.100.6.1.18 appleDeveloperIDKernel, 1.2.840.113635.100.6.1.25.1 appleTestFlight
        1.2.840.113635.100.6.1.33 appleDeveloperIDDate, 1.2.840.113635.100.6.1.35 appleSwiftPackageCollection
        1.2.840.113635.100.6.2.1 appleWorldwideDeveloperRelations
        1.2.840.113635.100.6.2.3 appleApplicationIntegration, 1.2.840.113635.100.6.2.6 appleDeveloperIDCA
        1.2.840.113635.100.6.2.9 appleTimestampCA, 1.2.840.113635.100.6.2.14 appleApplicationIntegrationG3
        1.2.840.113635.100.6.2.15 appleWorldwideDeveloperRelationsG2, 1.2.840.113635.100.6.11.1 appleReceiptSigning
        # Android's documentation of key attestation
        1.3.6.1.4.1.11129.2.1.17 androidKeyAttestation, 1.3.6.1.4.1.11129.2.1.30 androidProvisioningInformation
        # PKCS #5, RFC 8018
        1.2.840.113549.1.5.1 pbeWithMD2AndDES-CBC, 1.2.840.113549.1.5.3 pbeWithMD5AndDES-CBC
        1.2.840.113549.1.5.4 pbeWithMD2AndRC2-CBC, 1.2.840.113549.1.5.6 pbeWithMD5AndRC2-CBC
        1.2.840.113549.1.5.10 pbeWithSHA1AndDES-CBC, 1.2.840.113549.1.5.11 pbeWithSHA1AndRC2-CBC
        1.2.840.113549.1.5.12 id-PBKDF2, 1.2.840.113549.1.5.13 id-PBES2, 1.2.840.113549.1.5.14 id-PBMAC1
        1.2.840.113549.2.7 id-hmacWithSHA1, 1.2.840.113549.2.8 id-hmacWithSHA224, 1.2.840.113549.2.9 id-hmacWithSHA256
        1.2.840.113549.2.10 id-hmacWithSHA384, 1.2.840.113549.2.11 id-hmacWithSHA512, 1.2.840.113549.3.2 rc2CBC
        1.2.840.113549.3.7 des-EDE3-CBC, 1.3.14.3.2.7 desCBC
        # RFC 7914
        1.3.6.1.4.1.11591.4.11 id-scrypt
        # NIST: AES in CBC and GCM, RFC 3565 and RFC 5084
        2.16.840.1.101.3.4.1.2 id-aes128-CBC, 2.16.840.1.101.3.4.1.6 id-aes128-GCM
        2.16.840.1.101.3.4.1.22 id-aes192-CBC, 2.16.840.1.101.3.4.1.26 id-aes192-GCM
        2.16.840.1.101.3.4.1.42 id-aes256-CBC, 2.16.840.1.101.3.4.1.46 id-aes256-GCM
        # PKCS #12, RFC 7292
        1.2.840.113549.1.12.1.1 pbeWithSHAAnd128BitRC4, 1.2.840.113549.1.12.1.2 pbeWithSHAAnd40BitRC4
        1.2.840.113549.1.12.1.3 pbeWithSHAAnd3-KeyTripleDES-CBC
        1.2.840.113549.1.12.1.4 pbeWithSHAAnd2-KeyTripleDES-CBC, 1.2.840.113549.1.12.1.5 pbeWithSHAAnd128BitRC2-CBC
        1.2.840.113549.1.12.1.6 pbeWithSHAAnd40BitRC2-CBC, 1.2.840.113549.1.12.10.1.1 keyBag
        1.2.840.113549.1.12.10.1.2 pkcs8ShroudedKeyBag, 1.2.840.113549.1.12.10.1.3 certBag
        1.2.840.113549.1.12.10.1.4 crlBag, 1.2.840.113549.1.12.10.1.5 secretBag
        1.2.840.113549.1.12.10.1.6 safeContentsBag, 1.2.840.113549.1.9.22.1 x509Certificate
        1.2.840.113549.1.9.23.1 x509Crl
        # CMS and time-stamps: RFC 5652, RFC 3161, RFC 5035, RFC 3274, RFC 5083
        1.2.840.113549.1.9.16.1.9 id-ct-compressedData, 1.2.840.113549.1.9.16.1.23 id-ct-authEnvelopedData
        1.2.840.113549.1.9.16.1.2 id-ct-authData, 1.2.840.113549.1.9.16.1.4 id-ct-TSTInfo
        1.2.840.113549.1.9.16.2.12 id-aa-signingCertificate, 1.2.840.113549.1.9.16.2.14 id-aa-timeStampToken
        1.2.840.113549.1.9.16.2.47 id-aa-signingCertificateV2, 1.2.840.113549.1.9.6 countersignature
        1.2.840.113549.1.9.13 signingDescription
        """

    // Short names come from RFC 4514 section 3, RFC 4519 and OpenSSL. If these sources differ, OpenSSL's name is used,
    // because people know it from OpenSSL's output.
    static let attributeTypeText = """
        # X.520; RFC 4519; RFC 5280 appendix A.1
        2.5.4.3 commonName CN, 2.5.4.4 surname SN, 2.5.4.5 serialNumber, 2.5.4.6 countryName C, 2.5.4.7 localityName L
        2.5.4.8 stateOrProvinceName ST, 2.5.4.9 streetAddress street, 2.5.4.10 organizationName O
        2.5.4.11 organizationalUnitName OU, 2.5.4.12 title, 2.5.4.13 description, 2.5.4.14 searchGuide
        2.5.4.15 businessCategory, 2.5.4.16 postalAddress, 2.5.4.17 postalCode, 2.5.4.18 postOfficeBox
        2.5.4.19 physicalDeliveryOfficeName, 2.5.4.20 telephoneNumber, 2.5.4.21 telexNumber
        2.5.4.22 teletexTerminalIdentifier, 2.5.4.23 facsimileTelephoneNumber, 2.5.4.24 x121Address
        2.5.4.25 internationaliSDNNumber, 2.5.4.26 registeredAddress, 2.5.4.27 destinationIndicator
        2.5.4.28 preferredDeliveryMethod, 2.5.4.29 presentationAddress, 2.5.4.30 supportedApplicationContext
        2.5.4.31 member, 2.5.4.32 owner, 2.5.4.33 roleOccupant, 2.5.4.34 seeAlso, 2.5.4.35 userPassword
        2.5.4.36 userCertificate, 2.5.4.37 cACertificate, 2.5.4.38 authorityRevocationList
        2.5.4.39 certificateRevocationList, 2.5.4.40 crossCertificatePair, 2.5.4.41 name, 2.5.4.42 givenName GN
        2.5.4.43 initials, 2.5.4.44 generationQualifier, 2.5.4.45 x500UniqueIdentifier, 2.5.4.46 dnQualifier
        2.5.4.47 enhancedSearchGuide, 2.5.4.48 protocolInformation, 2.5.4.49 distinguishedName, 2.5.4.50 uniqueMember
        2.5.4.51 houseIdentifier, 2.5.4.52 supportedAlgorithms, 2.5.4.53 deltaRevocationList, 2.5.4.54 dmdName
        2.5.4.65 pseudonym, 2.5.4.72 role, 2.5.4.97 organizationIdentifier, 2.5.4.98 countryCode3c c3
        2.5.4.99 countryCode3n n3, 2.5.4.100 dnsName
        # RFC 4519 and RFC 4524
        0.9.2342.19200300.100.1.1 userid UID, 0.9.2342.19200300.100.1.3 mail, 0.9.2342.19200300.100.1.4 info
        0.9.2342.19200300.100.1.5 drink favouriteDrink, 0.9.2342.19200300.100.1.6 roomNumber
        0.9.2342.19200300.100.1.8 userClass, 0.9.2342.19200300.100.1.9 host, 0.9.2342.19200300.100.1.10 manager
        0.9.2342.19200300.100.1.25 domainComponent DC, 0.9.2342.19200300.100.1.37 associatedDomain
        0.9.2342.19200300.100.1.38 associatedName, 0.9.2342.19200300.100.1.40 personalTitle
        0.9.2342.19200300.100.1.45 organizationalStatus, 0.9.2342.19200300.100.1.48 buildingName
        # PKCS #9, RFC 2985
        1.2.840.113549.1.9.1 emailAddress, 1.2.840.113549.1.9.2 unstructuredName
        1.2.840.113549.1.9.8 unstructuredAddress
        # CA/Browser Forum, EV Guidelines section 7.1.4.2
        1.3.6.1.4.1.311.60.2.1.1 jurisdictionLocalityName jurisdictionL
        1.3.6.1.4.1.311.60.2.1.2 jurisdictionStateOrProvinceName jurisdictionST
        1.3.6.1.4.1.311.60.2.1.3 jurisdictionCountryName jurisdictionC
        # RFC 3739 section 3.2.6
        1.3.6.1.5.5.7.9.1 id-pda-dateOfBirth, 1.3.6.1.5.5.7.9.2 id-pda-placeOfBirth, 1.3.6.1.5.5.7.9.3 id-pda-gender
        1.3.6.1.5.5.7.9.4 id-pda-countryOfCitizenship, 1.3.6.1.5.5.7.9.5 id-pda-countryOfResidence
        # RFC 9215 and the Russian order on qualified certificates: taxpayer, company and insurance numbers
        1.2.643.3.131.1.1 INN, 1.2.643.100.1 OGRN, 1.2.643.100.3 SNILS, 1.2.643.100.4 INNLE, 1.2.643.100.5 OGRNIP
        # Matter Core Specification 1.0 section 6.1.1
        1.3.6.1.4.1.37244.1.1 matter-node-id, 1.3.6.1.4.1.37244.1.2 matter-firmware-signing-id
        1.3.6.1.4.1.37244.1.3 matter-icac-id, 1.3.6.1.4.1.37244.1.4 matter-rcac-id
        1.3.6.1.4.1.37244.1.5 matter-fabric-id, 1.3.6.1.4.1.37244.1.6 matter-noc-cat
        1.3.6.1.4.1.37244.2.1 matter-oid-vid, 1.3.6.1.4.1.37244.2.2 matter-oid-pid
        """
}
