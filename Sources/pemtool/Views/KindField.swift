import DERKit
import X509Model

/// What an object of one of the kinds besides certificates and public keys says, once for all views: a field of its
/// JSON, a row of its screen, or both.
struct KindField {
    /// Writes name and value; nil for what JSON does not have.
    var json: ((inout JSONWriter) -> Void)?
    /// The name of the row; nil for what the kind's own screen shows.
    var title: String?
    /// The value of the row, apart from key and pin; empty for none.
    var text = ""

    static func json(_ json: @escaping (inout JSONWriter) -> Void) -> KindField { KindField(json: json) }

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

    /// Identifiers, by their numbers in JSON and their names on the screen.
    static func identifiers(
        _ name: StaticString, _ title: String, _ identifiers: [ASN1ObjectIdentifier]
    ) -> KindField {
        field(title, identifiers.isEmpty ? "none" : FieldText.names(identifiers)) { (json) in
            json.array(name, identifiers) { (identifier, json) in json.string("\(identifier)") }
        }
    }
}

extension InputObject.Content {
    /// The fields that the kind has of its own.
    ///
    /// - Parameter entries: true for the entries of revocation lists too.
    func kindFields(entries: Bool) -> [KindField] {
        switch self {
        case .certificate, .publicKey, .rsaPublicKey: []
        case .trustedCertificate(let trusted):
            [
                .identifiers("trust", "trusted for", trusted.trust),
                .identifiers("reject", "rejected for", trusted.reject),
                .field("alias", trusted.alias.map(escapedForDisplay) ?? "none") {
                    $0.string("alias", trusted.alias)
                },
            ]
        case .certificateRequest(let request): [.json { KindField.write(request, to: &$0) }]
        case .privateKey(let key): fields(key)
        case .encryptedPrivateKey(let key):
            [
                .field(
                    "encryption",
                    escapedForDisplay(key.encryptionAlgorithm?.description ?? key.dekInfo ?? "")
                ) { (json) in
                    json.name("encryption_algorithm")
                    if let algorithm = key.encryptionAlgorithm {
                        json.identifier(algorithm.algorithm)
                    } else {
                        json.null()
                    }
                    json.string("dek_info", key.dekInfo)
                },
                .row("to read it", missingKey?.advice(about: self)),
            ]
        case .certificateList(let list): [.json { KindField.write(list, entries: entries, to: &$0) }]
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
                .row("to read it", missingKey?.advice(about: self)),
            ]
        case .ecParameters(let parameters):
            [
                .field("curve", parameters.curve?.name ?? "unknown") {
                    $0.string("curve", parameters.curve?.name)
                }
            ]
        }
    }

    /// The public half where the file has it; the rest is read past and never here.
    private func fields(_ key: Certificate.PrivateKey) -> [KindField] {
        var fields = [KindField.field("form", key.form) { $0.string("form", key.form) }]
        if key.subjectPublicKeyInfo == nil {
            fields.append(.json { $0.identifier("public_key", key.algorithm) })
        }
        guard let missing = missingKey else { return fields }
        return fields + [
            .row("key", FieldText.name(key.algorithm)), .row("pin", missing.message),
            .row("", missing.advice(about: self)),
        ]
    }
}

extension KindField {
    fileprivate static func write(_ request: CertificationRequest, to json: inout JSONWriter) {
        json.number("version", request.version)
        json.string("subject", request.subject.description)
        json.identifier("signature_algorithm", request.signatureAlgorithm.algorithm)
        json.array("attributes", request.attributes) { (attribute, json) in
            json.object { (json) in
                json.oid("oid", attribute.type)
                json.array("values", attribute.values) { (value, json) in json.hex(value) }
            }
        }
        json.array("extensions", request.requestedExtensions) { (value, json) in
            ObjectJSON.write(ExtensionList.Member(value), to: &json)
        }
    }

    fileprivate static func write(_ list: CertificateList, entries: Bool, to json: inout JSONWriter) {
        json.number("version", list.version)
        json.string("issuer", list.issuer.description)
        json.time("this_update", list.thisUpdate)
        json.time("next_update", list.nextUpdate)
        json.identifier("signature_algorithm", list.signatureAlgorithm.algorithm)
        json.count("entry_count", list.revokedCertificateCount)
        if entries {
            json.array("entries", list.revokedCertificates) { (entry, json) in
                json.object { (json) in
                    json.string("serial") { entry.userCertificate.appendText(to: &$0) }
                    json.time("revocation_date", entry.revocationDate)
                    json.array("extensions", entry.crlEntryExtensions) { (value, json) in
                        ObjectJSON.write(ExtensionList.Member(value), to: &json)
                    }
                }
            }
        }
        json.array("extensions", list.extensionList) { (member, json) in ObjectJSON.write(member, to: &json) }
    }
}
