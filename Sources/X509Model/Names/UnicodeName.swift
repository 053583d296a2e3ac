extension GeneralName {
    /// Returns the name with A-labels converted to U-labels, RFC 5890 section 2.3.2.1: `bücher.example` for
    /// `xn--bcher-kva.example`. Safe to show.
    ///
    /// Examines all labels of a dNSName, the labels after the `@` of an e-mail address, and the labels of a
    /// URI's host.
    ///
    /// - Returns: `nil` if the name has no A-label, and for other kinds of names.
    package var unicodeName: String? {
        switch self {
        case .dnsName(let name): GeneralName.withULabels(name.bytes[...])
        case .rfc822Name(let name):
            GeneralName.withULabels(name.bytes[...], in: GeneralName.domain(ofAddress: name.bytes))
        case .uri(let name):
            GeneralName.withULabels(name.bytes[...], in: GeneralName.host(ofURI: name.bytes))
        default: nil
        }
    }

    private static func domain(ofAddress address: [UInt8]) -> Range<Int> {
        let at = address.lastIndex(of: UInt8(ascii: "@"))
        return (at.map { $0 + 1 } ?? address.count)..<address.count
    }

    /// RFC 3986 section 3: scheme "://" [ userinfo "@" ] host [ ":" port ] then "/", "?", "#" or the end.
    private static func host(ofURI uri: [UInt8]) -> Range<Int> {
        let none = uri.count..<uri.count
        guard let colon = uri.firstIndex(of: UInt8(ascii: ":")) else { return none }
        let rest = uri[(colon + 1)...]
        guard rest.starts(with: "//".utf8) else { return none }
        var authority = rest.dropFirst(2).prefix { !"/?#".utf8.contains($0) }
        if let at = authority.lastIndex(of: UInt8(ascii: "@")) { authority = authority[(at + 1)...] }
        let host = authority.prefix { $0 != UInt8(ascii: ":") }
        return host.startIndex..<host.endIndex
    }

    /// Returns the octets as text with the A-labels in `part` decoded, or `nil` if it has none.
    private static func withULabels(_ octets: ArraySlice<UInt8>, in part: Range<Int>? = nil) -> String? {
        let part = part ?? octets.startIndex..<octets.endIndex
        var found = false
        let labels = octets[part].split(separator: UInt8(ascii: "."), omittingEmptySubsequences: false).map {
            (label) -> String in
            guard let decoded = uLabel(label) else { return escaped(Array(label)) }
            found = true
            return decoded
        }
        guard found else { return nil }
        return escaped(Array(octets[..<part.lowerBound])) + labels.joined(separator: ".")
            + escaped(Array(octets[part.upperBound...]))
    }

    /// Returns the U-label of an A-label, safe to show; `nil` if the label is not an A-label.
    private static func uLabel(_ label: ArraySlice<UInt8>) -> String? {
        // Name servers ignore case, and U-labels are lower case.
        let lower = label.map { (UInt8(ascii: "A")...UInt8(ascii: "Z")).contains($0) ? $0 | 0x20 : $0 }
        guard lower.starts(with: "xn--".utf8), let scalars = Punycode.decode(lower.dropFirst(4)),
            scalars.contains(where: { !$0.isASCII })
        else { return nil }
        return escapedForDisplay(String(String.UnicodeScalarView(scalars)))
    }
}
