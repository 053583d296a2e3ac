/// Names that OpenSSL prints differently than the standards.
enum OpenSSLNames {
    static let algorithms = [
        "sha1WithRSA": "sha1WithRSASignature", "dsaWithSHA1": "id-dsa-with-sha1", "dsaEncryption": "id-dsa",
        "rsassaPss": "id-RSASSA-PSS", "ED25519": "id-Ed25519", "ED448": "id-Ed448", "X25519": "id-X25519",
        "SM2-with-SM3": "sm2sign-with-sm3", "rsa": "id-ea-rsa",
        "GOST R 34.11-94 with GOST R 34.10-2001": "id-GostR3411-94-with-GostR3410-2001",
        "GOST R 34.10-2001": "id-GostR3410-2001", "2.16.840.1.101.3.4.3.17": "id-ml-dsa-44",
        "2.16.840.1.101.3.4.3.20": "id-slh-dsa-sha2-128s",
    ]

    static let curves = ["SM2": "sm2p256v1"]

    static let keyUsages = [
        "Digital Signature": "digitalSignature", "Non Repudiation": "nonRepudiation",
        "Key Encipherment": "keyEncipherment", "Data Encipherment": "dataEncipherment",
        "Key Agreement": "keyAgreement", "Certificate Sign": "keyCertSign", "CRL Sign": "cRLSign",
        "Encipher Only": "encipherOnly", "Decipher Only": "decipherOnly",
    ]

    static let purposes = [
        "TLS Web Server Authentication": "serverAuth", "TLS Web Client Authentication": "clientAuth",
        "Code Signing": "codeSigning", "E-mail Protection": "emailProtection",
        "Time Stamping": "timeStamping",
        "OCSP Signing": "OCSPSigning", "Any Extended Key Usage": "anyExtendedKeyUsage",
    ]

    static let certificateTypes = [
        "SSL Client": "sslClient", "SSL Server": "sslServer", "S/MIME": "smime",
        "Object Signing": "objectSigning", "SSL CA": "sslCA", "S/MIME CA": "smimeCA",
        "Object Signing CA": "objectSigningCA",
    ]

    static let reasons = ["Key Compromise": "keyCompromise", "CA Compromise": "cACompromise"]

    static let methods = ["OCSP": "ocsp", "CA Issuers": "caIssuers", "CA Repository": "caRepository"]

    /// The identifiers of the policies that OpenSSL prints only by name.
    static let policies = [
        "X509v3 Any Policy": "2.5.29.32.0", "Class of Signing Tool KC1": "1.2.643.100.113.1",
        "Class of Signing Tool KC2": "1.2.643.100.113.2", "Class of Signing Tool KC3": "1.2.643.100.113.3",
        "Class of Signing Tool KB1": "1.2.643.100.113.4", "Class of Signing Tool KB2": "1.2.643.100.113.5",
    ]
}
