import DERKit

/// A PKCS #12 file as a collection of certificates, RFC 7292 section 4. Usually, all of it is encrypted; only
/// certificates in unencrypted bags are read. Private keys are skipped.
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
    /// The exact bytes of each unencrypted certificate, in the order of the input.
    package private(set) var certificates: [[UInt8]] = []
    /// The names of these certificates.
    private(set) var names: [MemberName] = []
    /// The number of encrypted parts, which may contain certificates.
    package private(set) var encryptedPartCount = 0
    /// The number of private keys, encrypted or not, outside the encrypted parts.
    package private(set) var keyBagCount = 0
    /// The AlgorithmIdentifier of each encrypted part, then of each encrypted key outside these parts.
    package private(set) var encryptionAlgorithms: [[UInt8]] = []
    /// The MacData; `nil` if nothing protects the file against changes.
    package private(set) var macData: [UInt8]?
    /// A Boolean value that indicates whether a password opened the file, so that all of its members follow.
    package private(set) var isOpened = false

    /// Reads a PFX that fills `bytes` to the last byte.
    ///
    /// - Throws: ``DERKit/DERError`` with the offset in `bytes`, and without any of the bytes there.
    package init(ber bytes: some Collection<UInt8>, limits: DERLimits = .standard) throws(DERError) {
        self.init(try PFXContents(ber: bytes, limits: limits))
    }

    init(_ contents: PFXContents) {
        macData = contents.macData
        var keyAlgorithms: [[UInt8]] = []
        for part in contents.parts {
            switch part {
            case .bags(let bags):
                for bag in bags {
                    if case .certificate = bag.kind {
                        certificates.append(bag.value)
                        names.append(bag.name)
                    }
                    if case .key = bag.kind { keyBagCount += 1 }
                    if case .encryptedKey = bag.kind {
                        keyBagCount += 1
                        if let algorithm = EncryptedContent(key: bag.value)?.algorithm {
                            keyAlgorithms.append(algorithm)
                        }
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

    /// Creates the representation of a file that a password opened completely.
    package func opened(certificates: [[UInt8]], keyBagCount: Int) -> PFX {
        var opened = self
        opened.certificates = certificates
        opened.keyBagCount = keyBagCount
        opened.isOpened = true
        return opened
    }
}
