import DERKit

/// The name of a server, for comparison with the names in a certificate (RFC 9525).
package enum ServerName: Sendable, Hashable {
    /// A host name in lower-case A-labels, without a trailing dot.
    case dns(String)
    /// The 4 or 16 octets of an IP address.
    case ip([UInt8])

    /// Creates a server name from an IPv4 or IPv6 address, or from an ASCII host name in any case, with or without a
    /// trailing dot.
    ///
    /// Returns `nil` if the text is empty or contains characters other than visible ASCII.
    package init?(_ text: some StringProtocol) {
        var octets = Array(text.utf8)
        if octets.last == UInt8(ascii: ".") { octets.removeLast() }
        guard !octets.isEmpty, octets.allSatisfy({ (0x21...0x7e).contains($0) }) else { return nil }
        if let address = ServerName.version4(octets[...]) ?? ServerName.version6(octets) {
            self = .ip(address)
        } else {
            self = .dns(String(decoding: octets.map(lowercased), as: UTF8.self))
        }
    }

    private static func version4(_ text: ArraySlice<UInt8>) -> [UInt8]? {
        let parts = text.split(separator: UInt8(ascii: "."), omittingEmptySubsequences: false)
        let octets = parts.compactMap { (part) in
            number(part, radix: 10, digits: 1...3).flatMap { UInt8(exactly: $0) }
        }
        return parts.count == 4 && octets.count == 4 ? octets : nil
    }

    /// Reads an IPv6 address (RFC 4291 section 2.2): groups of hex digits separated by colons, with at most one run of
    /// zeros as `::`, and optionally with an IPv4 address instead of the last two groups. Returns `nil` for other text.
    private static func version6(_ text: [UInt8]) -> [UInt8]? {
        guard let mark = text[...].firstIndex(ofText: "::") else {
            return groups(text[...]).flatMap { $0.count == 16 ? $0 : nil }
        }
        guard let first = groups(text[..<mark], isEnd: false), let last = groups(text[(mark + 2)...]),
            first.count + last.count <= 14
        else { return nil }
        return first + [UInt8](repeating: 0, count: 16 - first.count - last.count) + last
    }

    /// Returns the octets of groups of hex digits, the last of which may be an IPv4 address at the end of the text.
    private static func groups(_ text: ArraySlice<UInt8>, isEnd: Bool = true) -> [UInt8]? {
        guard !text.isEmpty else { return [] }
        var octets: [UInt8] = []
        for group in text.split(separator: UInt8(ascii: ":"), omittingEmptySubsequences: false) {
            if let value = number(group, radix: 16, digits: 1...4) {
                octets += [UInt8(truncatingIfNeeded: value >> 8), UInt8(truncatingIfNeeded: value)]
            } else if isEnd, group.endIndex == text.endIndex, let address = version4(group) {
                octets += address
            } else {
                return nil
            }
        }
        return octets
    }

    private static func number(_ text: ArraySlice<UInt8>, radix: Int, digits: ClosedRange<Int>) -> Int? {
        guard digits.contains(text.count), text.allSatisfy({ hexDigit($0) != nil }) else { return nil }
        return Int(String(decoding: text, as: UTF8.self), radix: radix)
    }
}

/// Returns an ASCII letter in lower case, or any other octet unchanged.
func lowercased(_ character: UInt8) -> UInt8 {
    (0x41...0x5a).contains(character) ? character + 0x20 : character
}

extension Certificate {
    /// The host names and IP addresses in the subject alternative names; `nil` if an extension with such names cannot
    /// be read.
    package var serverNames: [GeneralName]? {
        var names: [GeneralName] = []
        for member in extensionList(of: [.subjectAlternativeName]) {
            guard let found = try? member.decoded(as: [GeneralName].self) else { return nil }
            for name in found {
                switch name {
                case .dnsName, .ipAddress: names.append(name)
                default: continue
                }
            }
        }
        return names
    }

    /// Returns whether the certificate is for a server, or `nil` if its names cannot be read.
    ///
    /// The server is compared with the subject alternative names according to RFC 9525 section 6: a wildcard must be
    /// the whole first label, and matches exactly one label. The common name is ignored.
    package func identifies(_ server: ServerName) -> Bool? {
        serverNames?.contains { (name) in
            switch (name, server) {
            case (.dnsName(let pattern), .dns(let host)): Certificate.matches(pattern.bytes, Array(host.utf8))
            case (.ipAddress(let address), .ip(let octets)): address.bytes == octets
            default: false
            }
        }
    }

    private static func matches(_ pattern: [UInt8], _ host: [UInt8]) -> Bool {
        let pattern = pattern.map(lowercased)
        guard pattern.starts(with: "*.".utf8) else { return pattern == host }
        guard let dot = host.firstIndex(of: UInt8(ascii: ".")), dot > 0 else { return false }
        return pattern.dropFirst() == host[dot...]
    }

    /// The host names in the certificate's subjectAltName, in order; empty if there are none or if the extension cannot
    /// be read.
    public var dnsNames: [String] {
        guard let names = try? extensions.subjectAlternativeName else { return [] }
        return names.compactMap { if case .dnsName(let name) = $0 { name.text } else { nil } }
    }

    /// Returns whether the certificate's subjectAltName matches the host according to RFC 9525 section 6: a wildcard
    /// must be the whole first label, and matches exactly one label. The common name is ignored.
    ///
    /// - Parameter host: a host name in ASCII (`xn--bcher-kva.example`), or an IPv4 or IPv6 address without
    ///   brackets.
    /// - Returns: `true` if a name matches; `false` if none does, if the names cannot be read, or if `host` is invalid.
    public func matches(host: some StringProtocol) -> Bool {
        ServerName(host).flatMap { identifies($0) } ?? false
    }
}
