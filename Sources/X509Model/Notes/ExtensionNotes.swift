import DERKit

extension DecodedCertificate {
    /// Finds extensions that occur more than once.
    func findDuplicateExtensionNotes(_ body: (Certificate.Note) -> Void) {
        var seen = SeenIdentifiers()
        for (place, member) in extensions.enumerated() where !seen.insert(member.value) {
            let value = member.value
            body(
                Certificate.Note(
                    .duplicateExtension, "duplicate extension \(value.name ?? "\(value.oid)")",
                    at: value.valueOffset, extensionPath(place, value)))
        }
    }

    /// The identifiers of extensions seen so far. The first few are compared one by one, which is faster than hashing
    /// them.
    private struct SeenIdentifiers {
        private var few: [Certificate.Extension] = []
        private var many: Set<ASN1ObjectIdentifier> = []

        /// Adds an extension's identifier; returns `false` if it was seen before.
        mutating func insert(_ member: Certificate.Extension) -> Bool {
            guard !few.contains(where: { $0.hasIdentifier(of: member) }) else { return false }
            guard few.count == 16 else {
                few.append(member)
                return true
            }
            return many.insert(member.oid).inserted
        }
    }

    /// Finds extensions whose value does not fit their type.
    func findMalformedExtensionNotes(_ body: (Certificate.Note) -> Void) {
        for member in extensions {
            guard case .failure(let error) = member.decodedResult else { continue }
            body(
                Certificate.Note(
                    .malformedExtension, error.message, at: error.offset,
                    ["tbsCertificate", "extensions"] + error.path))
        }
    }

    /// Finds a server certificate without a subject alternative name, the only field that names its host.
    /// Certificates of CAs, self-signed ones without extensions (roots of version 1), and those for other
    /// purposes need none.
    func findMissingNameNotes(_ body: (Certificate.Note) -> Void) {
        guard certificate.version == 3, !isCA,
            !extensions.contains(where: { $0.value.isOf(.subjectAlternativeName) })
        else { return }
        for member in extensions {
            if case .success(.extendedKeyUsage(let usage)) = member.decodedResult,
                !usage.keyPurposes.contains(where: { DecodedCertificate.serverPurposes.contains($0) })
            {
                return
            }
        }
        body(
            Certificate.Note(
                .noSubjectAlternativeName,
                "missing subject alternative name, so no client accepts it for a server",
                at: certificate.tbs.subject.lowerBound, ["tbsCertificate", "extensions"]))
    }

    /// id-kp-serverAuth, 1.3.6.1.5.5.7.3.1, and anyExtendedKeyUsage, 2.5.29.37.0
    private static let serverPurposes = [
        ASN1ObjectIdentifier(checked: [0x2b, 6, 1, 5, 5, 7, 3, 1]),
        ASN1ObjectIdentifier(checked: [0x55, 0x1d, 37, 0]),
    ]
}

extension Certificate {
    /// A Boolean value that indicates whether the basic constraints say that the certificate is a CA's.
    public var isCertificateAuthority: Bool { isCA }

    package var isCA: Bool { Certificate.isCA(extensionList(of: [.basicConstraints])) }

    static func isCA(_ extensions: ExtensionList) -> Bool {
        for member in extensions {
            if case .success(.basicConstraints(let constraints)) = member.decodedResult,
                constraints.isCertificateAuthority
            {
                return true
            }
        }
        return false
    }

    /// A Boolean value that indicates whether issuer and subject are the same nonempty name, octet by octet. The
    /// signature is not verified.
    public var isSelfIssued: Bool { tbs.subject.count > 2 && derBytes[tbs.issuer] == derBytes[tbs.subject] }

    /// A Boolean value that indicates whether the certificate claims to be signed by its own key: it is
    /// self-issued, and its key identifiers, if it has both, are the same. The signature is not checked.
    package var isSelfSigned: Bool {
        isSelfIssued
            && Certificate.namesOneKey(
                extensionList(of: [.subjectKeyIdentifier, .authorityKeyIdentifier]))
    }

    /// Returns whether the subject and issuer key identifiers, if both are present, are equal.
    static func namesOneKey(_ extensions: ExtensionList) -> Bool {
        var subjectKey: [UInt8]?
        var authorityKey: [UInt8]?
        for member in extensions {
            switch member.decodedResult {
            case .success(.subjectKeyIdentifier(let identifier)): subjectKey = identifier.keyIdentifier
            case .success(.authorityKeyIdentifier(let identifier)): authorityKey = identifier.keyIdentifier
            default: continue
            }
        }
        return subjectKey == nil || authorityKey == nil || subjectKey == authorityKey
    }
}
