import SPKIHash

/// The suffixes under which anyone can register names, from publicsuffix.org.
///
/// The text has some 10,000 rules. A check needs only a few of them, so it searches the text instead of reading all
/// rules.
package struct PublicSuffixList: Sendable {
    private let text: [UInt8]

    /// Creates the list from its text. Each line contains one rule, which ends at the first white space; comments begin
    /// with `//`.
    package init(_ text: some Collection<UInt8>) {
        self.text = Array(text)
    }

    private var lines: [ArraySlice<UInt8>] {
        text.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false)
            .map { $0.prefix { $0 != 0x20 && $0 != 0x09 && $0 != 0x0d } }
    }

    /// The number, counting from 1, of the first line that is neither a rule nor a comment; 1 for a list without rules;
    /// `nil` if all lines are valid.
    package var invalidLine: Int? {
        let lines = lines
        let isRule = lines.map { !$0.isEmpty && !$0.starts(with: "//".utf8) }
        guard isRule.contains(true) else { return 1 }
        return lines.indices.first { isRule[$0] && PublicSuffixList.rule(lines[$0]) == nil }.map { $0 + 1 }
    }

    /// Returns the rule on a line, written with A-labels, or `nil` if the rule is invalid.
    private static func rule(_ line: ArraySlice<UInt8>) -> String? {
        let mark =
            line.first == UInt8(ascii: "!")
            ? line.prefix(1) : line.starts(with: "*.".utf8) ? line.prefix(2) : []
        guard let host = try? HostName(String(decoding: line.dropFirst(mark.count), as: UTF8.self)) else {
            return nil
        }
        return String(decoding: mark, as: UTF8.self) + host.description
    }

    /// Returns the rules of the list that concern `hosts`, found while reading the text once.
    package func look(up hosts: [HostName]) -> Found {
        var wanted: Set<String> = []
        for host in hosts { wanted.formUnion(Found.rules(of: host)) }
        var byHash: [UInt64: [String]] = [:]
        for rule in wanted {
            let hash = rule.utf8.reduce(PublicSuffixList.seed) { ($0 ^ UInt64($1)) &* PublicSuffixList.prime }
            byHash[hash, default: []].append(rule)
        }
        let hasLetters = wanted.contains { $0.containsText("xn--") }
        var rules: Set<String> = []
        var place = 0
        let end = text.count
        while place < end {
            let start = place
            var (hash, isASCII) = (PublicSuffixList.seed, true)
            while place < end, text[place] > 0x20 {
                hash = (hash ^ UInt64(text[place])) &* PublicSuffixList.prime
                isASCII = isASCII && text[place] < 0x80
                place += 1
            }
            let line = text[start..<place]
            if !isASCII, hasLetters, let rule = PublicSuffixList.rule(line), wanted.contains(rule) {
                rules.insert(rule)
            }
            for rule in byHash[hash] ?? [] where line.elementsEqual(rule.utf8) { rules.insert(rule) }
            while place < end, text[place] != UInt8(ascii: "\n") { place += 1 }
            place += 1
        }
        return Found(rules: rules)
    }

    /// The constants of the 64-bit Fowler-Noll-Vo hash.
    private static let seed: UInt64 = 0xcbf2_9ce4_8422_2325
    private static let prime: UInt64 = 0x100_0000_01b3

    /// The rules of a list that concern the requested hosts.
    package struct Found {
        fileprivate let rules: Set<String>

        /// Returns the rules that may apply to a host.
        fileprivate static func rules(of host: HostName) -> [String] {
            let name = host.description
            let parent = host.labels.dropFirst().joined(separator: ".")
            let top = host.labels.last ?? ""
            return [name, "!" + name, "*." + parent, top, "*." + top]
        }

        /// Returns whether the list has a rule for the host: `true` for a name in the public DNS, `false` for an
        /// address or a name such as `printer.local`.
        ///
        /// For every rule, the list also has one for the rule's top-level domain, either alone or with an asterisk.
        package func hasRegistry(_ host: HostName) -> Bool {
            host.labels.last.map { rules.contains($0) || rules.contains("*." + $0) } ?? false
        }

        /// Returns whether the host is itself a public suffix. By the default rule of the list, every top-level domain
        /// is one.
        package func contains(_ host: HostName) -> Bool {
            let name = host.description
            if rules.contains("!" + name) { return false }
            return host.labels.count == 1 || rules.contains(name)
                || rules.contains("*." + host.labels.dropFirst().joined(separator: "."))
        }
    }
}
