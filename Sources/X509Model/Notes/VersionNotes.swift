import DERKit

extension Certificate {
    /// Offset of the first field of the signed part: the version, if it is written.
    private var versionOffset: Int {
        var cursor = DERCursor(tbs.range)
        return (try? cursor.next(.sequence, in: derBytes.span))?.contentStart ?? tbs.range.lowerBound
    }

    private var versionPath: [String] { ["tbsCertificate", "version"] }

    /// A version other than 1, 2 and 3.
    var versionNotes: [Note] {
        guard !(1...3).contains(version) else { return [] }
        return [
            Note(
                .unknownVersion, "unknown version \(version); expected 1, 2 or 3", at: versionOffset,
                versionPath)
        ]
    }

    /// Extensions before version 3, unique identifiers before version 2.
    var versionFieldNotes: [Note] {
        guard (1...2).contains(version) else { return [] }
        var notes: [Note] = []
        if !tbs.extensions.isEmpty {
            notes.append(
                Note(
                    .versionTooLow, "unexpected extensions in a version \(version) certificate",
                    at: tbs.extensions.lowerBound, ["tbsCertificate", "extensions"]))
        }
        let identifiers = [("issuerUniqueID", tbs.issuerUniqueID), ("subjectUniqueID", tbs.subjectUniqueID)]
        for case (let name, let bits?) in identifiers where version == 1 {
            notes.append(
                Note(
                    .versionTooLow, "unexpected unique identifier in a version 1 certificate",
                    at: bits.range.lowerBound, ["tbsCertificate", name]))
        }
        return notes
    }

    /// Fields that are written out with their default: version 1, `critical` FALSE, `cA` FALSE.
    var encodedDefaultNotes: [Note] {
        var notes: [Note] = []
        let message = "default value is encoded, which DER forbids"
        if tbs.version == 0, derBytes[safe: versionOffset] == 0xa0 {
            notes.append(Note(.defaultEncoded, message, at: versionOffset, versionPath))
        }
        for (place, value) in extensions.enumerated() {
            let path = extensionPath(place, value)
            if value.hasEncodedDefault {
                notes.append(Note(.defaultEncoded, message, at: value.extnValueOffset, path + ["critical"]))
            }
            if case .success(.basicConstraints(let constraints)) = value.decoded,
                constraints.hasEncodedDefault
            {
                notes.append(Note(.defaultEncoded, message, at: value.extnValueOffset, path + ["cA"]))
            }
        }
        return notes
    }

    /// How an extension is called in the path of a note.
    func extensionPath(_ place: Int, _ value: Extension) -> [String] {
        let name = ExtensionType.known[value.extnID] == nil ? nil : value.name
        return ["tbsCertificate", "extensions", name ?? "[\(place)]"]
    }
}

extension [UInt8] {
    fileprivate subscript(safe place: Int) -> UInt8? { indices.contains(place) ? self[place] : nil }
}
