import DERKit

extension GeneralName {
    /// The kind and the name, as in JSON: `DNS:example.com`, `IP:192.0.2.1`, `URI:…`, `email:…`,
    /// `dirName:CN=…` (RFC 4514), `RID:1.2.3`, `otherName:1.2.3` (its type), `x400Address`, `ediPartyName`.
    ///
    /// The characters of the certificate are unescaped, including controls, for programs. Use ``description``
    /// for a terminal.
    public var text: String {
        switch self {
        case .rfc822Name(let name): "email:\(name.text)"
        case .dnsName(let name): "DNS:\(name.text)"
        case .uri(let name): "URI:\(name.text)"
        default: description
        }
    }

    /// Adds the same text to `text`.
    package func appendText(to text: inout [UInt8]) {
        switch self {
        case .rfc822Name(let name):
            text.append(literal: "email:")
            name.appendText(to: &text)
        case .dnsName(let name):
            text.append(literal: "DNS:")
            name.appendText(to: &text)
        case .uri(let name):
            text.append(literal: "URI:")
            name.appendText(to: &text)
        case .directoryName(let name):
            text.append(literal: "dirName:")
            DistinguishedName.appendText(of: 0..<name.derBytes.count, in: name.derBytes, to: &text)
        default: text += description.utf8
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
        case .ediPartyName(let party):
            return "ediPartyName:" + (party.nameAssigner.map { escapedForDisplay($0) + ":" } ?? "")
                + escapedForDisplay(party.partyName)
        case .x400Address(let octets): return "x400Address:\(hex(octets))"
        default: return unicodeName.map { "\(self) (\($0))" } ?? description
        }
    }
}
