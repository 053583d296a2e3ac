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

    /// The number, counting from 1, of the first line that is neither a rule nor a comment; 1 for a list without rules;
    /// `nil` if all lines are valid.
    package var invalidLine: Int? {
        let lines = text.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false)
            .map { $0.prefix { $0 != 0x20 && $0 != 0x09 && $0 != 0x0d } }
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
        let wanted = Set(hosts.flatMap { Found.rules(of: $0) })
        let byHash = Dictionary(grouping: wanted) { (rule) in
            rule.utf8.reversed().reduce(PublicSuffixList.seed, PublicSuffixList.hash)
        }
        let hasLetters = wanted.contains { $0.containsText("xn--") }
        var found = Found()
        // A bit for each hash, because a lookup in the dictionary takes far longer.
        let bits = byHash.keys.reduce(UInt64(0)) { $0 | 1 << ($1 & 63) }
        // The hash runs from the end of a line to its beginning, so that it is also that of each name above the rule's.
        // With a host, all names above it are wanted, so most lines end at their top-level domain.
        func search(_ text: [UInt8], _ line: Range<Int>) {
            var (hash, place) = (PublicSuffixList.seed, line.upperBound)
            while place > line.lowerBound {
                place -= 1
                if text[place] == UInt8(ascii: ".") {
                    guard bits >> (hash & 63) & 1 == 1 else { return }
                    let above = text[(place + 1)..<line.upperBound]
                    guard let name = byHash[hash]?.first(where: { above.elementsEqual($0.utf8) }) else {
                        return
                    }
                    found.above.insert(name)
                }
                hash = PublicSuffixList.hash(hash, text[place])
            }
            guard bits >> (hash & 63) & 1 == 1 else { return }
            found.rules.formUnion((byHash[hash] ?? []).filter { text[line].elementsEqual($0.utf8) })
        }
        var place = 0
        while place < text.count {
            let start = place
            var isASCII = true
            while place < text.count, text[place] > 0x20 {
                isASCII = isASCII && text[place] < 0x80
                place += 1
            }
            if isASCII {
                search(text, start..<place)
            } else if hasLetters,
                let rule = PublicSuffixList.rule(text[start..<place]).map({ Array($0.utf8) })
            {
                search(rule, 0..<rule.count)
            }
            while place < text.count, text[place] != UInt8(ascii: "\n") { place += 1 }
            place += 1
        }
        return found
    }

    /// The constants of the 64-bit Fowler-Noll-Vo hash.
    private static let seed: UInt64 = 0xcbf2_9ce4_8422_2325
    private static let prime: UInt64 = 0x100_0000_01b3

    private static func hash(_ hash: UInt64, _ byte: UInt8) -> UInt64 { (hash ^ UInt64(byte)) &* prime }

    /// The rules of a list that concern the requested hosts.
    package struct Found {
        fileprivate var rules: Set<String> = []
        /// The names directly or indirectly above the name of a rule.
        fileprivate var above: Set<String> = []

        /// The maximum number of labels in a rule; no rule of the list has more than five.
        private static let mostLabels = 8

        /// Returns a host and the names above it that may be in the list, the longest first, each with the rules that
        /// may apply to it.
        private static func names(
            of host: HostName
        ) -> [(name: String, exception: String, wildcard: String)] {
            let labels = host.labels.suffix(mostLabels)
            return labels.indices.map { (first) in
                let name = labels[first...].joined(separator: ".")
                return (name, "!" + name, (["*"] + labels[(first + 1)...]).joined(separator: "."))
            }
        }

        /// Returns the rules that may apply to a host.
        fileprivate static func rules(of host: HostName) -> [String] {
            names(of: host).flatMap { [$0.name, $0.exception, $0.wildcard] }
        }

        /// Returns whether TrustKit accepts the host: `true` for most names in the public DNS, `false` for an address or
        /// a name such as `printer.local`.
        ///
        /// TrustKit looks for the longest name, of the host and the names above it, that is a rule or is above one. It
        /// must be a rule: `ec2.amazonaws.com` is refused if `amazonaws.com` is only above rules (domain_registry,
        /// registry_search.c, GetRegistryForHostname).
        package func hasRegistry(_ host: HostName) -> Bool {
            for (name, exception, wildcard) in Found.names(of: host) {
                if rules.contains(name) { return true }
                if above.contains(name) { return false }
                if rules.contains(exception) || rules.contains(wildcard) { return true }
            }
            return false
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
