import DERKit

/// The structures of blocks and files; some kinds of objects have several structures.
enum Structure: Sendable {
    case certificate, trustedCertificate, certificationRequest
    case subjectPublicKeyInfo, rsaPublicKey
    case oneAsymmetricKey, rsaPrivateKey, ecPrivateKey, dsaPrivateKey, encryptedPrivateKeyInfo
    case certificateList, contentInfo, pfx, ecParameters

    /// The structure that a PEM label names: RFC 7468 section 4, and the older labels that OpenSSL reads.
    init?(label: String) {
        // The label of nearly all blocks, before looking in the table.
        if label == "CERTIFICATE" {
            self = .certificate
            return
        }
        guard let structure = Structure.labels[label] else { return nil }
        self = structure
    }

    private static let labels: [String: Structure] = [
        "CERTIFICATE": .certificate, "X509 CERTIFICATE": .certificate,
        "TRUSTED CERTIFICATE": .trustedCertificate,
        "CERTIFICATE REQUEST": .certificationRequest, "NEW CERTIFICATE REQUEST": .certificationRequest,
        "PUBLIC KEY": .subjectPublicKeyInfo, "RSA PUBLIC KEY": .rsaPublicKey,
        "PRIVATE KEY": .oneAsymmetricKey, "RSA PRIVATE KEY": .rsaPrivateKey,
        "EC PRIVATE KEY": .ecPrivateKey, "DSA PRIVATE KEY": .dsaPrivateKey,
        "ENCRYPTED PRIVATE KEY": .encryptedPrivateKeyInfo,
        "X509 CRL": .certificateList, "CRL": .certificateList,
        "PKCS7": .contentInfo, "PKCS #7 SIGNED DATA": .contentInfo, "CMS": .contentInfo,
        "EC PARAMETERS": .ecParameters,
    ]

    var kind: ObjectKind {
        switch self {
        case .certificate: .certificate
        case .trustedCertificate: .trustedCertificate
        case .certificationRequest: .certificateRequest
        case .subjectPublicKeyInfo: .publicKey
        case .rsaPublicKey: .rsaPublicKey
        case .oneAsymmetricKey, .rsaPrivateKey, .ecPrivateKey, .dsaPrivateKey: .privateKey
        case .encryptedPrivateKeyInfo: .encryptedPrivateKey
        case .certificateList: .certificateList
        case .contentInfo: .pkcs7
        case .pfx: .pkcs12
        case .ecParameters: .ecParameters
        }
    }

    /// A Boolean value that indicates whether the bytes may contain a private key and must not be kept.
    var isPrivate: Bool {
        switch self {
        case .oneAsymmetricKey, .rsaPrivateKey, .ecPrivateKey, .dsaPrivateKey, .pfx: true
        default: false
        }
    }

    /// Returns whether an object of this structure may be in a block with a different label. Two numbers or
    /// an identifier are not enough evidence against the label.
    func isPossible(under label: String) -> Bool {
        switch self {
        case .rsaPublicKey: label.containsText("PUBLIC")
        case .ecParameters: false
        default: true
        }
    }

    /// A Boolean value that indicates whether this is one of the two forms of a certificate.
    var isCertificate: Bool { kind == .certificate || kind == .trustedCertificate }

    /// Reads an object of this structure.
    func read(
        _ bytes: [UInt8], limits: DERLimits = .standard
    ) throws(DERError) -> InputObject.Content {
        try check(bytes, limits)
        return try content(bytes, limits)
    }

    /// Checks structures whose readers have no limits.
    private func check(_ bytes: [UInt8], _ limits: DERLimits) throws(DERError) {
        switch self {
        case .rsaPublicKey, .ecParameters: try limits.check(bytes.span)
        case .oneAsymmetricKey, .rsaPrivateKey, .ecPrivateKey, .dsaPrivateKey, .encryptedPrivateKeyInfo:
            try DERError.withoutContent { () throws(DERError) in try limits.check(bytes.span) }
        default: break
        }
    }

    private func content(
        _ bytes: [UInt8], _ limits: DERLimits
    ) throws(DERError) -> InputObject.Content {
        switch self {
        case .certificate: .certificate(try Certificate(der: bytes, limits: limits))
        case .trustedCertificate: .trustedCertificate(try TrustedCertificate(der: bytes, limits: limits))
        case .certificationRequest:
            .certificateRequest(try CertificationRequest(der: bytes, limits: limits))
        case .subjectPublicKeyInfo: .publicKey(try SubjectPublicKeyInfo(der: bytes, limits: limits))
        case .rsaPublicKey: .rsaPublicKey(try RSAPublicKey(der: bytes))
        case .oneAsymmetricKey: .privateKey(.pkcs8(try OneAsymmetricKey(der: bytes)))
        case .rsaPrivateKey: .privateKey(.pkcs1(try RSAPrivateKey(der: bytes)))
        case .ecPrivateKey: .privateKey(.sec1(try ECPrivateKey(der: bytes)))
        case .dsaPrivateKey: .privateKey(.dsa(try DSAPrivateKey(der: bytes)))
        case .encryptedPrivateKeyInfo: .encryptedPrivateKey(try EncryptedPrivateKeyInfo(der: bytes))
        case .certificateList: .certificateList(try CertificateList(der: bytes, limits: limits))
        case .contentInfo: .pkcs7(try SignedData(ber: bytes, limits: limits))
        case .pfx: .pkcs12(try PFX(ber: bytes, limits: limits))
        case .ecParameters: .ecParameters(try ECParameters(der: bytes))
        }
    }
}
