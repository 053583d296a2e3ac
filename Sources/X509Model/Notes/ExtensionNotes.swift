import DERKit

extension CertificateFacts {
    /// Finds extensions that occur more than once.
    func findDuplicateExtensionNotes(_ report: Certificate.Note.Report) {
        guard oddities.contains(.duplicate) else { return }
        var seen: Set<ASN1ObjectIdentifier> = []
        for (place, value) in certificate.extensionList().enumerated() where !seen.insert(value.oid).inserted
        {
            report(
                .duplicateExtension, "duplicate extension \(value.name ?? "\(value.oid)")",
                value.valueOffset, extensionPath(place, value))
        }
    }

    /// Finds extensions whose value does not fit their type.
    func findMalformedExtensionNotes(_ report: Certificate.Note.Report) {
        guard oddities.contains(.malformed) else { return }
        for value in certificate.extensionList() {
            do throws(DERError) {
                try value.checkValue()
            } catch {
                report(
                    .malformedExtension, error.message, error.offset,
                    ["tbsCertificate", "extensions"] + error.path)
            }
        }
    }

    /// Finds a server certificate without a subject alternative name, the only field that names its host.
    /// Certificates of CAs, self-signed ones without extensions (roots of version 1), and those for other
    /// purposes need none.
    func findMissingNameNotes(_ report: Certificate.Note.Report) {
        guard certificate.version == 3, !isCA, !hasNames, !isForOthers else { return }
        report(
            .noSubjectAlternativeName,
            "missing subject alternative name, so no client accepts the certificate for a server",
            certificate.tbs.subject.lowerBound, ["tbsCertificate", "extensions"])
    }
}
