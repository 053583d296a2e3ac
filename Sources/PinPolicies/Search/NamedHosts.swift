/// The hosts that properties of one scope name, such as `host: a.example.com`, for the pins next to them.
struct NamedHosts {
    /// The hosts of the current entry, those of the strongest properties. All its pins share this array.
    private(set) var hosts: [HostMention] = []
    /// The name of the first property.
    private var name: Range<Int>?
    /// How strongly the properties of the hosts say that they are those of the pins.
    private var strength = 0
    /// A Boolean value that indicates whether entries end with their hosts, so that the pins precede them.
    private(set) var areLast = false
    /// A Boolean value that indicates whether the host of a pin is unknown, because properties with different names name
    /// different hosts, or because the text does not show where an entry begins.
    private(set) var isUnclear = false
    /// The number of mentions before the last host, or before the scope.
    private var last: Int
    private var isEmpty = true

    init(after mentions: Int) { last = mentions }

    /// The relation of a property to the first one.
    private enum Relation {
        /// The same name.
        case repetition
        /// The same ending, as in `prodHost` and `devHost`.
        case prefixed
        /// Two of the usual names of hosts.
        case synonym
        case other
    }

    /// Notes the host of a property. The same property after a pin begins the next entry, as in
    /// `host: a.example.com`, `pin: …`, `host: b.example.com`, `pin: …`.
    ///
    /// - Parameter mentions: the number of mentions before the host.
    /// - Returns: whether the host is not one more host of the current entry.
    mutating func note(
        _ host: HostMention, by name: Range<Int>?, in text: [UInt8], after mentions: Int
    ) -> Bool {
        let isNext = mentions > last
        if isEmpty { (self.name, areLast, isEmpty) = (name, isNext, false) }
        guard !contains(host, in: text), !isUnclear else { return false }
        last = mentions
        let strength = NamedHosts.strength(of: host, by: name, in: text)
        if hosts.isEmpty {
            (hosts, self.strength) = ([host], strength)
            return false
        }
        switch (relation(of: name, in: text), isNext) {
        case (.repetition, true), (.prefixed, true):
            // An entry that ends with its host does not say where the next one begins.
            (hosts, isUnclear) = (areLast ? [] : [host], areLast)
        // As in `server: a.example.net` above `url: https://b.example.com`. `ServerAlias` adds a host.
        case (.synonym, false) where strength == self.strength && strength < NamedHosts.strongest:
            makeUnclear()
        case (.repetition, false), (.synonym, false):
            if strength > self.strength { hosts = [] }
            if strength >= self.strength { hosts.append(host) }
            self.strength = max(strength, self.strength)
            return false
        default: makeUnclear()
        }
        return true
    }

    private func relation(of name: Range<Int>?, in text: [UInt8]) -> Relation {
        let (first, key) = (key(of: self.name, in: text), key(of: name, in: text))
        if first == key { return .repetition }
        if let ending = TextPass.prefixedHost(first), ending == TextPass.prefixedHost(key) {
            return .prefixed
        }
        return [first, key].allSatisfy { $0.isEmpty || TextPass.hostNames.contains($0) } ? .synonym : .other
    }

    /// Notes that the host of a pin is unknown.
    mutating func makeUnclear() { (hosts, isUnclear) = ([], true) }

    /// Notes a literal host. After a pin, it may begin another entry.
    mutating func noteLiteral(_ host: TextHost, in text: [UInt8], after mentions: Int) {
        guard !hosts.isEmpty, mentions > last, !contains(.literal(host), in: text) else { return }
        makeUnclear()
    }

    /// Returns whether a property names the same host; only the first hosts of a long list count.
    func contains(_ host: HostMention, in text: [UInt8]) -> Bool {
        hosts.prefix(TextScope.mostKeys).contains { text[$0.range].elementsEqual(text[host.range]) }
    }

    /// A Boolean value that indicates whether the properties are named after hosts, and not after addresses.
    var areStrong: Bool { strength > 1 }

    /// The maximum number of brackets between a pin and these properties. Nested values have addresses of their own.
    var reach: Int { areStrong ? NamedHosts.farthest : 1 }

    /// The maximum number of brackets between a pin and the property that names its host.
    static let farthest = 3
    /// The strength of the names of the hosts in a certificate.
    private static let strongest = 3

    /// Returns the strength of a property, which is 0 for a numeric address.
    private static func strength(of host: HostMention, by name: Range<Int>?, in text: [UInt8]) -> Int {
        let isNumeric = text[host.range].allSatisfy { $0 == UInt8(ascii: ".") || (0x30...0x39).contains($0) }
        return isNumeric ? 0 : 1 + (name.map { TextPass.strength(text[$0]) } ?? 1)
    }

    /// Returns the key of a name, or nothing.
    private func key(of name: Range<Int>?, in text: [UInt8]) -> String {
        name.map { TextPass.key(text[$0]) } ?? ""
    }
}
