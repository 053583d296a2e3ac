import DERKit
import SPKIHash
import X509Model

extension Screen {
    mutating func show(_ facts: CertificateFacts, _ emit: (String) -> Void) {
        let certificate = facts.certificate
        row("subject", name(certificate.subject))
        row("issuer", name(certificate.issuer))
        row("role", role(facts))
        row("not before", date(certificate.validity.start))
        row("not after", date(certificate.validity.end))
        row("serial", serial(certificate.serialNumber))
        row("version", String(certificate.version))
        if let bits = certificate.issuerUniqueID { row("issuer ID", hex(bits.bytes)) }
        if let bits = certificate.subjectUniqueID { row("subject ID", hex(bits.bytes)) }
        show(certificate.subjectPublicKeyInfo)
        row("signed with", algorithm(certificate.signatureAlgorithm))
        if certificate.tbsSignatureAlgorithm != certificate.signatureAlgorithm {
            row("", "inside the signed part: " + algorithm(certificate.tbsSignatureAlgorithm))
        }
        if options.isFull { row("signature", hex(certificate.signatureValue.bytes)) }
        row("SHA-256", hex(SHA256.hash(certificate.derBytes)))
        row("SHA-1", hex(SHA1.hash(certificate.derBytes)))
        show(certificate.extensionList(), under: "extensions", emit)
        var screen = self
        facts.forEachNote(at: options.now) { (note) in
            screen.emitManyRows(emit)
            screen.row(screen.hasNotes ? "" : "notes", escapedForDisplay(note.message), hanging: 2)
            screen.hasNotes = true
            if options.isFull {
                screen.row(
                    "", "  \(note.code.rawValue), \(note.source), offset \(note.offset)", hanging: 2)
            }
        }
        self = screen
    }

    /// Returns the role that the certificate claims; the signature is not checked.
    private func role(_ facts: CertificateFacts) -> String {
        var role = facts.isCA ? "CA" : "leaf"
        for value in facts.certificate.extensionList(of: [.basicConstraints]) {
            if let constraints = try? value.decoded(as: BasicConstraints.self),
                constraints.isCertificateAuthority,
                let limit = constraints.pathLengthConstraint
            {
                role += ", path length \(limit.decimalOrHex)"
            }
        }
        return role + (facts.isSelfSigned ? ", self-signed" : "")
    }

    func name(_ name: DistinguishedName) -> String { name.isEmpty ? "(empty)" : name.description }

    func date(_ time: X509Time) -> String {
        guard let now = options.now, case .success(let moment) = time.momentResult else {
            return time.description
        }
        return "\(moment) (\(FieldText.relative(moment, from: now)))"
    }

    /// Returns a serial number as openssl prints it: in hex, and a short one in decimal with its hex.
    private func serial(_ number: DERInteger) -> String {
        guard let small = Int64(number) else { return number.description }
        return "\(small) (\(small < 0 ? "-" : "")0x\(String(small.magnitude, radix: 16)))"
    }

    /// Adds extensions, one below the other.
    mutating func show(_ extensions: ExtensionList, under title: String, _ emit: (String) -> Void) {
        var title = title
        for value in extensions {
            show(value, under: title)
            title = ""
            emitManyRows(emit)
        }
    }

    /// Adds the extensions of an object that has few.
    mutating func show(_ extensions: [Certificate.Extension], under title: String) {
        for (place, value) in extensions.enumerated() {
            show(value, under: place == 0 ? title : "")
        }
    }

    /// Adds an extension: its name and its value, on one line if it fits.
    private mutating func show(_ value: Certificate.Extension, under title: String) {
        let name = value.name ?? "\(value.oid)"
        let heading = name + (value.isCritical ? " (critical)" : "")
        var lines = value.lines(isFull: options.isFull)
        if !options.isFull, lines.count > Screen.shownItems {
            let more = lines.count - Screen.shownItems
            lines = lines.prefix(Screen.shownItems) + ["... and \(more) more (--full shows all)"]
        }
        let first = lines.first ?? "(empty)"
        let width = textWidth - Screen.valueColumn
        if lines.count <= 1,
            heading.count + 2 + Screen.wrapped(first, to: .max).reduce(0, { $0 + $1.count }) <= width
        {
            row(title, "\(heading): \(first)")
            return
        }
        row(title, "\(heading):")
        for line in lines { row("", "  " + line, hanging: line.hasPrefix(" ") ? 6 : 4) }
    }

    /// The maximum number of items of an extension that are shown without `--full`.
    private static let shownItems = 12

    /// Returns an algorithm and its relevant parameters.
    func algorithm(_ identifier: AlgorithmIdentifier) -> String {
        let name = identifier.description
        guard let parameters = try? identifier.rsassaPSSParameters?.get() else { return name }
        return "\(name), \(FieldText.pss(parameters, salt: "salt"))"
    }

    mutating func show(_ request: CertificationRequest) {
        row("subject", name(request.subject))
        row("version", String(request.version))
        show(request.subjectPublicKeyInfo)
        row("signed with", algorithm(request.signatureAlgorithm))
        for (place, attribute) in request.attributes.enumerated() {
            row(place == 0 ? "attributes" : "", attribute.type.nameOrNumber)
        }
        show(Array(request.requestedExtensions), under: "asks for")
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
