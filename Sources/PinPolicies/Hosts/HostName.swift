import DERKit
import SPKIHash

/// A host name in the form in which names are compared: lower case, without a trailing dot, each
/// internationalized label as its A-label (RFC 5890 section 2.3.2.1).
public struct HostName: Sendable, Hashable {
    /// The labels, from the host's own to the top-level domain.
    package let labels: [String]

    /// Reads a host name in any case, with or without a trailing dot, with A-labels or with letters of any
    /// script, or an IPv4 address.
    ///
    /// - Throws: ``PolicyError`` if the name is invalid.
    public init(_ text: some StringProtocol) throws(PolicyError) {
        let text = String(text)
        func refuse(_ why: String, hint: String? = nil) -> PolicyError {
            PolicyError(.badHost, "invalid host name '\(displayed(text))': \(why)", hint: hint)
        }
        // The three other full stops of UTS 46 section 4 separate labels as the dot does.
        let dots: Set<Unicode.Scalar> = [".", "\u{3002}", "\u{ff0e}", "\u{ff61}"]
        var parts = text.unicodeScalars.split(omittingEmptySubsequences: false) { dots.contains($0) }
            .map(String.init)
        if parts.count > 1, parts.last == "" { parts.removeLast() }
        guard parts != [""] else { throw refuse("it is empty") }
        guard !text.contains("/") else {
            // Android's <domain> is read as it is written.
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
                // RFC 1123 section 2.1; service names have underscores, too.
                label.utf8.allSatisfy({ isWordCharacter($0) || $0 == UInt8(ascii: "-") })
            else {
                throw refuse(
                    "invalid label '\(displayed(part))'",
                    hint: part.utf8.allSatisfy { $0 < 0x80 }
                        ? "use 1 to 63 letters, digits and hyphens per label"
                        : "write its A-label, which begins with xn--")
            }
            labels.append(label)
        }
        guard labels.reduce(0, { $0 + $1.utf8.count + 1 }) <= 254 else { throw refuse("it is too long") }
        self.labels = labels
    }

    /// A Boolean value that indicates whether the name is four decimal numbers, which have no subdomains.
    package var isIPv4Address: Bool {
        labels.count == 4 && labels.allSatisfy { UInt8($0) != nil }
    }
}

extension HostName: CustomStringConvertible {
    /// The labels, separated by dots.
    public var description: String { labels.joined(separator: ".") }
}
