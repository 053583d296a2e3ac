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

extension DistinguishedName {
    /// The last commonName in the name; `nil` if there is none, or if it is not text.
    public var commonName: String? { text(.commonName) }

    /// Returns the text of the last (most specific) attribute of a type, or `nil` if the name has none.
    public func text(_ type: ASN1ObjectIdentifier) -> String? {
        let bytes = derBytes.span
        return DistinguishedName.lastValue(type, in: 0..<bytes.count, of: bytes).flatMap {
            (try? $0.string(in: bytes)) ?? nil
        }
    }

    /// Returns the last value of an attribute type in the name at `range`, which has been checked.
    static func lastValue(
        _ type: ASN1ObjectIdentifier, in range: Range<Int>, of bytes: Span<UInt8>
    ) -> DERElement? {
        var last: DERElement?
        forEachPart(of: range, in: bytes) { (set) in
            var attributes = DERCursor(contentOf: set)
            while !attributes.isAtEnd, let attribute = try? attributes.next(in: bytes) {
                var fields = DERCursor(contentOf: attribute)
                if let found = try? fields.next(in: bytes), bytes.extracting(found.content).isEqual(to: type.content)
                {
                    last = try? fields.next(in: bytes)
                }
            }
        }
        return last
    }

    /// Calls `body` with the SET of each part of the name at `range`, which has been checked.
    @inline(__always)
    static func forEachPart(of range: Range<Int>, in bytes: Span<UInt8>, _ body: (DERElement) -> Void) {
        var outer = DERCursor(range)
        guard let sequence = try? outer.next(.sequence, in: bytes) else { return }
        var parts = DERCursor(contentOf: sequence)
        while !parts.isAtEnd, let set = try? parts.next(.set, in: bytes) { body(set) }
    }
}
