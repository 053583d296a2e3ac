import DERKit

/// A PKCS #12 file as a collection of certificates (RFC 7292 section 4). Usually, everything in the file is encrypted;
/// only certificates in unencrypted bags are read. Private keys are skipped.
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
    /// The exact bytes of each certificate, in the order of the input; unless ``isOpened`` is true, only of those that
    /// are not encrypted.
    package private(set) var certificates: [[UInt8]] = []
    /// The names of the certificates that are not encrypted, in the same order.
    private(set) var names: [MemberName] = []
    /// The number of parts that are encrypted or of an unknown type, and that may contain certificates.
    package private(set) var encryptedPartCount = 0
    /// The number of private keys, encrypted or not; unless ``isOpened`` is true, only of those outside the encrypted
    /// parts.
    package private(set) var keyBagCount = 0
    /// The AlgorithmIdentifiers of the encrypted parts, followed by those of the encrypted keys outside these parts.
    package private(set) var encryptionAlgorithms: [[UInt8]] = []
    /// The MacData; `nil` if the file has no integrity protection.
    package private(set) var macData: [UInt8]?
    /// A Boolean value that indicates whether a password opened the file, so that all of its members are known.
    package private(set) var isOpened = false

    /// Reads a PFX that fills `bytes` to the last byte.
    ///
    /// - Throws: ``DERKit/DERError`` with the offset in `bytes`, but without any bytes from the input.
    package init(ber bytes: some Collection<UInt8>, limits: DERLimits = .standard) throws(DERError) {
        let contents = try PFXContents(ber: bytes, limits: limits)
        macData = contents.macData
        var keyAlgorithms: [[UInt8]] = []
        for part in contents.parts {
            switch part {
            case .bags(let bags):
                for bag in bags {
                    switch bag.kind {
                    case .certificate:
                        certificates.append(bag.value)
                        names.append(bag.name)
                    case .key, .encryptedKey:
                        keyBagCount += 1
                        if bag.kind == .encryptedKey,
                            let algorithm = EncryptedContent(key: bag.value)?.algorithm
                        {
                            keyAlgorithms.append(algorithm)
                        }
                    case .other: break
                    }
                }
            case .encrypted(let content):
                encryptedPartCount += 1
                encryptionAlgorithms.append(content.algorithm)
            case .other: encryptedPartCount += 1
            }
        }
        encryptionAlgorithms += keyAlgorithms
    }

    /// Returns the representation of the file after a password opened it completely.
    package func opened(certificates: [[UInt8]], keyBagCount: Int) -> PFX {
        var opened = self
        opened.certificates = certificates
        opened.keyBagCount = keyBagCount
        opened.isOpened = true
        return opened
    }
}

/// The contents of a PFX, for code that has the password. The contents may include private keys, so they are never
/// kept; ``PFX`` has the public part.
package struct PFXContents {
    /// One ContentInfo of the AuthenticatedSafe.
    package enum Part {
        /// Unencrypted bags.
        case bags([SafeBag])
        /// Bags encrypted with a password.
        case encrypted(EncryptedContent)
        /// Bags encrypted with a public key, or an unknown type of content.
        case other
    }

    /// The octets that the MAC covers.
    package private(set) var authenticatedSafe: [UInt8] = []
    /// The MacData; `nil` if the file has none.
    package private(set) var macData: [UInt8]?
    package private(set) var parts: [Part] = []

    /// Reads a PFX that fills `bytes` to the last byte.
    ///
    /// - Throws: ``DERKit/DERError`` with the offset in `bytes`, but without any bytes from the input.
    package init(ber bytes: some Collection<UInt8>, limits: DERLimits = .standard) throws(DERError) {
        let input = Array(bytes)
        self = try DERError.withoutContent { () throws(DERError) in
            var contents = PFXContents()
            try contents.read(input.span, limits)
            return contents
        }
    }

    private init() {}

    private mutating func read(_ bytes: Span<UInt8>, _ limits: DERLimits) throws(DERError) {
        try limits.check(bytes)
        var fields = try BERCursor(contentOfSequence: bytes)
        let version = try field("version", fields.next(.integer, in: bytes))
        guard bytes.array(version.content) == [3] else {
            throw DERError(.invalidValue, at: version.start, expected: "version 3", path: ["version"])
        }
        let authSafe = try field("authSafe", ContentInfo(&fields, in: bytes))
        macData = try fields.nextIfPresent(.sequence, in: bytes).map { bytes.array($0.range) }
        try fields.finish()
        guard authSafe.contentType == .pkcs7Data, let content = authSafe.content else {
            // The file has a signature instead of a MAC. No such file is known.
            parts = [.other]
            return
        }
        let octets = try content.octetString(in: bytes, limits: limits)
        authenticatedSafe = octets
        do throws(DERError) {
            try readSafes(octets.span, limits)
        } catch {
            // The octets may be joined from segments, so the error has the offset of the whole field.
            throw DERError(
                error.code, at: content.start, expected: error.withoutContent.expected,
                found: error.withoutContent.found,
                path: ["authSafe"] + error.path)
        }
    }

    private mutating func readSafes(_ bytes: Span<UInt8>, _ limits: DERLimits) throws(DERError) {
        try limits.check(bytes)
        var contents = try BERCursor(contentOfSequence: bytes)
        var count = 0
        while !contents.isAtEnd {
            try limits.checkMember(parts.count, at: contents.position)
            let part = try ContentInfo(&contents, in: bytes)
            guard part.contentType == .pkcs7Data, let content = part.content else {
                parts.append(
                    EncryptedContent(part, in: bytes, limits: limits).map { .encrypted($0) } ?? .other)
                continue
            }
            let octets = try content.octetString(in: bytes, limits: limits)
            let bags = try SafeBag.bags(in: octets, limits: limits, after: count)
            count += bags.count
            parts.append(.bags(bags))
        }
    }
}

/// Content encrypted with a password: the algorithm and the ciphertext.
package struct EncryptedContent: Sendable {
    /// The AlgorithmIdentifier, including its tag.
    package let algorithm: [UInt8]
    /// The ciphertext, with BER segments joined; empty if it is absent or malformed.
    package let ciphertext: [UInt8]

    /// Reads EncryptedData (RFC 5652 section 8), or returns `nil` for another structure.
    ///
    ///     EncryptedData ::= SEQUENCE {
    ///       version CMSVersion,
    ///       encryptedContentInfo EncryptedContentInfo, ... }
    ///
    ///     EncryptedContentInfo ::= SEQUENCE {
    ///       contentType ContentType,
    ///       contentEncryptionAlgorithm ContentEncryptionAlgorithmIdentifier,
    ///       encryptedContent [0] IMPLICIT EncryptedContent OPTIONAL }
    init?(_ part: ContentInfo, in bytes: Span<UInt8>, limits: DERLimits) {
        guard ContentInfo.name(of: part.contentType) == "encrypted data", let content = part.content else {
            return nil
        }
        var fields = BERCursor(contentOf: content)
        guard (try? fields.next(.integer, in: bytes)) != nil,
            let info = try? fields.next(.sequence, in: bytes)
        else { return nil }
        var parts = BERCursor(contentOf: info)
        guard (try? parts.next(.objectIdentifier, in: bytes)) != nil,
            let algorithm = try? parts.next(.sequence, in: bytes)
        else { return nil }
        self.algorithm = bytes.array(algorithm.range)
        let text = parts.isAtEnd ? nil : try? parts.next(in: bytes)
        guard let text, text.tag.tagClass == .contextSpecific, text.tag.number == 0 else {
            ciphertext = []
            return
        }
        ciphertext = (try? text.octetString(in: bytes, limits: limits)) ?? []
    }

    /// Reads an EncryptedPrivateKeyInfo (RFC 5958 section 3), or returns `nil` for other bytes.
    package init?(key: [UInt8]) {
        let bytes = key.span
        var outer = BERCursor(0..<bytes.count)
        guard let whole = try? outer.next(.sequence, in: bytes) else { return nil }
        var fields = BERCursor(contentOf: whole)
        guard let algorithm = try? fields.next(.sequence, in: bytes), let text = try? fields.next(in: bytes),
            let octets = try? text.octetString(in: bytes)
        else { return nil }
        self.algorithm = bytes.array(algorithm.range)
        ciphertext = octets
    }
}
