import DERKit
import SPKIHash

// What each piece of text means for the pins around it.
extension TextPass {
    private var top: Int { scopes.count - 1 }

    /// The number of brackets around, without literals and comments.
    var level: Int { scopes[top].level }

    mutating func push(_ kind: TextScope.Kind, content: TextScope.Content = .values) {
        let outer = scopes[top]
        var scope = TextScope(
            kind: kind, content: content, level: outer.level + (kind == .literal || kind == .comment ? 0 : 1),
            start: mentions.count)
        scope.isConditional = outer.isConditional || outer.statement.isConditional
        scopes.append(scope)
    }

    // MARK: Pieces

    mutating func literal(_ range: Range<Int>) {
        if let setting = scopes[top].expected { set(setting, range) }
        scopes[top].pieces += 1
        scopes[top].last = .literal(range)
    }

    mutating func sign(_ byte: UInt8) {
        if byte == 0 { return scopes[top].last = .digest }
        scopes[top].last = .sign(byte)
        if byte == UInt8(ascii: "?"), before == 0x20, peek() == 0x20 {
            scopes[top].statement.isConditional = true
        }
    }

    /// Reads a literal host.
    mutating func host(_ host: TextHost, in range: Range<Int>) {
        if scopes[top].pieces == 0, scopes[top].items == 0 { scopes[top].first = .literal(host) }
        if scopes[top].expectsHost { scopes[top].named.append(.literal(host)) }
        if case .bracket = scopes[top].kind, top > 0, scopes[top - 1].expectsHost {
            scopes[top - 1].named.append(.literal(host))
        }
        if host.isCertain { note(host) }
        define(host)
        scopes[top].pieces += 1
        scopes[top].last = .host(host)
    }

    /// Adds a literal host to those of the statement.
    private mutating func note(_ host: TextHost) {
        if scopes[top].statement.hosts.count < TextScope.mostHosts {
            scopes[top].statement.hosts.append(host)
        }
        for number in scopes[top].statement.pins where mentions[number].nearby == nil {
            mentions[number].nearby = host
        }
        scopes[top].statement.pins = []
    }

    /// Notes the constant that a host is assigned to.
    private mutating func define(_ host: TextHost) {
        for place in scopes.indices.reversed().prefix(4) {
            guard !scopes[place].isEnclosure else { return }
            if let name = scopes[place].name {
                let isConstant = scopes[place].nameSign == UInt8(ascii: "=") && place >= top - 1
                return constants.define(
                    TextNames.lastPart(text[name]), as: host, of: text, isConstant: isConstant)
            }
            if scopes[place].content != .values { return }
        }
    }

    /// Reads a name or a key word of a language.
    mutating func named(_ range: Range<Int>) {
        switch String(decoding: text[range].prefix(12), as: UTF8.self) {
        case "to": if case .host = scopes[top].last { return setKey(0) }
        case "if", "else", "when", "switch", "elif", "unless", "guard":
            scopes[top].statement.isConditional = true
            scopes[top].statement.isBlock = true
        case "for", "while", "do", "try", "catch", "synchronized", "with", "foreach", "repeat":
            scopes[top].statement.isBlock = true
        case "fun", "func", "function", "def", "fn", "sub", "constructor", "init":
            scopes[top].statement.isFunction = true
        case "class", "object", "struct", "enum", "interface", "extension", "namespace", "module", "trait",
            "actor",
            "mixin":
            scopes[top].statement.isType = true
        case "return", "case", "default", "const", "let", "var", "val", "final", "static", "new", "await",
            "yield":
            return scopes[top].last = .name(range)
        default: break
        }
        if scopes[top].expectsHost { scopes[top].named.append(.name(range)) }
        if scopes[top].pieces == 0, scopes[top].items == 0 { scopes[top].first = .name(range) }
        if let setting = scopes[top].expected { set(setting, range) }
        scopes[top].pieces += 1
        scopes[top].lastName = range
        if case .closed(UInt8(ascii: "["), _) = scopes[top].last {
            scopes[top].isType = true
        } else {
            scopes[top].isType = false
        }
        scopes[top].last = .name(range)
    }

    private mutating func set(_ setting: TextSettings.Name, _ value: Range<Int>) {
        scopes[top].settings.set(setting, value)
        scopes[top].expected = nil
    }

    // MARK: Keys

    /// Reads a sign after a key: `:`, `=`, `=>`, `->`, `:=`. Signs of comparison are none.
    mutating func keySign(_ byte: UInt8) {
        var signs: [UInt8] = [byte]
        while signs.count < 3, ":=>".utf8.contains(peek(signs.count)) { signs.append(peek(signs.count)) }
        place += signs.count
        switch String(decoding: signs, as: UTF8.self) {
        case ":", "=", "=>", "->", ":=": setKey(byte)
        default: sign(byte)
        }
    }

    private mutating func setKey(_ byte: UInt8) {
        let last = scopes[top].last
        (scopes[top].expectsHost, scopes[top].expected) = (false, nil)
        if byte == UInt8(ascii: ":"), scopes[top].isIndented, scopes[top].pieces == 1 {
            scopes[top].statement.isFunction = false
            scopes[top].statement.isType = false
        }
        switch last {
        case .host(let host), .closed(UInt8(ascii: "["), .literal(let host)?):
            (scopes[top].key, scopes[top].name) = (host, nil)
            if scopes[top].items == 0 { scopes[top].first = nil }
        case .name(let range), .literal(let range), .closed(UInt8(ascii: "["), .name(let range)?):
            setName(range, byte)
        case .closed, .sign:
            if byte == UInt8(ascii: "="), let range = scopes[top].lastName { setName(range, byte) }
            scopes[top].key = nil
        case .none, .digest: scopes[top].key = nil
        }
        scopes[top].last = .sign(byte)
    }

    private mutating func setName(_ range: Range<Int>, _ byte: UInt8) {
        scopes[top].key = nil
        // The value of the first argument is what counts.
        if scopes[top].items == 0, scopes[top].first == .name(range) {
            (scopes[top].first, scopes[top].pieces) = (nil, 0)
        }
        // After a name with its type, `pins: [String] =`, the name is the first.
        let isTyped = byte == UInt8(ascii: "=") && scopes[top].nameSign == UInt8(ascii: ":")
        if !isTyped { scopes[top].name = range }
        scopes[top].nameSign = byte
        let plain = TextNames.lastPart(text[range]).filter { isASCIILetter($0) }.map { $0 | 0x20 }
        let key = String(decoding: plain.prefix(24), as: UTF8.self)
        let isField = scopes[top].content == .values && (byte == UInt8(ascii: ":") || !scopes[top].isIndented)
        scopes[top].expectsHost = isField && TextPass.hostNames.contains(key)
        scopes[top].expected = TextSettings.Name(rawValue: key.withoutPrefix("ktsk").withoutPrefix("tsk"))
    }

    /// The names of properties and arguments whose values are hosts.
    private static let hostNames: Set<String> = [
        "host", "hosts", "hostname", "hostnames", "domain", "domains", "domainname", "pattern", "hostpattern",
        "url",
        "urls", "baseurl", "baseuri", "uri", "endpoint", "server", "servername", "sni", "address",
        "authority",
        "origin", "site", "fqdn", "apihost", "serverhost",
    ]

    /// Reads a comma or a semicolon.
    mutating func separate(_ byte: UInt8) {
        if byte == UInt8(ascii: ";"), scopes[top].kind != .bracket(UInt8(ascii: "(")) {
            return endStatement()
        }
        guard !scopes[top].isIndented || byte == UInt8(ascii: ";") else { return sign(byte) }
        scopes[top].items += 1
        scopes[top].endItem()
    }

    // MARK: Brackets

    mutating func open(_ byte: UInt8) {
        guard scopes.count < TextPass.deepest else { return }
        guard byte == UInt8(ascii: "{") else { return push(.bracket(byte)) }
        let isBody =
            switch scopes[top].last {
            case .none: scopes[top].content != .values || scopes[top].kind == .file
            case .sign(let sign): !"=:,([?>".utf8.contains(sign)
            case .closed(let bracket, _): bracket == UInt8(ascii: ")")
            case .name where scopes[top].isType: false
            case .name(let range):
                ![" return", " default", " to"].contains(" " + String(decoding: text[range], as: UTF8.self))
            default: false
            }
        if case .sign(UInt8(ascii: "-")) = scopes[top].last, isBody {
            return push(.bracket(byte), content: .block)
        }
        let byArrow =
            if case .sign(UInt8(ascii: "=")) = scopes[top].last { text[..<place].isArrow } else { false }
        push(.bracket(byte), content: contentOfBlock(isBody: isBody || byArrow, byArrow: byArrow))
    }

    /// Returns what braces or indented lines contain, by the words of the statement before them.
    func contentOfBlock(isBody: Bool, byArrow: Bool) -> TextScope.Content {
        let statement = scopes[top].statement
        guard
            scopes[top].kind != .file || statement.isFunction || statement.isType || statement.isBlock
                || isBody
        else {
            return .values
        }
        if case .literal = scopes[top].kind { return .values }
        if statement.isFunction { return .function }
        if statement.isType { return .type }
        if statement.isBlock { return .block }
        guard isBody, !scopes[top].isIndented || byArrow else {
            return isBody && scopes[top].isIndented && hasParentheses ? .function : .values
        }
        if byArrow { return .function }
        if case .closed(UInt8(ascii: ")"), _) = scopes[top].last { return .function }
        // `apply {`, `launch {`, or the type that a function returns.
        return scopes[top].content == .type && hasParentheses ? .function : .block
    }

    private var hasParentheses: Bool {
        if case .closed(UInt8(ascii: ")"), _) = scopes[top].last { true } else { false }
    }

    /// Ends the innermost brackets of this kind, and those inside that lack their end.
    mutating func close(_ byte: UInt8) {
        let opening: UInt8 =
            switch byte {
            case UInt8(ascii: ")"): UInt8(ascii: "(")
            case UInt8(ascii: "]"): UInt8(ascii: "[")
            case UInt8(ascii: "}"): UInt8(ascii: "{")
            default: byte
            }
        var place = top
        while place > 0, scopes[place].kind != .bracket(opening) {
            if scopes[place].isEnclosure { return }
            place -= 1
        }
        guard place > 0 else { return }
        while scopes.count > place { closeScope() }
    }

    mutating func closeScope() {
        settleStatement()
        settlePending()
        let scope = scopes.removeLast()
        settle(scope)
        if case .comment = scope.kind { return }
        if scope.content == .values || scope.content == .block {
            for host in scope.hosts { note(host) }
            // Without a host inside, the next brackets may have one.
            if let host = scopes[top].statement.hosts.last {
                for number in scope.pending { mentions[number].nearby = host }
            } else {
                scopes[top].statement.pins += scope.pending
            }
        }
        switch scope.kind {
        case .bracket(let bracket):
            var only: HostMention?
            if scope.pieces == 1, scope.items == 0 {
                if case .host(let host) = scope.last { only = .literal(host) }
                if case .name(let name) = scope.last { only = .name(name) }
            }
            close(scope, only)
            scopes[top].pieces += 1
            scopes[top].last = .closed(bracket, only)
            if bracket == UInt8(ascii: "{"), scope.content != .values { endStatement() }
        case .literal:
            scopes[top].pieces += 1
            scopes[top].last = scope.start < mentions.count ? .digest : .literal(0..<0)
        default: break
        }
    }

    /// Ends an element, whose content may be the key of the next one.
    private mutating func close(_ scope: TextScope, _ only: HostMention?) {
        guard let element = scope.element else { return }
        let name = String(decoding: text[element].prefix(24), as: UTF8.self).lowercased()
        if name == "key" {
            scopes[top].endItem()
            if case .literal(let host)? = only {
                scopes[top].key = host
            } else if case .name(let range) = scope.last {
                setName(range, UInt8(ascii: ":"))
            }
        } else if case .literal? = only, TextPass.hostNames.contains(name) {
            scopes[top].named += only.map { [$0] } ?? []
        }
    }

    /// Gives the pins in brackets what the brackets say about them.
    private mutating func settle(_ scope: TextScope) {
        guard !scope.named.isEmpty || !scope.settings.isEmpty else { return }
        for number in scope.start..<mentions.count {
            mentions[number].settings.add(scope.settings)
            if mentions[number].hosts.isEmpty, mentions[number].level - scope.level <= TextPass.farthest {
                mentions[number].hosts = scope.named
            }
        }
    }

    /// The maximum number of brackets between a pin and the property that names its host.
    private static let farthest = 3

    // MARK: Statements

    mutating func endStatement() {
        settleStatement()
        scopes[top].endItem()
        scopes[top].items = 0
    }

    private mutating func settleStatement() {
        let statement = scopes[top].statement
        for number in statement.pins where mentions[number].nearby == nil && mentions[number].hosts.isEmpty {
            scopes[top].pending.append(number)
        }
        for host in statement.hosts where scopes[top].hosts.count < TextScope.mostHosts {
            if !scopes[top].hosts.contains(where: { isSame($0, host) }) { scopes[top].hosts.append(host) }
        }
        scopes[top].statement = TextScope.Statement()
    }

    /// Gives the pins of a block its host, if there is only one.
    mutating func settlePending() {
        guard !scopes[top].hosts.isEmpty else { return }
        if scopes[top].hosts.count == 1 {
            for number in scopes[top].pending { mentions[number].nearby = scopes[top].hosts[0] }
        }
        scopes[top].pending = []
    }

    private func isSame(_ one: TextHost, _ other: TextHost) -> Bool {
        text[one.range].elementsEqual(text[other.range])
    }

    // MARK: Mentions

    /// Adds a pin or a use of a name, with the hosts that it belongs to.
    mutating func add(_ mention: TextMention) {
        var mention = mention
        if mention.hosts.isEmpty { (mention.arguments, mention.hosts) = hosts() }
        mention.isConditional =
            mention.isConditional || scopes[top].isConditional
            || scopes.suffix(3).contains { $0.statement.isConditional }
        mention.isInComment = scopes.contains { $0.kind == .comment }
        findName(of: &mention)
        if !mention.isSigned {
            // In a list, the first pin speaks for all.
            let isNext =
                mentions.last.map { $0.isSigned && $0.name != nil && $0.name == mention.name } ?? false
            mention.isSigned = (isNext || isNamedPin(mention)) && !TextDigest.isOther(text, mention.range)
        }
        mention.hasOtherHost = mention.arguments.first.map { namesHost($0) } ?? false
        mention.nearby = scopes[top].statement.hosts.last
        scopes[top].statement.pins.append(mentions.count)
        scopes[top].pieces += 1
        scopes[top].last = .digest
        mentions.append(mention)
    }

    /// Returns the names of arguments, then the hosts of the keys and arguments around this place, the innermost first.
    private func hosts() -> (arguments: [Range<Int>], hosts: [HostMention]) {
        var arguments: [Range<Int>] = []
        for place in scopes.indices.reversed().prefix(16) {
            let scope = scopes[place]
            if let key = scope.key { return (arguments, [.literal(key)]) }
            // A key may be a constant, too.
            if scope.content == .values, let name = scope.name, !scope.isIndented { arguments.append(name) }
            if scope.items > 0,
                scope.kind == .bracket(UInt8(ascii: "(")) || scope.kind == .bracket(UInt8(ascii: "["))
            {
                switch scope.first {
                case .literal?: return (arguments, scope.first.map { [$0] } ?? [])
                case .name(let name)?: if scope.kind == .bracket(UInt8(ascii: "(")) { arguments.append(name) }
                case nil: break
                }
            }
            if !scope.named.isEmpty, level - scope.level <= TextPass.farthest {
                return (arguments, scope.named)
            }
            if scope.content != .values { break }
        }
        return (arguments, [])
    }

    /// Returns whether a name is that of a host: `BuildConfig.API_HOST`, `baseUrl`.
    private func namesHost(_ range: Range<Int>) -> Bool {
        let name = TextNames.lastPart(text[range]).map { $0 | 0x20 }[...]
        return ["host", "domain", "url", "server", "endpoint", "authority"].contains {
            name.firstIndex(ofText: $0) != nil
        }
    }

    /// Returns whether a name of what is being read is one that people give to pins, or to hashes in base64.
    private func isNamedPin(_ mention: TextMention) -> Bool {
        var isBase64 = false
        if case .digest(let digest) = mention.kind { isBase64 = digest.spelling == .base64 }
        for scope in scopes.reversed().prefix(8) {
            if let name = scope.name {
                let plain = text[name].map { $0 | 0x20 }[...]
                if TextDigest.namesPin(text[name]) || isBase64 && plain.firstIndex(ofText: "hashes") != nil {
                    return true
                }
            }
            if scope.content != .values { return false }
        }
        return false
    }

    /// Finds the name that the text gives to a pin.
    private func findName(of mention: inout TextMention) {
        for place in scopes.indices.reversed().prefix(8) {
            let scope = scopes[place]
            if let name = scope.name {
                (mention.name, mention.isProperty) = (name, scope.nameSign != UInt8(ascii: "="))
                if !mention.isProperty { return }
            }
            if scope.content != .values { return }
        }
    }
}

extension ArraySlice<UInt8> {
    /// A Boolean value that indicates whether text ends with `=>`, and white space.
    fileprivate var isArrow: Bool {
        let end = reversed().drop { Base64.isWhiteSpace($0) }.prefix(2)
        return end.elementsEqual(">=".utf8)
    }
}

extension String {
    fileprivate func withoutPrefix(_ prefix: String) -> String {
        hasPrefix(prefix) ? String(dropFirst(prefix.utf8.count)) : self
    }
}
