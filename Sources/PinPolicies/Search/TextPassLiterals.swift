import SPKIHash

// Literals and comments, whose contents are read, too.
extension TextPass {
    /// Reads a literal, if its end is on the same line.
    ///
    /// - Parameter width: 2 for an escaped quotation mark, as in a literal that contains source code.
    mutating func quote(_ byte: UInt8, width: Int) {
        let start = place + width
        if width == 1, peek() == byte, peek(2) == byte {
            let mark = String(repeating: String(UnicodeScalar(byte)), count: 3)
            // A literal that is a statement is documentation.
            if case .none = scopes[top].last, scopes[top].isIndented, text[..<place].isLineStart,
                byte != UInt8(ascii: "`")
            {
                return comment(from: place + 3, to: mark)
            }
            // A value of several lines. Three backticks are those of Markdown.
            guard byte != UInt8(ascii: "`"),
                let close = text[place..<end].dropFirst(3).firstIndex(ofText: mark)
            else { return place += 3 }
            return enter(.literal, (place + 3)..<close, after: close + 3)
        }
        let isApostrophe =
            byte == UInt8(ascii: "'") && place > 1 && isASCIILetter(before) && isASCIILetter(text[place - 2])
        let mark = width == 1 ? byte : byte | 0x80
        guard !isApostrophe, place >= unpaired[mark] ?? 0, !(isXML && !isInTag && enclosures.isEmpty) else {
            place = start
            return
        }
        var close = start
        var isPlain = true
        while close < end, text[close] != 0x0a {
            let octet = text[close]
            if octet == UInt8(ascii: "\\") {
                if width == 2, close + 1 < end, text[close + 1] == byte { break }
                isPlain = isPlain && close + 1 < end && text[close + 1] == UInt8(ascii: "/")
                close += 1
            } else if width == 1, octet == byte {
                break
            } else if " \"'`${(<[".utf8.contains(octet) {
                isPlain = false
            }
            close += 1
        }
        guard close < end, text[close] != 0x0a else {
            unpaired[mark] = min(close, end)
            place = start
            return
        }
        literal(start..<close, after: close + width, isPlain: isPlain)
    }

    /// Reads a literal, either as a whole or as text that contains other literals.
    mutating func literal(_ range: Range<Int>, after: Int, isPlain: Bool) {
        let isArgument = scopes[top].isOfAdd && scopes[top].items == 0 && scopes[top].pieces == 0
        if var host = TextHost(text, in: recordOwner(range), isArgument: isArgument) {
            // A URL with a long path refers to a page or an endpoint, not to a server.
            let path = text[host.range.upperBound..<range.upperBound].split(separator: UInt8(ascii: "/"))
            host.isReference = path.count > 2
            place = after
            // As in `"api.example.com" + suffix` and `"api.example.com".replace("api", stage)`.
            let next = text[after..<end].prefix(16).drop { $0 == 0x20 }
            let isJoined = next.first == UInt8(ascii: "+") && !addsOnlyPath(after: after)
            if isJoined || next.starts(with: ".replac".utf8) { return self.literal(range) }
            return self.host(host)
        }
        // The value of a constant may be a host with a path.
        if scopes[top].nameSign == UInt8(ascii: "="), let host = TextHost(text, in: range, isArgument: true) {
            define(host)
        }
        scopes[top].cutPin = TextDigest.resembles(text[range]) ? range : nil
        guard range.count >= 33 || !isPlain, scopes.count < TextPass.deepest else {
            place = after
            return literal(range)
        }
        enter(.literal, range, after: after)
    }

    mutating func enter(_ kind: TextScope.Kind, _ range: Range<Int>, after: Int) {
        place = range.lowerBound
        guard range.lowerBound < range.upperBound else {
            place = after
            return
        }
        enclosures.append(Enclosure(kind: kind, end: range.upperBound, after: after, scopes: scopes.count))
        push(kind)
        end = range.upperBound
    }

    mutating func leave(_ inner: Enclosure) {
        while scopes.count > inner.scopes { closeScope() }
        enclosures.removeLast()
        end = enclosures.last?.end ?? text.count
        place = max(place, inner.after)
    }

    mutating func backslash() {
        let next = peek()
        if !enclosures.isEmpty, next == UInt8(ascii: "\"") || next == UInt8(ascii: "'") {
            return quote(next, width: 2)
        }
        if next == UInt8(ascii: "n") || next == UInt8(ascii: "r") || next == UInt8(ascii: "t"),
            !enclosures.isEmpty
        {
            place += 2
            return endStatement()
        }
        if next == UInt8(ascii: "/") || next == UInt8(ascii: "u") {
            let (digest, last) = TextDigest.read(text, at: place, before: end)
            if let digest { return found(digest) }
            place = max(place + 1, last)
            return
        }
        sign(UInt8(ascii: "\\"))
        // In a shell, an escaped semicolon does not end the statement.
        place += next == UInt8(ascii: ";") ? 2 : 1
    }

    mutating func slashes() {
        guard !isInLiteral, !isXML, before != UInt8(ascii: ":") else {
            if !isInLiteral || Base64.isDigit(text[place]) { return word() }
            place += 1
            return
        }
        guard peek() == UInt8(ascii: "*") else { return comment(from: place + 2, to: "\n") }
        // As in `rm -f build/*`.
        let line = text[place..<end].dropFirst(2).prefix(256).prefix { $0 != 0x0a }
        let isPath =
            isWordCharacter(before) && line.firstIndex(ofText: "*/") == nil || place + 2 > lastBlockEnd
        guard !isPath else { return place += 2 }
        comment(from: place + 2, to: "*/")
    }

    /// The beginnings of comments other than `//`, `/*` and `#`, with their ends.
    private static let blockComments = [
        ("<!--", "-->"), ("=begin", "\n=end"), ("=pod", "\n=cut"), ("--[[", "]]"), ("<#", "#>"), ("{#", "#}"),
    ]

    /// Returns the beginning and the end of a comment that begins here: in markup, or in the notation of Ruby, Perl, Lua,
    /// PowerShell, Jinja, INI, Java's properties, SQL or a zone file.
    mutating func commentMark() -> (start: String, end: String)? {
        let byte = text[place]
        guard "<=-{;!".utf8.contains(byte),
            enclosures.isEmpty || text[place..<self.end].starts(with: "<!--".utf8)
        else { return nil }
        for (start, end) in TextPass.blockComments where text[place..<self.end].starts(with: start.utf8) {
            // As in `<#Placeholder#>`, and in `{#fragment}`.
            let isBlock = start.utf8.count > 2 || Base64.isWhiteSpace(peek(2))
            return isBlock && (byte != UInt8(ascii: "=") || before == 0x0a) ? (start, end) : nil
        }
        let isLine =
            byte == UInt8(ascii: "-")
            ? peek() == byte && peek(2) == 0x20
            : "!;".utf8.contains(byte) && scopes[top].isIndented
                && (isWordCharacter(peek()) || peek() == 0x20 || peek() == byte)
        // In a shell, as in `! curl`, an exclamation mark inverts the result.
        guard isLine, text[..<place].isLineStart, byte != UInt8(ascii: "!") || !hasCommands else {
            return nil
        }
        return (String(UnicodeScalar(byte)), "\n")
    }

    /// Returns the end of a block comment in a language in which such comments may be nested; `nil` if there is none. Then
    /// no other comment is searched for it.
    private mutating func nestedEnd(from start: Int) -> Int? {
        var (depth, rest) = (1, text[start..<end])
        while isNesting, let close = rest.firstIndex(ofText: "*/") {
            var inner = rest[..<close]
            while let open = inner.firstIndex(ofText: "/*") {
                // As in `src/*.kt`.
                depth += Base64.isWhiteSpace(text[open - 1]) ? 1 : 0
                inner = inner[(open + 2)...]
            }
            // Unlike in `"*/*"`.
            depth -= rest.startIndex == start || Base64.isWhiteSpace(text[close - 1]) ? 1 : 0
            if depth == 0 { return close }
            rest = rest[(close + 2)...]
        }
        isNesting = false
        return nil
    }

    /// Reads a comment. Comments in a comment are not read as such, so the search for the end runs only once.
    mutating func comment(from start: Int, to mark: String) {
        let start = min(start, end)
        guard !isInComment else {
            place = start
            return
        }
        let nested = mark == "*/" ? nestedEnd(from: start) : nil
        let close = nested ?? text[start..<end].firstIndex(ofText: mark) ?? end
        let range = start..<close
        if let last = mentions.indices.last, mentions[last].digest != nil,
            mentions[last].comment == nil, start - mentions[last].range.upperBound < 256,
            !text[mentions[last].range.upperBound..<start].contains(0x0a)
        {
            mentions[last].comment = range
        }
        let isKept = mark.first == "\n" || mark == "#e"
        enter(.comment, range, after: isKept ? close : min(end, close + mark.utf8.count))
    }

    mutating func hash() {
        var last = place + 1
        while last < end, isASCIILetter(text[last]) { last += 1 }
        let word = String(decoding: text[(place + 1)..<last], as: UTF8.self)
        switch word {
        case "if", "ifdef", "elif", "elseif", "else":
            if word.hasPrefix("if") { directives += 1 }
            endStatement()
            let condition = text[
                text.withoutBlanks(text[last..<end].prefix(16).prefix { $0 != 0x0a }.indices)]
            if word == "if", ["0", "false"].contains(where: { condition.elementsEqual($0.utf8) }) {
                return comment(from: last, to: "#e")
            }
        case "endif": directives = max(0, directives - 1)
        case "define":
            let name = text[last..<end].drop { $0 == 0x20 }.prefix(while: isWordCharacter).indices
            endStatement()
            // As in `#define PIN @"…"`, but not in `#define PINS(host) …`.
            if name.upperBound < end, text[name.upperBound] != UInt8(ascii: "("), !name.isEmpty {
                named(name)
                setKey(UInt8(ascii: "="))
                last = name.upperBound
            }
        case "include", "import", "pragma", "ifndef", "error", "warning", "undef", "available",
            "selector":
            break
        default:
            let isFirst = "\n \t,])}".utf8.contains(before)
            // As in `#"{"a.example.com": []}"#`, a literal of Swift.
            if isOfSwift, isFirst, !isInLiteral, peek() == UInt8(ascii: "\""),
                let close = text[place..<end].dropFirst(2).prefix(4096).firstIndex(ofText: "\"#")
            {
                return literal((place + 2)..<close, after: close + 2, isPlain: false)
            }
            // Swift's macros and commands of its compiler look like comments.
            guard isFirst, !isInLiteral, !isXML,
                word.isEmpty || !isOfSwift || text[..<place].isLineStart
            else { break }
            return comment(from: place + 1, to: "\n")
        }
        place = last
    }
}

extension [UInt8] {
    /// A Boolean value that indicates whether text is markup rather than a page that contains code in other languages.
    var isElement: Bool {
        first { $0 < 0x80 && !Base64.isWhiteSpace($0) } == UInt8(ascii: "<")
            && !["<?php", "<script", "\n```"].contains { self[...].firstIndex(ofText: $0) != nil }
    }
}

extension ArraySlice<UInt8> {
    /// The text after the last line end.
    var lastLine: ArraySlice<UInt8> { self[(lastIndex(of: 0x0a).map { $0 + 1 } ?? startIndex)...] }

    /// A Boolean value that indicates whether only white space follows the last line end.
    var isLineStart: Bool {
        for byte in reversed() {
            if byte == 0x0a { return true }
            guard byte == 0x20 || byte == 0x09 else { return false }
        }
        return true
    }
}
