import DERKit
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

    /// Writes each row, with its field and its part of the key.
    func write(to json: inout JSONWriter) {
        var names = NameOrder(isCertificate: fields == .certificate)
        json.array(ByteRow.rows(of: bytes, rawKey: rawKey)) { (row, json) in
            let isSPKI = spki.contains(row.range.lowerBound)
            let isRawKey = row.part == .rawKey
            json.object { (json) in
                json.string(
                    "field", fields == .key ? "subjectPublicKeyInfo" : names.name(of: row, isSPKI: isSPKI))
                json.string("part", isRawKey ? "raw-key" : isSPKI ? "header" : nil)
                row.write(bytes, isHidden: isRawKey && !showsRawKey, to: &json)
            }
        }
    }
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
