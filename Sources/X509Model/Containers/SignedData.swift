import DERKit

/// PKCS #7 or CMS as a collection of certificates (RFC 5652 section 5.1 and RFC 2315 section 9.1). The container may be
/// BER with indefinite lengths; the certificates inside are DER, and their bytes are unchanged.
///
///     SignedData ::= SEQUENCE {
///       version CMSVersion,
///       digestAlgorithms DigestAlgorithmIdentifiers,
///       encapContentInfo EncapsulatedContentInfo,
///       certificates [0] IMPLICIT CertificateSet OPTIONAL,
///       crls [1] IMPLICIT RevocationInfoChoices OPTIONAL,
///       signerInfos SignerInfos }
///
///     CertificateSet ::= SET OF CertificateChoices
///     CertificateChoices ::= CHOICE {
///       certificate Certificate,
///       extendedCertificate [0] IMPLICIT ExtendedCertificate, -- Obsolete
///       v1AttrCert [1] IMPLICIT AttributeCertificateV1,       -- Obsolete
///       v2AttrCert [2] IMPLICIT AttributeCertificateV2,
///       other [3] IMPLICIT OtherCertificateFormat }
package struct SignedData: Sendable, Hashable {
    /// The exact bytes of each certificate, in the order of the input. Read them with ``Certificate``.
    package let certificates: [[UInt8]]
    /// The exact bytes of each revocation list. Read them with ``CertificateList``.
    package let crls: [[UInt8]]
    /// Descriptions of other members among the certificates and revocation lists, such as *an OCSP response*. These
    /// members are not read.
    package let others: [String]
    package let signerInfoCount: Int
    /// The signed octets; empty if they are not in the container, or not in an OCTET STRING.
    package let content: [UInt8]

    /// Reads a ContentInfo that fills `bytes` to the last byte.
    ///
    /// - Throws: ``DERKit/DERError`` with the offset in `bytes`. An unreadable certificate in the container is not an
    ///   error here.
    package init(ber bytes: some Collection<UInt8>, limits: DERLimits = .standard) throws(DERError) {
        let input = Array(bytes)
        let bytes = input.span
        try limits.check(bytes)
        var cursor = BERCursor(0..<bytes.count)
        let info = try ContentInfo(&cursor, in: bytes)
        try cursor.finish()
        guard info.contentType == .signedData else {
            throw DERError(
                .invalidValue, at: 0, expected: "signed data",
                found: ContentInfo.name(of: info.contentType), path: ["contentType"])
        }
        self = try field("content") { () throws(DERError) in
            guard let content = info.content else {
                throw DERError(.missing, at: bytes.count, expected: "SignedData", found: "unexpected end")
            }
            return try SignedData(content, in: bytes, limits)
        }
    }

    private init(_ content: BERElement, in bytes: Span<UInt8>, _ limits: DERLimits) throws(DERError) {
        var outer = BERCursor(content.range)
        var fields = BERCursor(contentOf: try outer.next(.sequence, in: bytes))
        _ = try field("version", fields.next(.integer, in: bytes))
        _ = try field("digestAlgorithms", fields.next(.set, in: bytes))
        self.content = try field(
            "encapContentInfo",
            SignedData.content(of: try fields.next(.sequence, in: bytes), in: bytes, limits))
        let certificateSet = try field(
            "certificates", fields.nextIfPresent(.contextConstructed(0), in: bytes))
        let crlSet = try field("crls", fields.nextIfPresent(.contextConstructed(1), in: bytes))
        var others: [String] = []
        certificates = try field("certificates") { () throws(DERError) in
            try SignedData.slices(certificateSet, in: bytes, limits) {
                let choice =
                    $0.tag.tagClass == .contextSpecific ? SignedData.certificateChoices[$0.tag.number] : nil
                others.append(choice ?? "a certificate in another format")
            }
        }
        crls = try field("crls") { () throws(DERError) in
            try SignedData.slices(crlSet, in: bytes, limits) {
                let isOCSP = bytes.array($0.content)[...].firstIndex(ofOctets: SignedData.ocspResponse) != nil
                others.append(isOCSP ? "an OCSP response" : "revocation information in another format")
            }
        }
        self.others = others
        signerInfoCount = try field("signerInfos") { () throws(DERError) in
            let set = try fields.next(.set, in: bytes)
            return try SignedData.slices(set, in: bytes, limits) { _ in }.count
        }
        try fields.finish()
    }

    private static let certificateChoices: [UInt32: String] = [
        0: "an extended certificate", 1: "an attribute certificate", 2: "an attribute certificate",
    ]

    /// The DER of id-ri-ocsp-response, 1.3.6.1.5.5.7.16.2 (RFC 5940 section 2).
    private static let ocspResponse: [UInt8] = [6, 8, 0x2b, 6, 1, 5, 5, 7, 16, 2]

    /// Returns the signed octets; empty if they are absent, or if content other than data is not in an OCTET STRING.
    private static func content(
        of info: BERElement, in bytes: Span<UInt8>, _ limits: DERLimits
    ) throws(DERError) -> [UInt8] {
        var inner = BERCursor(contentOf: info)
        let type = try inner.next(.objectIdentifier, in: bytes)
        let tagged = try inner.nextIfPresent(.contextConstructed(0), in: bytes)
        try inner.finish()
        guard let tagged else { return [] }
        var content = BERCursor(contentOf: tagged)
        guard bytes.array(type.content) == ASN1ObjectIdentifier.pkcs7Data.content else {
            // In PKCS #7, content of another type is not in an OCTET STRING.
            return (try? content.next(in: bytes).octetString(in: bytes, limits: limits)) ?? []
        }
        let octets = try content.next(in: bytes).octetString(in: bytes, limits: limits)
        try content.finish()
        return octets
    }

    /// Returns the members that are SEQUENCEs, such as certificates, and passes all others to `other`.
    private static func slices(
        _ set: BERElement?, in bytes: Span<UInt8>, _ limits: DERLimits, other: (BERElement) -> Void
    ) throws(DERError) -> [[UInt8]] {
        guard let set else { return [] }
        var members = BERCursor(contentOf: set)
        var (result, count): ([[UInt8]], Int) = ([], 0)
        while !members.isAtEnd {
            let member = try members.next(in: bytes)
            try limits.checkMember(count, at: member.start)
            count += 1
            if member.tag == .sequence { result.append(bytes.array(member.range)) } else { other(member) }
        }
        return result
    }
}

/// The outermost structure of PKCS #7 and CMS (RFC 5652 section 3): a type and its content, in BER.
///
///     ContentInfo ::= SEQUENCE {
///       contentType ContentType,
///       content [0] EXPLICIT ANY DEFINED BY contentType }
///
///     ContentType ::= OBJECT IDENTIFIER
struct ContentInfo {
    let contentType: ASN1ObjectIdentifier
    /// The content of the `[0]` field; `nil` if the field is absent, as PKCS #7 (RFC 2315 section 7) allows.
    let content: BERElement?

    init(_ cursor: inout BERCursor, in bytes: Span<UInt8>) throws(DERError) {
        var fields = BERCursor(contentOf: try cursor.next(.sequence, in: bytes))
        contentType = try field("contentType") { () throws(DERError) in
            let element = try fields.next(.objectIdentifier, in: bytes)
            guard let identifier = ASN1ObjectIdentifier(content: bytes.array(element.content)) else {
                throw DERError(.invalidValue, at: element.start, expected: "a content type")
            }
            return identifier
        }
        content = try field("content") { () throws(DERError) in
            guard let tagged = try fields.nextIfPresent(.contextConstructed(0), in: bytes) else { return nil }
            var inner = BERCursor(contentOf: tagged)
            let content = try inner.next(in: bytes)
            try inner.finish()
            return content
        }
        try fields.finish()
    }
}

extension ASN1ObjectIdentifier {
    /// id-data, 1.2.840.113549.1.7.1 (RFC 5652 section 4).
    static let pkcs7Data = ASN1ObjectIdentifier(checked: [0x2a, 0x86, 0x48, 0x86, 0xf7, 0x0d, 1, 7, 1])
    /// id-signedData, 1.2.840.113549.1.7.2 (RFC 5652 section 5.1).
    static let signedData = ASN1ObjectIdentifier(checked: [0x2a, 0x86, 0x48, 0x86, 0xf7, 0x0d, 1, 7, 2])
}

extension ContentInfo {
    /// Returns a readable name of a content type, or its identifier if ``names`` does not contain the type.
    static func name(of contentType: ASN1ObjectIdentifier) -> String {
        contentType.name.flatMap { names[$0] } ?? "\(contentType)"
    }

    private static let names = [
        "data": "data", "envelopedData": "enveloped data",
        "signedAndEnvelopedData": "signed and enveloped data",
        "digestedData": "digested data", "encryptedData": "encrypted data",
        "id-ct-authData": "authenticated data",
        "id-ct-compressedData": "compressed data",
        "id-ct-authEnvelopedData": "authenticated and enveloped data",
    ]
}
