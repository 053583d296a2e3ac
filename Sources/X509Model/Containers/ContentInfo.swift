import DERKit

/// The outermost structure of PKCS#7 and CMS: a type and content of that type, RFC 5652 section 3. It is BER.
///
///     ContentInfo ::= SEQUENCE {
///       contentType ContentType,
///       content [0] EXPLICIT ANY DEFINED BY contentType }
///
///     ContentType ::= OBJECT IDENTIFIER
struct ContentInfo {
    let contentType: ObjectIdentifier
    /// What stands inside the `[0]`; nil where the field is absent, as PKCS#7 (RFC 2315 section 7) allows.
    let content: BERElement?

    init(_ cursor: inout BERCursor, in bytes: Span<UInt8>) throws(DERError) {
        var fields = BERCursor(contentOf: try cursor.next(.sequence, in: bytes))
        contentType = try field("contentType") { () throws(DERError) in
            let element = try fields.next(.objectIdentifier, in: bytes)
            guard let identifier = ObjectIdentifier(content: bytes.array(element.content)) else {
                throw DERError(.invalidValue, at: element.start, expected: "an OBJECT IDENTIFIER")
            }
            return identifier
        }
        content = try field("content") { () throws(DERError) in
            guard let tagged = try fields.nextIfPresent(.contextConstructed(0), in: bytes) else { return nil }
            var inner = BERCursor(contentOf: tagged)
            let content = try inner.next(in: bytes)
            try inner.finish()
            return content
        }
        try fields.finish()
    }
}

extension ObjectIdentifier {
    /// id-data, 1.2.840.113549.1.7.1, RFC 5652 section 4.
    static let pkcs7Data = ObjectIdentifier(checked: [0x2a, 0x86, 0x48, 0x86, 0xf7, 0x0d, 1, 7, 1])
    /// id-signedData, 1.2.840.113549.1.7.2, RFC 5652 section 5.1.
    static let signedData = ObjectIdentifier(checked: [0x2a, 0x86, 0x48, 0x86, 0xf7, 0x0d, 1, 7, 2])

    /// True under 1.2.840.113549.1.7 (PKCS#7) and 1.2.840.113549.1.9.16.1 (content types of S/MIME).
    var isContentType: Bool {
        content.starts(with: [0x2a, 0x86, 0x48, 0x86, 0xf7, 0x0d, 1, 7])
            || content.starts(with: [0x2a, 0x86, 0x48, 0x86, 0xf7, 0x0d, 1, 9, 16, 1])
    }
}
