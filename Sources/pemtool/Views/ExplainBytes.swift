import DERKit
import PinPolicies
import SPKIHash
import X509Model

/// Every byte of an object, field by field, with the SPKI and raw key marked.
struct ExplainBytes {
    private let bytes: [UInt8]
    private let spki: Range<Int>
    private let rawKey: Range<Int>
    /// A Boolean value that indicates whether to show the raw key, which must not be a private key.
    private let showsRawKey: Bool
    private let fields: Fields

    /// The names of the fields of a structure, in order.
    private enum Fields {
        case certificate
        case request
        case key
    }

    init(_ content: InputObject.Content, _ key: SubjectPublicKeyInfo) {
        let spkiBytes = key.derBytes
        if let certificate = content.certificate {
            bytes = certificate.derBytes
            fields = .certificate
        } else if case .certificateRequest(let request) = content {
            bytes = request.derBytes
            fields = .request
        } else {
            bytes = spkiBytes
            fields = .key
        }
        let start = ExplainBytes.position(of: spkiBytes, in: bytes)
        spki = start..<start + spkiBytes.count
        showsRawKey = key.provenRawKey != nil
        rawKey = spki.lowerBound + key.header.count..<spki.upperBound
    }

    /// Returns the position of the SPKI: a value at the right depth with these bytes.
    private static func position(of spki: [UInt8], in bytes: [UInt8]) -> Int {
        let rows = ByteRow.rows(of: bytes, rawKey: 0..<0)
        return rows.first { (row) in
            row.part == .opening && row.content.upperBound - row.range.lowerBound == spki.count
                && bytes[row.range.lowerBound..<row.content.upperBound] == spki[...]
        }?.range.lowerBound ?? 0
    }

    /// The part of the key that a row belongs to.
    enum KeyPart: String {
        case header
        case rawKey = "raw-key"
    }

    /// Calls `body` with each row, its field, and its part of the key.
    func forEachRow<Failure: Error>(
        _ body: (_ row: ByteRow, _ field: String, KeyPart?) throws(Failure) -> Void
    ) throws(Failure) {
        var names = NameOrder(isCertificate: fields == .certificate)
        for row in ByteRow.rows(of: bytes, rawKey: rawKey) {
            let isSPKI = spki.contains(row.range.lowerBound)
            let name = fields == .key ? "subjectPublicKeyInfo" : names.name(of: row, isSPKI: isSPKI)
            try body(row, name, row.part == .rawKey ? .rawKey : isSPKI ? .header : nil)
        }
    }

    func write(to json: inout JSONWriter) {
        json.array { (json) in
            forEachRow { (row, field, part) in
                json.object { (json) in
                    json.string("field", field)
                    json.string("part", part?.rawValue)
                    row.write(bytes, isHidden: row.part == .rawKey && !showsRawKey, to: &json)
                }
            }
        }
    }

    /// Writes the list row by row.
    func write(_ emit: ExplainPage.Emitter) throws(System.Failure) {
        var group = ""
        try emit("<div class=\"bytes-of\">\n")
        try forEachRow { (row, name, keyPart) throws(System.Failure) in
            let part =
                switch keyPart {
                case .rawKey: "raw"
                case .header: "head"
                case nil: ""
                }
            let key = name + "/" + part
            if key != group {
                try emit((group.isEmpty ? "" : "</ol>\n</div>\n") + opening(name, part))
                group = key
            }
            try emit(line(row))
        }
        try emit((group.isEmpty ? "" : "</ol>\n</div>\n") + "</div>\n")
    }

    private func opening(_ name: String, _ part: String) -> String {
        let title =
            switch part {
            case "raw": "the raw key, \(rawKey.count) bytes"
            case "head": "the SPKI begins: its header, \(rawKey.lowerBound - spki.lowerBound) bytes"
            default: name
            }
        let hue = ExplainBytes.hues[name] ?? 220
        return """
            <div class="field \(part.isEmpty ? "plain" : part)" style="--hue:\(hue)">
            <h4>\(xmlEscaped(title))</h4>
            <ol>

            """
    }

    private func line(_ row: ByteRow) -> String {
        let type = xmlEscaped(row.type)
        let isHidden = row.part == .rawKey && !showsRawKey
        let value = xmlEscaped(isHidden ? "not a key of this algorithm" : row.value(in: bytes))
        let octets = isHidden ? "" : hex(bytes[row.range], separator: " ")
        let said = value.isEmpty ? "" : " <span class=\"value\">\(value)</span>"
        return """
            <li style="--depth:\(min(row.depth, 8))"><span class="at">\(row.range.lowerBound)</span> \
            <code class="bytes">\(octets)</code> \
            <span class="what"><span class="type">\(type)</span>\(said)</span></li>

            """
    }

    /// A color for each field.
    private static let hues: [String: Int] = [
        "Certificate": 220, "tbsCertificate": 220, "CertificationRequest": 220,
        "certificationRequestInfo": 220,
        "version": 190, "serialNumber": 30, "signature": 280, "issuer": 100, "validity": 55, "subject": 150,
        "subjectPublicKeyInfo": 210, "issuerUniqueID": 330, "subjectUniqueID": 330, "extensions": 320,
        "attributes": 320,
        "signatureAlgorithm": 280, "signatureValue": 0,
    ]
}

/// Finds the field of a certificate or request that a row belongs to, by tag and order, RFC 5280 section 4.1
/// and RFC 2986 section 4.
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
