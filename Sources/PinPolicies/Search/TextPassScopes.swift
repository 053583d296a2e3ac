import SPKIHash

// Brackets, blocks and statements. At the end of each, hosts are assigned to the pins inside it.
extension TextPass {
    mutating func push(_ kind: TextScope.Kind, content: TextScope.Content = .values) {
        if content != .values { defineUnknown() }
        let outer = scopes[top]
        var scope = TextScope(
            kind: kind, content: content, level: outer.level + (kind == .literal || kind == .comment ? 0 : 1),
            start: mentions.count)
        scope.place = place
        if content == .type { scope.type = outer.statement.type }
        if content == .function {
            scope.function = outer.statement.function ?? outer.lastName
            for name in outer.statement.parameters {
                constants.define(
                    text[name], in: NameContext(function: place), as: nil, of: text, isConstant: false)
            }
        }
        scope.isConditional = outer.isConditional || outer.statement.isConditional
        scope.isForOthers = outer.isForOthers || outer.statement.isForOthers
        scopes.append(scope)
    }

    mutating func open(_ byte: UInt8) {
        guard scopes.count < TextPass.deepest else { return }
        // As in `a.example.com, b.example.com {`.
        if byte == UInt8(ascii: "{"), case .host = scopes[top].last,
            scopes[top].pieces <= scopes[top].alternatives.count + 1
        {
            setKey(0)
        }
        // As in `host("a.example.com") { pin("…") }`.
        if byte == UInt8(ascii: "{"), case .closed(UInt8(ascii: "("), let host?) = scopes[top].last,
            !scopes[top].statement.isFunction, let function = scopes[top].lastName,
            TextPass.hostNames.contains(TextPass.key(text[function]))
        {
            switch host {
            case .literal(let host): scopes[top].keys = [host]
            case .name(let name): setName(name, UInt8(ascii: ":"))
            }
            return push(.bracket(byte))
        }
        guard byte == UInt8(ascii: "{") else {
            let last = scopes[top].last
            push(.bracket(byte))
            if case .name(let name) = last, byte == UInt8(ascii: "(") {
                scopes[top - 1].statement.function = scopes[top - 1].statement.function ?? name
                let function = TextNames.lastPart(text[name])
                scopes[top].isOfAdd = function.elementsEqual("add".utf8)
                scopes[top].isOfFormat = function.elementsEqual("format".utf8)
            }
            return
        }
        let isBody =
            switch scopes[top].last {
            case .none: scopes[top].content != .values || scopes[top].kind == .file
            case .sign(let sign): !"=:,([?>".utf8.contains(sign)
            // The class or closure of an argument is a value.
            case .closed(let bracket, _):
                bracket == UInt8(ascii: "(") && scopes[top].items == 0 && !scopes[top].statement.isNew
            case .name where scopes[top].isType || scopes[top].kind == .bracket(UInt8(ascii: "(")): false
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

    /// Returns the kind of content in braces or indented lines, determined by the words of the statement before them.
    func contentOfBlock(isBody: Bool, byArrow: Bool) -> TextScope.Content {
        let statement = scopes[top].statement
        if case .literal = scopes[top].kind { return .values }
        if statement.isFunction { return .function }
        if statement.isType { return .type }
        if statement.isBlock { return .block }
        guard isBody else { return .values }
        if byArrow || hasParentheses { return .function }
        // As in `apply {` and `launch {`.
        return scopes[top].isIndented ? .values : .block
    }

    var hasParentheses: Bool {
        if case .closed(UInt8(ascii: "("), _) = scopes[top].last { true } else { false }
    }

    /// Ends the innermost brackets of this kind, and any unclosed brackets inside them.
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
        while scopes.count > place + 1 { closeScope() }
        let scope = closeScope(isClosed: true)
        if byte == UInt8(ascii: "]"), scopes[top].isIndented { startSection(scope) }
    }

    /// - Parameter isClosed: whether the closing bracket is present, so that all items are known.
    @discardableResult mutating func closeScope(isClosed: Bool = false) -> TextScope {
        defineUnknown()
        settleStatement()
        settlePending()
        scopes[top].noteItem()
        if isClosed { noteAbsentPins() }
        let scope = scopes.removeLast()
        settle(scope)
        if case .comment = scope.kind {
            endComment(scope)
            return scope
        }
        // If some keys of a map are hosts, the pins under its other keys are for hosts that the text does not name.
        let isMap = !scope.isEnclosure && hostMaps.contains(scope.place)
        if isMap {
            for number in scope.start..<mentions.count where mentions[number].hosts.isEmpty {
                mentions[number].hasOtherHost = true
            }
        }
        // Brackets that contain pins are not a list of hosts.
        let hasPins = scope.start < mentions.count
        if hasPins { groups[scope.place] = nil }
        if scope.content == .values || scope.content == .block {
            // The host of an item or of a key is not that of the next one.
            if !(scope.isItem || hasPins) || scope.named.hosts.isEmpty, !isMap || !hasPins {
                for var host in scope.hosts {
                    if hasPins { host.group = nil }
                    note(host)
                }
            }
            // A pin without a host gets the last host of the enclosing statement, or waits for the next one.
            if let host = scopes[top].statement.lastHost {
                for number in scope.pending { mentions[number].nearby = host }
            } else {
                scopes[top].statement.pins += scope.pending
            }
        } else if scope.content == .function, scopes[top].content == .type {
            // A pin in a method waits for the only host of the type.
            scopes[top].statement.pins += scope.pending
        } else if scope.content == .type, scopes[top].hosts.isEmpty, distinctHosts.count < 2 {
            scopes[top].hosts = scope.hosts
        }
        switch scope.kind {
        case .bracket(let bracket):
            if isClosed, !scope.cutPins.isEmpty || !scope.itemNames.isEmpty,
                let pin = mentions.indices[scope.start...].first(where: {
                    mentions[$0].isWhole && mentions[$0].level == scope.level
                })
            {
                (mentions[pin].cutPins, mentions[pin].itemNames) = (scope.cutPins, scope.itemNames)
            }
            var only: HostMention?
            if scope.pieces == 1, scope.items == 0 {
                if case .host(let host) = scope.last { only = .literal(host) }
                if case .name(let name) = scope.last { only = .name(name) }
            }
            // As in `add(URL(address).host, pin)`.
            if let only, bracket == UInt8(ascii: "("), scopes[top].isOfAdd, scopes[top].items == 0 {
                (scopes[top].first, scopes[top].isOfAdd) = (only, false)
            }
            // As in `AddPins(&url.URL{Host: host}, pins)`.
            if bracket == UInt8(ascii: "{"), scope.named.hosts.count == 1, scopes[top].items == 0,
                scopes[top].kind == .bracket(UInt8(ascii: "("))
            {
                scopes[top].first = scope.named.hosts[0]
            }
            // As in `@(YES)`.
            if let only, let setting = scopes[top].expected { set(setting, only.range) }
            close(scope, only)
            if bracket == UInt8(ascii: "(") { scopes[top].statement.parameters = scope.words }
            if isClosed { closePattern(scope, bracket) }
            scopes[top].pieces += 1
            scopes[top].last = .closed(bracket, only)
            if bracket == UInt8(ascii: "{"), scope.content != .values { endStatement() }
        case .literal:
            let piece = scope.start < mentions.count ? .digest : scope.interpolated(in: text, before: end)
            if case .name(let host) = piece, scopes[top].expectsHost {
                scopes[top].note(.name(host), in: text, after: mentions.count)
            }
            scopes[top].pieces += 1
            scopes[top].last = piece
        default: break
        }
        return scope
    }

    /// Notes the constants that stand for all pins of the innermost brackets, as in
    /// `add("a.example.com", BuildConfig.PIN)`.
    private mutating func noteAbsentPins() {
        let scope = scopes[top]
        guard interest == nil, scope.start == mentions.count, absent.count < TextScope.mostGroups,
            !isInComment,
            scope.isOfAdd && isOfOkHttp
                || scopes[top - 1].name.map({ TextDigest.namesPin(text[$0]) }) ?? false
        else { return }
        // The name of a pin, in a list that of a member of another file.
        let names = scope.itemNames.filter { (name) in
            let isOfFile =
                (0x41...0x5a).contains(text[name.lowerBound]) && text[name].contains(UInt8(ascii: "."))
            return (scope.isOfAdd || isOfFile) && TextDigest.namesPin(text[name])
        }
        guard let first = names.first else { return }
        var mention = TextMention(digest: nil, range: first, level: level)
        (mention.arguments, mention.hosts, mention.hostLevel) = hosts()
        (mention.type, mention.function, mention.itemNames) = (type, function, names)
        absent.append(mention)
    }

    /// Begins a section of TOML or INI if the brackets are alone on their line: `[pins."a.example.com"]`.
    private mutating func startSection(_ header: TextScope) {
        let next = text[header.place..<place].dropFirst().first ?? 0x20
        let after = text[place..<end].dropFirst()
        let rest = after.first { $0 != 0x20 && $0 != 0x09 && $0 != 0x0d } ?? 0x0a
        // A message of Objective-C ends with a semicolon.
        guard text[..<header.place].isLineStart, !Base64.isWhiteSpace(next), "\n#;".utf8.contains(rest),
            header.start == mentions.count, after.first != UInt8(ascii: ";")
        else { return }
        while scopes[top].kind == .indentation { closeScope() }
        scopes[top].keys = header.hosts
        push(.indentation)
        scopes[top].isSection = true
    }

    /// Ends an element, whose content may be a host or the key of the next element.
    private mutating func close(_ scope: TextScope, _ only: HostMention?) {
        guard let element = scope.element else { return }
        let name = String(decoding: text[element].prefix(24), as: UTF8.self).lowercased()
        if name == "key" {
            scopes[top].endItem()
            if case .literal(let host)? = only {
                scopes[top].keys = [host]
            } else if case .name(let range) = scope.last {
                setName(range, UInt8(ascii: ":"))
            }
        } else if let only, case .literal = only, TextPass.isHostKey(name) {
            scopes[top].note(only, in: text, after: mentions.count)
        }
    }

    /// Assigns the settings and hosts in brackets to the pins in the same brackets.
    private mutating func settle(_ scope: TextScope) {
        guard !scope.named.hosts.isEmpty || !scope.settings.isEmpty else { return }
        for number in scope.start..<mentions.count {
            for (name, value) in scope.settings { mentions[number].settings.add(name, value) }
            guard !scope.named.hosts.isEmpty, mentions[number].level - scope.level <= scope.named.reach else {
                continue
            }
            // The hosts of brackets around these give way to a host that is named as such.
            let isOfOthers = mentions[number].hostLevel.map { $0 < scope.level } ?? false
            if isOfOthers && scope.named.areStrong
                || mentions[number].hosts.isEmpty && !mentions[number].hasOtherHost
            {
                (mentions[number].hosts, mentions[number].hostLevel) = (scope.named.hosts, scope.level)
                mentions[number].hasOtherHost = false
            } else if isOfOthers,
                !mentions[number].hosts.contains(where: { scope.named.contains($0, in: text) })
            {
                (mentions[number].hosts, mentions[number].hasOtherHost) = ([], true)
            }
        }
    }

    // MARK: Statements

    mutating func endStatement() {
        settleStatement()
        if scopes[top].pieces > 0 || scopes[top].items > 0 { scopes[top].heading = nil }
        endItem()
        scopes[top].items = 0
    }

    mutating func settleStatement() {
        settleCommand()
        let statement = scopes[top].statement
        for number in statement.pins where mentions[number].nearby == nil && mentions[number].hosts.isEmpty {
            scopes[top].pending.append(number)
        }
        for host in statement.hosts
        where (!host.isReference || scopes[top].kind == .literal)
            && scopes[top].hosts.count < TextScope.mostHosts
        {
            if !scopes[top].hosts.contains(where: { text.isSame($0, host) }) {
                scopes[top].hosts.append(host)
            }
        }
        scopes[top].statement = TextScope.Statement()
    }

    /// Assigns the hosts of a command to its pins: its literal hosts or, if it has none, that of one of its variables. The
    /// host of another command is not its own.
    private mutating func settleCommand() {
        let statement = scopes[top].statement
        guard let start = statement.command else { return }
        let variables = statement.hosts.isEmpty ? text.variables(in: start..<place).suffix(8) : []
        for number in mentions.indices.reversed() {
            guard mentions[number].range.lowerBound > start else { break }
            guard mentions[number].hosts.isEmpty, !mentions[number].hasOtherHost else { continue }
            mentions[number].hosts = statement.hosts.map { .literal($0) }
            mentions[number].arguments += variables.map { ($0, false) }
            mentions[number].hasOtherHost = statement.hosts.isEmpty
        }
    }

    /// Assigns a block's host to each of its pins if there is only one host or list of hosts, or if only one is named
    /// as such and is near the pin.
    mutating func settlePending() {
        guard let first = scopes[top].hosts.first else { return }
        let isOne = scopes[top].hosts.allSatisfy(first.isBeside)
        let named = scopes[top].hosts.filter { $0.isNamed }
        for number in scopes[top].pending {
            let place = mentions[number].range.lowerBound
            let isNear = named.allSatisfy { $0.isBeside(named[0]) && abs($0.range.lowerBound - place) < 1000 }
            mentions[number].nearby = isOne ? first : isNear ? named.first : nil
            mentions[number].isAmbiguous = mentions[number].nearby == nil
        }
        scopes[top].pending = []
    }

    /// Notes the only host in a comment that is not code, for the pin before the comment or the statement after it.
    private mutating func endComment(_ comment: TextScope) {
        guard comment.start == mentions.count, !comment.hosts.isEmpty,
            !text[comment.place..<end].contains(UInt8(ascii: "="))
        else { return }
        let host = comment.hosts.count == 1 ? comment.hosts[0] : nil
        if let last = mentions.indices.last, mentions[last].comment?.lowerBound == comment.place {
            mentions[last].heading = host ?? mentions[last].heading
        } else {
            scopes[top].heading = host
        }
    }
}

extension TextScope {
    /// Returns the value of a literal without a pin: the name in it if the literal begins with the prefix of a pin, as
    /// in `"sha256/${PIN}"`, or the whole literal if the name is a part of a host, as in `"api.${DOMAIN}"`. Otherwise, the
    /// value is an empty literal.
    fileprivate func interpolated(in text: [UInt8], before end: Int) -> Piece {
        var name: Range<Int>?
        switch last {
        case .name(let last), .closed(_, .name(let last)?): name = last
        default: break
        }
        let value = text[place..<end]
        if value.starts(with: "sha256/".utf8) { return name.map { .name($0) } ?? .literal(0..<0) }
        let isHost =
            value.count < 256 && (name != nil || pieces > 0 && value.contains(UInt8(ascii: "{")))
            && value.contains(UInt8(ascii: ".")) && !value.contains(where: Base64.isWhiteSpace)
        return isHost ? .name(value.indices) : .literal(0..<0)
    }
}

extension [UInt8] {
    /// Returns the names of the variables in a command of a shell: `$URL` and `${URL}`.
    fileprivate func variables(in command: Range<Int>) -> [Range<Int>] {
        let text = self[command].prefix(1024)
        let starts = text.indices.filter { text[$0] == UInt8(ascii: "$") }
        return starts.map { (start) in
            text[start...].dropFirst().drop { $0 == UInt8(ascii: "{") }.prefix(while: isWordCharacter).indices
        }
    }
}

extension ArraySlice<UInt8> {
    /// A Boolean value that indicates whether text ends with `=>` and optional white space.
    fileprivate var isArrow: Bool {
        let end = reversed().drop { Base64.isWhiteSpace($0) }.prefix(2)
        return end.elementsEqual(">=".utf8)
    }
}
