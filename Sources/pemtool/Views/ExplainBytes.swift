import SPKIHash

/// Every byte of an object, field by field, with the SPKI and raw key marked.
struct ExplainBytes {
    private let bytes: [UInt8]
    private let spki: Range<Int>
    private let rawKey: Range<Int>
    /// A Boolean value that indicates whether to show the raw key, which must not be a private key.
    private let showsRawKey: Bool
    private let fields: Fields

    /// The structure that the fields belong to.
    private enum Fields {
        case certificate
        case request
        case key
    }

    init(_ content: InputObject.Content, _ key: SubjectPublicKeyInfo) {
        if content.certificate != nil {
            fields = .certificate
        } else if case .certificateRequest = content {
            fields = .request
        } else {
            fields = .key
        }
        // The input of a key in a certificate or a request is the whole object.
        bytes = fields == .key ? key.derBytes : key.input
        spki = fields == .key ? bytes.indices : key.layout.range
        showsRawKey = key.provenRawKey != nil
        rawKey = spki.lowerBound + key.header.count..<spki.upperBound
    }

    /// Writes each row, with its field and its part of the key.
    func write(to json: inout JSONWriter) {
        var names = NameOrder(isCertificate: fields == .certificate)
        json.objects("object_fields", ByteRows(bytes, rawKey: rawKey)) { (row, json) in
            let isSPKI = spki.contains(row.range.lowerBound)
            let isRawKey = row.part == .rawKey
            json.string(
                "field", fields == .key ? "subjectPublicKeyInfo" : names.name(of: row, isSPKI: isSPKI))
            json.string("part", isRawKey ? "raw-key" : isSPKI ? "header" : nil)
            row.write(bytes, isHidden: isRawKey && !showsRawKey, to: &json)
        }
    }
}

/// Finds the field of a certificate or request to which a row belongs, by tag and order (RFC 5280 section 4.1 and RFC
/// 2986 section 4).
private struct NameOrder {
    private let isCertificate: Bool
    private var inner: ArraySlice<String>
    private var outer: ArraySlice<String>
    private var current = ""

    init(isCertificate: Bool) {
        self.isCertificate = isCertificate
        inner =
            isCertificate
            ? ["serialNumber", "signature", "issuer", "validity", "subject", "subjectPublicKeyInfo"]
            : ["version", "subject", "subjectPublicKeyInfo"]
        outer =
            isCertificate
            ? ["tbsCertificate", "signatureAlgorithm", "signatureValue"]
            : ["certificationRequestInfo", "signatureAlgorithm", "signatureValue"]
    }

    mutating func name(of row: ByteRow, isSPKI: Bool) -> String {
        switch row.depth {
        case 0: current = isCertificate ? "Certificate" : "CertificationRequest"
        case 1: current = outer.popFirst() ?? current
        case 2 where outer.count == 2:
            if let tag = row.tag, tag.tagClass == .contextSpecific {
                let tagged =
                    isCertificate
                    ? ["version", "issuerUniqueID", "subjectUniqueID", "extensions"] : ["attributes"]
                current = tag.number < tagged.count ? tagged[Int(tag.number)] : current
            } else {
                current = inner.popFirst() ?? current
            }
        default: break
        }
        return isSPKI ? "subjectPublicKeyInfo" : current
    }
}

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
            json.string("consumer", consumer.name)
            json.string("text", consumer.spelling(of: pin))
        }
        ExplainBytes(content, key).write(to: &json)
    }
}
