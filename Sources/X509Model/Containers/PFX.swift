import DERKit

/// PKCS #12 as a bag of certificates, RFC 7292 section 4. As a rule it is encrypted as a whole; certificates in bags
/// that are not are read. Private keys in it are read past.
///
///     PFX ::= SEQUENCE {
///         version    INTEGER {v3(3)}(v3,...),
///         authSafe   ContentInfo,
///         macData    MacData OPTIONAL
///     }
///
///     AuthenticatedSafe ::= SEQUENCE OF ContentInfo
///         -- Data if unencrypted
///         -- EncryptedData if password-encrypted
///         -- EnvelopedData if public key-encrypted
package struct PFX: Sendable, Hashable {
    /// The exact bytes of each certificate that is there unencrypted, in the order of the input.
    package private(set) var certificates: [[UInt8]] = []
    /// Number of parts that are encrypted; certificates may be in there.
    package private(set) var encryptedPartCount = 0
    /// Number of private keys, encrypted or not, that are outside the encrypted parts.
    package private(set) var keyBagCount = 0
    /// True if a part is encrypted as OpenSSL 3 reads it with its legacy provider alone.
    package private(set) var needsLegacyCipher = false

    /// Reads a PFX that fills `bytes` to the last byte.
    ///
    /// - Throws: ``DERKit/DERError`` with the offset in `bytes`, and without any of the bytes there.
    package init(ber bytes: some Collection<UInt8>, limits: DERLimits = .standard) throws(DERError) {
        let input = Array(bytes)
        self = try DERError.withoutContent { () throws(DERError) in
            var container = PFX()
            try container.read(input.span, limits)
            return container
        }
    }

    private init() {}

    private mutating func read(_ bytes: Span<UInt8>, _ limits: DERLimits) throws(DERError) {
        try limits.check(bytes)
        var outer = BERCursor(0..<bytes.count)
        var fields = BERCursor(contentOf: try outer.next(.sequence, in: bytes))
        try outer.finish()
        let version = try field("version") { () throws(DERError) in try fields.next(.integer, in: bytes) }
        guard bytes.array(version.content) == [3] else {
            throw DERError(.invalidValue, at: version.start, expected: "version 3", path: ["version"])
        }
        let authSafe = try field("authSafe") { () throws(DERError) in try ContentInfo(&fields, in: bytes) }
        _ = try fields.nextIfPresent(.sequence, in: bytes)
        try fields.finish()
        guard authSafe.contentType == .pkcs7Data, let content = authSafe.content else {
            // Signed by a public key instead of a password's MAC; none is known in use.
            encryptedPartCount = 1
            return
        }
        let safes = try content.octetString(in: bytes, limits: limits)
        do throws(DERError) {
            try readSafes(safes.span, limits)
        } catch {
            // The octets may have come in segments, so that the place is that of the field.
            throw DERError(
                error.code, at: content.start, expected: error.withoutContent.expected,
                found: error.withoutContent.found,
                path: ["authSafe"] + error.path)
        }
    }

    private mutating func readSafes(_ bytes: Span<UInt8>, _ limits: DERLimits) throws(DERError) {
        try limits.check(bytes)
        var outer = BERCursor(0..<bytes.count)
        var parts = BERCursor(contentOf: try outer.next(.sequence, in: bytes))
        try outer.finish()
        while !parts.isAtEnd {
            let part = try ContentInfo(&parts, in: bytes)
            guard part.contentType == .pkcs7Data, let content = part.content else {
                encryptedPartCount += 1
                if let algorithm = part.encryptionAlgorithm(in: bytes) {
                    needsLegacyCipher = needsLegacyCipher || PFX.legacyAlgorithms.contains(algorithm)
                }
                continue
            }
            let bags = try content.octetString(in: bytes, limits: limits)
            try readBags(bags.span, limits)
        }
    }

    /// Reads the bags of one unencrypted part, RFC 7292 section 4.2.
    ///
    ///     SafeContents ::= SEQUENCE OF SafeBag
    ///
    ///     SafeBag ::= SEQUENCE {
    ///         bagId          BAG-TYPE.&id ({PKCS12BagSet}),
    ///         bagValue       [0] EXPLICIT BAG-TYPE.&Type({PKCS12BagSet}{@bagId}),
    ///         bagAttributes  SET OF PKCS12Attribute OPTIONAL
    ///     }
    private mutating func readBags(_ bytes: Span<UInt8>, _ limits: DERLimits) throws(DERError) {
        try limits.check(bytes)
        var outer = BERCursor(0..<bytes.count)
        var bags = BERCursor(contentOf: try outer.next(.sequence, in: bytes))
        try outer.finish()
        while !bags.isAtEnd {
            var fields = BERCursor(contentOf: try bags.next(.sequence, in: bytes))
            let type = try fields.next(.objectIdentifier, in: bytes)
            var value = BERCursor(contentOf: try fields.next(.contextConstructed(0), in: bytes))
            switch bytes.array(type.content) {
            case PFX.bagTypes + [1], PFX.bagTypes + [2]: keyBagCount += 1
            case PFX.bagTypes + [3]:
                let place = value.position
                if let certificate = try PFX.certificate(&value, in: bytes, limits) {
                    try limits.checkMember(certificates.count, at: place)
                    certificates.append(certificate)
                }
            default: break
            }
        }
    }

    /// RFC 7292 section 4.2.3.
    ///
    ///     CertBag ::= SEQUENCE {
    ///         certId      BAG-TYPE.&id   ({CertTypes}),
    ///         certValue   [0] EXPLICIT BAG-TYPE.&Type ({CertTypes}{@certId})
    ///     }
    ///
    ///     x509Certificate BAG-TYPE ::= {OCTET STRING IDENTIFIED BY {certTypes 1}}
    private static func certificate(
        _ cursor: inout BERCursor, in bytes: Span<UInt8>, _ limits: DERLimits
    ) throws(DERError) -> [UInt8]? {
        var fields = BERCursor(contentOf: try cursor.next(.sequence, in: bytes))
        let type = try fields.next(.objectIdentifier, in: bytes)
        guard bytes.array(type.content) == [0x2a, 0x86, 0x48, 0x86, 0xf7, 0x0d, 1, 9, 22, 1] else {
            return nil
        }
        var value = BERCursor(contentOf: try fields.next(.contextConstructed(0), in: bytes))
        return try value.next(in: bytes).octetString(in: bytes, limits: limits)
    }

    /// Password-based encryption with RC4, RC2 or DES: RFC 7292 appendix C and RFC 8018 appendix A.3. Triple DES is
    /// none of these.
    private static let legacyAlgorithms: Set<String> = [
        "1.2.840.113549.1.12.1.1", "1.2.840.113549.1.12.1.2", "1.2.840.113549.1.12.1.5",
        "1.2.840.113549.1.12.1.6", "1.2.840.113549.1.5.1", "1.2.840.113549.1.5.3", "1.2.840.113549.1.5.4",
        "1.2.840.113549.1.5.6", "1.2.840.113549.1.5.10", "1.2.840.113549.1.5.11",
    ]

    /// 1.2.840.113549.1.12.10.1: keyBag 1, pkcs8ShroudedKeyBag 2, certBag 3.
    private static let bagTypes: [UInt8] = [0x2a, 0x86, 0x48, 0x86, 0xf7, 0x0d, 1, 12, 10, 1]
}

extension ContentInfo {
    /// What the content is encrypted with; nil if it is not EncryptedData, RFC 5652 section 8.
    ///
    ///     EncryptedData ::= SEQUENCE {
    ///       version CMSVersion,
    ///       encryptedContentInfo EncryptedContentInfo, ... }
    ///
    ///     EncryptedContentInfo ::= SEQUENCE {
    ///       contentType ContentType,
    ///       contentEncryptionAlgorithm ContentEncryptionAlgorithmIdentifier, ... }
    fileprivate func encryptionAlgorithm(in bytes: Span<UInt8>) -> String? {
        guard ContentInfo.name(of: contentType) == "encrypted data", let content else { return nil }
        var fields = BERCursor(contentOf: content)
        guard (try? fields.next(.integer, in: bytes)) != nil,
            let info = try? fields.next(.sequence, in: bytes)
        else { return nil }
        var parts = BERCursor(contentOf: info)
        guard (try? parts.next(.objectIdentifier, in: bytes)) != nil,
            let algorithm = try? parts.next(.sequence, in: bytes)
        else { return nil }
        var identifier = BERCursor(contentOf: algorithm)
        guard let type = try? identifier.next(.objectIdentifier, in: bytes) else { return nil }
        return ASN1ObjectIdentifier(content: bytes.array(type.content)).map { "\($0)" }
    }
}
