import LockedFiles

/// A detail of an object other than a certificate or public key: a field of its JSON, a row of its screen, or both.
struct KindField {
    /// A function that writes the name and value; `nil` if JSON does not include the field.
    var json: ((inout JSONWriter) -> Void)?
    /// The name of the row; `nil` if the kind's own screen shows the field.
    var title: String?
    /// The value of the row; empty if there is none.
    var text = ""

    static func row(_ title: String, _ text: String?) -> KindField {
        KindField(title: title, text: text ?? "")
    }

    static func field(
        _ title: String, _ text: String, _ json: @escaping (inout JSONWriter) -> Void
    ) -> KindField {
        KindField(json: json, title: title, text: text)
    }

    static func count(_ name: StaticString, _ title: String, _ count: Int, _ text: String? = nil) -> KindField
    {
        field(title, text ?? String(count)) { $0.count(name, count) }
    }

    /// Returns a field of identifiers, as numbers in JSON and as names on the screen.
    static func identifiers(
        _ name: StaticString, _ title: String, _ identifiers: [ASN1ObjectIdentifier]
    ) -> KindField {
        field(
            title, identifiers.isEmpty ? "none" : identifiers.map { $0.nameOrNumber }.joined(separator: ", ")
        ) { (json) in
            json.array(name, identifiers) { (identifier, json) in json.identifier(identifier.content.span) }
        }
    }
}

extension InputObject.Content {
    /// Returns the fields specific to the kind; `entries` says whether to include the entries of revocation lists.
    func kindFields(entries: Bool) -> [KindField] {
        switch self {
        case .certificate, .publicKey, .rsaPublicKey: []
        case .trustedCertificate(let trusted):
            [
                .identifiers("trust", "trusted for", trusted.trust),
                .identifiers("reject", "rejected for", trusted.reject),
                .field("alias", trusted.alias.map { escapedForDisplay($0) } ?? "none") {
                    $0.string("alias", trusted.alias)
                },
            ]
        case .certificateRequest(let request): [KindField { KindField.write(request, to: &$0) }]
        case .privateKey(let key): fields(key)
        case .encryptedPrivateKey(let key): fields(key)
        case .certificateList(let list): [KindField { KindField.write(list, entries: entries, to: &$0) }]
        case .pkcs7(let container):
            [
                .count("certificates", "certificates", container.certificates.count),
                .count("crls", "CRLs", container.crls.count),
                .count("signatures", "signatures", container.signerInfoCount),
            ]
        case .pkcs12(let container):
            [
                .count("certificates", "certificates", container.certificates.count),
                .count(
                    "encrypted_parts", "encrypted", container.encryptedPartCount,
                    container.encryptedPartCount == 1 ? "1 part" : "\(container.encryptedPartCount) parts"),
                .count("private_keys", "private keys", container.keyBagCount),
            ] + lockFields + [.row("to read it", missingKey?.advice(about: self))]
        case .keyStore(let store): fields(store)
        case .ecParameters(let parameters):
            [
                .field("curve", parameters.curve?.name ?? "unknown") {
                    $0.string("curve", parameters.curve?.name)
                }
            ]
        }
    }

    /// The encryption of the object, and the programs that cannot open it.
    private var lockFields: [KindField] {
        let (locks, notes) = (locks, lockNotes)
        let json = KindField { (json) in
            json.objects("locks", locks) { (lock, json) in
                json.string("part", lock.part.rawValue)
                json.string("algorithm", lock.algorithm)
                json.string("derivation", lock.derivation)
                json.count("iterations", lock.iterations)
            }
            json.objects("lock_notes", notes) { (note, json) in
                json.string("code", note.code)
                json.string("message", note.message)
                json.string("source", note.source)
            }
        }
        return [json]
            + locks.map { .row($0.part == .content ? "cipher" : "MAC", $0.description) }
            + notes.map { .row("note", "\($0.message): \($0.source)") }
    }

    private func fields(_ store: KeyStore) -> [KindField] {
        let json = KindField { (json) in
            json.objects("key_store_entries", store.entries) { (entry, json) in
                json.string("alias", entry.alias)
                json.string("kind", entry.kind.rawValue)
                json.count("certificates", entry.certificates.count)
            }
        }
        return [
            .field("format", store.format.rawValue) { $0.string("format", store.format.rawValue) },
            .field(
                "verified", store.isVerified ? "yes, with the password" : "no, because no password was given"
            ) {
                $0.bool("verified", store.isVerified)
            },
            json,
        ] + store.entries.map { .row("entry", "\(escapedForDisplay($0.alias)): \($0.kind.rawValue)") }
    }

    private func fields(_ key: EncryptedPrivateKeyInfo) -> [KindField] {
        [
            .field(
                "encryption",
                escapedForDisplay(key.encryptionAlgorithm?.description ?? key.dekInfo ?? "")
            ) { (json) in
                json.identifier("encryption_algorithm", key.encryptionAlgorithm?.algorithm)
                json.string("dek_info", key.dekInfo)
            }
        ] + lockFields + [.row("to read it", missingKey?.advice(about: self))]
    }

    /// Returns the form of a private key and, if the file lacks the public half, its algorithm and advice. The private
    /// part is never kept.
    private func fields(_ key: Certificate.PrivateKey) -> [KindField] {
        var fields = [KindField.field("form", key.form) { $0.string("form", key.form) }]
        if key.subjectPublicKeyInfo == nil {
            fields.append(KindField { $0.identifier("public_key", key.algorithm) })
        }
        guard let missing = missingKey else { return fields }
        return fields + [
            .row("key", key.algorithm.nameOrNumber), .row("pin", missing.message),
            .row("", missing.advice(about: self)),
        ]
    }
}

extension KindField {
    fileprivate static func write(_ request: CertificationRequest, to json: inout JSONWriter) {
        json.number("version", request.version)
        json.string("subject", request.subject.description)
        json.identifier("signature_algorithm", request.signatureAlgorithm.algorithm)
        json.objects("attributes", request.attributes) { (attribute, json) in
            json.name("oid")
            json.oid(attribute.type.content.span)
            json.array("values", attribute.values) { (value, json) in json.hex(value.span) }
        }
        json.array("extensions", request.requestedExtensions) { (value, json) in
            value.write(to: &json)
        }
    }

    fileprivate static func write(_ list: CertificateList, entries: Bool, to json: inout JSONWriter) {
        json.number("version", list.version)
        json.string("issuer", list.issuer.description)
        json.time("this_update", list.thisUpdate.momentResult)
        json.time("next_update", list.nextUpdate?.momentResult)
        json.identifier("signature_algorithm", list.signatureAlgorithm.algorithm)
        json.count("entry_count", list.revokedCertificateCount)
        if entries {
            json.objects("entries", list.revokedCertificates) { (entry, json) in
                json.string("serial") { entry.userCertificate.appendText(to: &$0) }
                json.time("revocation_date", entry.revocationDate.momentResult)
                json.array("extensions", entry.crlEntryExtensions) { (value, json) in
                    value.write(to: &json)
                }
            }
        }
        json.array("extensions", list.extensionList) { (value, json) in value.write(to: &json) }
    }
}
