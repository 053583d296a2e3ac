import DERKit

extension CertificateFacts {
    private var version: Int64 { certificate.version }

    /// The offset of the first field of the signed part: the version, if present.
    private var versionOffset: Int {
        var cursor = DERCursor(certificate.tbs.range)
        return (try? cursor.next(.sequence, in: certificate.derBytes.span))?.contentStart
            ?? certificate.tbs.range.lowerBound
    }

    private var versionPath: [String] { ["tbsCertificate", "version"] }

    /// Finds a version other than 1, 2 and 3, extensions before version 3, and unique identifiers before
    /// version 2.
    func findVersionNotes(_ report: Certificate.Note.Report) {
        let tbs = certificate.tbs
        if !(1...3).contains(version) {
            report(
                .unknownVersion, "unknown version \(version); expected 1, 2 or 3", versionOffset,
                versionPath)
        }
        guard (1...2).contains(version) else { return }
        if !tbs.extensions.isEmpty {
            report(
                .versionTooLow, "unexpected extensions in a version \(version) certificate",
                tbs.extensions.lowerBound, ["tbsCertificate", "extensions"])
        }
        let identifiers = [("issuerUniqueID", tbs.issuerUniqueID), ("subjectUniqueID", tbs.subjectUniqueID)]
        for case (let name, let bits?) in identifiers where version == 1 {
            report(
                .versionTooLow, "unexpected unique identifier in a version 1 certificate",
                bits.range.lowerBound, ["tbsCertificate", name])
        }
    }

    /// Finds fields that are encoded although they have their default: version 1, `critical` FALSE, `cA` FALSE.
    func findEncodedDefaultNotes(_ report: Certificate.Note.Report) {
        let message = "default value is encoded, which DER forbids"
        if certificate.tbs.version == 0, certificate.derBytes[safe: versionOffset] == 0xa0 {
            report(.defaultEncoded, message, versionOffset, versionPath)
        }
        guard oddities.contains(.encodedDefault) else { return }
        for (place, value) in certificate.extensionList().enumerated() {
            func note(_ field: String) {
                let path = extensionPath(place, value) + [field]
                report(.defaultEncoded, message, value.valueOffset, path)
            }
            if value.hasEncodedDefault { note("critical") }
            if value.type?.role == .basicConstraints,
                (try? value.decoded(as: BasicConstraints.self))?.hasEncodedDefault ?? false
            {
                note("cA")
            }
        }
    }

    /// Returns the name of an extension in the path of a note.
    func extensionPath(_ place: Int, _ value: Certificate.Extension) -> [String] {
        let name = value.type == nil ? nil : value.name
        return ["tbsCertificate", "extensions", name ?? "[\(place)]"]
    }
}

extension [UInt8] {
    fileprivate subscript(safe place: Int) -> UInt8? { indices.contains(place) ? self[place] : nil }
}
