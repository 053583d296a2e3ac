import DERKit

/// Additional information about a policy, RFC 5280 section 4.2.1.4.
///
///     PolicyQualifierInfo ::= SEQUENCE {
///          policyQualifierId  PolicyQualifierId,
///          qualifier          ANY DEFINED BY policyQualifierId }
///
///     PolicyQualifierId ::= OBJECT IDENTIFIER ( id-qt-cps | id-qt-unotice )
///     Qualifier ::= CHOICE {
///          cPSuri           CPSuri,
///          userNotice       UserNotice }
///     CPSuri ::= IA5String
package enum PolicyQualifier: Sendable, Hashable {
    /// The location of the certification practice statement, id-qt-cps.
    case cpsURI(IA5Text)
    /// A notice to display, id-qt-unotice.
    case userNotice(UserNotice)
    /// Another kind: its identifier, and tag, length and content of its value, if any.
    case other(ASN1ObjectIdentifier, [UInt8])

    init(_ cursor: inout DERCursor, in bytes: Span<UInt8>) throws(DERError) {
        var fields = DERCursor(contentOf: try cursor.next(.sequence, in: bytes))
        let identifier = try field(
            "policyQualifierId", fields.next(.objectIdentifier, in: bytes).objectIdentifier(in: bytes))
        self = try field("qualifier") { () throws(DERError) in
            switch identifier {
            case .cpsQualifier:
                return .cpsURI(IA5Text(bytes.array(try fields.next(.ia5String, in: bytes).content)))
            case .userNoticeQualifier:
                return .userNotice(try UserNotice(&fields, in: bytes))
            default:
                guard !fields.isAtEnd else { return .other(identifier, []) }
                let element = try fields.next(in: bytes)
                try element.checkContent(in: bytes)
                return .other(identifier, bytes.array(element.range))
            }
        }
        try fields.finish()
    }
}

extension PolicyQualifier: ExtensionContent {
    var described: DescribedValue {
        switch self {
        case .cpsURI(let text): .fields([.init("cps", .ia5(text), "CPS ")])
        case .userNotice(let notice): notice.described
        case .other(let identifier, let value):
            .joined(.fields([.init("oid", .oid(identifier)), .init("value", .hex(value))]), " ")
        }
    }
}

/// A notice to display to a person who relies on a certificate, RFC 5280 section 4.2.1.4.
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
package struct UserNotice: Sendable, Hashable {
    /// The organization of ``noticeNumbers``; `nil` if noticeRef is absent.
    package let organization: String?
    /// The numbers of prepared notices; empty if noticeRef is absent.
    package let noticeNumbers: [DERInteger]
    /// The text itself.
    package let explicitText: String?

    init(_ cursor: inout DERCursor, in bytes: Span<UInt8>) throws(DERError) {
        var fields = DERCursor(contentOf: try cursor.next(.sequence, in: bytes))
        let reference = try field("noticeRef", UserNotice.readReference(&fields, in: bytes))
        organization = reference?.organization
        noticeNumbers = reference?.numbers ?? []
        explicitText = try field("explicitText", fields.isAtEnd ? nil : try fields.nextText(in: bytes))
        try fields.finish()
    }

    private static func readReference(
        _ fields: inout DERCursor, in bytes: Span<UInt8>
    ) throws(DERError) -> (organization: String, numbers: [DERInteger])? {
        guard let sequence = try fields.nextIfPresent(.sequence, in: bytes) else { return nil }
        var inner = DERCursor(contentOf: sequence)
        let organization = try field("organization", inner.nextText(in: bytes))
        let numbers = try field("noticeNumbers") { () throws(DERError) in
            try inner.sequence(in: bytes) { (members, bytes) throws(DERError) in
                try members.next(.integer, in: bytes).integer(in: bytes)
            }
        }
        try inner.finish()
        return (organization, numbers)
    }
}

extension UserNotice {
    fileprivate var described: DescribedValue {
        let numbers = noticeNumbers
        return .fields([
            .init(
                "organization",
                organization.map { (name) in
                    .worded(.text(name)) { (_) in
                        let list = numbers.map { $0.decimalOrHex }.joined(separator: ", ")
                        return ["notice \(list) of \(escapedForDisplay(name))"]
                    }
                }),
            .init("notice_numbers", .unshown(.list(numbers) { .integer($0) })),
            .init("text", explicitText.map { .text($0) }, "notice "),
        ])
    }
}

extension ASN1ObjectIdentifier {
    /// id-qt-cps, 1.3.6.1.5.5.7.2.1
    static let cpsQualifier = ASN1ObjectIdentifier(checked: [0x2b, 6, 1, 5, 5, 7, 2, 1])
    /// id-qt-unotice, 1.3.6.1.5.5.7.2.2
    static let userNoticeQualifier = ASN1ObjectIdentifier(checked: [0x2b, 6, 1, 5, 5, 7, 2, 2])
}
