import DERKit

/// The outermost structure of PKCS #7 and CMS, RFC 5652 section 3: a type and its content, in BER.
///
///     ContentInfo ::= SEQUENCE {
///       contentType ContentType,
///       content [0] EXPLICIT ANY DEFINED BY contentType }
///
///     ContentType ::= OBJECT IDENTIFIER
struct ContentInfo {
    let contentType: ASN1ObjectIdentifier
    /// The content of the `[0]`; `nil` if the field is absent, as PKCS #7 (RFC 2315 section 7) allows.
    let content: BERElement?

    init(_ cursor: inout BERCursor, in bytes: Span<UInt8>) throws(DERError) {
        var fields = BERCursor(contentOf: try cursor.next(.sequence, in: bytes))
        contentType = try field("contentType") { () throws(DERError) in
            let element = try fields.next(.objectIdentifier, in: bytes)
            guard let identifier = ASN1ObjectIdentifier(content: bytes.array(element.content)) else {
                throw DERError(.invalidValue, at: element.start, expected: "a content type")
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

extension ASN1ObjectIdentifier {
    /// id-data, 1.2.840.113549.1.7.1, RFC 5652 section 4.
    static let pkcs7Data = ASN1ObjectIdentifier(checked: [0x2a, 0x86, 0x48, 0x86, 0xf7, 0x0d, 1, 7, 1])
    /// id-signedData, 1.2.840.113549.1.7.2, RFC 5652 section 5.1.
    static let signedData = ASN1ObjectIdentifier(checked: [0x2a, 0x86, 0x48, 0x86, 0xf7, 0x0d, 1, 7, 2])
}

extension ContentInfo {
    /// Returns the name of a content type of RFC 5652 or RFC 2315, or the identifier of any other.
    static func name(of contentType: ASN1ObjectIdentifier) -> String {
        contentType.name.flatMap { names[$0] } ?? "\(contentType)"
    }

    private static let names = [
        "data": "data", "envelopedData": "enveloped data",
        "signedAndEnvelopedData": "signed and enveloped data",
        "digestedData": "digested data", "encryptedData": "encrypted data",
        "id-ct-authData": "authenticated data",
        "id-ct-compressedData": "compressed data",
        "id-ct-authEnvelopedData": "authenticated and enveloped data",
    ]
}
