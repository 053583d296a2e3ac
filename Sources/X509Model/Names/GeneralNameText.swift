import DERKit

extension GeneralName {
    /// The kind and the name, as in JSON: `DNS:example.com`, `IP:192.0.2.1`, `URI:…`, `email:…`,
    /// `dirName:CN=…` (RFC 4514), `RID:1.2.3`, `otherName:1.2.3` (its type), `x400Address`, `ediPartyName`.
    ///
    /// The characters are as in the certificate, including control characters, and are not escaped. Use
    /// ``description`` for a terminal.
    public var text: String {
        switch self {
        case .rfc822Name(let name): "email:\(name.text)"
        case .dnsName(let name): "DNS:\(name.text)"
        case .uri(let name): "URI:\(name.text)"
        default: description
        }
    }

    /// Reads a name and writes it: ``text``, or ``fullDescription`` for display.
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
        case .contextConstructed(4) where !sink.hasLines:
            return try field("directoryName", describeDirectoryName(&cursor, bytes, &sink))
        default: prefix = ""
        }
        guard prefix.utf8CodeUnitCount > 0, !sink.hasLines else {
            let name = try GeneralName(&cursor, in: bytes)
            return sink.hasLines ? sink.line(name.fullDescription) : sink.string(name.description)
        }
        cursor = ahead
        sink.ia5(prefix, content: element.content, in: bytes)
    }

    private static func describeDirectoryName(
        _ cursor: inout DERCursor, _ bytes: Span<UInt8>, _ sink: inout FieldSink
    ) throws(DERError) {
        // Name is a CHOICE, so the tag is EXPLICIT.
        var inner = DERCursor(contentOf: try cursor.next(in: bytes))
        let name = try DistinguishedName.check(&inner, in: bytes)
        try inner.finish()
        sink.string { (text) in
            text.append(literal: "dirName:")
            DistinguishedName.appendText(of: name, in: bytes, to: &text)
        }
    }
}

extension GeneralName: CustomStringConvertible {
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
}

extension GeneralName {
    /// The same with the contents of an otherName, an ediPartyName or an x400Address, and with U-labels after A-labels.
    package var fullDescription: String {
        switch self {
        case .otherName(let other):
            let text = other.text.map { escapedForDisplay($0) } ?? "#\(hex(other.value))"
            return "otherName:\(other.typeID.nameOrNumber):\(text)"
        case .ediPartyName(let octets):
            guard let party = try? EDIPartyName(der: octets) else { return description }
            return "ediPartyName:" + (party.nameAssigner.map { escapedForDisplay($0) + ":" } ?? "")
                + escapedForDisplay(party.partyName)
        case .x400Address(let octets): return "x400Address:\(hex(octets))"
        default: return unicodeName.map { "\(self) (\($0))" } ?? description
        }
    }
}
