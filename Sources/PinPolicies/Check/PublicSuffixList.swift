import SPKIHash

/// The suffixes under which anyone can register names, from publicsuffix.org.
package struct PublicSuffixList: Sendable {
    /// Rules without an asterisk or exclamation mark, as A-labels.
    private var names: Set<String> = []
    /// The wildcard rules, without the asterisk.
    private var wildcards: Set<String> = []
    /// The exceptions, without the exclamation mark.
    private var exceptions: Set<String> = []

    /// Reads the list: one rule per line, up to the first white space, comments after `//`. Lines that are
    /// not rules are skipped, as the format requires.
    package init(_ text: some Collection<UInt8>) {
        for line in text.split(whereSeparator: { $0 == 0x0a || $0 == 0x0d }) {
            let rule = line.prefix { $0 != 0x20 && $0 != 0x09 }
            guard let first = rule.first, first != UInt8(ascii: "/") else { continue }
            let name = String(decoding: rule, as: UTF8.self)
            if name.hasPrefix("!") {
                if let host = try? HostName(name.dropFirst()) { exceptions.insert(host.description) }
            } else if name.hasPrefix("*.") {
                if let host = try? HostName(name.dropFirst(2)) { wildcards.insert(host.description) }
            } else if let host = try? HostName(name) {
                names.insert(host.description)
            }
        }
    }

    /// The number of rules.
    package var count: Int { names.count + wildcards.count + exceptions.count }

    /// Returns whether the list has a rule for the host: true for a name in the public DNS, false for an
    /// address or a name like `printer.local`.
    ///
    /// Every rule of the list is below a rule for its top-level domain alone or with an asterisk.
    func hasRegistry(_ host: HostName) -> Bool {
        host.labels.last.map { names.contains($0) || wildcards.contains($0) } ?? false
    }

    /// Returns whether the host is itself a public suffix, as every top-level domain is by the default rule
    /// of the list.
    package func contains(_ host: HostName) -> Bool {
        let name = host.description
        if exceptions.contains(name) { return false }
        if names.contains(name) || host.labels.count == 1 { return true }
        return wildcards.contains(host.labels.dropFirst().joined(separator: "."))
    }
}
