import DERKit
import X509Model

extension ObjectJSON {
    /// The fields that the kinds besides certificates and public keys have of their own.
    static func kindFields(
        _ content: InputObject.Content, entries: Bool
    ) -> JSON.Fields {
        switch content {
        case .certificate, .publicKey:
            return []
        case .rsaPublicKey:
            return []
        case .trustedCertificate(let trusted):
            return [
                ("trust", identifiers(trusted.trust)), ("reject", identifiers(trusted.reject)),
                ("alias", .text(trusted.alias)),
            ]
        case .certificateRequest(let request):
            return [
                ("version", .number(request.version)),
                ("subject", .string(request.subject.description)),
                ("signature_algorithm", algorithm(request.signatureAlgorithm)),
                ("attributes", .array(request.attributes.map(attribute))),
                ("extensions", .array(request.requestedExtensions.map { self.extension($0) })),
            ]
        case .privateKey(let key):
            // The public half where the file has it; the rest is read past and never here.
            let algorithm: JSON.Fields =
                key.subjectPublicKeyInfo == nil ? [("public_key", .identifier(key.algorithm))] : []
            return [("form", .string(key.form))] + algorithm
        case .encryptedPrivateKey(let key):
            return [
                ("encryption_algorithm", key.encryptionAlgorithm.map(algorithm) ?? .null),
                ("dek_info", .text(key.dekInfo)),
            ]
        case .certificateList(let list):
            return self.list(list, entries: entries)
        case .pkcs7(let container):
            return [
                ("certificates", .count(container.certificates.count)),
                ("crls", .count(container.crls.count)),
                ("signatures", .count(container.signerInfoCount)),
            ]
        case .pkcs12(let container):
            return [
                ("certificates", .count(container.certificates.count)),
                ("encrypted_parts", .count(container.encryptedPartCount)),
                ("private_keys", .count(container.keyBagCount)),
            ]
        case .ecParameters(let parameters):
            return [("curve", parameters.curve.map { .string($0.name) } ?? .null)]
        }
    }

    private static func list(_ list: CertificateList, entries: Bool) -> JSON.Fields {
        var fields: JSON.Fields = [
            ("version", .number(list.version)),
            ("issuer", .string(list.issuer.description)),
            ("this_update", time(list.thisUpdate)),
            ("next_update", list.nextUpdate.map(time) ?? .null),
            ("signature_algorithm", algorithm(list.signatureAlgorithm)),
            ("entry_count", .count(list.revokedCertificateCount)),
        ]
        if entries {
            let values = list.revokedCertificates.map { (entry) in
                JSON.object([
                    ("serial", .string(entry.userCertificate.description)),
                    ("revocation_date", time(entry.revocationDate)),
                    ("extensions", .array(entry.crlEntryExtensions.map { self.extension($0) })),
                ])
            }
            fields.append(("entries", .array(values)))
        }
        fields.append(("extensions", .array(list.crlExtensions.map { self.extension($0) })))
        return fields
    }

    private static func attribute(_ attribute: Attribute) -> JSON {
        .object([
            ("oid", .string(attribute.type.description)),
            ("values", .array(attribute.values.map { .hex($0) })),
        ])
    }

    private static func identifiers(_ identifiers: [ObjectIdentifier]) -> JSON {
        .array(identifiers.map { .string($0.description) })
    }
}
