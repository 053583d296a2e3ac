import DERKit

/// A name of any of nine kinds, RFC 5280 section 4.2.1.6.
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
    /// A name of another kind, given by an object identifier.
    case otherName(OtherName)
    /// An e-mail address.
    case rfc822Name(IA5Text)
    /// A host name or domain, possibly with a wildcard.
    case dnsName(IA5Text)
    /// An X.400 address: tag, length and content of the ORAddress, which is not decoded.
    case x400Address([UInt8])
    /// A distinguished name.
    case directoryName(DistinguishedName)
    /// A name in electronic data interchange: tag, length and content of the EDIPartyName, which is not decoded.
    case ediPartyName([UInt8])
    /// A URI.
    case uri(IA5Text)
    /// An IP address, or in name constraints an address and a mask.
    case ipAddress(GeneralName.IPAddress)
    /// An object identifier.
    case registeredID(ASN1ObjectIdentifier)
}

/// GeneralNames, RFC 5280 section 4.2.1.6: the names in order.
///
///     GeneralNames ::= SEQUENCE SIZE (1..MAX) OF GeneralName
package typealias GeneralNames = [GeneralName]

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
                var inner = DERCursor(contentOf: element)
                let name = try DistinguishedName.check(&inner, in: bytes)
                try inner.finish()
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
        default: throw GeneralName.unexpected(element)
        }
    }

    private static func unexpected(_ element: DERElement) -> DERError {
        let isKnown = element.tag.tagClass == .contextSpecific && element.tag.number <= 8
        let form = isKnown ? (element.tag.isConstructed ? "constructed " : "primitive ") : ""
        return DERError(
            .unexpectedTag, at: element.start,
            expected: "a GeneralName, tag [0] to [8] in the form of its type",
            found: form + "\(element.tag)")
    }

    /// Reads GeneralNames.
    static func names(_ cursor: inout DERCursor, in bytes: Span<UInt8>) throws(DERError) -> GeneralNames {
        try cursor.sequence(in: bytes, of: GeneralName.init)
    }

    /// Reads GeneralNames with an IMPLICIT tag, if present.
    static func namesIfPresent(
        _ number: UInt32, _ cursor: inout DERCursor, in bytes: Span<UInt8>
    ) throws(DERError) -> GeneralNames? {
        try cursor.sequenceIfPresent(number, in: bytes, of: GeneralName.init)
    }
}

extension FieldSink {
    /// Writes GeneralNames with an IMPLICIT tag if present, otherwise null.
    mutating func names(
        _ cursor: inout DERCursor, _ number: UInt32, in bytes: Span<UInt8>
    ) throws(DERError) {
        let tag = DERTag.contextConstructed(number)
        var ahead = cursor
        guard try ahead.nextIfPresent(tag, in: bytes) != nil else { return null() }
        try list(&cursor, tag, in: bytes, of: GeneralName.describe)
    }
}
