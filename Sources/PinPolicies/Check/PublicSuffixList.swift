import SPKIHash

/// The suffixes under which anyone can register names, from publicsuffix.org.
package struct PublicSuffixList: Sendable {
    /// Rules without an asterisk or exclamation mark, as A-labels.
    private var names: Set<String> = []
    /// The wildcard rules, without the asterisk.
    private var wildcards: Set<String> = []
    /// The exceptions, without the exclamation mark.
    private var exceptions: Set<String> = []

    /// The number of the first line that is neither a rule nor a comment, from 1; `nil` if there is none.
    package private(set) var invalidLine: Int?

    /// Reads the list: one rule per line, up to the first white space, comments after `//`. Lines that are
    /// not rules are skipped, as the format requires.
    package init(_ text: some Collection<UInt8>) {
        let lines = text.split(separator: 0x0a, omittingEmptySubsequences: false)
        for (number, line) in lines.enumerated() {
            let rule = line.prefix { $0 != 0x20 && $0 != 0x09 && $0 != 0x0d }
            guard let first = rule.first, !rule.starts(with: "//".utf8) else { continue }
            let length = first == UInt8(ascii: "!") ? 1 : rule.starts(with: "*.".utf8) ? 2 : 0
            guard let host = try? HostName(String(decoding: rule.dropFirst(length), as: UTF8.self)) else {
                invalidLine = invalidLine ?? number + 1
                continue
            }
            switch length {
            case 1: exceptions.insert(host.description)
            case 2: wildcards.insert(host.description)
            default: names.insert(host.description)
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
