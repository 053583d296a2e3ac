import DERKit

// The identifiers that identify the algorithms of keys.
extension ASN1ObjectIdentifier {
    /// rsaEncryption, 1.2.840.113549.1.1.1, RFC 8017.
    package static let rsaEncryption = ASN1ObjectIdentifier(checked: [
        0x2a, 0x86, 0x48, 0x86, 0xf7, 0x0d, 1, 1, 1,
    ])
    /// id-ea-rsa, 2.5.8.1.1, X.509.
    package static let x500RSA = ASN1ObjectIdentifier(checked: [0x55, 8, 1, 1])
    /// id-RSAES-OAEP, 1.2.840.113549.1.1.7, RFC 8017.
    package static let rsaesOAEP = ASN1ObjectIdentifier(checked: [
        0x2a, 0x86, 0x48, 0x86, 0xf7, 0x0d, 1, 1, 7,
    ])
    /// id-RSASSA-PSS, 1.2.840.113549.1.1.10, RFC 8017.
    package static let rsassaPSS = ASN1ObjectIdentifier(checked: [
        0x2a, 0x86, 0x48, 0x86, 0xf7, 0x0d, 1, 1, 10,
    ])
    /// id-mgf1, 1.2.840.113549.1.1.8, RFC 8017.
    package static let mgf1 = ASN1ObjectIdentifier(checked: [0x2a, 0x86, 0x48, 0x86, 0xf7, 0x0d, 1, 1, 8])
    /// id-sha1, 1.3.14.3.2.26, RFC 3279.
    package static let sha1 = ASN1ObjectIdentifier(checked: [0x2b, 14, 3, 2, 26])
    /// id-ecPublicKey, 1.2.840.10045.2.1, RFC 5480.
    package static let ecPublicKey = ASN1ObjectIdentifier(checked: [0x2a, 0x86, 0x48, 0xce, 0x3d, 2, 1])
    /// id-dsa, 1.2.840.10040.4.1, RFC 3279.
    package static let dsa = ASN1ObjectIdentifier(checked: [0x2a, 0x86, 0x48, 0xce, 0x38, 4, 1])
}
