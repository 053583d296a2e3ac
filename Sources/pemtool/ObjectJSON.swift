import DERKit
import SPKIHash
import X509Model

/// The JSON of an object, schema `pemtool/1`. Its field names are a contract: they are only ever added to.
struct ObjectJSON {
    /// The fields that every command prints: what and where the object is, and its pin or its error.
    static func summary(_ object: InputObject, in file: String) -> [(name: String, value: JSON)] {
        var fields: [(name: String, value: JSON)] = [
            ("schema", .string("pemtool/1")),
            ("file", .string(file)),
            ("index", .number(Int64(object.index))),
            ("offset", .number(Int64(object.offset))),
        ]
        if let label = object.label { fields.append(("label", .string(label))) }
        if let container = object.container { fields.append(("container", .number(Int64(container)))) }
        switch object.content {
        case .success(let content):
            fields += [("ok", .bool(true)), ("kind", .string(content.kind))]
            if let digest = object.sha256 { fields.append(("sha256", .string(hex(digest)))) }
            if let key = content.subjectPublicKeyInfo { fields += pins(of: key) }
            if !object.notes.isEmpty { fields.append(("notes", .array(object.notes.map(note)))) }
        case .failure(let error):
            fields.append(("ok", .bool(false)))
            if let digest = object.sha256 { fields.append(("sha256", .string(hex(digest)))) }
            fields.append(("error", self.error(error)))
        }
        return fields
    }

    /// The pin, what openssl prints where that is something else, and the hash of the raw key.
    private static func pins(of key: SubjectPublicKeyInfo) -> [(name: String, value: JSON)] {
        var fields: [(name: String, value: JSON)] = [("pin", .string(key.pin.base64))]
        let openSSLPin = key.openSSLPin
        if openSSLPin != key.pin {
            fields.append(("openssl_pin", openSSLPin.map { .string($0.base64) } ?? .null))
        }
        fields.append(("raw_key_sha256", .string(Base64.encode(SHA256.hash(key.subjectPublicKey.bytes)))))
        return fields
    }

    /// Everything that `inspect` tells.
    static func full(_ object: InputObject, in file: String) -> [(name: String, value: JSON)] {
        guard case .success(let content) = object.content else { return summary(object, in: file) }
        var fields = summary(object, in: file)
        if let certificate = content.certificate {
            fields += [
                ("version", .number(certificate.version)),
                ("serial", .string(certificate.serialNumber.description)),
                ("subject", .string(certificate.subject.description)),
                ("issuer", .string(certificate.issuer.description)),
                ("not_before", time(certificate.validity.notBefore)),
                ("not_after", time(certificate.validity.notAfter)),
                ("signature_algorithm", algorithm(certificate.signatureAlgorithm.algorithm)),
            ]
        }
        if let key = content.subjectPublicKeyInfo {
            fields.append(("public_key", algorithm(key.algorithm.algorithm)))
        }
        if let certificate = content.certificate {
            fields.append(("extensions", .array(certificate.extensions.map(self.extension))))
        }
        return fields
    }

    private static func note(_ note: InputNote) -> JSON {
        .object([
            ("code", .string(note.code)), ("message", .string(note.message)),
            ("offset", .number(Int64(note.offset))), ("path", .string("")),
        ])
    }

    private static func time(_ time: Time) -> JSON {
        if case .success(let moment) = time.moment { .string(moment.description) } else { .null }
    }

    private static func algorithm(_ identifier: ObjectIdentifier) -> JSON {
        .object([
            ("oid", .string(identifier.description)), ("name", identifier.name.map(JSON.string) ?? .null),
        ])
    }

    private static func `extension`(_ value: Extension) -> JSON {
        .object([
            ("oid", .string(value.extnID.description)),
            ("critical", .bool(value.critical)),
            ("value", .string(hex(value.extnValue))),
        ])
    }

    private static func error(_ error: InputError) -> JSON {
        .object([
            ("code", .string(error.code)),
            ("message", .string(error.message)),
            ("offset", .number(Int64(error.offset))),
            ("path", .string(error.path.joined(separator: "."))),
            ("line", error.position.map { .number(Int64($0.line)) } ?? .null),
            ("column", error.position.map { .number(Int64($0.column)) } ?? .null),
            ("hint", error.hint.map(JSON.string) ?? .null),
        ])
    }
}

extension InputObject {
    /// The digest of the object's bytes; nil where its text could not be decoded.
    var sha256: [UInt8]? { derBytes.isEmpty ? fingerprint : SHA256.hash(derBytes) }
}
