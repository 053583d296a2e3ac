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

    /// Finds versions other than 1, 2 and 3, extensions in versions below 3, and unique identifiers in version 1.
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

    /// Finds fields that are encoded although they have their default value: version 1, `critical` FALSE, `cA` FALSE.
    func findEncodedDefaultNotes(_ report: Certificate.Note.Report) {
        let message = "default value is encoded, which DER forbids"
        if certificate.tbs.version == 0, certificate.derBytes.dropFirst(versionOffset).first == 0xa0 {
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

    /// Returns the path of an extension for a note.
    func extensionPath(_ place: Int, _ value: Certificate.Extension) -> [String] {
        let name = value.type == nil ? nil : value.name
        return ["tbsCertificate", "extensions", name ?? "[\(place)]"]
    }

    /// Finds a serial number that is not positive or has more than 20 octets.
    func findSerialNumberNotes(_ report: Certificate.Note.Report) {
        let octets = certificate.derBytes.span.extracting(certificate.tbs.serialNumber)
        func note(_ code: IssueCode, _ message: String) {
            report(
                code, message, certificate.tbs.serialNumber.lowerBound, ["tbsCertificate", "serialNumber"])
        }
        if !octets.isEmpty, octets[0] >= 0x80 { note(.serialNegative, "negative serial number") }
        if octets.count == 1, octets[0] == 0 { note(.serialZero, "serial number is zero") }
        if octets.count > 20 {
            note(.serialTooLong, "serial number of \(octets.count) bytes; expected at most 20")
        }
    }

    /// Finds dates that are invalid, in the wrong order or of the wrong type, and reports if `now` is outside the
    /// validity period.
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
        // Dates through 2049 must be UTCTime, and later dates GeneralizedTime.
        func checkType(_ name: String, _ element: DERElement, _ moment: DERTime?) {
            guard element.tag == .generalizedTime, let moment, (1950..<2050).contains(moment.year) else {
                return
            }
            let message = "GeneralizedTime for the year \(moment.year); expected UTCTime through 2049"
            note(.generalizedTimeBefore2050, message, at: element.start, name)
        }
        checkType("notBefore", elements.notBefore, notBefore)
        checkType("notAfter", elements.notAfter, notAfter)
        // In UTCTime, a two-digit year of 50 or above means 19xx, so an end in 2050 comes before the beginning.
        if isReversed, let notAfter, elements.notAfter.tag == .utcTime, notAfter.year < 2000 {
            let message =
                "UTCTime for the year \(notAfter.year); expected GeneralizedTime if \(notAfter.year + 100) is meant"
            note(.utcTimePast2049, message, at: elements.notAfter.start, "notAfter")
        }
        guard let now else { return }
        if let notBefore, now < notBefore {
            note(.notYetValid, "not valid before \(notBefore)", at: elements.notBefore.start, "notBefore")
        } else if let notAfter, notAfter < now {
            note(.expired, "expired \(notAfter)", at: elements.notAfter.start, "notAfter")
        }
    }

    /// Finds signature algorithms that differ inside and outside the signed part (including their parameters), digests
    /// with known collisions, and RSA algorithms without their required NULL parameters.
    func findAlgorithmNotes(_ report: Certificate.Note.Report) {
        let bytes = certificate.derBytes.span
        let (inner, outer) = (certificate.tbs.signature, certificate.signatureAlgorithmLayout)
        let offset = outer.range.lowerBound
        if !bytes.extracting(inner.range).isEqual(to: bytes.extracting(outer.range)) {
            let (inside, outside) = (certificate.tbsSignatureAlgorithm, certificate.signatureAlgorithm)
            let message =
                inside.algorithm == outside.algorithm
                ? "\(outside) has different parameters inside and outside the signed part"
                : "\(outside) outside the signed part, but \(inside) inside"
            report(.signatureAlgorithmDiffers, message, offset, ["signatureAlgorithm"])
        }
        if let hash = weakHash {
            report(
                hash == "SHA-1" ? .signatureSHA1 : .signatureMD5,
                "signed with \(hash), for which collisions are known", offset, ["signatureAlgorithm"])
        }
        findMissingNull(inner, ["tbsCertificate", "signature"], report)
        findMissingNull(
            certificate.tbs.subjectPublicKeyInfo.algorithm,
            ["tbsCertificate", "subjectPublicKeyInfo", "algorithm"], report)
        findMissingNull(outer, ["signatureAlgorithm"], report)
    }

    private var weakHash: String? {
        let identifier = certificate.derBytes.span.extracting(certificate.signatureAlgorithmLayout.algorithm)
        let hash = AlgorithmIdentifier.hashes[content: identifier]
        return (hash ?? certificate.signatureAlgorithm.signatureHashAlgorithm)
            .flatMap { CertificateFacts.weakHashes[$0] }
    }

    private static let weakHashes = IdentifierRegister.algorithms.byIdentifier { $0.fact("weak") }

    /// Finds an RSA algorithm that requires NULL parameters and has none or others.
    private func findMissingNull(
        _ layout: AlgorithmIdentifier.Layout, _ path: @autoclosure () -> [String],
        _ report: Certificate.Note.Report
    ) {
        let bytes = certificate.derBytes.span
        guard CertificateFacts.algorithmsWithNull[content: bytes.extracting(layout.algorithm)] != nil else {
            return
        }
        if let range = layout.parameters, range.count == 2, bytes[range.lowerBound] == 5 { return }
        let found = layout.parameters == nil ? "without parameters" : "with parameters other than NULL"
        let name = AlgorithmIdentifier(layout, in: certificate.derBytes.span)
        report(.rsaWithoutNull, "\(name) \(found); expected NULL", layout.range.lowerBound, path())
    }

    private static let algorithmsWithNull = IdentifierRegister.algorithms.byIdentifier { (row) in
        row.facts.contains("null") ? true : nil
    }

    /// Finds a key that cannot be read or that is too short.
    func findKeyNotes(_ report: Certificate.Note.Report) {
        switch publicKeyResult {
        case .failure(let error):
            report(.malformedKey, error.message, error.offset, ["tbsCertificate"] + error.path)
        case .success(let key):
            guard let rsa = key.rsa, rsa.bits < 2048 else { return }
            report(
                .rsaKeyShort, "RSA key of \(rsa.bits) bits; expected at least 2048",
                certificate.tbs.subjectPublicKeyInfo.range.lowerBound,
                ["tbsCertificate", "subjectPublicKeyInfo"])
        }
    }

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

    /// Finds extensions whose values are invalid for their types.
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

    /// Finds a server certificate without a subject alternative name, the only field that can name the host. CA
    /// certificates, certificates for other purposes, and certificates of other versions than 3 are not reported.
    func findMissingNameNotes(_ report: Certificate.Note.Report) {
        guard certificate.version == 3, !isCA, !hasNames, !isForOthers else { return }
        report(
            .noSubjectAlternativeName,
            "missing subject alternative name, so no client accepts the certificate for a server",
            certificate.tbs.subject.lowerBound, ["tbsCertificate", "extensions"])
    }
}
