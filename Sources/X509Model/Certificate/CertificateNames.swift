import DERKit

extension Certificate {
    /// The host names in the certificate's subjectAltName, in order; empty if it has none or if the
    /// extension cannot be read.
    public var dnsNames: [String] {
        guard let names = try? extensions.subjectAlternativeName else { return [] }
        return names.compactMap { if case .dnsName(let name) = $0 { name.text } else { nil } }
    }
}

extension Certificate {
    /// Returns whether the certificate's subjectAltName has the host, compared as in RFC 9525 section 6: a
    /// wildcard must be the whole first label, and matches exactly one label. The common name does not count.
    ///
    /// - Parameter host: a host name in ASCII (`xn--bcher-kva.example`), or an IPv4 or IPv6 address without
    ///   brackets.
    /// - Returns: `false` also if the names cannot be read, or if `host` is not a name.
    public func matches(host: some StringProtocol) -> Bool {
        ServerName(host).flatMap { identifies($0) } ?? false
    }
}
