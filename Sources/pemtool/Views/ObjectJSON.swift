import SPKIHash

/// The JSON of an object, schema `pemtool/1`. The field names are a contract: future versions only add to them.
struct ObjectJSON: Sendable {
    /// A Boolean value that indicates whether to write all fields of `inspect`, not only those of every command.
    let isFull: Bool
    var options = Screen.Options()

    /// Writes an object, with the fields that `more` writes, and returns the facts for the exit status.
    @discardableResult
    func write(
        _ object: InputObject, in file: String, to json: inout JSONWriter,
        more: ((inout JSONWriter) -> Void)? = nil
    ) -> Rendered.Facts {
        var facts: Rendered.Facts = []
        json.object { (json) in
            ObjectJSON.writePlace(file, object.index, object.offset, to: &json)
            if let label = object.label { json.string("label", withoutKeys(label)) }
            if let container = object.container { json.count("container", container) }
            if let name = object.name?.text { json.string("friendly_name", name) }
            if let identifier = object.name?.localKeyID { json.hex("local_key_id", identifier) }
            facts = writeAnswer(object, to: &json)
            more?(&json)
        }
        return facts
    }

    static func writePlace(_ file: String, _ index: Int, _ offset: Int, to json: inout JSONWriter) {
        json.name("schema")
        json.literal("\"pemtool/1\"")
        json.string("file", file)
        json.count("index", index)
        json.count("offset", offset)
    }

    /// Writes the fields, beginning with `ok`, and returns the facts for the exit status.
    @discardableResult
    func writeAnswer(_ object: InputObject, to json: inout JSONWriter) -> Rendered.Facts {
        switch object.contentResult {
        case .success(let content):
            json.bool("ok", true)
            json.string("kind", content.kind)
            if let digest = object.sha256 { json.hex("sha256", digest) }
            let key = content.subjectPublicKeyInfo
            let pin = key?.pin
            if let key, let pin { write(pin, of: key, to: &json) }
            let certificate = isFull ? content.certificate.map { CertificateFacts($0) } : nil
            let notes = writeNotes(object, content, certificate, to: &json)
            guard isFull else { return [] }
            if let key { json.string("key_name", key.keyName) }
            if let certificate {
                write(certificate, to: &json)
            } else if let key {
                json.object("public_key") { ObjectJSON.write(key, key.publicKeyResult, to: &$0) }
            }
            for field in content.kindFields(entries: options.hasEntries) { field.json?(&json) }
            // An empty list of notes comes last.
            if !notes.isWritten {
                json.array("notes", [Certificate.Note]()) { ObjectJSON.write($0, to: &$1) }
            }
            if let pin, let keys = options.caKeys, let owner = keys.table[pin] {
                keys.write(owner, to: &json)
            }
            return notes.facts
        case .failure(let error):
            json.bool("ok", false)
            if let digest = object.sha256 { json.hex("sha256", digest) }
            json.object("error") { ObjectJSON.write(error, to: &$0) }
            if !object.notes.isEmpty { json.array("notes", object.notes) { ObjectJSON.write($0, to: &$1) } }
            return []
        }
    }

    /// Writes the pin, the hash of the raw key and, unless OpenSSL writes the same bytes, what its pipeline prints.
    private func write(_ pin: Pin, of key: SubjectPublicKeyInfo, to json: inout JSONWriter) {
        json.base64("pin", pin.bytes)
        let reencoding = key.openSSLReencoding
        if reencoding.reason == .unknown {
            json.bool("openssl_pin_known", false)
        } else if reencoding.reason != .same {
            json.base64("openssl_pin", reencoding.derBytes.map { SHA256.hash($0.span) })
        }
        let rawKey = key.input.span.extracting(key.layout.subjectPublicKey.range)
        json.base64("raw_key_sha256", SHA256.hash(rawKey))
    }

    /// Writes the notes on the object, if any: repairs, missing parts, and the oddities of a certificate, which may be
    /// very numerous. Also writes a null pin if the key is missing.
    private func writeNotes(
        _ object: InputObject, _ content: InputObject.Content, _ certificate: CertificateFacts?,
        to json: inout JSONWriter
    ) -> (isWritten: Bool, facts: Rendered.Facts) {
        let missing = content.missingKey
        if missing != nil { json.null("pin") }
        var isWritten = false
        /// Begins the list before its first member.
        func begin() {
            guard !isWritten else { return json.drain?(&json.bytes) ?? () }
            isWritten = true
            json.name("notes")
            json.open("[")
        }
        for note in object.notes {
            begin()
            ObjectJSON.write(note, to: &json)
        }
        if let missing, !content.isKeyless {
            begin()
            ObjectJSON.write(missing, about: content, to: &json)
        }
        var facts: Rendered.Facts = []
        if let now = options.now {
            certificate?.forEachNote(at: now) { (note) in
                begin()
                ObjectJSON.write(note, to: &json)
                facts = .hasNotes
            }
        }
        if isWritten { json.close("]") }
        return (isWritten, facts)
    }

    private func write(_ facts: CertificateFacts, to json: inout JSONWriter) {
        let certificate = facts.certificate
        let bytes = certificate.derBytes.span
        json.hex("sha1", SHA1.hash(bytes))
        json.number("version", certificate.version)
        json.name("serial")
        json.plain { certificate.serialNumber.appendText(to: &$0) }
        json.string("subject") {
            DistinguishedName.appendText(of: certificate.tbs.subject, in: bytes, to: &$0)
        }
        json.string("issuer") {
            DistinguishedName.appendText(of: certificate.tbs.issuer, in: bytes, to: &$0)
        }
        json.time("not_before", facts.notBefore)
        json.time("not_after", facts.notAfter)
        json.name("title")
        facts.describeTitle(into: &json)
        json.string("role", facts.role)
        json.bool("ca", facts.isCA)
        json.bool("self_signed", facts.isSelfSigned)
        json.name("signature_algorithm")
        json.identifier(bytes.extracting(certificate.signatureAlgorithmLayout.algorithm))
        json.object("public_key") {
            ObjectJSON.write(certificate.subjectPublicKeyInfo, facts.publicKeyResult, to: &$0)
        }
        json.array("extensions", certificate.extensionList()) { (value, json) in value.write(to: &json) }
        json.name("subject_alt_names")
        facts.describeNames(into: &json)
        json.hex("signature", bytes.extracting(certificate.signatureValueLayout.range))
    }

    /// Writes the fields of a key: `{oid, name, bits, curve}`, then the numbers of an RSA key, then the raw key in hex.
    static func write(
        _ key: SubjectPublicKeyInfo, _ publicKey: Result<Certificate.PublicKey, DERError>,
        to json: inout JSONWriter
    ) {
        let decoded = try? publicKey.get()
        json.identifierFields(key.input.span.extracting(key.layout.algorithm.algorithm))
        json.count("bits", decoded?.bits)
        json.string("curve", decoded?.curve)
        if let rsa = decoded?.rsa {
            json.name("modulus")
            json.plain { rsa.modulus.appendText(to: &$0) }
            json.name("exponent")
            json.integer(rsa.publicExponent)
        }
        if decoded == nil {
            // The bytes may be a private key instead of the public one.
            json.null("raw_key")
        } else {
            json.hex("raw_key", key.input.span.extracting(key.layout.subjectPublicKey.range))
        }
    }

    // MARK: Notes and errors

    private static func write(
        _ missing: InputError, about content: InputObject.Content, to json: inout JSONWriter
    ) {
        json.object { (json) in
            write(missing.code.rawValue, missing.message, at: 0, [], to: &json)
            json.string("hint", missing.advice(about: content))
        }
    }

    private static func write(_ note: InputNote, to json: inout JSONWriter) {
        json.object { write(note.code.rawValue, note.message, at: note.offset, [], to: &$0) }
    }

    private static func write(_ note: Certificate.Note, to json: inout JSONWriter) {
        json.object { write(note.code.rawValue, note.message, at: note.offset, note.path, to: &$0) }
    }

    private static func write(_ error: InputError, to json: inout JSONWriter) {
        write(error.code.rawValue, withoutKeys(error.message), at: error.offset, error.path, to: &json)
        json.count("line", error.position?.line)
        json.count("column", error.position?.column)
        json.string("hint", error.advice())
    }

    /// Writes the fields that notes and errors have in common.
    static func write(
        _ code: String, _ message: String, at offset: Int, _ path: [String], to json: inout JSONWriter
    ) {
        json.string("code", code)
        json.string("message", message)
        json.count("offset", offset)
        json.string("path", path.joined(separator: "."))
    }
}

extension CertificateFacts {
    /// The role that the certificate claims: `leaf`, `ca` or `root`; the signature is not checked.
    var role: String { !isAuthority ? "leaf" : isSelfSigned ? "root" : "ca" }
}

extension InputObject {
    /// The SHA-256 of the object's bytes; `nil` if its text could not be decoded.
    var sha256: [UInt8]? { derBytes.isEmpty ? fingerprint : SHA256.hash(derBytes.span) }
}
