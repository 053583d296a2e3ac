import SPKIHash

// Pieces of text: literals, names, and the keys to which values belong.
extension TextPass {
    // MARK: Pieces

    mutating func literal(_ range: Range<Int>) {
        if let setting = scopes[top].expected { set(setting, range) }
        scopes[top].pieces += 1
        scopes[top].last = .literal(range)
    }

    mutating func sign(_ byte: UInt8) {
        if byte == 0 { return scopes[top].last = .digest }
        if byte == UInt8(ascii: "|") { scopes[top].noteAlternative() }
        // As in `var pin: String?`.
        if byte == UInt8(ascii: "?"), before != 0x20 { return }
        scopes[top].last = .sign(byte)
        if byte == UInt8(ascii: "?"), before == 0x20, peek() == 0x20 {
            scopes[top].statement.isConditional = true
            scopes[top].questions += 1
        }
    }

    /// Reads a literal host.
    mutating func host(_ host: TextHost) {
        // The host ends with the second literal of `"api." + "example.com"`.
        if case .sign(UInt8(ascii: "+")) = scopes[top].last { return literal(host.range) }
        guard !isOther(at: host.literal.lowerBound) else { return literal(host.range) }
        // As in `host != "a.example.com"`, and in `guard host == "a.example.com" else`.
        let outer = scopes[top].kind == .bracket(UInt8(ascii: "(")) ? top - 1 : top
        let last = scopes[top].last
        if case .sign(scopes[outer].statement.isInverted ? UInt8(ascii: "=") : UInt8(ascii: "!")) = last {
            scopes[outer].statement.isForOthers = true
        }
        // In `of("a", pin, "b", pin)`, a host is followed by its own pins.
        let isFirst = if case .literal? = scopes[top].first { true } else { false }
        let isNext =
            isFirst && scopes[top].start < mentions.count
            && [.bracket(UInt8(ascii: "(")), .bracket(UInt8(ascii: "["))].contains(scopes[top].kind)
        if scopes[top].pieces == 0, scopes[top].items == 0 && scopes[top].mayBeginWithKey || isNext {
            scopes[top].first = .literal(host)
        }
        if scopes[top].expectsHost { scopes[top].note(.literal(host), in: text, after: mentions.count) }
        let isPositional = scopes[top].kind == .bracket(UInt8(ascii: "(")) && scopes[top].name == nil
        if scopes[top].isAlternative, isPositional || scopes[top].expectsHost {
            scopes[top].named.makeUnclear()
        }
        // The host of a key has its own value.
        if case .bracket = scopes[top].kind, top > 0, scopes[top - 1].expectsHost, scopes[top].name == nil,
            !isKey(after: place)
        {
            scopes[top - 1].note(.literal(host), in: text, after: mentions.count)
        }
        var host = host
        describe(&host)
        if host.isCertain { note(host) }
        define(host)
        scopes[top].pieces += 1
        scopes[top].last = .host(host)
    }

    /// Notes whether a host is named as such, and the list or directive that it is part of.
    private mutating func describe(_ host: inout TextHost) {
        let name = scopes.suffix(3).last { $0.name != nil }?.name
        host.isNamed = name.map { TextPass.hostNames.contains(TextPass.key(text[$0])) } ?? false
        // Names in the parentheses of prose are not a list, nor are the keys of a map.
        let isItem =
            scopes[top].name == nil && scopes[top].content == .values && !isKey(after: place)
            && "\"'".utf8.contains(text[max(1, host.literal.lowerBound) - 1])
        switch (scopes[top].kind, scopes[top].last) {
        case (_, .host(let last)): (host.group, host.isNamed) = (last.group, last.isNamed)
        case (_, .name(let word)) where TextPass.hostNames.contains(TextPass.key(text[word])):
            host.isNamed = true
            // As in `ServerName a.example.com` above `ServerAlias b.example.com`.
            let isList = ["servername", "serveralias"].contains(TextPass.key(text[word]))
            if isList { host.group = -1 - scopes[top].place }
        case (.bracket, _) where isItem || isShellList: host.group = scopes[top].place
        // As in a list of YAML.
        case (.indentation, .none) where scopes[top].isItem && !isKey(after: place):
            host.group = scopes[top - 1].name?.lowerBound
        default: break
        }
        if host.isNamed { host.isReference = false }
        if let group = host.group, groups.count < TextScope.mostGroups,
            groups[group]?.count ?? 0 < TextScope.mostKeys
        {
            groups[group, default: []].append(host)
        }
    }

    /// Returns whether the value at a place is a report destination, as after `report-uri=`, a package name or a schema,
    /// rather than a pinned host.
    mutating func isOther(at start: Int) -> Bool {
        var names = scopes.suffix(2).compactMap { $0.name }
        if case .name(let range) = scopes[top].last { names.append(range) }
        return hasCommands && isOfOption(start)
            || names.map { TextPass.key(text[$0]) }.contains {
                $0.containsText("report") || TextPass.otherNames.contains($0)
            }
    }

    /// Returns whether a place is in the value of an option with which curl or Wget names another server than the one of
    /// the pin.
    private func isOfOption(_ place: Int) -> Bool {
        let line = text[..<place].suffix(256).lastLine
        let isDash = { (place: Int) in
            line[place] == UInt8(ascii: "-") && (place == line.startIndex || line[place - 1] == 0x20)
        }
        guard let dash = line.indices.last(where: isDash) else { return false }
        let option = line[dash...].drop { $0 == UInt8(ascii: "-") }
        let name = option.prefix { isASCIILetter($0) || $0 == UInt8(ascii: "-") }
        let value = option.dropFirst(name.count).drop { $0 == 0x20 || $0 == UInt8(ascii: "=") }
        let quote = value.first.flatMap { "\"'".utf8.contains($0) ? $0 : nil }
        // As in `-sx proxy.example.com` and `-sxproxy.example.com`: the last of several letters has the value.
        let key = option.startIndex == dash + 1 && name.count < 5 ? name.suffix(1) : name.prefix(16)
        guard !value.dropFirst().contains(quote ?? 0x20),
            option.isEmpty || TextPass.otherOptions.contains(String(decoding: key, as: UTF8.self))
        else { return false }
        let command = text[..<dash].suffix(512)
        return command.firstIndex(ofText: "curl ") != nil || command.firstIndex(ofText: "wget ") != nil
    }

    /// The names of properties whose values resemble hosts.
    private static let otherNames: Set<String> = [
        "package", "import", "applicationid", "namespace", "bundleid", "bundleidentifier", "xmlns", "schema",
        "type", "httpproxy", "httpsproxy", "allproxy",
    ]
    private static let otherOptions: Set<String> = [
        "x", "proxy", "preproxy", "e", "referer", "H", "header", "connect-to", "resolve", "doh-url",
        "d", "data", "data-raw", "data-binary", "data-urlencode", "F", "form", "form-string",
    ]

    /// Adds a literal host to the hosts of the statement.
    mutating func note(_ host: TextHost) {
        if scopes[top].statement.hosts.count < TextScope.mostHosts {
            scopes[top].statement.hosts.append(host)
        }
        if !host.isReference { scopes[top].named.noteLiteral(host, in: text, after: mentions.count) }
        if !isInComment, !host.isReference, distinctHosts.count < TextScope.mostKeys,
            !distinctHosts.contains(where: { text.isSame($0, host) })
        {
            distinctHosts.append(host)
        }
        for number in scopes[top].statement.pins where mentions[number].nearby == nil {
            mentions[number].nearby = host
            scopes[top].statement.isReversed = true
        }
        scopes[top].statement.pins = []
    }

    /// Reads a name or a keyword of a language.
    mutating func named(_ word: Range<Int>) {
        let range = expression(around: word)
        switch String(decoding: text[range].prefix(12), as: UTF8.self) {
        case "to":
            switch scopes[top].last {
            case .host: return setKey(0)
            case .name where scopes[top].kind == .bracket(UInt8(ascii: "(")): return setKey(UInt8(ascii: ":"))
            default: break
            }
        case "if", "else", "when", "switch", "elif", "unless", "guard":
            scopes[top].statement.isConditional = true
            scopes[top].statement.isBlock = true
            scopes[top].statement.isInverted = ["guard", "unless"].contains {
                text[word].elementsEqual($0.utf8)
            }
            // As in `host="a.example.com" if isTest else "b.example.com"`.
            if case .bracket = scopes[top].kind, scopes[top].content == .values, word.count == 4 {
                scopes[top].isAlternative = text[word].elementsEqual("else".utf8)
            }
        case "for", "while", "do", "try", "catch", "synchronized", "with", "foreach", "repeat":
            scopes[top].statement.isBlock = true
        case "curl" where peek(0) == 0x20, "wget" where peek(0) == 0x20:
            if scopes[top].statement.command != nil { settleStatement() }
            scopes[top].statement.command = word.lowerBound
        case "next":
            if text[..<word.lowerBound].last == UInt8(ascii: "-"), scopes[top].statement.command != nil {
                settleStatement()
                scopes[top].statement.command = word.lowerBound
            } else if scopes[top].kind == .file, scopes[top].pieces == 0, "\r\n".utf8.contains(peek(0)) {
                return startDocument()
            }
        case "fun", "func", "function", "def", "fn", "sub", "constructor", "init":
            scopes[top].statement.isFunction = true
        case "class", "object", "struct", "enum", "interface", "extension", "namespace", "module", "trait",
            "actor", "mixin":
            scopes[top].statement.isType = true
        case "case", "default":
            // A label has the statements up to the next one.
            scopes[top].label = []
            scopes[top].statement.isLabel = true
            return scopes[top].last = .name(range)
        case "return", "const", "let", "var", "val", "final", "static", "new", "await",
            "yield":
            if word.count == 3, text[word].elementsEqual("new".utf8) { scopes[top].statement.isNew = true }
            return scopes[top].last = .name(range)
        default:
            // Names inside the type are noted together with the name of the type.
            guard scopes[top].statement.isType, scopes[top].statement.type == nil, range.count <= 64 else {
                break
            }
            scopes[top].statement.type = range
        }
        declare(range)
        // The path of an address and the asterisks of Markdown are not names.
        if case .sign(let sign) = scopes[top].last, ":=-".utf8.contains(sign), scopes[top].expectsHost,
            TextPass.isWord(text[range.lowerBound])
        {
            scopes[top].note(.name(range), in: text, after: mentions.count)
        }
        if scopes[top].pieces == 0 || range != word, scopes[top].items == 0, scopes[top].mayBeginWithKey {
            scopes[top].first = .name(range)
        }
        if let setting = scopes[top].expected { set(setting, range) }
        scopes[top].pieces += 1
        scopes[top].lastName = range
        if case .bracket = scopes[top].kind, scopes[top].words.count < 16 { scopes[top].words.append(range) }
        scopes[top].isType = if case .closed(UInt8(ascii: "["), _) = scopes[top].last { true } else { false }
        scopes[top].last = .name(range)
    }

    mutating func set(_ setting: TextSetting, _ value: Range<Int>) {
        let word = String(decoding: text[value].prefix(8), as: UTF8.self)
        // Only the first value in a scope counts, as for every setting.
        let isFirst = scopes[top].settings[setting] == nil
        if isFirst, setting == .excludesubdomainfromparentpolicy, TextSetting.truth(word) == true {
            exclusions += hosts().hosts
        }
        scopes[top].settings.add(setting, value)
        scopes[top].expected = nil
    }

    // MARK: Keys

    /// Reads a sign after a key: `:`, `=`, `=>`, `->`, `:=`. Comparison operators do not count.
    mutating func keySign(_ byte: UInt8) {
        var signs: [UInt8] = [byte]
        while signs.count < 3, ":=>".utf8.contains(peek(signs.count)) { signs.append(peek(signs.count)) }
        place += signs.count
        switch String(decoding: signs, as: UTF8.self) {
        // As in `isTest ? "a.example.com" : "b.example.com"`.
        case ":" where scopes[top].questions > 0:
            scopes[top].questions -= 1
            scopes[top].isAlternative = true
            sign(byte)
        case ":", "=": setKey(scopes[top].isSection ? UInt8(ascii: ":") : byte)
        case "!":
            // As in `process.env.PIN!`.
            if case .name = scopes[top].last { break }
            sign(byte)
        case "=>", "->":
            // As in `hosts.forEach { host -> … }`; a constant, as in `HOST => pins`, has other letters.
            if case .name(let name) = scopes[top].last, text[name].allSatisfy({ (0x61...0x7a).contains($0) })
            {
                hide([name])
            }
            setKey(byte)
        case ":=": setKey(UInt8(ascii: "="))
        default: sign(byte)
        }
    }

    mutating func setKey(_ byte: UInt8) {
        var last = scopes[top].last
        if case .literal(let range) = last, var host = TextHost(text, in: range, mayBeFile: true) {
            host.map = scopes[top].place
            last = .host(host)
        }
        (scopes[top].expectsHost, scopes[top].expected) = (false, nil)
        if byte == UInt8(ascii: ":"), scopes[top].isIndented, scopes[top].pieces == 1 {
            scopes[top].statement.isFunction = false
            scopes[top].statement.isType = false
        }
        switch last {
        case .host(let host), .closed(UInt8(ascii: "["), .literal(let host)?):
            if host.map == nil { hostMaps.insert(scopes[top].place) }
            // As in `"a", "b" -> pins`, and in `case "a": case "b":`.
            let isAnother = !scopes[top].keys.isEmpty && scopes[top].pieces == scopes[top].keyPieces + 1
            if !isAnother || scopes[top].keys.count >= TextScope.mostKeys {
                scopes[top].keys = scopes[top].alternatives
            }
            scopes[top].keys.append(host)
            if scopes[top].statement.isLabel, scopes[top].content != .values {
                scopes[top].label = scopes[top].keys
            }
            scopes[top].name = nil
            (scopes[top].keyPieces, scopes[top].alternatives) = (scopes[top].pieces, [])
            if scopes[top].items == 0 { scopes[top].first = nil }
        case .name(let range), .literal(let range), .closed(UInt8(ascii: "["), .name(let range)?):
            setName(range, byte)
        case .closed, .sign:
            if byte == UInt8(ascii: "="), let range = scopes[top].lastName { setName(range, byte) }
            scopes[top].keys = []
        case .none, .digest: scopes[top].keys = []
        }
        scopes[top].last = .sign(byte)
    }

    mutating func setName(_ range: Range<Int>, _ byte: UInt8) {
        // As in `"a.example.com" -> pin = …`.
        if byte != UInt8(ascii: "=") { scopes[top].keys = [] }
        if byte == UInt8(ascii: "=") { hideList(before: range) }
        // Only the value of the first argument counts, not its name.
        if scopes[top].items == 0, scopes[top].first == .name(range) {
            (scopes[top].first, scopes[top].pieces) = (nil, 0)
        }
        // In `pins: [String] =`, the name is before the type.
        let isTyped = byte == UInt8(ascii: "=") && scopes[top].nameSign == UInt8(ascii: ":")
        if !isTyped { scopes[top].name = range }
        (scopes[top].isDefined, scopes[top].nameStart) = (false, mentions.count)
        scopes[top].nameSign = byte
        let key = TextPass.key(text[range])
        // In indented text, a key is the first word of its line.
        let isField =
            scopes[top].content == .values
            && (!scopes[top].isIndented || byte == UInt8(ascii: ":") && scopes[top].pieces < 2)
        scopes[top].expectsHost = isField && TextPass.isHostKey(key)
        scopes[top].expected = TextSetting(rawValue: key.withoutPrefix("ktsk").withoutPrefix("tsk"))
    }

    /// Returns the letters of the last part of a name in lower case.
    static func key(_ name: ArraySlice<UInt8>) -> String {
        let plain = TextNames.lastPart(name).filter { isASCIILetter($0) }.map { $0 | 0x20 }
        return String(decoding: plain.prefix(40), as: UTF8.self)
    }

    /// The names of properties and arguments whose values are hosts.
    static let hostNames: Set<String> = [
        "host", "hosts", "hostname", "hostnames", "domain", "domains", "domainname", "pattern", "hostpattern",
        "hostpatterns", "url", "urls", "baseurl", "baseuri", "uri", "endpoint", "server", "servername",
        "serveralias", "sni", "address", "authority", "origin", "site", "fqdn", "apihost", "serverhost",
        "tlsauthname", "curlopturl",
    ]

    /// Returns 2 if a name is that of the host in a certificate, 1 for the name of any host, and 0 for that of an
    /// address, which may be that of something else.
    static func strength(_ name: ArraySlice<UInt8>) -> Int {
        let key = key(name)
        if ["sni", "servername", "serveralias", "tlsauthname"].contains(key) { return 2 }
        return ["host", "domain", "pattern", "fqdn"].contains(where: key.containsText) ? 1 : 0
    }

    /// Returns whether a key is that of a host, or ends like one, as in `stagingHost`.
    static func isHostKey(_ key: String) -> Bool { hostNames.contains(key) || prefixedHost(key) != nil }

    /// Returns the end of a key that ends like that of a host; `nil` if it does not, or has nothing before it.
    static func prefixedHost(_ key: String) -> String? {
        ["hostname", "host", "domain"].first { key.hasSuffix($0) && key != $0 }
    }

    /// Reads a comma or a semicolon.
    mutating func separate(_ byte: UInt8) {
        if byte == UInt8(ascii: ";"), scopes[top].kind != .bracket(UInt8(ascii: "(")) {
            return endStatement()
        }
        scopes[top].noteAlternative()
        guard !scopes[top].isIndented || byte == UInt8(ascii: ";") else { return sign(byte) }
        let (alternatives, last) = (scopes[top].alternatives, scopes[top].last)
        endItem()
        scopes[top].items += 1
        scopes[top].alternatives = alternatives
        guard scopes[top].kind == .bracket(UInt8(ascii: "(")) else { return }
        switch last {
        // OkHttp reads a misspelled host, too, but a name may be that of a field.
        case .literal(let host)
        where scopes[top].isOfAdd && isOfOkHttp && text[host].contains(where: { ",*".utf8.contains($0) }):
            if scopes[top].items == 1 { scopes[top].first = .literal(TextHost(unread: host)) }
        // As in `put("HOST", "a.example.com")`.
        case .literal(let name) where !name.isEmpty && text[name].allSatisfy(TextPass.isWord):
            setName(name, UInt8(ascii: ":"))
        // As in `curl_easy_setopt(curl, CURLOPT_URL, "https://a.example.com")`.
        case .name(let name) where scopes[top].items > 1 && !scopes[top].isOfAdd:
            setName(name, UInt8(ascii: ":"))
        default: break
        }
    }
}

extension String {
    fileprivate func withoutPrefix(_ prefix: String) -> String {
        hasPrefix(prefix) ? String(dropFirst(prefix.utf8.count)) : self
    }
}
