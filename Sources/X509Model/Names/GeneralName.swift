import DERKit

/// A name of one of nine kinds (RFC 5280 section 4.2.1.6).
///
///     GeneralName ::= CHOICE {
///          otherName                       [0]     OtherName,
///          rfc822Name                      [1]     IA5String,
///          dNSName                         [2]     IA5String,
///          x400Address                     [3]     ORAddress,
///          directoryName                   [4]     Name,
///          ediPartyName                    [5]     EDIPartyName,
///          uniformResourceIdentifier       [6]     IA5String,
///          iPAddress                       [7]     OCTET STRING,
///          registeredID                    [8]     OBJECT IDENTIFIER }
public enum GeneralName: Sendable, Hashable {
    /// A name whose kind is given by an object identifier.
    case otherName(OtherName)
    /// An e-mail address.
    case rfc822Name(IA5Text)
    /// A host name or domain, possibly with a wildcard.
    case dnsName(IA5Text)
    /// An X.400 address: tag, length and content of the ORAddress, which is not decoded.
    case x400Address([UInt8])
    /// A distinguished name.
    case directoryName(DistinguishedName)
    /// A name for electronic data interchange: tag, length and content of the EDIPartyName, which is not decoded.
    case ediPartyName([UInt8])
    /// A URI.
    case uri(IA5Text)
    /// An IP address or, in name constraints, an address and a mask.
    case ipAddress(GeneralName.IPAddress)
    /// An object identifier.
    case registeredID(ASN1ObjectIdentifier)
}

extension GeneralName {
    package init(_ cursor: inout DERCursor, in bytes: Span<UInt8>) throws(DERError) {
        let element = try cursor.next(in: bytes)
        switch element.tag {
        case .contextConstructed(0):
            self = try field("otherName", .otherName(OtherName(contentOf: element, in: bytes)))
        case .contextPrimitive(1): self = .rfc822Name(IA5Text(bytes.array(element.content)))
        case .contextPrimitive(2): self = .dnsName(IA5Text(bytes.array(element.content)))
        case .contextConstructed(3): self = .x400Address(bytes.array(element.range))
        case .contextConstructed(4):
            self = try field("directoryName") { () throws(DERError) in
                // Name is a CHOICE, so the tag is EXPLICIT.
                let name = try DERCursor.only(element.content, in: bytes, DistinguishedName.check)
                return .directoryName(DistinguishedName(checked: bytes.array(name)[...]))
            }
        case .contextConstructed(5):
            _ = try field("ediPartyName", EDIPartyName(contentOf: element, in: bytes))
            self = .ediPartyName(bytes.array(element.range))
        case .contextPrimitive(6):
            self = .uri(IA5Text(bytes.array(element.content)))
        case .contextPrimitive(7): self = .ipAddress(GeneralName.IPAddress(bytes.array(element.content)))
        case .contextPrimitive(8):
            self = try field("registeredID", .registeredID(element.objectIdentifier(in: bytes)))
        default:
            let isKnown = element.tag.tagClass == .contextSpecific && element.tag.number <= 8
            let form = isKnown ? (element.tag.isConstructed ? "constructed " : "primitive ") : ""
            throw DERError(
                .unexpectedTag, at: element.start,
                expected: "a GeneralName, tag [0] to [8], primitive or constructed as its type requires",
                found: form + "\(element.tag)")
        }
    }
}

extension FieldSink {
    /// Writes GeneralNames with an IMPLICIT tag if present; otherwise writes null.
    mutating func names(
        _ cursor: inout DERCursor, _ number: UInt32, in bytes: Span<UInt8>
    ) throws(DERError) {
        let tag = DERTag.contextConstructed(number)
        var ahead = cursor
        guard try ahead.nextIfPresent(tag, in: bytes) != nil else { return null() }
        try list(&cursor, tag, in: bytes, of: GeneralName.describe)
    }
}

extension GeneralName: CustomStringConvertible {
    /// The kind and the name, as in JSON: `DNS:example.com`, `IP:192.0.2.1`, `URI:…`, `email:…`,
    /// `dirName:CN=…` (RFC 4514), `RID:1.2.3`, `otherName:1.2.3` (its type), `x400Address`, `ediPartyName`.
    ///
    /// The characters are as in the certificate, including control characters, and are not escaped. For a terminal, use
    /// ``description``.
    public var text: String {
        switch self {
        case .rfc822Name(let name): "email:\(name.text)"
        case .dnsName(let name): "DNS:\(name.text)"
        case .uri(let name): "URI:\(name.text)"
        default: description
        }
    }

    /// Reads a name and writes it: as ``text`` or, for display, as ``fullDescription``.
    static func describe(
        _ cursor: inout DERCursor, in bytes: Span<UInt8>, into sink: inout FieldSink
    ) throws(DERError) {
        var ahead = cursor
        let element = try ahead.next(in: bytes)
        let prefix: StaticString
        switch element.tag {
        case .contextPrimitive(1): prefix = "email:"
        case .contextPrimitive(2): prefix = "DNS:"
        case .contextPrimitive(6): prefix = "URI:"
        default: prefix = ""
        }
        guard prefix.utf8CodeUnitCount > 0, !sink.hasLines else {
            let name = try GeneralName(&cursor, in: bytes)
            return sink.hasLines
                ? sink.line(name.fullDescription) : sink.string { $0 += name.description.utf8 }
        }
        cursor = ahead
        sink.ia5(prefix, content: element.content, in: bytes)
    }

    /// The kind and the name as in ``text``, safe to display.
    public var description: String {
        switch self {
        case .otherName(let name): "otherName:\(name.typeID)"
        case .rfc822Name(let name): "email:\(name)"
        case .dnsName(let name): "DNS:\(name)"
        case .x400Address: "x400Address"
        case .directoryName(let name): "dirName:\(name)"
        case .ediPartyName: "ediPartyName"
        case .uri(let name): "URI:\(name)"
        case .ipAddress(let address): "IP:\(address)"
        case .registeredID(let identifier): "RID:\(identifier)"
        }
    }

    /// The text of ``description``, extended by the contents of an otherName, an ediPartyName or an x400Address, and by
    /// U-labels after A-labels.
    package var fullDescription: String {
        switch self {
        case .otherName(let other):
            let text = other.text.map { escapedForDisplay($0) } ?? "#\(hex(other.value))"
            return "otherName:\(other.typeID.nameOrNumber):\(text)"
        case .ediPartyName(let octets):
            var cursor = DERCursor(octets.indices)
            guard let element = try? cursor.next(in: octets.span),
                let party = try? EDIPartyName(contentOf: element, in: octets.span)
            else { return description }
            return "ediPartyName:" + (party.nameAssigner.map { escapedForDisplay($0) + ":" } ?? "")
                + escapedForDisplay(party.partyName)
        case .x400Address(let octets): return "x400Address:\(hex(octets))"
        default: return unicodeName.map { "\(self) (\($0))" } ?? description
        }
    }
}

/// A name whose kind is given by an object identifier (RFC 5280 section 4.2.1.6).
///
///     OtherName ::= SEQUENCE {
///          type-id    OBJECT IDENTIFIER,
///          value      [0] EXPLICIT ANY DEFINED BY type-id }
public struct OtherName: Sendable, Hashable {
    /// The kind of name, such as 1.3.6.1.4.1.311.20.2.3 for a Microsoft user principal name.
    public let typeID: ASN1ObjectIdentifier
    /// The tag, length and content of the value.
    public let value: [UInt8]
    /// The text of the value; `nil` if the value is not a well-formed character string.
    package let text: String?

    /// Reads a name with an IMPLICIT tag instead of the SEQUENCE tag.
    init(contentOf element: DERElement, in bytes: Span<UInt8>) throws(DERError) {
        var fields = DERCursor(contentOf: element)
        typeID = try field("type-id", fields.next(.objectIdentifier, in: bytes).objectIdentifier(in: bytes))
        let element = try field("value") { () throws(DERError) -> DERElement in
            let tagged = try fields.next(.contextConstructed(0), in: bytes)
            return try DERCursor.only(tagged.content, in: bytes) { (inner, bytes) throws(DERError) in
                try inner.next(in: bytes)
            }
        }
        try fields.finish()
        value = bytes.array(element.range)
        // The type identifier determines the type of the value, so a value that is not text is not an error.
        text = (try? element.string(in: bytes)) ?? nil
    }
}

/// A name for electronic data interchange (RFC 5280 section 4.2.1.6).
///
///     EDIPartyName ::= SEQUENCE {
///          nameAssigner            [0]     DirectoryString OPTIONAL,
///          partyName               [1]     DirectoryString }
///
/// DirectoryString is a CHOICE, so both tags are EXPLICIT.
package struct EDIPartyName: Sendable, Hashable {
    /// The organization that assigned the name; `nil` if absent.
    package let nameAssigner: String?
    /// The assigned name.
    package let partyName: String

    /// Reads a name with an IMPLICIT tag instead of the SEQUENCE tag.
    init(contentOf element: DERElement, in bytes: Span<UInt8>) throws(DERError) {
        var fields = DERCursor(contentOf: element)
        nameAssigner = try field("nameAssigner", fields.explicitIfPresent(0, in: bytes, EDIPartyName.text))
        partyName = try field("partyName") { () throws(DERError) in
            let name = try fields.next(.contextConstructed(1), in: bytes)
            return try DERCursor.only(name.content, in: bytes, EDIPartyName.text)
        }
        try fields.finish()
    }

    private static func text(_ cursor: inout DERCursor, in bytes: Span<UInt8>) throws(DERError) -> String {
        try cursor.nextText(in: bytes).text(in: bytes)
    }
}
