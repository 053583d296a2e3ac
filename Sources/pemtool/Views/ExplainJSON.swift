import SPKIHash

/// The fields that `explain --json` adds to an object.
enum ExplainJSON {
    static func write(_ key: SubjectPublicKeyInfo, in content: InputObject.Content, to json: inout JSONWriter)
    {
        let raw = key.subjectPublicKey.bytes
        let header = key.header
        let known = RawKeyAlgorithm.rsa.header(rawKeyByteCount: 270)
        json.string("key_name", key.keyName)
        // Bytes that do not fit the algorithm may be the private key.
        json.hex("spki", key.provenRawKey == nil ? nil : key.derBytes)
        json.hex("header", header)
        json.hex("raw_key", key.provenRawKey)
        json.objects("forms", key.keyForms) { (form, json) in
            json.string("name", form.name)
            json.count("byte_count", form.bytes.count)
            json.base64("sha256", SHA256.hash(form.bytes))
            json.bool("pin", form.isPinned)
            json.texts("sources", form.sources)
        }
        json.bool("rsa2048_header_is_right", known == header)
        json.base64("rsa2048_header_sha256", SHA256.hash(known + raw))
        json.string("trustkit", key.trustKitSupport.rawValue)
        json.string("trustkit_message", ExplainText(key: key).trustKit)
        let reencoding = key.openSSLReencoding.reason
        json.string("openssl", reencoding.rawValue)
        json.string("openssl_message", reencoding == .same ? nil : reencoding.message)
        json.string("swift", ExplainText.swift(header).joined(separator: "\n"))
        json.string("kotlin", ExplainText.kotlin(header).joined(separator: "\n"))
        let pin = key.pin
        json.objects("spellings", PinConsumer.allCases) { (consumer, json) in
            json.string("consumer", consumer.rawValue)
            json.string("text", consumer.spelling(of: pin))
        }
        writeBytes(key, in: content, to: &json)
    }

    /// Writes every byte of the object, row by row, each with its field and its part of the key.
    private static func writeBytes(
        _ key: SubjectPublicKeyInfo, in content: InputObject.Content, to json: inout JSONWriter
    ) {
        // A key has no names of fields.
        var names: FieldNames? =
            switch content {
            case .certificate, .trustedCertificate: .certificate
            case .certificateRequest: .request
            default: nil
            }
        // The input of a key in a certificate or a request is the whole object.
        let bytes = names == nil ? key.derBytes : key.input
        let spki = names == nil ? bytes.indices : key.layout.range
        let rawKey = spki.lowerBound + key.header.count..<spki.upperBound
        // A raw key that does not fit the algorithm may be the private key.
        let hidesRawKey = key.provenRawKey == nil
        json.objects("object_fields", ByteRows(bytes, rawKey: rawKey)) { (row, json) in
            let isSPKI = spki.contains(row.range.lowerBound)
            let name = names?.name(of: row) ?? "subjectPublicKeyInfo"
            json.string("field", isSPKI ? "subjectPublicKeyInfo" : name)
            json.string("part", row.isRawKey ? "raw-key" : isSPKI ? "header" : nil)
            row.write(bytes, isHidden: row.isRawKey && hidesRawKey, to: &json)
        }
    }
}

/// Finds the field of a certificate (RFC 5280 section 4.1) or request (RFC 2986 section 4) to which a row belongs.
private struct FieldNames {
    /// The name of the whole object.
    let whole: String
    var outer: ArraySlice<String>
    var inner: ArraySlice<String>
    /// The fields inside the first outer one that have a tag of their own, by its number.
    let tagged: [String]
    var current = ""

    static let certificate = FieldNames(
        whole: "Certificate", outer: ["tbsCertificate", "signatureAlgorithm", "signatureValue"],
        inner: ["serialNumber", "signature", "issuer", "validity", "subject", "subjectPublicKeyInfo"],
        tagged: ["version", "issuerUniqueID", "subjectUniqueID", "extensions"])

    static let request = FieldNames(
        whole: "CertificationRequest",
        outer: ["certificationRequestInfo", "signatureAlgorithm", "signatureValue"],
        inner: ["version", "subject", "subjectPublicKeyInfo"], tagged: ["attributes"])

    mutating func name(of row: ByteRow) -> String {
        switch row.depth {
        case 0: current = whole
        case 1: current = outer.popFirst() ?? current
        case 2 where outer.count == 2:
            if let tag = row.tag, tag.tagClass == .contextSpecific {
                current = tag.number < tagged.count ? tagged[Int(tag.number)] : current
            } else {
                current = inner.popFirst() ?? current
            }
        default: break
        }
        return current
    }
}
