import DERKit
import PinPolicies
import SPKIHash
import X509Model

/// The JSON of an object, schema `pemtool/1`. Its field names are a contract: they are only ever added to.
struct ObjectJSON {
    /// The fields that every command prints: what and where the object is, and its pin or its error.
    ///
    /// - Parameter now: the moment at which notes about the certificate itself are made; nil for none of them.
    static func summary(
        _ object: InputObject, in file: String, at now: DERTime? = nil
    ) -> JSON.Fields {
        var fields: JSON.Fields = [
            ("schema", .string("pemtool/1")),
            ("file", .string(file)),
            ("index", .count(object.index)),
            ("offset", .count(object.offset)),
        ]
        if let label = object.label { fields.append(("label", .string(label))) }
        if let container = object.container { fields.append(("container", .count(container))) }
        switch object.content {
        case .success(let content):
            fields += [("ok", .bool(true)), ("kind", .string(content.kind))]
            if let digest = object.sha256 { fields.append(("sha256", .hex(digest))) }
            if let key = content.subjectPublicKeyInfo { fields += pins(of: key) }
            var notes = object.notes.map(note)
            if let missing = content.missingKey {
                fields.append(("pin", .null))
                if !content.isKeyless { notes.append(note(missing, about: content)) }
            }
            let (own, others) = (notes, now.flatMap { content.certificate?.notes(at: $0) } ?? [])
            guard !own.isEmpty || !others.isEmpty else { break }
            let list = JSON.list { (emit) in
                own.forEach(emit)
                others.forEach { emit(note($0)) }
            }
            fields.append(("notes", list))
        case .failure(let error):
            fields.append(("ok", .bool(false)))
            if let digest = object.sha256 { fields.append(("sha256", .hex(digest))) }
            fields.append(("error", self.error(error)))
            if !object.notes.isEmpty { fields.append(("notes", .array(object.notes.map(note)))) }
        }
        return fields
    }

    /// The pin, what openssl prints if that is something else, and the hash of the raw key.
    private static func pins(of key: SubjectPublicKeyInfo) -> JSON.Fields {
        var fields: JSON.Fields = [("pin", .string(key.pin.base64))]
        let reencoding = key.openSSLReencoding
        if reencoding.reason == .unknown {
            fields.append(("openssl_pin_known", .bool(false)))
        } else if reencoding.reason != .same {
            let digest = reencoding.derBytes.map { JSON.string(Base64.encode(SHA256.hash($0))) }
            fields.append(("openssl_pin", digest ?? .null))
        }
        let rawKey = key.input.span.extracting(key.layout.subjectPublicKey.range)
        fields.append(("raw_key_sha256", .string(Base64.encode(SHA256.hash(rawKey)))))
        return fields
    }

    /// Everything that `inspect` tells.
    ///
    /// - Parameters:
    ///   - now: the moment at which notes about dates are made.
    ///   - entries: true for the entries of revocation lists too.
    static func full(
        _ object: InputObject, in file: String, at now: DERTime? = nil, entries: Bool = false
    ) -> JSON.Fields {
        guard case .success(let content) = object.content else { return summary(object, in: file) }
        var fields = summary(object, in: file, at: now)
        if let certificate = content.certificate {
            fields += self.certificate(certificate)
        } else if let key = content.subjectPublicKeyInfo {
            fields.append(("public_key", publicKey(key)))
        }
        fields += kindFields(content, entries: entries)
        if !fields.contains(where: { $0.name == "notes" }) { fields.append(("notes", .array([]))) }
        return fields
    }

    private static func certificate(_ certificate: Certificate) -> JSON.Fields {
        [
            ("sha1", .hex(SHA1.hash(certificate.derBytes))),
            ("version", .number(certificate.version)),
            ("serial", .string(certificate.serialNumber.description)),
            ("subject", .string(certificate.subject.description)),
            ("issuer", .string(certificate.issuer.description)),
            ("not_before", time(certificate.validity.notBefore)),
            ("not_after", time(certificate.validity.notAfter)),
            ("ca", .bool(certificate.isCA)),
            ("self_signed", .bool(certificate.isSelfSigned)),
            ("signature_algorithm", algorithm(certificate.signatureAlgorithm)),
            ("public_key", publicKey(certificate.subjectPublicKeyInfo)),
            ("extensions", .list { (emit) in certificate.extensions.forEach { emit(self.extension($0)) } }),
            ("subject_alt_names", subjectAltNames(certificate)),
            ("signature", .hex(certificate.signatureValue.bytes)),
        ]
    }

    static func time(_ time: Time) -> JSON {
        if case .success(let moment) = time.moment { .string(moment.description) } else { .null }
    }

    static func algorithm(_ algorithm: AlgorithmIdentifier) -> JSON { .identifier(algorithm.algorithm) }

    /// `{oid, name, critical, value}`.
    static func `extension`(_ value: Extension) -> JSON {
        .object([
            ("oid", .string("\(value.extnID)")), ("name", .text(value.name)),
            ("critical", .bool(value.critical)), ("value", ExtensionView(value).json()),
        ])
    }

    /// The fields of a key: `{oid, name, bits, curve}`, then the numbers of an RSA key, then the raw key in hex.
    static func publicKey(_ key: SubjectPublicKeyInfo) -> JSON {
        let number = key.algorithm.algorithm
        let decoded = try? key.publicKey.get()
        var fields: JSON.Fields = [
            ("oid", .string("\(number)")), ("name", .text(number.name)),
            ("bits", decoded?.bits.map { .count($0) } ?? .null),
            ("curve", .text(decoded?.curve)),
        ]
        if let rsa = decoded?.rsa {
            fields.append(("modulus", .string("\(rsa.modulus)")))
            fields.append(("exponent", .integer(rsa.publicExponent)))
        }
        fields.append(("raw_key", key.provenRawKey.map { .hex($0) } ?? .null))
        return .object(fields)
    }

    private static func subjectAltNames(_ certificate: Certificate) -> JSON {
        for value in certificate.extensions {
            if case .success(.subjectAlternativeName(let names)) = value.decoded {
                return .names(names)
            }
        }
        return .array([])
    }

    private static func note(_ missing: InputError, about content: InputObject.Content) -> JSON {
        .object([
            ("code", .string(missing.code)), ("message", .string(missing.message)), ("offset", .number(0)),
            ("path", .string("")), ("hint", .text(missing.advice(about: content))),
        ])
    }

    private static func note(_ note: InputNote) -> JSON {
        .object([
            ("code", .string(note.code)), ("message", .string(note.message)),
            ("offset", .count(note.offset)), ("path", .string("")),
        ])
    }

    private static func note(_ note: Note) -> JSON {
        .object([
            ("code", .string(note.code.rawValue)), ("message", .string(note.message)),
            ("offset", .count(note.offset)), ("path", .string(note.path.joined(separator: "."))),
        ])
    }

    private static func error(_ error: InputError) -> JSON {
        .object([
            ("code", .string(error.code)),
            ("message", .string(error.message)),
            ("offset", .count(error.offset)),
            ("path", .string(error.path.joined(separator: "."))),
            ("line", error.position.map { .count($0.line) } ?? .null),
            ("column", error.position.map { .count($0.column) } ?? .null),
            ("hint", .text(error.advice())),
        ])
    }
}

extension InputObject {
    /// The digest of the object's bytes; nil if its text could not be decoded.
    var sha256: [UInt8]? { derBytes.isEmpty ? fingerprint : SHA256.hash(derBytes) }
}
