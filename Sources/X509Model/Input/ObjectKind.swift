import DERKit

/// The kinds of object that an input may hold. The raw values are their names in JSON.
enum ObjectKind: String {
    case certificate
    /// OpenSSL's form of a certificate with its own data about trust after it.
    case trustedCertificate = "trusted-certificate"
    case certificateRequest = "certificate-request"
    case publicKey = "public-key"
    case rsaPublicKey = "rsa-public-key"
    case privateKey = "private-key"
    case encryptedPrivateKey = "encrypted-private-key"
    case certificateList = "crl"
    case pkcs7
    case pkcs12
    case keyStore = "key-store"
    case ecParameters = "ec-parameters"
}
