import DERKit

/// An extension that identifies the key that signed the certificate (RFC 5280 section 4.2.1.1).
///
///     AuthorityKeyIdentifier ::= SEQUENCE {
///        keyIdentifier             [0] KeyIdentifier           OPTIONAL,
///        authorityCertIssuer       [1] GeneralNames            OPTIONAL,
///        authorityCertSerialNumber [2] CertificateSerialNumber OPTIONAL  }
package struct AuthorityKeyIdentifier: Sendable, Hashable, ExtensionContent {
    /// The identifier of the issuer's key.
    package let keyIdentifier: [UInt8]?
    /// The names of the CA that issued the issuer's certificate.
    package let authorityCertIssuer: [GeneralName]?
    /// The serial number of the issuer's certificate.
    package let authorityCertSerialNumber: DERInteger?

    package init(_ cursor: inout DERCursor, in bytes: Span<UInt8>) throws(DERError) {
        var fields = DERCursor(contentOf: try cursor.next(.sequence, in: bytes))
        keyIdentifier = try field(
            "keyIdentifier",
            fields.nextIfPresent(.contextPrimitive(0), in: bytes).map { bytes.array($0.content) })
        authorityCertIssuer = try field(
            "authorityCertIssuer", fields.sequenceIfPresent(1, in: bytes, of: GeneralName.init))
        authorityCertSerialNumber = try field(
            "authorityCertSerialNumber",
            fields.nextIfPresent(.contextPrimitive(2), in: bytes)?.integer(in: bytes))
        try fields.finish()
    }

    static func describe(
        _ cursor: inout DERCursor, in bytes: Span<UInt8>, into sink: inout FieldSink
    ) throws(DERError) {
        var fields = DERCursor(contentOf: try cursor.next(.sequence, in: bytes))
        sink.open("{")
        sink.name("key_id")
        if let key = try field("keyIdentifier", fields.nextIfPresent(.contextPrimitive(0), in: bytes)) {
            sink.hex(bytes.extracting(key.content))
        } else {
            sink.null()
        }
        sink.name("issuer", "issuer ")
        try field("authorityCertIssuer", sink.names(&fields, 1, in: bytes))
        sink.name("serial", "serial ")
        try field("authorityCertSerialNumber") { () throws(DERError) in
            guard let element = try fields.nextIfPresent(.contextPrimitive(2), in: bytes) else {
                return sink.null()
            }
            let serial = try element.integer(in: bytes)
            sink.plain { serial.appendText(to: &$0) }
        }
        sink.close("}")
        try fields.finish()
    }
}

/// The identifier of the certificate's key (RFC 5280 section 4.2.1.2).
///
///     SubjectKeyIdentifier ::= KeyIdentifier
///     KeyIdentifier ::= OCTET STRING
package struct SubjectKeyIdentifier: Sendable, Hashable, ExtensionContent {
    /// The octets of the identifier, usually 20.
    package let keyIdentifier: [UInt8]

    package init(_ cursor: inout DERCursor, in bytes: Span<UInt8>) throws(DERError) {
        keyIdentifier = bytes.array(try cursor.next(.octetString, in: bytes).content)
    }

    static func describe(
        _ cursor: inout DERCursor, in bytes: Span<UInt8>, into sink: inout FieldSink
    ) throws(DERError) {
        sink.hex(bytes.extracting(try cursor.next(.octetString, in: bytes).content))
    }
}
