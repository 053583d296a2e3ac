import DERKit

extension CertificateFacts {
    /// Finds strings with characters that their types do not allow, name parts whose attributes are not in DER order,
    /// and name parts without an attribute.
    func findNameNotes(_ report: Certificate.Note.Report) {
        forEachNamePart { (set, name) in
            var attributes = DERCursor(contentOf: set)
            while let attribute = nextAttribute(&attributes) { findAlphabetNote(attribute, of: name, report) }
        }
        findForeignCharacters(report)
        forEachNamePart { (set, name) in
            if set.content.isEmpty {
                report(
                    .emptyRDN, "a part of the name has no attributes", set.start, ["tbsCertificate", name])
            } else if !isSorted(set) {
                report(
                    .setNotSorted, "attributes of one part of a name are not in DER order",
                    set.start, ["tbsCertificate", name])
            }
        }
    }

    private func findForeignCharacters(_ report: Certificate.Note.Report) {
        guard oddities.contains(.foreignCharacters) else { return }
        for (place, value) in certificate.extensionList().enumerated() {
            let octets = value.value
            guard value.type?.role == .subjectAlternativeName, (try? value.checkValue()) != nil,
                let names = try? DERCursor(contentOfSequence: octets.indices, in: octets.span),
                (try? GeneralName.hasForeignCharacters(names, in: octets.span)) == true
            else { continue }
            report(
                .stringAlphabet, "invalid characters for an IA5String", value.valueOffset,
                extensionPath(place, value))
        }
    }

    /// Calls `body` with the SET of each part in the issuer and subject names, and with the name of the field. The
    /// parts were checked when the certificate was read.
    private func forEachNamePart(_ body: (_ set: DERElement, _ field: String) -> Void) {
        let bytes = certificate.derBytes.span
        DistinguishedName.forEachPart(of: certificate.tbs.issuer, in: bytes) { body($0, "issuer") }
        DistinguishedName.forEachPart(of: certificate.tbs.subject, in: bytes) { body($0, "subject") }
    }

    private func nextAttribute(_ cursor: inout DERCursor) -> DERElement? {
        cursor.isAtEnd ? nil : try? cursor.next(in: certificate.derBytes.span)
    }

    private func findAlphabetNote(
        _ attribute: DERElement, of field: String, _ report: Certificate.Note.Report
    ) {
        let bytes = certificate.derBytes.span
        var fields = DERCursor(contentOf: attribute)
        guard let type = try? fields.next(.objectIdentifier, in: bytes),
            let value = try? fields.next(in: bytes), !value.isInAlphabet(in: bytes),
            let identifier = try? type.objectIdentifier(in: bytes)
        else { return }
        let name = IdentifierRegister.shortNames[identifier] ?? "\(identifier)"
        report(
            .stringAlphabet, "invalid characters for a \(value.tag)", value.start,
            ["tbsCertificate", field, name])
    }

    /// Returns whether the members of a SET OF are in the order of their encodings, with shorter encodings padded with
    /// zeros.
    private func isSorted(_ set: DERElement) -> Bool {
        var attributes = DERCursor(contentOf: set)
        guard var last = nextAttribute(&attributes) else { return true }
        while let next = nextAttribute(&attributes) {
            let bytes = certificate.derBytes
            if bytes[next.range].lexicographicallyPrecedes(bytes[last.range]) { return false }
            last = next
        }
        return true
    }
}

extension GeneralName {
    /// Returns whether one of the checked names in `members` is an IA5String with octets above 7F.
    static func hasForeignCharacters(
        _ members: DERCursor, in bytes: Span<UInt8>
    ) throws(DERError) -> Bool {
        var members = members
        while !members.isAtEnd {
            let name = try members.next(in: bytes)
            switch name.tag {
            case .contextPrimitive(1), .contextPrimitive(2), .contextPrimitive(6):
                if !bytes.extracting(name.content).isASCII { return true }
            default: continue
            }
        }
        return false
    }
}
