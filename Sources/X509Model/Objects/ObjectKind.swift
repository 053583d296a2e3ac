import DERKit

/// A kind of object, with everything that ``InputReader`` must know about it. Each structure of a kind is one row in
/// ``all``.
final class ObjectKind: Sendable {
    typealias Read = @Sendable ([UInt8], DERLimits) throws(DERError) -> InputObject.Content

    /// The names in JSON. A private key has four structures, and therefore four rows.
    enum Name: String {
        case certificate
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
        case attributeCertificate = "attribute-certificate"
        case ocspRequest = "ocsp-request"
        case ocspResponse = "ocsp-response"
        case timestampResponse = "timestamp-response"
        case spkac
    }

    private let kind: Name
    var name: String { kind.rawValue }
    /// The PEM labels: those of RFC 7468 section 4, and older ones that OpenSSL reads.
    let labels: [String]
    /// A Boolean value that indicates whether the bytes may contain a private key and must not be kept.
    let isPrivate: Bool
    /// A function that returns whether a value with the given shape may be of this kind. The first row whose function
    /// returns `true` determines a value's kind.
    let begins: @Sendable (ObjectShape) -> Bool
    /// A function that reads the bytes; `nil` for a kind that is recognized but not read.
    private let reading: Read?
    /// The foreign format; `nil` for all other kinds.
    let format: ForeignFormat?
    /// The name, for use in a sentence, of a kind that is recognized but not read: *an OCSP response*; empty for all
    /// other kinds.
    let phrase: String

    private init<Value>(
        _ kind: Name, labels: [String] = [], isPrivate: Bool = false,
        _ content: @escaping @Sendable (Value) -> InputObject.Content,
        by read: @escaping @Sendable ([UInt8], DERLimits) throws(DERError) -> Value,
        begins: @escaping @Sendable (ObjectShape) -> Bool = { _ in false }
    ) {
        (self.kind, self.labels, self.isPrivate, phrase, format) = (kind, labels, isPrivate, "", nil)
        self.begins = begins
        reading = { (bytes, limits) throws(DERError) in content(try read(bytes, limits)) }
    }

    /// Creates a row for a kind that is recognized but not read.
    private init(
        named phrase: String, _ kind: Name, labels: [String] = [], format: ForeignFormat? = nil,
        begins: @escaping @Sendable (ObjectShape) -> Bool
    ) {
        (self.kind, self.labels, isPrivate, self.phrase, self.format) = (kind, labels, false, phrase, format)
        self.begins = begins
        reading = nil
    }

    /// A Boolean value that indicates whether objects of this kind are recognized but not read.
    var isOnlyNamed: Bool { !phrase.isEmpty }

    /// A Boolean value that indicates whether this is one of the two forms of a certificate.
    var isCertificate: Bool { self === ObjectKind.certificate || self === ObjectKind.trustedCertificate }

    /// Returns whether an object of this kind may be in a block with a different label. A value of two numbers or one
    /// identifier is not enough evidence against the label.
    func isPossible(under label: String) -> Bool {
        kind == .rsaPublicKey ? label.containsText("PUBLIC") : kind != .ecParameters && !isOnlyNamed
    }

    /// Reads an object of this kind.
    ///
    /// - Throws: ``DERKit/DERError``; for a kind that is recognized but not read, an error with its name.
    func read(_ bytes: [UInt8], limits: DERLimits = .standard) throws(DERError) -> InputObject.Content {
        guard let reading else {
            throw DERError(.unexpectedTag, at: 0, expected: "an object that can be read", found: phrase)
        }
        return try reading(bytes, limits)
    }

    /// Returns whether bytes are an intact object of this kind.
    func canRead(_ bytes: [UInt8]) -> Bool {
        isOnlyNamed ? DERTree(bytes).error == nil : (try? read(bytes)) != nil
    }

    // MARK: - The rows

    typealias Content = InputObject.Content

    static let certificate = ObjectKind(
        .certificate, labels: ["CERTIFICATE", "X509 CERTIFICATE"], Content.certificate,
        by: { (bytes, limits) throws(DERError) in try Certificate(der: bytes, limits: limits) },
        // A value that may begin with a signed part counts as a certificate if no kind before this one matches.
        begins: { $0[0] == .sequence })

    /// OpenSSL's format for a certificate followed by trust data.
    static let trustedCertificate = ObjectKind(
        .trustedCertificate, labels: ["TRUSTED CERTIFICATE"], Content.trustedCertificate,
        by: TrustedCertificate.init)

    static let certificateList = ObjectKind(
        .certificateList, labels: ["X509 CRL", "CRL"], Content.certificateList, by: CertificateList.init,
        // In a version 2 list, the time follows the version, the algorithm and the name; a version 1 list has no
        // version.
        begins: { $0.isAlgorithm(0) && $0.isTime(2) || $0.isNumber(0) && $0.isAlgorithm(1) && $0.isTime(3) })

    static let pkcs7 = ObjectKind(
        .pkcs7, labels: ["PKCS7", "PKCS #7 SIGNED DATA", "CMS"], Content.pkcs7, by: SignedData.init,
        begins: { $0[0] == .objectIdentifier })

    static let pkcs8 = ObjectKind(
        .privateKey, labels: ["PRIVATE KEY"], isPrivate: true, { .privateKey(.pkcs8($0)) },
        by: OneAsymmetricKey.init, begins: { $0.isVersionAndAlgorithm })

    /// The kinds, in the order in which they are compared with the beginning of a value.
    static let all: [ObjectKind] = [
        ObjectKind(
            .encryptedPrivateKey, labels: ["ENCRYPTED PRIVATE KEY"], Content.encryptedPrivateKey,
            by: EncryptedPrivateKeyInfo.init,
            begins: { $0.inner(0) == .objectIdentifier && $0[1] == .octetString }),
        ObjectKind(
            .publicKey, labels: ["PUBLIC KEY"], Content.publicKey, by: SubjectPublicKeyInfo.init,
            begins: { $0.inner(0) == .objectIdentifier }),
        certificateList,
        ObjectKind(
            named: "an attribute certificate", .attributeCertificate, labels: ["ATTRIBUTE CERTIFICATE"],
            // The fields are version, holder, issuer [0] and algorithm (RFC 5755 section 4.1).
            begins: { $0.isNumber(0) && $0.inner(2) == .contextConstructed(0) && $0.isAlgorithm(3) }),
        ObjectKind(
            named: "a signed public key and challenge (SPKAC)", .spkac,
            begins: { $0.inner(0) == .sequence && $0.inner(1) == .ia5String }),
        ObjectKind(
            named: "a Bouncy Castle FIPS keystore", .keyStore, format: .fipsKeyStore,
            begins: { $0.isAlgorithm(0) && $0.inner(1) == .octetString && $0[1] == .sequence }),
        ObjectKind(
            named: "an OCSP request", .ocspRequest, begins: { $0.isListOfRequests }),
        ObjectKind(
            .certificateRequest, labels: ["CERTIFICATE REQUEST", "NEW CERTIFICATE REQUEST"],
            Content.certificateRequest, by: CertificationRequest.init,
            begins: {
                $0.isNumber(0) && $0.inner(1) == .sequence && !$0.isAlgorithm(1) && !$0.isListOfTexts(1)
            }),
        ObjectKind(
            named: "a timestamp response", .timestampResponse,
            // A status with its texts may be all (RFC 3161 section 2.4.2).
            begins: {
                $0.isNumber(0) && !$0.isAlgorithm(1)
                    && ($0.isListOfTexts(1) || $0.fields.count == 2 && $0.fields[1].isAlgorithm)
            }),
        certificate, trustedCertificate, pkcs7,
        ObjectKind(
            .ecParameters, labels: ["EC PARAMETERS"], Content.ecParameters, by: ECParameters.init,
            begins: { $0.tag == .objectIdentifier }),
        ObjectKind(
            .privateKey, labels: ["EC PRIVATE KEY"], isPrivate: true, { .privateKey(.sec1($0)) },
            by: ECPrivateKey.init, begins: { $0[0] == .integer && $0[1] == .octetString }),
        ObjectKind(
            .rsaPublicKey, labels: ["RSA PUBLIC KEY"], Content.rsaPublicKey, by: RSAPublicKey.init,
            begins: { $0.isRSAPublicKey }),
        ObjectKind(
            .privateKey, labels: ["DSA PRIVATE KEY"], isPrivate: true, { .privateKey(.dsa($0)) },
            by: DSAPrivateKey.init, begins: { $0.version != nil && $0.numberCount == 6 }),
        ObjectKind(
            .privateKey, labels: ["RSA PRIVATE KEY"], isPrivate: true, { .privateKey(.pkcs1($0)) },
            by: RSAPrivateKey.init, begins: { $0.version != nil && $0.numberCount > 2 }),
        // PKCS #12 and PKCS #8 begin with a version, which is 3 in PKCS #12 (RFC 7292 section 4) and 0 or 1 in PKCS #8.
        ObjectKind(
            .pkcs12, isPrivate: true, Content.pkcs12, by: PFX.init,
            begins: { $0.isVersionAndAlgorithm && ($0.version == 3 || $0[2] == .sequence) }),
        pkcs8,
        ObjectKind(
            named: "an OCSP response", .ocspResponse,
            begins: { $0[0] == .enumerated && $0[1] == .contextConstructed(0) }),
    ]

    private static let byLabel: [String: ObjectKind] = {
        var table: [String: ObjectKind] = [:]
        for kind in all { for label in kind.labels { table[label] = kind } }
        return table
    }()

    /// Returns the kind that a PEM label names, or `nil` if the label is unknown.
    static func named(by label: String) -> ObjectKind? {
        // Nearly all blocks have this label, so it is compared before the table is used.
        label == "CERTIFICATE" ? certificate : byLabel[label]
    }

    /// Returns the kind that a DER value resembles, or `nil` if the value is of unknown kind.
    static func resembling(_ bytes: [UInt8]) -> ObjectKind? {
        guard let shape = ObjectShape(bytes) else { return nil }
        return all.first { $0.begins(shape) }
    }

    /// Returns whether bytes are an intact object.
    static func isObject(_ bytes: [UInt8]) -> Bool { resembling(bytes)?.canRead(bytes) ?? false }
}
