import SPKIHash

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
        row("SHA-1", hex(SHA1.hash(certificate.derBytes.span)))
        show(certificate.extensionList(), under: "extensions", emit)
        facts.forEachNote(at: options.now) { (note) in
            emitManyRows(emit)
            row(hasNotes ? "" : "notes", escapedForDisplay(note.message), hanging: 2)
            hasNotes = true
            if options.isFull {
                row("", "  \(note.code.rawValue), \(note.source), offset \(note.offset)", hanging: 2)
            }
        }
    }

    /// Returns the role that the certificate claims; the signature is not checked.
    private func role(_ facts: CertificateFacts) -> String {
        var role = facts.isAuthority ? "CA" : "leaf"
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

    func name(_ name: DistinguishedName) -> String { name.description.isEmpty ? "(empty)" : name.description }

    func date(_ time: X509Time) -> String {
        guard let now = options.now, case .success(let moment) = time.momentResult else {
            return time.description
        }
        return "\(moment) (\(FieldText.relative(moment, from: now)))"
    }

    /// Returns a serial number as openssl prints it: in hex or, if it is short, in decimal followed by hex.
    private func serial(_ number: DERInteger) -> String {
        guard let small = number.int64 else { return number.description }
        return "\(small) (\(small < 0 ? "-" : "")0x\(String(small.magnitude, radix: 16)))"
    }

    /// Adds extensions, one below another.
    mutating func show(
        _ extensions: some Sequence<Certificate.Extension>, under title: String, _ emit: (String) -> Void
    ) {
        var title = title
        for value in extensions {
            show(value, under: title)
            title = ""
            emitManyRows(emit)
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
        guard let parameters = try? identifier.rsassaPSSParameters else { return name }
        return "\(name), \(FieldText.pss(parameters, salt: "salt"))"
    }

    mutating func show(_ request: CertificationRequest, _ emit: (String) -> Void) {
        row("subject", name(request.subject))
        row("version", String(request.version))
        show(request.subjectPublicKeyInfo)
        row("signed with", algorithm(request.signatureAlgorithm))
        for (place, attribute) in request.attributes.enumerated() {
            row(place == 0 ? "attributes" : "", attribute.type.nameOrNumber)
        }
        show(request.requestedExtensions, under: "asks for", emit)
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
            for value in entry.crlEntryExtensions { show(value, under: "") }
            emitManyRows(emit)
        }
    }

    mutating func show(_ key: SubjectPublicKeyInfo) {
        let decoded = try? key.publicKeyResult.get()
        row("key", decoded.map { escapedForDisplay("\($0)") } ?? "\(key.algorithm), unreadable")
        if case .rsassaPSS(_, let parameters?)? = decoded?.kind {
            row("", "only with " + FieldText.pss(parameters, salt: "salt of at least"))
        }
        if let rsa = decoded?.rsa, !options.isFull, rsa.publicExponent.int64 != 65_537 {
            row("", "public exponent \(rsa.publicExponent.decimalOrHex)")
        }
        if options.isFull {
            row("algorithm", "\(key.algorithm) (\(key.algorithm.algorithm))")
            for part in decoded.map({ parts($0) }) ?? [] { row(part.name, part.value) }
            let count = key.subjectPublicKey.bytes.count
            row("raw key", key.provenRawKey.map { hex($0) } ?? "\(count) bytes, not a key of this algorithm")
        }
        let pin = key.pin
        row("pin", pin.description)
        if let keys = options.caKeys, let owner = keys.table[pin] {
            row("owner", "\(keys.text(owner)) (\(keys.source(at: options.now)))")
        }
    }

    /// Returns the numbers in a key.
    private func parts(_ key: Certificate.PublicKey) -> [(name: String, value: String)] {
        if let rsa = key.rsa {
            return [("modulus", rsa.modulus.description), ("exponent", rsa.publicExponent.decimalOrHex)]
        }
        let numbers: [(String, DERInteger?)]
        switch key.kind {
        case .dsa(let dsa):
            let domain = dsa.parameters
            numbers = [("p", domain?.p), ("q", domain?.q), ("g", domain?.g), ("y", dsa.y)]
        case .dh(let dh): numbers = [("p", dh.p), ("g", dh.g), ("q", dh.q), ("y", dh.y)]
        default: return []
        }
        return numbers.compactMap { (name, number) in number.map { (name, $0.description) } }
    }
}

/// The text of values that occur in many structures.
enum FieldText {
    /// Returns the text of RSASSA-PSS parameters for keys and signatures.
    static func pss(_ parameters: RSASSAPSSParameters, salt: String) -> String {
        let mask = parameters.maskGenHashAlgorithm.map { " with \($0.nameOrNumber)" } ?? ""
        return
            "\(parameters.hashAlgorithm.nameOrNumber), \(parameters.maskGenAlgorithm.nameOrNumber)\(mask), "
            + "\(salt) \(parameters.saltLength.decimalOrHex) bytes, trailer \(parameters.trailerField.decimalOrHex)"
    }

    /// Returns the distance of one time from another in one unit: `in 12 days`, `2 years ago`.
    static func relative(_ moment: DERTime, from now: DERTime) -> String {
        let distance = moment.secondsSince1970 - now.secondsSince1970
        let seconds = distance.magnitude
        let day: UInt64 = 86_400
        let (count, unit): (UInt64, String) =
            switch seconds {
            case ..<120: (seconds, "second")
            case ..<7_200: (seconds / 60, "minute")
            case ..<(2 * day): (seconds / 3_600, "hour")
            case ..<(730 * day): (seconds / day, "day")
            // The average length of a year in the Gregorian calendar.
            default: (seconds / 31_556_952, "year")
            }
        let text = "\(count) \(unit)\(count == 1 ? "" : "s")"
        return distance < 0 ? "\(text) ago" : "in \(text)"
    }
}

extension Certificate.Extension {
    /// Writes an extension, `{oid, name, critical, value}`.
    func write(to json: inout JSONWriter) {
        json.open("{")
        describeType(into: &json)
        json.name("value")
        if describeValue(into: &json) == .unknown { describeOctets(into: &json) }
        json.close("}")
    }

    /// Returns the lines of the value, safe to display; unless `isFull` is true, they omit details such as the
    /// signatures of logs. A value of an unknown type, or one that cannot be read, is shown in hex.
    func lines(isFull: Bool) -> [String] {
        var sink = FieldSink(isFull ? .fullLines : .lines)
        guard describeValue(into: &sink) != .unknown else { return unknownLines(isFull: isFull) }
        return sink.bytes.split(separator: 0x0a, omittingEmptySubsequences: false).dropLast()
            .map { String(decoding: $0, as: UTF8.self) }
    }

    /// Returns the lines for a value of an unknown type: hex and, if it is DER, the text in it.
    private func unknownLines(isFull: Bool) -> [String] {
        let octets = value
        let isCut = !isFull && octets.count > 32
        let lines = [isCut ? hex(octets.prefix(24)) + "... (\(octets.count) bytes)" : hex(octets)]
        let tree = DERTree(octets)
        guard tree.error == nil else { return lines }
        let labels = TreeLabels(tree)
        return lines
            + tree.nodes.indices.compactMap { (place) in
                guard tree.nodes[place].tag.isString else { return nil }
                return DumpValue(tree, labels, place).text(octets: 32)
            }
    }
}

extension DERTag {
    /// A Boolean value that indicates whether the tag is for a character string.
    fileprivate var isString: Bool {
        tagClass == .universal && !isConstructed && (number == 12 || (18...30).contains(number))
            && self != .utcTime && self != .generalizedTime
    }
}
