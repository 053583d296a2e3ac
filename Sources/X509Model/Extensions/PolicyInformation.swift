import DERKit

/// A policy under which a certificate was issued (RFC 5280 section 4.2.1.4).
///
///     certificatePolicies ::= SEQUENCE SIZE (1..MAX) OF PolicyInformation
///
///     PolicyInformation ::= SEQUENCE {
///          policyIdentifier   CertPolicyId,
///          policyQualifiers   SEQUENCE SIZE (1..MAX) OF
///                                  PolicyQualifierInfo OPTIONAL }
///
///     CertPolicyId ::= OBJECT IDENTIFIER
public struct PolicyInformation: Sendable, Hashable, ExtensionContent {
    /// The policy, such as 2.23.140.1.2.1 for a certificate whose domain was validated.
    public let policyIdentifier: ASN1ObjectIdentifier
    /// The locations of the certification practice statement.
    public let cpsURIs: [IA5Text]

    package init(_ cursor: inout DERCursor, in bytes: Span<UInt8>) throws(DERError) {
        // `describe` checks the whole value.
        var (fields, check) = (cursor, FieldSink(.none))
        try PolicyInformation.describe(&cursor, in: bytes, into: &check)
        var policy = DERCursor(contentOf: try fields.next(.sequence, in: bytes))
        policyIdentifier = try policy.next(.objectIdentifier, in: bytes).objectIdentifier(in: bytes)
        var locations: [IA5Text] = []
        if !policy.isAtEnd {
            var qualifiers = DERCursor(contentOf: try policy.next(.sequence, in: bytes))
            while !qualifiers.isAtEnd {
                var qualifier = DERCursor(contentOf: try qualifiers.next(.sequence, in: bytes))
                let kind = try qualifier.next(.objectIdentifier, in: bytes)
                guard bytes.extracting(kind.content).isEqual(to: PolicyInformation.cpsQualifier) else {
                    continue
                }
                locations.append(IA5Text(bytes.array(try qualifier.next(in: bytes).content)))
            }
        }
        cpsURIs = locations
    }

    static func describe(
        _ cursor: inout DERCursor, in bytes: Span<UInt8>, into sink: inout FieldSink
    ) throws(DERError) {
        var fields = DERCursor(contentOf: try cursor.next(.sequence, in: bytes))
        let identifier = try field("policyIdentifier", fields.nextIdentifier(in: bytes))
        let content = bytes.extracting(identifier)
        sink.open("{")
        if sink.hasLines {
            let number = "\(ASN1ObjectIdentifier(checked: bytes.array(identifier)))"
            sink.line(ASN1ObjectIdentifier.name(ofContent: content).map { "\($0) (\(number))" } ?? number)
        } else {
            sink.identifierFields(content)
        }
        sink.name("qualifiers", "  ")
        if fields.isAtEnd {
            sink.open("[")
            sink.close("]")
        } else {
            try field("policyQualifiers", sink.list(&fields, in: bytes, of: qualifier))
        }
        sink.close("}")
        try fields.finish()
    }

    ///     PolicyQualifierInfo ::= SEQUENCE {
    ///          policyQualifierId  PolicyQualifierId,
    ///          qualifier          ANY DEFINED BY policyQualifierId }
    ///
    ///     PolicyQualifierId ::= OBJECT IDENTIFIER ( id-qt-cps | id-qt-unotice )
    ///     Qualifier ::= CHOICE {
    ///          cPSuri           CPSuri,
    ///          userNotice       UserNotice }
    ///     CPSuri ::= IA5String
    private static func qualifier(
        _ cursor: inout DERCursor, _ bytes: Span<UInt8>, _ sink: inout FieldSink
    ) throws(DERError) {
        var fields = DERCursor(contentOf: try cursor.next(.sequence, in: bytes))
        let identifier = try field("policyQualifierId", fields.nextIdentifier(in: bytes))
        try field("qualifier") { () throws(DERError) in
            let octets = bytes.extracting(identifier)
            if octets.isEqual(to: cpsQualifier) {
                sink.open("{")
                sink.name("cps", "CPS ")
                sink.ia5(content: try fields.next(.ia5String, in: bytes).content, in: bytes)
                sink.close("}")
            } else if octets.isEqual(to: userNoticeQualifier) {
                try notice(&fields, bytes, &sink)
            } else {
                try other(identifier, &fields, bytes, &sink)
            }
        }
        try fields.finish()
    }

    /// id-qt-cps, 1.3.6.1.5.5.7.2.1
    private static let cpsQualifier: [UInt8] = [0x2b, 6, 1, 5, 5, 7, 2, 1]
    /// id-qt-unotice, 1.3.6.1.5.5.7.2.2
    private static let userNoticeQualifier: [UInt8] = [0x2b, 6, 1, 5, 5, 7, 2, 2]

    private static func other(
        _ identifier: Range<Int>, _ fields: inout DERCursor, _ bytes: Span<UInt8>, _ sink: inout FieldSink
    ) throws(DERError) {
        let start = fields.position
        if !fields.isAtEnd { try fields.next(in: bytes).checkContent(in: bytes) }
        sink.beginLine(joinedBy: " ")
        sink.open("{")
        sink.name("oid")
        sink.oid(bytes.extracting(identifier))
        sink.hex("value", bytes.extracting(start..<fields.position))
        sink.close("}")
        sink.endJoinedLine()
    }

    /// Writes a notice, which is meant for people who rely on the certificate.
    ///
    ///     UserNotice ::= SEQUENCE {
    ///          noticeRef        NoticeReference OPTIONAL,
    ///          explicitText     DisplayText OPTIONAL }
    ///
    ///     NoticeReference ::= SEQUENCE {
    ///          organization     DisplayText,
    ///          noticeNumbers    SEQUENCE OF INTEGER }
    ///
    ///     DisplayText ::= CHOICE {
    ///          ia5String        IA5String      (SIZE (1..200)),
    ///          visibleString    VisibleString  (SIZE (1..200)),
    ///          bmpString        BMPString      (SIZE (1..200)),
    ///          utf8String       UTF8String     (SIZE (1..200)) }
    private static func notice(
        _ cursor: inout DERCursor, _ bytes: Span<UInt8>, _ sink: inout FieldSink
    ) throws(DERError) {
        var fields = DERCursor(contentOf: try cursor.next(.sequence, in: bytes))
        sink.open("{")
        try field("noticeRef") { () throws(DERError) in
            sink.name("organization")
            if let sequence = try fields.nextIfPresent(.sequence, in: bytes) {
                try reference(sequence, bytes, &sink)
            } else {
                sink.null()
                sink.name("notice_numbers")
                sink.open("[")
                sink.close("]")
            }
        }
        sink.name("text", "notice ")
        if fields.isAtEnd {
            sink.null()
        } else {
            sink.text(try field("explicitText", fields.nextText(in: bytes)), in: bytes)
        }
        sink.close("}")
        try fields.finish()
    }

    private static func reference(
        _ sequence: DERElement, _ bytes: Span<UInt8>, _ sink: inout FieldSink
    ) throws(DERError) {
        var fields = DERCursor(contentOf: sequence)
        let organization = try field("organization", fields.nextText(in: bytes))
        guard sink.hasLines else {
            sink.text(organization, in: bytes)
            sink.name("notice_numbers")
            try field("noticeNumbers", sink.list(&fields, in: bytes, of: integer))
            return try fields.finish()
        }
        var numbers = FieldSink(.lines)
        try field("noticeNumbers", numbers.list(&fields, in: bytes, joinedBy: ", ", of: integer))
        try fields.finish()
        var list = String(decoding: numbers.bytes.dropLast(), as: UTF8.self)
        if !list.isEmpty { list += " " }
        sink.line("notice \(list)of \(escapedForDisplay(organization.text(in: bytes)))")
    }

    static func integer(
        _ cursor: inout DERCursor, _ bytes: Span<UInt8>, _ sink: inout FieldSink
    ) throws(DERError) {
        sink.integer(try cursor.next(.integer, in: bytes).integer(in: bytes))
    }
}

/// The limits that a CA sets on the policies in the certificates below it.
enum PolicyLimits {
    /// Writes an issuer policy and an equivalent subject policy (RFC 5280 section 4.2.1.5).
    ///
    ///     PolicyMappings ::= SEQUENCE SIZE (1..MAX) OF SEQUENCE {
    ///          issuerDomainPolicy      CertPolicyId,
    ///          subjectDomainPolicy     CertPolicyId }
    static func mapping(
        _ cursor: inout DERCursor, in bytes: Span<UInt8>, into sink: inout FieldSink
    ) throws(DERError) {
        var fields = DERCursor(contentOf: try cursor.next(.sequence, in: bytes))
        sink.beginLine(joinedBy: " is ")
        sink.open("{")
        sink.name("issuer")
        sink.identifier(bytes.extracting(try field("issuerDomainPolicy", fields.nextIdentifier(in: bytes))))
        sink.name("subject")
        sink.identifier(bytes.extracting(try field("subjectDomainPolicy", fields.nextIdentifier(in: bytes))))
        sink.close("}")
        sink.endJoinedLine()
        try fields.finish()
    }

    /// Writes the number of further certificates after which policies are required, and the number after which they may
    /// no longer be mapped (RFC 5280 section 4.2.1.11).
    ///
    ///     PolicyConstraints ::= SEQUENCE {
    ///          requireExplicitPolicy           [0] SkipCerts OPTIONAL,
    ///          inhibitPolicyMapping            [1] SkipCerts OPTIONAL }
    ///
    ///     SkipCerts ::= INTEGER (0..MAX)
    static func constraints(
        _ cursor: inout DERCursor, in bytes: Span<UInt8>, into sink: inout FieldSink
    ) throws(DERError) {
        var fields = DERCursor(contentOf: try cursor.next(.sequence, in: bytes))
        sink.open("{")
        sink.name("require_explicit_policy", "explicit policy after ")
        try field("requireExplicitPolicy", sink.integer(&fields, .contextPrimitive(0), in: bytes))
        sink.name("inhibit_policy_mapping", "no policy mapping after ")
        try field("inhibitPolicyMapping", sink.integer(&fields, .contextPrimitive(1), in: bytes))
        sink.close("}")
        try fields.finish()
    }

    /// Writes the number of further certificates after which anyPolicy no longer matches other policies (RFC 5280
    /// section 4.2.1.14).
    ///
    ///     InhibitAnyPolicy ::= SkipCerts
    static func inhibitAnyPolicy(
        _ cursor: inout DERCursor, in bytes: Span<UInt8>, into sink: inout FieldSink
    ) throws(DERError) {
        let count = try cursor.next(.integer, in: bytes).integer(in: bytes)
        guard sink.hasLines else { return sink.integer(count) }
        sink.line("after \(count.decimalOrHex)")
    }
}
