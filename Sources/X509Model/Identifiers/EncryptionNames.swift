import DERKit

extension ASN1ObjectIdentifier {
    /// The names of password-based encryption schemes, ciphers, and the contents of containers.
    static let encryptionNames = encryptionTable.byIdentifier { $0.value }

    private static let encryptionTable: [NameRow] = [
        // PKCS #5, RFC 8018
        NameRow("1.2.840.113549.1.5.1", "pbeWithMD2AndDES-CBC"),
        NameRow("1.2.840.113549.1.5.3", "pbeWithMD5AndDES-CBC"),
        NameRow("1.2.840.113549.1.5.4", "pbeWithMD2AndRC2-CBC"),
        NameRow("1.2.840.113549.1.5.6", "pbeWithMD5AndRC2-CBC"),
        NameRow("1.2.840.113549.1.5.10", "pbeWithSHA1AndDES-CBC"),
        NameRow("1.2.840.113549.1.5.11", "pbeWithSHA1AndRC2-CBC"),
        NameRow("1.2.840.113549.1.5.12", "id-PBKDF2"),
        NameRow("1.2.840.113549.1.5.13", "id-PBES2"),
        NameRow("1.2.840.113549.1.5.14", "id-PBMAC1"),
        NameRow("1.2.840.113549.2.7", "id-hmacWithSHA1"),
        NameRow("1.2.840.113549.2.8", "id-hmacWithSHA224"),
        NameRow("1.2.840.113549.2.9", "id-hmacWithSHA256"),
        NameRow("1.2.840.113549.2.10", "id-hmacWithSHA384"),
        NameRow("1.2.840.113549.2.11", "id-hmacWithSHA512"),
        NameRow("1.2.840.113549.3.2", "rc2CBC"),
        NameRow("1.2.840.113549.3.7", "des-EDE3-CBC"),
        NameRow("1.3.14.3.2.7", "desCBC"),
        // RFC 7914
        NameRow("1.3.6.1.4.1.11591.4.11", "id-scrypt"),
        // NIST: AES in CBC and GCM, RFC 3565 and RFC 5084
        NameRow("2.16.840.1.101.3.4.1.2", "id-aes128-CBC"),
        NameRow("2.16.840.1.101.3.4.1.6", "id-aes128-GCM"),
        NameRow("2.16.840.1.101.3.4.1.22", "id-aes192-CBC"),
        NameRow("2.16.840.1.101.3.4.1.26", "id-aes192-GCM"),
        NameRow("2.16.840.1.101.3.4.1.42", "id-aes256-CBC"),
        NameRow("2.16.840.1.101.3.4.1.46", "id-aes256-GCM"),
        // PKCS #12, RFC 7292
        NameRow("1.2.840.113549.1.12.1.1", "pbeWithSHAAnd128BitRC4"),
        NameRow("1.2.840.113549.1.12.1.2", "pbeWithSHAAnd40BitRC4"),
        NameRow("1.2.840.113549.1.12.1.3", "pbeWithSHAAnd3-KeyTripleDES-CBC"),
        NameRow("1.2.840.113549.1.12.1.4", "pbeWithSHAAnd2-KeyTripleDES-CBC"),
        NameRow("1.2.840.113549.1.12.1.5", "pbeWithSHAAnd128BitRC2-CBC"),
        NameRow("1.2.840.113549.1.12.1.6", "pbeWithSHAAnd40BitRC2-CBC"),
        NameRow("1.2.840.113549.1.12.10.1.1", "keyBag"),
        NameRow("1.2.840.113549.1.12.10.1.2", "pkcs8ShroudedKeyBag"),
        NameRow("1.2.840.113549.1.12.10.1.3", "certBag"),
        NameRow("1.2.840.113549.1.12.10.1.4", "crlBag"),
        NameRow("1.2.840.113549.1.12.10.1.5", "secretBag"),
        NameRow("1.2.840.113549.1.12.10.1.6", "safeContentsBag"),
        NameRow("1.2.840.113549.1.9.22.1", "x509Certificate"),
        NameRow("1.2.840.113549.1.9.23.1", "x509Crl"),
        // CMS and time-stamps: RFC 5652, RFC 3161, RFC 5035
        NameRow("1.2.840.113549.1.9.16.1.2", "id-ct-authData"),
        NameRow("1.2.840.113549.1.9.16.1.4", "id-ct-TSTInfo"),
        NameRow("1.2.840.113549.1.9.16.2.12", "id-aa-signingCertificate"),
        NameRow("1.2.840.113549.1.9.16.2.14", "id-aa-timeStampToken"),
        NameRow("1.2.840.113549.1.9.16.2.47", "id-aa-signingCertificateV2"),
        NameRow("1.2.840.113549.1.9.6", "countersignature"),
        NameRow("1.2.840.113549.1.9.13", "signingDescription"),
    ]
}
