import X509Model

extension Screen {
    mutating func show(_ request: CertificationRequest) {
        row("subject", name(request.subject))
        row("version", String(request.version))
        show(request.subjectPublicKeyInfo)
        row("signed with", algorithm(request.signatureAlgorithm))
        for (place, attribute) in request.attributes.enumerated() {
            row(place == 0 ? "attributes" : "", FieldText.name(attribute.type))
        }
        show(request.requestedExtensions, under: "asks for")
    }

    mutating func show(_ list: CertificateList, _ emit: (String) -> Void) {
        row("issuer", name(list.issuer))
        row("version", String(list.version))
        row("this update", date(list.thisUpdate))
        row("next update", list.nextUpdate.map { date($0) } ?? "none")
        row("signed with", algorithm(list.signatureAlgorithm))
        show(list.extensionList, under: "extensions", emit)
        row("entries", String(list.revokedCertificateCount))
        guard options.hasEntries else { return }
        for entry in list.revokedCertificates {
            row("", "\(entry.userCertificate), \(entry.revocationDate)", hanging: 2)
            for value in entry.crlEntryExtensions { show([value], under: "") }
            emitManyRows(emit)
        }
    }
}
