import SPKIHash

/// The hosts to which a rule applies.
public struct HostPattern: Sendable, Hashable, CustomStringConvertible {
    /// The subdomains that a pattern includes, written as in OkHttp.
    package enum Reach: String, Sendable, CaseIterable {
        /// Only the host itself: `example.com`.
        case exact = ""
        /// Hosts with exactly one more label: `*.example.com`, as in OkHttp and certificates.
        case oneLabel = "*."
        /// The host and every host below it: `**.example.com`, as in OkHttp. TrustKit, Android, NSPinnedDomains and RFC
        /// 7469 have an "include subdomains" flag instead.
        case subdomains = "**."
    }

    /// The host that the pattern names, without asterisks.
    package let host: HostName
    /// The subdomains that the pattern includes.
    package let reach: Reach

    package init(_ host: HostName, _ reach: Reach = .exact) throws(PolicyError) {
        guard reach == .exact || !host.isIPv4Address else {
            throw PolicyError(
                .badHost, "\(host) is an IP address, which has no subdomains", hint: "write \(host) only")
        }
        self.host = host
        self.reach = reach
    }

    /// Reads `example.com`, `*.example.com` or `**.example.com`. An asterisk anywhere else is an error, as in
    /// OkHttp.
    ///
    /// - Throws: ``PolicyError``.
    public init(_ text: some StringProtocol) throws(PolicyError) {
        let reach = [Reach.subdomains, .oneLabel].first { text.hasPrefix($0.rawValue) } ?? .exact
        let host = text.dropFirst(reach.rawValue.count)
        guard !host.utf8.contains(UInt8(ascii: "*")) else {
            let isAlone = host.utf8.allSatisfy { $0 == UInt8(ascii: "*") }
            throw PolicyError(
                .badHost,
                "invalid host name \(Pin.shown(String(text))): "
                    + (isAlone
                        ? "the name after the asterisk is missing"
                        : "an asterisk is allowed at the beginning only"),
                hint: "write *.example.com or **.example.com")
        }
        guard !text.hasPrefix(".") || text.hasPrefix("..") || text == "." else {
            throw PolicyError(
                .badHost, "invalid host name \(Pin.shown(String(text))): it begins with a dot",
                hint: "write **\(displayed(String(text))) for the host and all hosts below it")
        }
        try self.init(try HostName(host), reach)
    }

    /// Returns whether the pattern matches a host.
    package func matches(_ other: HostName) -> Bool {
        isSuffix(of: other) && depths.contains(other.labels.count - host.labels.count)
    }

    /// Returns whether some host matches both patterns.
    package func overlaps(_ other: HostPattern) -> Bool {
        let (short, long) = host.labels.count <= other.host.labels.count ? (self, other) : (other, self)
        guard short.isSuffix(of: long.host) else { return false }
        let extra = long.host.labels.count - short.host.labels.count
        return short.depths.overlaps((long.depths.lowerBound + extra)...(long.depths.upperBound + extra))
    }

    /// The allowed numbers of labels before the host; a name has at most 127 labels in total.
    private var depths: ClosedRange<Int> {
        switch reach {
        case .exact: 0...0
        case .oneLabel: 1...1
        case .subdomains: 0...127
        }
    }

    /// Returns whether this pattern matches every host that another pattern matches.
    func covers(_ other: HostPattern) -> Bool {
        switch (reach, other.reach) {
        case (.subdomains, _): isSuffix(of: other.host)
        case (_, .exact): matches(other.host)
        default: self == other
        }
    }

    /// A number that is higher for a more precise pattern, among the patterns that match one host.
    var precision: Int {
        switch reach {
        case .exact: Int.max
        case .oneLabel: host.labels.count * 2 + 1
        case .subdomains: host.labels.count * 2
        }
    }

    private func isSuffix(of other: HostName) -> Bool {
        other.labels.suffix(host.labels.count) == host.labels[...]
    }

    /// The pattern in OkHttp's notation.
    public var description: String { "\(reach.rawValue)\(host)" }
}
