import DERKit

/// An attribute of a name (RFC 5280 section 4.1.2.4).
///
///     AttributeTypeAndValue ::= SEQUENCE {
///       type     AttributeType,
///       value    AttributeValue }
///
///     AttributeType ::= OBJECT IDENTIFIER
///     AttributeValue ::= ANY -- DEFINED BY AttributeType
public struct AttributeTypeAndValue: Sendable, Hashable, CustomStringConvertible {
    /// The content octets of the type, as a slice of the input.
    private let typeContent: ArraySlice<UInt8>
    private let valueBytes: ArraySlice<UInt8>
    /// The position of the value in ``valueBytes``.
    private let element: DERElement

    /// The type of the attribute, such as 2.5.4.3 for the common name.
    public var type: ASN1ObjectIdentifier { ASN1ObjectIdentifier(checked: Array(typeContent)) }
    /// The tag, length and content of the value.
    public var value: [UInt8] { Array(valueBytes) }
    /// The text of the value; `nil` if it is not a character string.
    public var text: String? { try? element.string(in: valueBytes.span) }

    /// Reads an attribute whose structure has already been checked.
    init(_ cursor: inout DERCursor, in input: ArraySlice<UInt8>) throws(DERError) {
        let bytes = input.span
        var fields = DERCursor(contentOf: try cursor.next(.sequence, in: bytes))
        let type = try fields.next(.objectIdentifier, in: bytes).content
        let value = input[try fields.next(in: bytes).range.moved(by: input.startIndex)]
        var inner = DERCursor(0..<value.count)
        element = try inner.next(in: value.span)
        typeContent = input[type.moved(by: input.startIndex)]
        valueBytes = value
    }

    static func check(_ cursor: inout DERCursor, in bytes: Span<UInt8>) throws(DERError) {
        var fields = DERCursor(contentOf: try cursor.next(.sequence, in: bytes))
        try field("type", fields.next(.objectIdentifier, in: bytes).checkObjectIdentifier(in: bytes))
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

    /// Returns whether OpenSSL accepts a value type in a name. OpenSSL rejects numbers, BOOLEAN, NULL, object
    /// identifiers, OCTET STRING, times, SET, string types that X.520 does not use, and other tag classes; Go accepts
    /// fewer types. If more types were accepted here, this library would read certificates that no other program can
    /// read: those with such a type and a flaw that only OpenSSL tolerates.
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

    /// The attribute in the form of RFC 4514 sections 2.3 and 2.4: `CN=example.com`. A type without a short
    /// name is written as an object identifier. A value that is not text, or whose type has no short name, is
    /// written as `#` and its DER in hex.
    public var description: String {
        let name = IdentifierRegister.shortNames[type]
        guard let name, let text else { return "\(name ?? "\(type)")=#\(hex(value, uppercase: true))" }
        var escaped: [UInt8] = []
        AttributeTypeAndValue.appendEscaped(Array(text.utf8).span, to: &escaped)
        // Control and formatting characters, such as bidirectional marks, could mislead a terminal or a reader. They are
        // also escaped, as the hex of their UTF-8, which the RFC allows.
        return "\(name)=\(escapedForDisplay(String(decoding: escaped, as: UTF8.self), keepsBackslash: true))"
    }

    /// Appends the text of the attribute in `element`, which has been checked, to `text`. Nearly all values are
    /// printable ASCII, for which no `String` is created.
    static func appendText(of element: DERElement, in bytes: Span<UInt8>, to text: inout [UInt8]) {
        var fields = DERCursor(contentOf: element)
        if let type = try? fields.next(.objectIdentifier, in: bytes),
            let name = IdentifierRegister.shortNames[content: bytes.extracting(type.content)],
            let value = try? fields.next(in: bytes), isPrintable(value, in: bytes)
        {
            text += name.utf8
            text.append(UInt8(ascii: "="))
            return appendEscaped(bytes.extracting(value.content), to: &text)
        }
        let copy = bytes.array(element.range)[...]
        var cursor = DERCursor(copy.indices)
        guard let attribute = try? AttributeTypeAndValue(&cursor, in: copy) else { return }
        text += attribute.description.utf8
    }

    /// Returns whether a value is printable ASCII with one octet per character.
    private static func isPrintable(_ value: DERElement, in bytes: Span<UInt8>) -> Bool {
        switch value.tag {
        case .utf8String, .printableString, .ia5String, .teletexString, .numericString, .visibleString: break
        default: return false
        }
        let octets = bytes.extracting(value.content)
        var isOther = false
        for place in octets.indices { isOther = isOther || octets[place] &- 0x20 > 0x5e }
        return !isOther
    }

    /// Appends UTF-8 text with the escapes that RFC 4514 section 2.4 requires.
    private static func appendEscaped(_ octets: Span<UInt8>, to text: inout [UInt8]) {
        var special: UInt8 = 0
        for place in octets.indices {
            let octet = octets[place]
            // The characters " + , ; < > \ need escapes; < and > differ in one bit.
            special |= (octet == 0x22 ? 1 : 0) | (octet == 0x2b ? 1 : 0) | (octet == 0x2c ? 1 : 0)
            special |= (octet == 0x3b ? 1 : 0) | (octet | 2 == 0x3e ? 1 : 0) | (octet == 0x5c ? 1 : 0)
        }
        let last = octets.count - 1
        if special == 0,
            last < 0 || octets[0] != 0x20 && octets[0] != UInt8(ascii: "#") && octets[last] != 0x20
        {
            return text.append(octets: octets)
        }
        for place in octets.indices {
            switch octets[place] {
            case 0x22, 0x2b, 0x2c, 0x3b, 0x3c, 0x3e, 0x5c: text.append(0x5c)
            case UInt8(ascii: "#") where place == 0, 0x20 where place == 0 || place == last: text.append(0x5c)
            default: break
            }
            text.append(octets[place])
        }
    }
}
