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
    func findVersionNotes(_ body: (Certificate.Note) -> Void) {
        let tbs = certificate.tbs
        if !(1...3).contains(version) {
            body(
                Certificate.Note(
                    .unknownVersion, "unknown version \(version); expected 1, 2 or 3", at: versionOffset,
                    versionPath))
        }
        guard (1...2).contains(version) else { return }
        if !tbs.extensions.isEmpty {
            body(
                Certificate.Note(
                    .versionTooLow, "unexpected extensions in a version \(version) certificate",
                    at: tbs.extensions.lowerBound, ["tbsCertificate", "extensions"]))
        }
        let identifiers = [("issuerUniqueID", tbs.issuerUniqueID), ("subjectUniqueID", tbs.subjectUniqueID)]
        for case (let name, let bits?) in identifiers where version == 1 {
            body(
                Certificate.Note(
                    .versionTooLow, "unexpected unique identifier in a version 1 certificate",
                    at: bits.range.lowerBound, ["tbsCertificate", name]))
        }
    }

    /// Finds fields that are encoded although they have their default: version 1, `critical` FALSE, `cA` FALSE.
    func findEncodedDefaultNotes(_ body: (Certificate.Note) -> Void) {
        let message = "default value is encoded, which DER forbids"
        if certificate.tbs.version == 0, certificate.derBytes[safe: versionOffset] == 0xa0 {
            body(Certificate.Note(.defaultEncoded, message, at: versionOffset, versionPath))
        }
        guard oddities.contains(.encodedDefault) else { return }
        for (place, value) in certificate.extensionList().enumerated() {
            func note(_ field: String) {
                let path = extensionPath(place, value) + [field]
                body(Certificate.Note(.defaultEncoded, message, at: value.valueOffset, path))
            }
            if value.hasEncodedDefault { note("critical") }
            if case .success(.basicConstraints(let constraints)) = value.decodedResult,
                constraints.hasEncodedDefault
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
