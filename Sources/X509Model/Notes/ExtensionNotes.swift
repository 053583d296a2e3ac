import DERKit

extension Certificate {
    /// An extension may occur once.
    var duplicateExtensionNotes: [Note] {
        var seen: Set<ObjectIdentifier> = []
        return extensions.enumerated().compactMap { (place, value) in
            guard !seen.insert(value.extnID).inserted else { return nil }
            return Note(
                .duplicateExtension, "duplicate extension \(value.name ?? "\(value.extnID)")",
                at: value.extnValueOffset, extensionPath(place, value))
        }
    }

    /// Extensions whose value is not what their type asks for.
    var malformedExtensionNotes: [Note] {
        extensions.compactMap { (value) in
            guard case .failure(let error) = value.decoded else { return nil }
            return Note(
                .malformedExtension, error.message, at: error.offset,
                ["tbsCertificate", "extensions"] + error.path)
        }
    }

    /// What the certificate is for, by its basic constraints alone.
    public var isCA: Bool {
        extensions.contains { (value) in
            if case .success(.basicConstraints(let constraints)) = value.decoded {
                constraints.cA
            } else {
                false
            }
        }
    }

    /// True if issuer and subject are the same name, octet by octet, and not empty. Whether the key signed
    /// itself is not looked at.
    public var isSelfIssued: Bool { tbs.subject.count > 2 && derBytes[tbs.issuer] == derBytes[tbs.subject] }

    /// True if the certificate says that it is signed by its own key: it is self-issued, and its key identifiers,
    /// if it has both, are the same. The signature is not checked.
    public var isSelfSigned: Bool {
        guard isSelfIssued else { return false }
        var subjectKey: [UInt8]?
        var authorityKey: [UInt8]?
        for value in extensions {
            switch value.decoded {
            case .success(.subjectKeyIdentifier(let identifier)): subjectKey = identifier.keyIdentifier
            case .success(.authorityKeyIdentifier(let identifier)): authorityKey = identifier.keyIdentifier
            default: continue
            }
        }
        return subjectKey == nil || authorityKey == nil || subjectKey == authorityKey
    }

    /// A certificate that may be a server's says for which host in the subject alternative name alone. Those of
    /// a CA, those that sign themselves without extensions (roots of version 1), and those for other purposes
    /// need none.
    var missingNameNotes: [Note] {
        let extensions = extensions
        guard version == 3, !isCA, !extensions.contains(where: { "\($0.extnID)" == "2.5.29.17" }) else {
            return []
        }
        for value in extensions {
            if case .success(.extendedKeyUsage(let usage)) = value.decoded,
                !usage.keyPurposes.contains(where: { Certificate.serverPurposes.contains("\($0)") })
            {
                return []
            }
        }
        return [
            Note(
                .noSubjectAlternativeName,
                "missing subject alternative name, so no client accepts it for a server",
                at: tbs.subject.lowerBound, ["tbsCertificate", "extensions"])
        ]
    }

    /// id-kp-serverAuth and anyExtendedKeyUsage.
    private static let serverPurposes = ["1.3.6.1.5.5.7.3.1", "2.5.29.37.0"]
}
