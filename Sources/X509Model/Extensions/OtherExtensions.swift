import DERKit

/// The period in which the private key may be used for signing (RFC 3280 section 4.2.1.4). RFC 5280 no longer defines
/// this extension, but some certificates still contain it.
///
///     PrivateKeyUsagePeriod ::= SEQUENCE {
///          notBefore       [0]     GeneralizedTime OPTIONAL,
///          notAfter        [1]     GeneralizedTime OPTIONAL }
enum PrivateKeyUsagePeriod {
    static func describe(
        _ cursor: inout DERCursor, in bytes: Span<UInt8>, into sink: inout FieldSink
    ) throws(DERError) {
        var fields = DERCursor(contentOf: try cursor.next(.sequence, in: bytes))
        sink.open("{")
        sink.name("not_before", "not before ")
        try field("notBefore", time(&fields, 0, bytes, &sink))
        sink.name("not_after", "not after ")
        try field("notAfter", time(&fields, 1, bytes, &sink))
        sink.close("}")
        try fields.finish()
    }

    private static func time(
        _ fields: inout DERCursor, _ number: UInt32, _ bytes: Span<UInt8>, _ sink: inout FieldSink
    ) throws(DERError) {
        guard let element = try fields.nextIfPresent(.contextPrimitive(number), in: bytes) else {
            return sink.null()
        }
        sink.time(try element.generalizedTime(in: bytes))
    }
}

/// The TLS extensions that the server must offer (RFC 7633 section 4): 5 is status_request ("must staple"), and 17 is
/// status_request_v2.
///
///     Features ::= SEQUENCE OF INTEGER
enum TLSFeature {
    static func describe(
        _ cursor: inout DERCursor, in bytes: Span<UInt8>, into sink: inout FieldSink
    ) throws(DERError) {
        try sink.list(&cursor, in: bytes, joinedBy: ", ") { (members, bytes, sink) throws(DERError) in
            let feature = try members.next(.integer, in: bytes).integer(in: bytes)
            guard sink.hasLines else { return sink.integer(feature) }
            switch feature.int64 {
            case 5: sink.line("status_request (5)")
            case 17: sink.line("status_request_v2 (17)")
            default: sink.integer(feature)
            }
        }
    }
}

/// The Windows CA template for the certificate, 1.3.6.1.4.1.311.21.7 (MS-WCCE section 2.2.2.7.7.2).
///
///     CertificateTemplate ::= SEQUENCE {
///         templateID              OBJECT IDENTIFIER,
///         templateMajorVersion    INTEGER (0..4294967295) OPTIONAL,
///         templateMinorVersion    INTEGER (0..4294967295) OPTIONAL }
enum MicrosoftCertificateTemplate {
    static func describe(
        _ cursor: inout DERCursor, in bytes: Span<UInt8>, into sink: inout FieldSink
    ) throws(DERError) {
        var fields = DERCursor(contentOf: try cursor.next(.sequence, in: bytes))
        let template = bytes.extracting(try field("templateID", fields.nextIdentifier(in: bytes)))
        let major = try field(
            "templateMajorVersion", fields.nextIfPresent(.integer, in: bytes)?.integer(in: bytes))
        let minor = try field(
            "templateMinorVersion", fields.nextIfPresent(.integer, in: bytes)?.integer(in: bytes))
        try fields.finish()
        guard !sink.hasLines else {
            let version = [major, minor].compactMap { $0?.decimalOrHex }.joined(separator: ".")
            sink.beginLine(joinedBy: ", version ")
            sink.oid(template)
            if !version.isEmpty { sink.line(version) }
            return sink.endJoinedLine()
        }
        sink.open("{")
        sink.name("oid")
        sink.oid(template)
        sink.name("major_version")
        sink.integer(major)
        sink.name("minor_version")
        sink.integer(minor)
        sink.close("}")
    }
}
