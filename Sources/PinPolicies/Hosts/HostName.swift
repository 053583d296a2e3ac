import SPKIHash

/// A host name in the form that comparisons use: lower case, without a trailing dot, and with each internationalized
/// label as its A-label (RFC 5890 section 2.3.2.1).
public struct HostName: Sendable, Hashable, CustomStringConvertible {
    /// The labels, from the first to the top-level domain.
    package let labels: [String]

    /// Reads an IPv4 address or a host name. The name can be in upper or lower case, with or without a trailing dot,
    /// and with A-labels or letters of any script.
    ///
    /// - Throws: ``PolicyError`` if the name is invalid.
    public init(_ text: some StringProtocol) throws(PolicyError) {
        let text = String(text)
        func refuse(_ why: String, hint: String? = nil) -> PolicyError {
            PolicyError(.badHost, "invalid host name \(Pin.shown(text)): \(why)", hint: hint)
        }
        // The three other full stops of UTS 46 section 4 separate labels as the dot does.
        let dots: Set<Unicode.Scalar> = [".", "\u{3002}", "\u{ff0e}", "\u{ff61}"]
        var parts = text.unicodeScalars.split(omittingEmptySubsequences: false) { dots.contains($0) }
            .map(String.init)
        if parts.count > 1, parts.last == "" { parts.removeLast() }
        guard parts != [""] else { throw refuse("it is empty") }
        guard !text.contains("/") else {
            // Android reads the text of <domain> literally and does not resolve references.
            let isReference = text.hasPrefix("@")
            throw refuse(
                isReference ? "it is a reference to a resource" : "it is a URL", hint: "write the host only")
        }
        guard !text.contains(":") else {
            throw refuse(
                "it has a colon", hint: "write the host without a port; an IPv6 address cannot be pinned")
        }
        guard !text.contains("*") else {
            throw refuse("it has an asterisk", hint: "write one host")
        }
        var labels: [String] = []
        for part in parts {
            guard !part.isEmpty else { throw refuse("it has two dots in a row") }
            guard let label = ALabel.encode(part), label.utf8.count <= 63,
                // RFC 1123 section 2.1 allows letters, digits and hyphens; service names have underscores, too.
                label.utf8.allSatisfy({ isWordCharacter($0) || $0 == UInt8(ascii: "-") })
            else {
                throw refuse(
                    "invalid label \(Pin.shown(part))",
                    hint: part.utf8.allSatisfy { $0 < 0x80 }
                        ? "use 1 to 63 letters, digits and hyphens per label"
                        : "write its A-label, which begins with xn--")
            }
            labels.append(label)
        }
        guard labels.reduce(0, { $0 + $1.utf8.count + 1 }) <= 254 else { throw refuse("it is too long") }
        self.labels = labels
    }

    /// A Boolean value that indicates whether the name consists of four decimal numbers and therefore has no
    /// subdomains.
    package var isIPv4Address: Bool {
        labels.count == 4 && labels.allSatisfy { UInt8($0) != nil }
    }

    /// The labels, separated by dots.
    public var description: String { labels.joined(separator: ".") }
}

/// The ASCII form of an internationalized label (RFC 3492 and RFC 5890).
private enum ALabel {
    /// Returns `xn--` followed by the Punycode of a label with non-ASCII characters, or the label in lower case if it
    /// has no such characters.
    ///
    /// The label must be composed (Unicode form C). The result is `nil` if a label with non-ASCII characters also
    /// contains a character that is not allowed in host names, or if its A-label would be too long.
    static func encode(_ label: String) -> String? {
        let scalars = Array(label.lowercased().unicodeScalars)
        guard scalars.contains(where: { !$0.isASCII }) else { return label.lowercased() }
        guard scalars.allSatisfy(isPermitted), let code = Punycode.encode(scalars) else { return nil }
        return "xn--" + String(decoding: code, as: UTF8.self)
    }

    /// Returns whether a character is permitted, which approximates RFC 5892: letters, marks, digits, the two joiners
    /// and the middle dot. Combining marks from U+0300 to U+036F are excluded, because they occur only in names that
    /// are not composed, which would yield a different label.
    private static func isPermitted(_ scalar: Unicode.Scalar) -> Bool {
        // Punycode keeps ASCII characters, which HostName checks afterward.
        if scalar.isASCII { return true }
        guard !(0x300...0x36f).contains(scalar.value) else { return false }
        switch scalar.properties.generalCategory {
        case .lowercaseLetter, .otherLetter, .modifierLetter, .nonspacingMark, .spacingMark, .decimalNumber:
            return true
        default: return scalar.value == 0x200c || scalar.value == 0x200d || scalar.value == 0xb7
        }
    }
}
