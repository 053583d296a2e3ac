import SPKIHash

// XML elements, digests, names and addresses.
extension TextPass {
    // MARK: Elements

    mutating func angle() {
        let next = peek()
        let name = text[place..<end].dropFirst(next == UInt8(ascii: "/") ? 2 : 1)
            .prefix { isASCIILetter($0) || $0 == UInt8(ascii: "-") }
        guard
            isXML && enclosures.isEmpty
                || hasElements && !isInComment
                    && TextPass.elements.contains(String(decoding: name.prefix(24), as: UTF8.self))
        else {
            sign(UInt8(ascii: "<"))
            place += 1
            return
        }
        if next == UInt8(ascii: "/") || next == UInt8(ascii: "?") || next == UInt8(ascii: "!") {
            if next == UInt8(ascii: "/") { close(UInt8(ascii: "<")) }
            place = text[place..<end].firstIndex(of: UInt8(ascii: ">")).map { $0 + 1 } ?? end
            return
        }
        var last = place + 1
        while last < end, TextPass.isWord(text[last]) || "-.:".utf8.contains(text[last]) { last += 1 }
        guard scopes.count < TextPass.deepest, last > place + 1 else {
            place += 1
            return
        }
        push(.bracket(UInt8(ascii: "<")))
        scopes[top].element = (place + 1)..<last
        (place, isInTag) = (last, true)
    }

    mutating func endTag() {
        let isEmpty = before == UInt8(ascii: "/")
        place += 1
        guard isInTag else { return }
        isInTag = false
        scopes[top].endItem()
        if isEmpty { return close(UInt8(ascii: "<")) }
        let close = text[place..<end].firstIndex(of: UInt8(ascii: "<")) ?? end
        guard close - place <= 4096, let host = TextHost(text, in: place..<close) else { return }
        self.host(host)
        // In `<domain includeSubdomains="true">`, the setting applies to the pins that follow the element.
        if top > 0, let value = scopes[top].settings[.includesubdomains] {
            scopes[top - 1].settings.add(.includesubdomains, value)
        }
        place = close
    }

    // MARK: Words

    /// Reads a digest, a name, a number, or a URL.
    mutating func word() {
        let start = place
        if record?.numbers.count != 3, Base64.isDigit(text[place]) {
            let (digest, last) = TextDigest.read(text, at: place, before: end)
            if let digest { return found(digest) }
            if last - place > 128 {
                place = last
                return sign(0)
            }
        }
        while place < end {
            if TextPass.isWord(text[place]) {
                place += 1
            } else if ".-".utf8.contains(text[place]), TextPass.isWord(peek()) || peek() == UInt8(ascii: "*"),
                place > start, !startsDigest(place + 1)
            {
                place += 1
            } else if text[place] == UInt8(ascii: ":"), peek() == UInt8(ascii: ":"), place > start,
                TextPass.isWord(peek(2)), !startsDigest(place + 2)
            {
                // As in `Pins::HOST`.
                place += 2
            } else if text[place] == UInt8(ascii: "*"),
                isInLiteral || scopes[top].isIndented || isXML || isInComment && peek() == UInt8(ascii: ".")
            {
                place += 1
            } else {
                break
            }
        }
        guard place > start else {
            sign(text[place])
            place += 1
            return
        }
        // A longer word is neither a name nor a host.
        guard place - start <= 256 else { return sign(0) }
        if text[place..<end].prefix(3).elementsEqual("://".utf8) { return address(start) }
        if let record {
            let digest = record.take(start..<place, of: text)
            self.record = digest == nil ? record : nil
            if let digest { return found(digest) }
            if record.hasTaken(start) { return }
        }
        name(start..<place)
    }

    private func startsDigest(_ start: Int) -> Bool {
        start < end && Base64.isDigit(text[start])
            && TextDigest.read(text, at: start, before: end).digest != nil
    }

    /// Reads a URL without quotation marks, up to its path.
    mutating func address(_ start: Int) {
        while place < end, !Base64.isWhiteSpace(text[place]), !"\"'`,;)]}<>|".utf8.contains(text[place]) {
            place += 1
        }
        guard var host = TextHost(text, in: start..<place) else { return }
        // People read an address after words or below a pin, in a link of Markdown, or with a path in a comment. A line
        // with an option, such as `curl -s`, is a command.
        let isBelowPin =
            scopes[top].start < mentions.count && text[..<start].isLineStart && !scopes[top].isItem
        let line = text[..<start].suffix(160).lastLine
        host.isReference =
            scopes[top].pieces > 0 && line.firstIndex(ofText: " -") == nil || isBelowPin
            || line.suffix(2).elementsEqual("](".utf8)
            || isInComment && text[host.range.upperBound..<place].dropLast().contains(UInt8(ascii: "/"))
        self.host(host)
        place = host.range.upperBound
        guard place < end, text[place] == UInt8(ascii: ":") else { return }
        place += 1
        while place < end, (0x30...0x39).contains(text[place]) { place += 1 }
    }

    mutating func found(_ digest: TextDigest) {
        place = digest.range.upperBound
        guard interest == nil else { return sign(0) }
        // The lines of a key, each of 32 octets, are not pins. One of only letters is not a digest, so it may be missing.
        let continuesKey = keyEnd.map { digest.range.lowerBound - $0 < 120 } ?? false
        if continuesKey || (digest.pin?.beginsKey ?? beginsPrivateKey(digits: text[digest.range])) {
            keyEnd = digest.range.upperBound
            return
        }
        let whole = text.withLabel(around: digest.range)
        var mention = TextMention(digest: digest, range: digest.range, level: level)
        (mention.isWhole, mention.isConditional) = (text.isQuoted(whole) && !isPart(whole), directives > 0)
        if let owner = digest.record?.owner {
            mention.hosts = [owner]
            if case .name(let name) = owner {
                (mention.arguments, mention.hasOtherHost) = ([(name, true)], true)
            }
        }
        add(mention)
    }

    /// Reads a name, which may be a keyword, or unquoted text that names a host.
    mutating func name(_ range: Range<Int>) {
        let word = text[range]
        if word.elementsEqual("TLSA".utf8) || word.elementsEqual("tlsa".utf8) {
            record = TextRecord(owner: recordOwner(before: range.lowerBound))
            return named(range)
        }
        if case .name(let last) = scopes[top].last, text[last].elementsEqual("$ORIGIN".utf8) {
            origin = TextHost(text, in: range)
            return named(range)
        }
        if let interest, interest.contains(word, in: type.map { text[$0] }),
            scopes[top].questions > 0 || !isKey(after: range.upperBound)
        {
            var mention = TextMention(digest: nil, range: range, level: level)
            mention.isConditional = directives > 0
            mention.isWhole = !isInLiteral && !isJoined(range)
            return add(mention)
        }
        var isValue = scopes[top].isIndented || isXML || isInLiteral || isShellList
        // As in `server_name a.example.com b.example.com;`.
        switch scopes[top].last {
        case .name, .host: isValue = true
        default: break
        }
        // As in `hosts: [a.example.com, b.example.com]`, and in any list of YAML.
        if scopes[top].kind == .bracket(UInt8(ascii: "[")),
            scopes[top - 1].expectsHost
                || scopes[top - 1].isIndented && scopes[top - 1].nameSign == UInt8(ascii: ":")
        {
            isValue = true
        }
        // As in `{ a.example.com: pin, … }` and `{ host: a.example.com, … }`, and in `a.example.com "pin";` of nginx.
        if scopes[top].kind == .bracket(UInt8(ascii: "{")) {
            let next = text[range.upperBound..<end].prefix(64).drop(while: Base64.isWhiteSpace)
            switch scopes[top].last {
            case .none where isKey(after: range.upperBound) || next.first == UInt8(ascii: "\""):
                isValue = true
            case .sign(UInt8(ascii: ":"))
            where scopes[top].expectsHost && ",}".utf8.contains(next.first ?? 0):
                isValue = true
            default: break
            }
        }
        // As in `[a.example.com]` at the start of a line.
        if case .none = scopes[top].last, scopes[top].kind == .bracket(UInt8(ascii: "[")),
            text[..<scopes[top].place].isLineStart, word.count(where: { $0 == UInt8(ascii: ".") }) > 1
        {
            isValue = true
        }
        // The subject of a certificate or the address of a person is not the host of a pin, nor is the end of a template,
        // such as `{{ stage }}.example.com`.
        let before = text[..<range.lowerBound].suffix(3)
        let isRest = ["}-", ">-"].contains { before.suffix(2).elementsEqual($0.utf8) }
        if before.elementsEqual("CN=".utf8) || isRest || before.last.map({ "@.".utf8.contains($0) }) ?? false
        {
            return named(range)
        }
        if isValue && !isOther(at: range.lowerBound) || isInComment,
            let host = TextHost(text, in: recordOwner(range)), host.isCertain,
            host.range != range || !isPath(range)
        {
            return self.host(host)
        }
        named(range)
    }

    /// A Boolean value that indicates whether the text is in the list of a shell: `HOSTS=(a.example.com b.example.com)`.
    var isShellList: Bool {
        scopes[top].kind == .bracket(UInt8(ascii: "("))
            && text[..<scopes[top].place].last == UInt8(ascii: "=")
    }

    /// Returns whether a name is most likely a path in code: `this.id`, `Stage.DEV`.
    private func isPath(_ range: Range<Int>) -> Bool {
        if text[range].contains(where: { (0x41...0x5a).contains($0) }) { return true }
        let labels = text[range].split(separator: UInt8(ascii: "."))
        // As in `options.host`.
        if let last = labels.last, ["host", "name"].contains(where: { last.elementsEqual($0.utf8) }) {
            return true
        }
        guard labels.count == 2, !["com", "org", "net"].contains(where: { labels[1].elementsEqual($0.utf8) })
        else { return false }
        let next = text[range.upperBound..<end].prefix(16).drop { $0 == 0x20 }
        if ["->", "=>"].contains(where: { next.starts(with: $0.utf8) }) { return true }
        guard labels[1].count == 2 else { return false }
        let words = [
            "id", "is", "it", "to", "me", "in", "at", "no", "as", "by", "do", "my", "am", "us", "of",
        ]
        return labels[0].count < 4 || words.contains { labels[1].elementsEqual($0.utf8) }
    }

    /// Returns the name without the port and protocol of a TLSA record: `_443._tcp.`.
    func recordOwner(_ range: Range<Int>) -> Range<Int> {
        guard let mark = text[range].prefix(16).firstIndex(ofText: "._tcp.")
        else { return range }
        return (mark + 6)..<range.upperBound
    }

    /// Returns the owner of a TLSA record. In a zone file, a name without a dot at the end is relative to the origin.
    private mutating func recordOwner(before place: Int) -> HostMention? {
        let line = text[..<place].suffix(320).lastLine
        let name = line.prefix { !Base64.isWhiteSpace($0) }
        guard name.last != UInt8(ascii: "."), let mark = name.prefix(16).firstIndex(ofText: "._tcp"), isZone
        else {
            return scopes[top].statement.hosts.first.map { .literal($0) }
        }
        guard var host = origin else { return .name(name.startIndex..<name.endIndex) }
        let labels = name[(mark + 5)...].dropFirst()
        host.labels = labels.isEmpty ? nil : labels.startIndex..<labels.endIndex
        return .literal(host)
    }

    /// Returns whether a quoted literal is joined with another one or is an argument of `format`.
    private func isPart(_ literal: Range<Int>) -> Bool {
        isJoined(literal.lowerBound - 1..<literal.upperBound + 1)
            || scopes.suffix(3).contains { $0.isOfFormat }
    }

    /// Returns whether a plus or percent sign is next to a name, so that the name stands for only a part of the value.
    private func isJoined(_ range: Range<Int>) -> Bool {
        let before = text[..<range.lowerBound].suffix(16).last { !Base64.isWhiteSpace($0) }
        let after = text[range.upperBound...].prefix(16).drop(while: Base64.isWhiteSpace)
        return before == UInt8(ascii: "+") || before == UInt8(ascii: "%")
            || after.first == UInt8(ascii: "+") && !after.starts(with: "+=".utf8)
    }

    /// Returns whether a plus sign follows, and then a literal with a port or a path.
    func addsOnlyPath(after place: Int) -> Bool {
        let rest = text[place..<end].prefix(16).drop(while: Base64.isWhiteSpace)
        guard rest.first == UInt8(ascii: "+") else { return false }
        let literal = rest.dropFirst().drop(while: Base64.isWhiteSpace).prefix(2)
        return literal.first.map { "\"'`".utf8.contains($0) } ?? false
            && ":/".utf8.contains(literal.last ?? 0)
    }

    /// Returns the range of the expression around a name that stands for only a part of it, as in `"api." + DOMAIN` and
    /// `"api.%s" % DOMAIN`; otherwise, the range of the name.
    func expression(around name: Range<Int>) -> Range<Int> {
        guard isJoined(name), !addsOnlyPath(after: name.upperBound) else { return name }
        let isEnd = { (byte: UInt8) in "(,[{;=:)]}\n".utf8.contains(byte) }
        let before = text[..<name.lowerBound].suffix(64).reversed().prefix { !isEnd($0) }
        let after = text[name.upperBound..<end].prefix(64).prefix { !isEnd($0) }
        return text.withoutBlanks((name.lowerBound - before.count)..<(name.upperBound + after.count))
    }

    /// Returns whether a key sign follows, which means that a name is defined rather than used.
    func isKey(after place: Int) -> Bool {
        let next = text[place..<end].prefix(64).firstIndex { $0 != 0x20 } ?? end
        guard next < end else { return false }
        let follows = next + 1 < end ? text[next + 1] : 0
        return text[next] == UInt8(ascii: ":") && follows != UInt8(ascii: ":")
            || text[next] == UInt8(ascii: "=") && !"=>".utf8.contains(follows)
    }
}

extension [UInt8] {
    /// Returns whether two hosts are written alike.
    func isSame(_ one: TextHost, _ other: TextHost) -> Bool {
        self[one.range].elementsEqual(self[other.range])
            && one.labels.map { self[$0] } == other.labels.map { self[$0] }
    }

    /// Returns whether a range is between two equal quotation marks.
    func isQuoted(_ range: Range<Int>) -> Bool {
        range.lowerBound > 0 && range.upperBound < count
            && self[range.lowerBound - 1] == self[range.upperBound]
            && "\"'`".utf8.contains(self[range.upperBound])
    }

    /// Returns a range without the white space at its ends.
    func withoutBlanks(_ range: Range<Int>) -> Range<Int> {
        let start = self[range].firstIndex { !Base64.isWhiteSpace($0) } ?? range.upperBound
        let last = self[range].lastIndex { !Base64.isWhiteSpace($0) }.map { $0 + 1 } ?? start
        return start..<last
    }

    /// Returns a range including a label before it, as in `"sha256:…"`, and the blanks around it on its line.
    func withLabel(around range: Range<Int>) -> Range<Int> {
        let isBlank = { (byte: UInt8) in byte == 0x20 || byte == 0x09 }
        let isLabel = { (byte: UInt8) in isWordCharacter(byte) || ":=-".utf8.contains(byte) }
        let label = self[..<range.lowerBound].suffix(16).reversed().prefix(while: isLabel).count
        let before = self[..<(range.lowerBound - label)].suffix(64).reversed().prefix(while: isBlank).count
        let after = self[range.upperBound...].prefix(64).prefix(while: isBlank).count
        return (range.lowerBound - label - before)..<(range.upperBound + after)
    }
}
