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
    /// The text of the value; nil if it is not a character string.
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

    /// Without a limit for identifiers: what was checked must not fail when it is examined.
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

    /// The types that OpenSSL takes in a name: no number, truth value, NULL, identifier, OCTET STRING, time or SET, none
    /// of the types of text that X.520 does not use, and none with a tag of its own. Go takes fewer. With another type
    /// and one of the flaws that only OpenSSL tolerates, a certificate would be read that no one else reads.
    private static func canBeValue(_ tag: DERTag) -> Bool {
        switch tag {
        case .utf8String, .printableString: return true
        default:
            guard tag.tagClass == .universal else { return false }
            switch tag.number {
            case 0...2, 4...6, 10, 17, 21, 23...27: return false
            default: return tag.number < 31
            }
        }
    }
}

extension AttributeTypeAndValue: CustomStringConvertible {
    /// As RFC 4514 section 2.3 and 2.4 write it: `CN=example.com`; the type as its number if it has no
    /// short name, and a value that is not text, or whose type has none, as `#` and the hex of its DER.
    public var description: String {
        let name = AttributeTypeNames.shortNames[type]
        guard let name, let text else { return "\(name ?? "\(type)")=#\(hex(value, uppercase: true))" }
        return "\(name)=\(rfc4514(text))"
    }
}
