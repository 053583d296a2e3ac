import DERKit

/// The location of a CRL (RFC 5280 section 4.2.1.13). The freshestCRL extension (section 4.2.1.15) has the same syntax.
///
///     CRLDistributionPoints ::= SEQUENCE SIZE (1..MAX) OF DistributionPoint
///
///     DistributionPoint ::= SEQUENCE {
///          distributionPoint       [0]     DistributionPointName OPTIONAL,
///          reasons                 [1]     ReasonFlags OPTIONAL,
///          cRLIssuer               [2]     GeneralNames OPTIONAL }
public struct DistributionPoint: Sendable, Hashable, ExtensionContent {
    /// The CRL's locations, usually one URI; empty if the name is absent or relative to the CRL issuer.
    public let names: [GeneralName]
    /// The issuer of the CRL; `nil` if it is the issuer of the certificate.
    public let crlIssuer: [GeneralName]?

    package init(_ cursor: inout DERCursor, in bytes: Span<UInt8>) throws(DERError) {
        // `describe` checks the whole value.
        var (fields, check) = (cursor, FieldSink(.none))
        try DistributionPoint.describe(&cursor, in: bytes, into: &check)
        var point = DERCursor(contentOf: try fields.next(.sequence, in: bytes))
        names =
            try point.explicitIfPresent(0, in: bytes) { (name, bytes) throws(DERError) in
                let found = try name.sequenceIfPresent(0, in: bytes, of: GeneralName.init)
                if found == nil { _ = try name.next(in: bytes) }
                return found ?? []
            } ?? []
        _ = try point.nextIfPresent(.contextPrimitive(1), in: bytes)
        crlIssuer = try point.sequenceIfPresent(2, in: bytes, of: GeneralName.init)
    }

    static func describe(
        _ cursor: inout DERCursor, in bytes: Span<UInt8>, into sink: inout FieldSink
    ) throws(DERError) {
        var fields = DERCursor(contentOf: try cursor.next(.sequence, in: bytes))
        sink.open("{")
        try field("distributionPoint") { () throws(DERError) in
            guard let tagged = try fields.nextIfPresent(.contextConstructed(0), in: bytes) else {
                sink.null("names")
                return sink.null("relative_name")
            }
            var inner = DERCursor(contentOf: tagged)
            try name(&inner, bytes, &sink)
            try inner.finish()
        }
        sink.name("reasons", "reasons: ")
        try field("reasons") { () throws(DERError) in
            guard let element = try fields.nextIfPresent(.contextPrimitive(1), in: bytes) else {
                return sink.null()
            }
            try sink.bits(element.bitString(in: bytes), reasons, in: bytes)
        }
        sink.name("crl_issuer", "CRL issuer ")
        try field("cRLIssuer", sink.names(&fields, 2, in: bytes))
        sink.close("}")
        try fields.finish()
    }

    ///     DistributionPointName ::= CHOICE {
    ///          fullName                [0]     GeneralNames,
    ///          nameRelativeToCRLIssuer [1]     RelativeDistinguishedName }
    private static func name(
        _ cursor: inout DERCursor, _ bytes: Span<UInt8>, _ sink: inout FieldSink
    ) throws(DERError) {
        var ahead = cursor
        sink.name("names")
        let choice = try ahead.next(in: bytes)
        if choice.tag == .contextConstructed(0) {
            try sink.names(&cursor, 0, in: bytes)
            return sink.null("relative_name")
        }
        guard choice.tag == .contextConstructed(1) else {
            throw DERError(
                .unexpectedTag, at: choice.start, expected: "fullName [0] or nameRelativeToCRLIssuer [1]",
                found: "\(choice.tag)")
        }
        sink.null()
        sink.name("relative_name", "relative to the issuer: ")
        let part = try RelativeDistinguishedName(&cursor, tag: .contextConstructed(1), in: bytes)
        if sink.hasLines { sink.line("\(part)") } else { sink.string("\(part)") }
    }

    /// The names of the bits in ReasonFlags (RFC 5280 section 4.2.1.13), in the order of their positions.
    private static let reasons: [StaticString] = [
        "unused", "keyCompromise", "cACompromise", "affiliationChanged", "superseded", "cessationOfOperation",
        "certificateHold", "privilegeWithdrawn", "aACompromise",
    ]
}

/// A location with information about the issuer or the subject (RFC 5280 sections 4.2.2.1 and 4.2.2.2).
///
///     AuthorityInfoAccessSyntax  ::=
///             SEQUENCE SIZE (1..MAX) OF AccessDescription
///     SubjectInfoAccessSyntax  ::=
///             SEQUENCE SIZE (1..MAX) OF AccessDescription
///
///     AccessDescription  ::=  SEQUENCE {
///             accessMethod          OBJECT IDENTIFIER,
///             accessLocation        GeneralName  }
public struct AccessDescription: Sendable, Hashable, ExtensionContent {
    /// The kind of information and how to get it, such as id-ad-ocsp.
    public let accessMethod: ASN1ObjectIdentifier
    /// The location of the information.
    public let accessLocation: GeneralName

    package init(_ cursor: inout DERCursor, in bytes: Span<UInt8>) throws(DERError) {
        var fields = DERCursor(contentOf: try cursor.next(.sequence, in: bytes))
        accessMethod = try field("accessMethod", ASN1ObjectIdentifier(&fields, in: bytes))
        accessLocation = try field("accessLocation", GeneralName(&fields, in: bytes))
        try fields.finish()
    }

    static func describe(
        _ cursor: inout DERCursor, in bytes: Span<UInt8>, into sink: inout FieldSink
    ) throws(DERError) {
        var fields = DERCursor(contentOf: try cursor.next(.sequence, in: bytes))
        sink.beginLine(joinedBy: ": ")
        sink.open("{")
        sink.name("method")
        sink.identifier(bytes.extracting(try field("accessMethod", fields.nextIdentifier(in: bytes))))
        sink.name("location")
        try field("accessLocation", GeneralName.describe(&fields, in: bytes, into: &sink))
        sink.close("}")
        sink.endJoinedLine()
        try fields.finish()
    }
}
