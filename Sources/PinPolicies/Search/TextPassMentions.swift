import SPKIHash

// Pins, and uses of names that stand for them.
extension TextPass {
    /// Adds a pin or a use of a name, with the hosts to which it belongs.
    mutating func add(_ mention: TextMention) {
        var mention = mention
        if mention.hosts.isEmpty {
            (mention.arguments, mention.hosts, mention.hostLevel) = hosts()
            mention.hasOtherHost = mention.hasOtherHost || mention.hosts.isEmpty && mention.hostLevel != nil
        }
        hostCount += mention.hosts.count
        if hostCount > most { mention.hosts = [] }
        mention.isConditional =
            mention.isConditional || scopes[top].isConditional
            || scopes.suffix(3).contains { $0.statement.isConditional }
        mention.isInComment = scopes.contains { $0.kind == .comment }
        let brackets = scopes.suffix(8).reversed().filter {
            $0.content == .values
                && ($0.kind == .bracket(UInt8(ascii: "(")) || $0.kind == .bracket(UInt8(ascii: "{")))
        }
        mention.isOfEntry =
            brackets.count > 1 || brackets.contains { $0.items > 0 }
            || scopes.contains { $0.kind == .indentation && $0.content == .values }
        mention.type = type
        mention.function = function
        findName(of: &mention)
        if let digest = mention.digest {
            mention.isOther = isOther(mention)
            // If the first digest in a list is a pin, the others are, too.
            let isNext =
                mentions.last.map { $0.isSigned && $0.name != nil && $0.name == mention.name } ?? false
            mention.isSigned =
                digest.spelling.isNamed
                || !mention.isOther
                    && (isNext || isNamedPin(mention)
                        || TextDigest.isSigned(text, mention.range, after: mentions.last))
        }
        mention.hasOtherHost =
            mention.hasOtherHost
            || mention.arguments.first.map {
                $0.isOfAdd && isOfOkHttp && isConstant($0.name) || namesHost($0.name)
            } ?? false
        mention.hasOtherHost =
            mention.hasOtherHost || scopes.contains { $0.isForOthers || $0.statement.isForOthers }
            || scopes.suffix(2).contains { $0.isAlternative && !$0.statement.hosts.isEmpty }
        mention.nearby = scopes[top].statement.lastHost
        if !mention.isInComment {
            mention.heading = scopes.reversed().prefix(8).lazy.compactMap { $0.heading }.first
        }
        scopes[top].statement.pins.append(mentions.count)
        scopes[top].pieces += 1
        scopes[top].last = .digest
        mentions.append(mention)
    }

    /// Returns the names of the arguments around this place, and the hosts of the keys and arguments, innermost first,
    /// with the level of the brackets if a property names the host. There is a level but no host if the brackets do not
    /// say which host counts.
    func hosts() -> (arguments: [(name: Range<Int>, isOfAdd: Bool)], hosts: [HostMention], level: Int?) {
        var arguments: [(name: Range<Int>, isOfAdd: Bool)] = []
        for place in scopes.indices.reversed().prefix(16) {
            let scope = scopes[place]
            let keys = scope.keys.isEmpty ? scope.label : scope.keys
            if !keys.isEmpty { return (arguments, keys.map { .literal($0) }, nil) }
            guard !scope.named.isUnclear else { return (arguments, [], scope.level) }
            // A key may be a constant, too.
            if scope.content == .values, let name = scope.name, !scope.isIndented {
                arguments.append((name, false))
            }
            // As in `add(HOST, pin)` and `{ HOST, pin }`.
            if scope.items > 0, scope.content == .values,
                case .bracket(let bracket) = scope.kind,
                bracket != UInt8(ascii: "{") || scope.items == 1
            {
                switch scope.first {
                case .literal(var host)?:
                    host.isArgument = scope.isOfAdd
                    return (arguments, [.literal(host)], scope.level)
                case .name(let name)?:
                    if bracket != UInt8(ascii: "[") { arguments.append((name, scope.isOfAdd)) }
                case nil: break
                }
            }
            if !scope.named.hosts.isEmpty, !scope.named.areLast, level - scope.level <= scope.named.reach {
                return (arguments, hasNearerHost(than: place) ? [] : scope.named.hosts, scope.level)
            }
            // A block in the value of a key is part of the value.
            if scope.content != .values, scope.content != .block { break }
        }
        return (arguments, [], nil)
    }

    /// Returns whether there is another host than the one that a property in an enclosing scope names: in brackets inside
    /// that scope, on the same line, or as the key around an address.
    private func hasNearerHost(than place: Int) -> Bool {
        let scope = scopes[place]
        let isOther = { (host: TextHost) in !scope.named.contains(.literal(host), in: text) }
        let nearer = scopes[(place + 1)...].flatMap { $0.hosts + $0.statement.hosts }
        if (scope.isIndented ? nearer + scope.statement.hosts : nearer).contains(where: isOther) {
            return true
        }
        let keys = scopes[..<place].suffix(NamedHosts.farthest).last { !$0.keys.isEmpty }?.keys
        return !scope.named.areStrong && keys?.allSatisfy(isOther) ?? false
    }

    /// Returns whether the line before a digest, or the name of its value, says that it is a key, a secret or the digest
    /// of something else. In a property list, every name that is not about pins does.
    private func isOther(_ mention: TextMention) -> Bool {
        if TextDigest.isOther(text, mention.range) { return true }
        // The name of an attribute, as in `digest="SHA-256"`, is not that of the value.
        guard isXML, mention.isProperty, let name = mention.ownName else { return false }
        return !TextDigest.namesPin(text[name])
    }

    /// Returns whether a name is that of a constant or a member, `CDN` or `config.cdn`, rather than of a variable.
    func isConstant(_ name: Range<Int>) -> Bool {
        (0x41...0x5a).contains(text[name.lowerBound]) || text[name].contains(UInt8(ascii: "."))
    }

    /// Returns whether a name or an expression refers to a host: `BuildConfig.API_HOST`, `baseUrl`, `"api." + DOMAIN`.
    private func namesHost(_ range: Range<Int>) -> Bool {
        if text[range].contains(where: { "\"'`+%".utf8.contains($0) }) { return true }
        let name = TextPass.key(text[range])
        let words = ["host", "domain", "url", "server", "endpoint", "authority"]
        return !name.hasPrefix("curl") && words.contains(where: name.containsText)
    }

    /// Returns whether the name of the current value, or of the function or type around it, is a typical name for pins
    /// or base64 hashes.
    private func isNamedPin(_ mention: TextMention) -> Bool {
        let isBase64 = mention.digest?.spelling == .base64
        for scope in scopes.reversed().prefix(8) {
            for name in [scope.name, scope.function, scope.type].compactMap({ $0 })
            where TextDigest.namesPin(text[name])
                || isBase64 && TextPass.key(text[name]).containsText("hashes")
            {
                return true
            }
            if scope.content == .type { return false }
        }
        return false
    }

    /// The names of lists whose pins are for one position. Envoy's DefaultCertValidator compares only the server's
    /// own certificate with the pins.
    private static let positions: [String: ChainPosition] = [
        "NSPinnedLeafIdentities": .leaf, "NSPinnedCAIdentities": .certificateAuthority,
        "verify_certificate_spki": .leaf, "verify_certificate_hash": .leaf,
        "verifyCertificateSpki": .leaf, "verifyCertificateHash": .leaf,
    ]

    /// Finds the name that the text gives to a pin.
    private func findName(of mention: inout TextMention) {
        for place in scopes.indices.reversed().prefix(8) {
            let scope = scopes[place]
            if mention.list == nil, scope.kind == .bracket(UInt8(ascii: "[")) { mention.list = scope.place }
            if mention.key == nil, let key = scope.name ?? scope.keys.first?.range {
                mention.key = TextKey(key, inScopeAt: scope.place)
            }
            if let name = scope.name {
                (mention.name, mention.isProperty) = (name, scope.nameSign != UInt8(ascii: "="))
                mention.ownName = mention.ownName ?? name
                mention.position =
                    mention.position
                    ?? TextPass.positions[String(decoding: text[name].prefix(40), as: UTF8.self)]
                if !mention.isProperty { return }
            }
            if scope.content != .values { return }
        }
    }
}
