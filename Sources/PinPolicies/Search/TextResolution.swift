import SPKIHash

/// The pins of a text with their hosts, after the names that stand for pins and hosts have been resolved.
struct TextResolution {
    private(set) var mentions: [TextMention] = []
    /// The constants in place of pins, with their hosts, that the text does not define.
    private(set) var absent: [TextMention] = []
    /// A Boolean value that indicates whether pins lack hosts, because every pin of a list belongs to every host of
    /// another list, and the hosts of all pins are too many.
    private(set) var isCut = false
    private var hostCount = 0
    private let most: Int
    private let text: [UInt8]
    private let constants: TextConstants
    /// The places of the maps with keys that are certainly hosts.
    private let hostMaps: Set<Int>
    private let groups: [Int: [TextHost]]

    /// The maximum number of names between a pin and its use.
    private static let deepest = 3

    /// Creates the result by moving the mentions out of a pass, because there may be too many to copy.
    init(_ pass: inout TextPass) {
        text = pass.text
        (constants, hostMaps, groups) = (pass.constants, pass.hostMaps, pass.groups)
        most = pass.most
        swap(&mentions, &pass.mentions)
        for place in mentions.indices where !isCut {
            mentions[place] = counted(resolved(mentions[place]))
        }
        follow()
        let known = Set(mentions.compactMap { $0.name.map { TextNames.lastPart(text[$0]) } })
        let undefined = { [self] (mention: TextMention) in
            mention.itemNames.filter { (name) in
                let part = TextNames.lastPart(text[name])
                return !known.contains(part) && constants.host(text[name], in: context(of: mention)) == nil
                    && !["nil", "null", "None", "true", "false"].contains { part.elementsEqual($0.utf8) }
            }
        }
        for place in mentions.indices where !mentions[place].itemNames.isEmpty {
            mentions[place].itemNames = undefined(mentions[place])
        }
        for mention in pass.absent.prefix(TextScope.mostHosts) where !isCut {
            var mention = counted(resolved(mention))
            mention.itemNames = undefined(mention).filter { !isDefined($0) }
            if mention.source != nil, !mention.itemNames.isEmpty { absent.append(mention) }
        }
        // The host of one call, entry or command is not that of the next one, whose own host is not in the text.
        let taken = Set(
            mentions.filter { $0.source == .exact }.flatMap { $0.found.map { $0.range.lowerBound } })
        let areNamed = mentions.contains { $0.source == nil && namesake(of: $0) != nil }
        for place in mentions.indices where mentions[place].source == nil && !isCut {
            let namesake = namesake(of: mentions[place])
            // Beside `API_HOST` and `API_PIN`, `CDN_PIN` is for another host.
            if areNamed, namesake == nil, let name = mentions[place].ownName {
                mentions[place].hasOtherHost =
                    mentions[place].hasOtherHost || !TextDigest.withoutRoles(text[name].prefix(64)).isEmpty
            }
            guard let host = namesake ?? mentions[place].nearby ?? mentions[place].heading,
                !mentions[place].hasOtherHost
            else { continue }
            guard !mentions[place].isOfEntry || !taken.contains(host.range.lowerBound) else {
                mentions[place].hasOtherHost = true
                continue
            }
            (mentions[place].found, mentions[place].source) = (list(host), .nearby)
            mentions[place] = counted(mentions[place])
        }
        // Only code that compares pins reads the certificates of a server, so no other sign of a pin is needed.
        guard !mentions.contains(where: { $0.isSigned }),
            ["X509TrustManagerExtensions", "SecTrustGetCertificateAtIndex", "SecTrustCopyCertificateChain"]
                .contains(where: { text[...].firstIndex(ofText: $0) != nil })
        else { return }
        for place in mentions.indices where mentions[place].isWhole {
            mentions[place].isSigned = !mentions[place].isOther
        }
    }

    /// Returns whether a text contains the parts of a name in other places than in a reference, as in `enum Pins` and
    /// `buildConfigField "String", "API_PIN"` for `Pins.API_PIN`.
    private func isDefined(_ name: Range<Int>) -> Bool {
        let parts = text[name].split(separator: UInt8(ascii: "."))
        guard let first = parts.first, let last = parts.last else { return false }
        func others(_ part: ArraySlice<UInt8>, _ isReference: (Range<Int>) -> Bool) -> Bool {
            let word = String(decoding: part, as: UTF8.self)
            var rest = text[...]
            while let start = rest.firstIndex(ofText: word) {
                let range = start..<(start + part.count)
                if !isReference(range) { return true }
                rest = rest[range.upperBound...]
            }
            return false
        }
        let dot = UInt8(ascii: ".")
        // As in `import com.example.BuildConfig`.
        return others(first) {
            $0 == name || text[$0.upperBound...].first == dot || text[..<$0.lowerBound].last == dot
        } || others(last) { $0 == name || text[..<$0.lowerBound].last == dot }
    }

    /// Counts the hosts of a pin, and removes them if there are too many in total.
    private mutating func counted(_ mention: TextMention) -> TextMention {
        var mention = mention
        hostCount += mention.found.count
        isCut = isCut || hostCount > most
        if isCut { mention.found = [] }
        return mention
    }

    private func context(of mention: TextMention) -> NameContext {
        NameContext(owner: mention.type.map { text[$0] }, function: mention.function)
    }

    /// Returns a mention with the hosts to which it belongs.
    private func resolved(_ mention: TextMention) -> TextMention {
        var result = mention
        let context = context(of: mention)
        for (name, isOfAdd) in mention.arguments {
            guard var host = host(.name(name), in: context) ?? item(of: name, in: context) else { continue }
            host.isArgument = isOfAdd
            (result.found, result.source) = ([host], .exact)
            return result
        }
        var seen: Set<ArraySlice<UInt8>> = []
        for mention in mention.hosts {
            if let host = host(mention, in: context) {
                if seen.insert(text[host.range]).inserted { result.found.append(host) }
            } else if case .name = mention {
                (result.found, result.hasOtherHost) = ([], true)
                return result
            }
        }
        if !result.found.isEmpty { result.source = .exact }
        return result
    }

    /// Returns the host for which a literal or a name stands; `nil` for an unknown name, and for a key of a map whose
    /// keys may not be hosts.
    func host(_ mention: HostMention, in context: NameContext = NameContext()) -> TextHost? {
        switch mention {
        case .literal(let host): host.map.map(hostMaps.contains) ?? true ? host : nil
        case .name(let name):
            // A name alone is not that of a property or an argument of something else.
            constants.host(text[name], in: context).flatMap {
                $0.isConstant || text[name].contains(UInt8(ascii: ".")) ? $0.host : nil
            }
        }
    }

    /// Returns the host for which a list with an index stands, as `HOSTS[0]`; `nil` unless a comma is before each of the
    /// other hosts.
    private func item(of name: Range<Int>, in context: NameContext) -> TextHost? {
        let rest = text[name.upperBound...].prefix(8)
        guard rest.first == UInt8(ascii: "["),
            let first = constants.host(text[name], in: context, orList: true)?.host,
            let index = Int(
                String(decoding: rest.dropFirst().prefix { $0 != UInt8(ascii: "]") }, as: UTF8.self)),
            let start = first.group, list(first).indices.contains(index)
        else { return nil }
        let host = list(first)[index]
        // Many pins may have the same list, so only this much is read, which keeps the time linear.
        guard start >= 0, (start...start + 4096).contains(host.range.lowerBound) else { return nil }
        let commas = text[start..<host.range.lowerBound].count { $0 == UInt8(ascii: ",") }
        return commas == index ? host : nil
    }

    /// Returns the host whose name is like that of a pin, as in `API_HOST` and `API_PIN`, or
    /// `{ "hosts": { "api": "a.example.com" }, "pins": { "api": pin } }`.
    private func namesake(of mention: TextMention) -> TextHost? {
        mention.ownName.flatMap {
            constants.host(text[$0], in: context(of: mention), orList: true)?.host
                ?? constants.namesake(of: text[$0].prefix(64))
        }
    }

    /// Returns the hosts of the list that contains a host.
    private func list(_ host: TextHost) -> [TextHost] { host.group.flatMap { groups[$0] } ?? [host] }

    /// Assigns to each pin without a host the hosts of the places that use its name.
    private mutating func follow() {
        var names = TextNames()
        var defined: [(pin: Int, name: ArraySlice<UInt8>)] = []
        var used: Set<ArraySlice<UInt8>> = []
        for (place, mention) in mentions.enumerated() where mention.source == nil {
            guard let name = mention.name, !mention.isInComment else { continue }
            names.add([place], named: name, by: mention, in: text)
            if !mention.isProperty, mention.arguments.isEmpty, mention.hosts.isEmpty {
                defined.append((place, TextNames.lastPart(text[name])))
            }
        }
        var near: [(pin: Int, host: TextHost)] = []
        var followed = 0
        for _ in 0..<TextResolution.deepest where !names.definitions.isEmpty {
            var pass = TextPass(text, interest: names)
            pass.run()
            var next = TextNames()
            for use in pass.mentions where !use.isInComment {
                guard
                    let definition = names.definition(
                        of: text[use.range], in: use.type.map { text[$0] })
                else { continue }
                // Each use of a list concerns all its pins.
                followed += definition.pins.count
                guard followed <= most else { return isCut = true }
                // A property is used with its object, as in `Pins.leaf`; alone, the name is a key.
                guard !definition.isProperty || text[use.range].contains(UInt8(ascii: ".")) else { continue }
                let found = resolved(use)
                if found.source != nil {
                    if found.source == .exact { used.insert(TextNames.lastPart(text[use.range])) }
                    // As in `{ ...base, host: "a.example.com" }`, whose own pins may replace those of `base`.
                    let isSpread = text[..<use.range.lowerBound].suffix(3).elementsEqual("...".utf8)
                    let isExact = found.source == .exact && !definition.isProperty && !isSpread
                    for pin in pins(of: definition, in: use) {
                        add(found.found, to: pin, isExact ? .exact : .nearby)
                        mentions[pin].isFollowed = true
                        // A use may add a prefix.
                        mentions[pin].isWhole = mentions[pin].isWhole && use.isWhole
                    }
                } else if let name = use.name, name.lowerBound != definition.place {
                    next.add(definition.pins, named: name, by: use, in: text)
                }
                if let host = use.nearby, !use.hasOtherHost {
                    near += pins(of: definition, in: use).map { ($0, host) }
                }
            }
            names = next
        }
        for (pin, host) in near where mentions[pin].source == nil && mentions[pin].nearby == nil {
            if !mentions[pin].hasOtherHost { add(list(host), to: pin, .nearby) }
        }
        // If the text uses some of its constants, the nearest host is not that of a constant without a use.
        for (pin, name) in defined where !used.isEmpty && !used.contains(name) {
            mentions[pin].hasOtherHost = true
        }
    }

    /// Returns the pins for which a use stands: all of the definition, or those with the index or the key after the name,
    /// as in `PINS[0]` and `PINS["api"]`.
    private func pins(of definition: TextNames.Definition, in use: TextMention) -> [Int] {
        let rest = text[use.range.upperBound...]
        guard rest.first == UInt8(ascii: "["), definition.pins.count > 1 else { return definition.pins }
        let key = String(
            decoding: rest.dropFirst().prefix(64).prefix { $0 != UInt8(ascii: "]") }, as: UTF8.self)
        let isList = Set(definition.pins.map { mentions[$0].list }).count == 1
        if isList, let number = Int(key) {
            return definition.pins.indices.contains(number) ? [definition.pins[number]] : []
        }
        let name = key.drop { "'\"".contains($0) }.prefix { !"'\"".contains($0) }
        return definition.pins.filter {
            mentions[$0].ownName.map { text[$0].elementsEqual(name.utf8) } ?? false
        }
    }

    private mutating func add(_ hosts: [TextHost], to pin: Int, _ source: PinsInText.HostSource) {
        if mentions[pin].source == .nearby, source == .exact { mentions[pin].found = [] }
        guard mentions[pin].source != .exact || source == .exact else { return }
        mentions[pin].source = source
        for host in hosts
        where mentions[pin].found.count < 1000 && hostCount < most
            && !mentions[pin].found.contains(where: { text.isSame($0, host) })
        {
            mentions[pin].found.append(host)
            hostCount += 1
        }
        isCut = isCut || hostCount >= most
    }

    /// Returns whether the words around a hex digest indicate that it is the digest of a certificate.
    static func isOfCertificate(_ digest: TextDigest, _ kind: String?, _ text: [UInt8]) -> Bool {
        if let record = digest.record { return record.numbers.dropFirst().first == 0 }
        if let kind, ["certificate", "public-key"].contains(kind) { return kind == "certificate" }
        guard digest.spelling == .hex || digest.spelling == .octets else { return false }
        let before = text[max(0, digest.range.lowerBound - 200)..<digest.range.lowerBound]
        // In a TLSA record, selector 0 is for a whole certificate (RFC 6698 section 2.1.2).
        if let selector = before.lastEnd(ofText: "selector"),
            let digit = before[selector...].first(where: { (0x30...0x39).contains($0) })
        {
            return digit == 0x30
        }
        let near = before.filter { isASCIILetter($0) }.map { $0 | 0x20 }[...]
        let last = { (words: [String]) in words.compactMap { near.lastEnd(ofText: $0) }.max() ?? -1 }
        let ofKey = last(["spki", "publickey", "pubkey", "keyfingerprint"])
        // Browsers and tools print the digest of a certificate with colons.
        if digest.spelling == .octets { return ofKey < 0 }
        return last(["fingerprint", "thumbprint", "cert"]) > max(ofKey, last(["pin"]))
    }
}

extension ArraySlice<UInt8> {
    func lastEnd(ofText text: String) -> Int? {
        var last: Int?
        var rest = self
        while let place = rest.firstIndex(ofText: text) {
            last = place + text.utf8.count
            rest = rest[(place + 1)...]
        }
        return last
    }
}
