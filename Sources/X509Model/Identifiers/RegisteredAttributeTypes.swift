extension IdentifierRegister {
    // Short names come from RFC 4514 section 3, RFC 4519 and OpenSSL. If these differ, OpenSSL's is used,
    // because people know it from its output.
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
