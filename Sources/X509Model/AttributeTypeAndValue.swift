import DERKit

/// An attribute of a name, RFC 5280 section 4.1.2.4.
///
///     AttributeTypeAndValue ::= SEQUENCE {
///       type     AttributeType,
///       value    AttributeValue }
///
///     AttributeType ::= OBJECT IDENTIFIER
///     AttributeValue ::= ANY -- DEFINED BY AttributeType
public struct AttributeTypeAndValue: Sendable, Hashable {
    /// What the attribute is, as in 2.5.4.3 for the common name.
    public let type: ObjectIdentifier
    /// The tag of the value.
    public let valueTag: DERTag
    /// Tag, length and content of the value.
    public let value: [UInt8]
    /// The text of the value; nil where it is no character string.
    public let text: String?

    init(_ cursor: inout DERCursor, in bytes: Span<UInt8>) throws(DERError) {
        var fields = DERCursor(contentOf: try cursor.next(.sequence, in: bytes))
        type = try fields.next(.objectIdentifier, in: bytes)
            .objectIdentifier(in: bytes, limits: AttributeTypeAndValue.checkedBefore)
        let element = try fields.next(in: bytes)
        valueTag = element.tag
        value = bytes.array(element.range)
        text = try element.string(in: bytes)
    }

    /// Without a limit for identifiers: what was checked must not fail when it is looked at.
    private static let checkedBefore: DERLimits = {
        var limits = DERLimits.standard
        limits.identifierLength = .max
        return limits
    }()

    static func check(_ cursor: inout DERCursor, in bytes: Span<UInt8>) throws(DERError) {
        var fields = DERCursor(contentOf: try cursor.next(.sequence, in: bytes))
        try field("type") { () throws(DERError) in
            try fields.next(.objectIdentifier, in: bytes).checkObjectIdentifier(in: bytes)
        }
        try field("value") { () throws(DERError) in
            let value = try fields.next(in: bytes)
            guard canBeValue(value.tag) else {
                throw DERError(
                    .unexpectedTag, at: value.start, expected: "text in a name", found: "\(value.tag)")
            }
            try value.checkContent(in: bytes)
        }
        try fields.finish()
    }

    /// No attribute of a name has a syntax that is a number, a truth value, NULL, an identifier or a SET, nor
    /// one with a tag of its own (X.520); OpenSSL refuses a name with one. Everything else can be shown.
    private static func canBeValue(_ tag: DERTag) -> Bool {
        switch tag {
        case .utf8String, .printableString: true
        case .boolean, .integer, .null, .objectIdentifier, .enumerated, .set: false
        default: tag.tagClass == .universal
        }
    }
}

extension AttributeTypeAndValue: CustomStringConvertible {
    /// As RFC 4514 section 2.3 and 2.4 write it: `CN=example.com`; the type as its number where it has no
    /// short name, and a value that is no text, or whose type has none, as `#` and the hex of its DER.
    public var description: String {
        let name = AttributeTypeAndValue.shortNames[type]
        guard let name, let text else { return "\(name ?? "\(type)")=#\(hex(value, uppercase: true))" }
        return "\(name)=\(rfc4514(text))"
    }
}
