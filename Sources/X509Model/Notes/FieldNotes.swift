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

extension CertificateFacts {
    /// Finds a serial number that is not positive or has more than 20 octets.
    func findSerialNumberNotes(_ report: Certificate.Note.Report) {
        let octets = certificate.derBytes.span.extracting(certificate.tbs.serialNumber)
        func note(_ code: IssueCode, _ message: String) {
            report(
                code, message, certificate.tbs.serialNumber.lowerBound,
                ["tbsCertificate", "serialNumber"])
        }
        if !octets.isEmpty, octets[0] >= 0x80 { note(.serialNegative, "negative serial number") }
        if octets.count == 1, octets[0] == 0 { note(.serialZero, "serial number is zero") }
        if octets.count > 20 {
            note(.serialTooLong, "serial number of \(octets.count) bytes; expected at most 20")
        }
    }
}

extension CertificateFacts {
    /// Finds dates that are invalid, in the wrong order or of the wrong type, and notes if `now` is not between
    /// them.
    func findTimeNotes(at now: DERTime?, _ report: Certificate.Note.Report) {
        let elements = certificate.tbs.validity
        func note(_ code: IssueCode, _ message: String, at offset: Int, _ field: String?) {
            report(code, message, offset, ["tbsCertificate", "validity"] + (field.map { [$0] } ?? []))
        }
        func checkReadable(_ name: String, _ time: Result<DERTime, DERError>) {
            guard case .failure(let error) = time else { return }
            note(.unreadableTime, error.message, at: error.offset, name)
        }
        checkReadable("notBefore", self.notBefore)
        checkReadable("notAfter", self.notAfter)
        let notBefore = try? self.notBefore.get()
        let notAfter = try? self.notAfter.get()
        // The end must not come before the beginning.
        var isReversed = false
        if let notBefore, let notAfter, notAfter < notBefore {
            isReversed = true
            let message = "notAfter \(notAfter) is before notBefore \(notBefore)"
            note(.datesOutOfOrder, message, at: elements.notAfter.start, nil)
        }
        // UTCTime through 2049, GeneralizedTime from 2050.
        func checkType(_ name: String, _ element: DERElement, _ moment: DERTime?) {
            guard element.tag == .generalizedTime, let moment, (1950..<2050).contains(moment.year) else {
                return
            }
            let message = "GeneralizedTime for the year \(moment.year); expected UTCTime through 2049"
            note(.generalizedTimeBefore2050, message, at: element.start, name)
        }
        checkType("notBefore", elements.notBefore, notBefore)
        checkType("notAfter", elements.notAfter, notAfter)
        // The two digits of a year from 50 mean 19xx, so an end in 2050 comes before the beginning.
        if isReversed, let notAfter, elements.notAfter.tag == .utcTime, notAfter.year < 2000 {
            let message =
                "UTCTime for the year \(notAfter.year); \(notAfter.year + 100) requires GeneralizedTime"
            note(.utcTimePast2049, message, at: elements.notAfter.start, "notAfter")
        }
        guard let now else { return }
        if let notBefore, now < notBefore {
            note(.notYetValid, "not valid before \(notBefore)", at: elements.notBefore.start, "notBefore")
        } else if let notAfter, notAfter < now {
            note(.expired, "expired \(notAfter)", at: elements.notAfter.start, "notAfter")
        }
    }
}
