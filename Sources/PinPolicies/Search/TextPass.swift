import DERKit
import SPKIHash

/// Reads a text once from its start to its end: literals, names, brackets and comments as most languages write
/// them, without a list of tokens. It knows only the brackets that are open.
struct TextPass {
    /// A literal or a comment that is being read inside.
    private struct Enclosure {
        let kind: TextScope.Kind
        let end: Int
        let after: Int
        let scopes: Int
    }

    let text: [UInt8]
    /// The names whose uses count; `nil` in the first pass, which looks for digests.
    let interest: TextNames?
    /// A Boolean value that indicates whether the text is XML.
    let isXML: Bool
    var mentions: [TextMention] = []
    /// The constants that stand for hosts.
    var constants = TextConstants()
    var scopes: [TextScope] = [TextScope(kind: .file, level: 0, start: 0)]
    var place: Int
    /// The end of the innermost literal or comment, or of the text.
    private(set) var end: Int
    private var enclosures: [Enclosure] = []
    /// Up to where no quotation mark of a kind has another one, by its octet.
    private var unpaired: [UInt8: Int] = [:]
    private var isInTag = false
    /// The number of `#if` around.
    private var directives = 0
    /// The numbers and digits of a TLSA record.
    private var record: TextRecord?
    var isFull: Bool { mentions.count >= PinsInText.mostSightings }

    static let deepest = 200

    init(_ text: [UInt8], interest: TextNames? = nil) {
        self.text = text
        self.interest = interest
        place = text.starts(with: [0xef, 0xbb, 0xbf]) ? 3 : 0
        end = text.count
        isXML = text[place...].first { !Base64.isWhiteSpace($0) } == UInt8(ascii: "<")
    }

    mutating func run() {
        startLine()
        while !isFull {
            while let inner = enclosures.last, place >= inner.end { leave(inner) }
            guard place < text.count else { break }
            step()
        }
        while let inner = enclosures.last { leave(inner) }
        while scopes.count > 1 { closeScope() }
        endStatement()
        settlePending()
    }

    func peek(_ offset: Int = 1) -> UInt8 { place + offset < end ? text[place + offset] : 0 }

    /// The octet before this place.
    var before: UInt8 { place > 0 ? text[place - 1] : 0x0a }

    private var isInLiteral: Bool { enclosures.contains { $0.kind == .literal } }
    private var isInComment: Bool { enclosures.contains { $0.kind == .comment } }

    private mutating func step() {
        let byte = text[place]
        switch byte {
        case 0x0a: newLine()
        // An at sign is before each literal in Objective-C.
        case 0x20, 0x09, 0x0d, UInt8(ascii: "@"): place += 1
        case UInt8(ascii: "\""), UInt8(ascii: "'"), UInt8(ascii: "`"): quote(byte, width: 1)
        case UInt8(ascii: "\\"): backslash()
        case UInt8(ascii: "("), UInt8(ascii: "["), UInt8(ascii: "{"):
            open(byte)
            place += 1
        case UInt8(ascii: ")"), UInt8(ascii: "]"), UInt8(ascii: "}"):
            close(byte)
            place += 1
        case UInt8(ascii: ","), UInt8(ascii: ";"):
            separate(byte)
            place += 1
        case UInt8(ascii: ":"), UInt8(ascii: "="), UInt8(ascii: "-"), UInt8(ascii: "!"): keySign(byte)
        case UInt8(ascii: "/") where peek() == byte || peek() == UInt8(ascii: "*"): slashes()
        case UInt8(ascii: "#"): hash()
        case UInt8(ascii: "<"): angle()
        case UInt8(ascii: ">") where isXML: endTag()
        default:
            guard TextPass.isWord(byte) || TextDigest.isLetter(byte) || byte == UInt8(ascii: "*") else {
                sign(byte)
                place += 1
                return
            }
            word()
        }
    }

    private static func isWord(_ byte: UInt8) -> Bool {
        isWordCharacter(byte) || byte == UInt8(ascii: "$") || byte >= 0x80
    }

    // MARK: Lines

    private mutating func newLine() {
        place += 1
        startLine()
    }

    /// Reads the white space at the start of a line, which may begin or end an indented block.
    private mutating func startLine() {
        let start = place
        while place < end, text[place] == 0x20 || text[place] == 0x09 || text[place] == 0x0d { place += 1 }
        guard place < end, text[place] != 0x0a, !isContinued else { return }
        let isDash = text[place] == UInt8(ascii: "-") && peek() == 0x20
        // Twice the column, so that a list may be as far to the left as its key.
        let column = 2 * (place - start) + (isDash ? 1 : 0)
        guard scopes[scopes.count - 1].isIndented else {
            if scopes[scopes.count - 1].hasStatements { endStatement() }
            return
        }
        while scopes.count > 1, scopes[scopes.count - 1].kind == .indentation,
            scopes[scopes.count - 1].column > column
        { closeScope() }
        let isDeeper = column > scopes[scopes.count - 1].column
        if isDash {
            var content = place + 1
            while content < end, text[content] == 0x20 { content += 1 }
            pushIndentation(2 * (content - start))
            place = content
        } else if isDeeper {
            pushIndentation(column)
        } else {
            endStatement()
        }
    }

    /// Returns whether the last line goes on in the next one.
    private var isContinued: Bool {
        let byte = text[place]
        if byte == UInt8(ascii: "#"), peek() == UInt8(ascii: "i") || peek() == UInt8(ascii: "e") {
            return false
        }
        if case .sign(let sign) = scopes[scopes.count - 1].last {
            if "+\\.|&?,=-".utf8.contains(sign) { return true }
            if sign == UInt8(ascii: ":"), !scopes[scopes.count - 1].isIndented { return true }
        }
        return ".)]}+?|&".utf8.contains(byte) || byte == UInt8(ascii: ":") && !isXML
    }

    private mutating func pushIndentation(_ column: Int) {
        guard scopes.count < TextPass.deepest else { return }
        push(.indentation, content: contentOfBlock(isBody: true, byArrow: false))
        scopes[scopes.count - 1].column = column
    }

    // MARK: Literals and comments

    /// Reads a literal, if its end is on the same line.
    ///
    /// - Parameter width: two for a quotation mark that is escaped, as in a literal that contains text in a language.
    private mutating func quote(_ byte: UInt8, width: Int) {
        let start = place + width
        if width == 1, peek() == byte, peek(2) == byte {
            place += 3
            return
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

    /// Reads a literal: as a whole, or as text that contains more.
    private mutating func literal(_ range: Range<Int>, after: Int, isPlain: Bool) {
        if let host = TextHost(text, in: range) {
            place = after
            return self.host(host, in: range)
        }
        guard range.count >= 40 || !isPlain, scopes.count < TextPass.deepest else {
            place = after
            return literal(range)
        }
        enter(.literal, range, after: after)
    }

    private mutating func enter(_ kind: TextScope.Kind, _ range: Range<Int>, after: Int) {
        place = range.lowerBound
        guard range.lowerBound < range.upperBound else {
            place = after
            return
        }
        enclosures.append(Enclosure(kind: kind, end: range.upperBound, after: after, scopes: scopes.count))
        push(kind)
        end = range.upperBound
    }

    private mutating func leave(_ inner: Enclosure) {
        while scopes.count > inner.scopes { closeScope() }
        enclosures.removeLast()
        end = enclosures.last?.end ?? text.count
        place = max(place, inner.after)
    }

    private mutating func backslash() {
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
        place += 1
    }

    private mutating func slashes() {
        guard !isInLiteral, !isXML, before != UInt8(ascii: ":") else {
            if !isInLiteral || TextDigest.isLetter(text[place]) { return word() }
            place += 1
            return
        }
        let isBlock = peek() == UInt8(ascii: "*")
        comment(from: place + 2, to: isBlock ? "*/" : "\n")
    }

    /// Reads a comment. It contains no other one, so its end is searched for once.
    private mutating func comment(from start: Int, to mark: String) {
        let start = min(start, end)
        guard !isInComment else {
            place = start
            return
        }
        let close = text[start..<end].firstIndex(ofText: mark) ?? end
        let range = start..<close
        if let last = mentions.indices.last, case .digest = mentions[last].kind,
            mentions[last].comment == nil,
            !text[mentions[last].range.upperBound..<start].contains(0x0a)
        {
            mentions[last].comment = range
        }
        enter(.comment, range, after: mark == "\n" ? close : min(end, close + mark.utf8.count))
    }

    private mutating func hash() {
        var last = place + 1
        while last < end, isASCIILetter(text[last]) { last += 1 }
        let word = String(decoding: text[(place + 1)..<last], as: UTF8.self)
        switch word {
        case "if", "ifdef", "elif", "elseif", "else":
            if word.hasPrefix("if") { directives += 1 }
            endStatement()
        case "endif": directives = max(0, directives - 1)
        case "define", "include", "import", "pragma", "ifndef", "error", "warning", "undef", "available",
            "selector":
            break
        default:
            let isFirst = before == 0x0a || before == 0x20 || before == 0x09
            guard isFirst, !isInLiteral, !isXML, word.isEmpty || text[..<place].isLineStart else { break }
            return comment(from: place + 1, to: "\n")
        }
        place = last
    }

    // MARK: Elements

    private mutating func angle() {
        if text[place..<end].prefix(4).elementsEqual("<!--".utf8) {
            return comment(from: place + 4, to: "-->")
        }
        guard isXML, enclosures.isEmpty else {
            sign(UInt8(ascii: "<"))
            place += 1
            return
        }
        let next = peek()
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
        scopes[scopes.count - 1].element = (place + 1)..<last
        (place, isInTag) = (last, true)
    }

    private mutating func endTag() {
        let isEmpty = before == UInt8(ascii: "/")
        place += 1
        guard isInTag else { return }
        isInTag = false
        scopes[scopes.count - 1].endItem()
        if isEmpty { return close(UInt8(ascii: "<")) }
        let close = text[place..<end].firstIndex(of: UInt8(ascii: "<")) ?? end
        guard close - place <= 4096, let host = TextHost(text, in: place..<close) else { return }
        self.host(host, in: place..<close)
        place = close
    }

    // MARK: Words

    /// Reads a digest, a name, a number, or an address.
    private mutating func word() {
        let start = place
        if record?.numbers.count != 3, TextDigest.isLetter(text[place]) {
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
                place > start,
                !startsDigest(place + 1)
            {
                place += 1
            } else if text[place] == UInt8(ascii: "*"),
                isInLiteral || scopes[scopes.count - 1].isIndented || isXML
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
        if text[place..<end].prefix(3).elementsEqual("://".utf8) { return address(start) }
        if var record {
            let digest = record.take(start..<place, of: text)
            self.record = digest == nil ? record : nil
            if let digest { return found(digest) }
            if record.hasTaken(start) { return }
        }
        name(start..<place)
    }

    private func startsDigest(_ start: Int) -> Bool {
        start < end && TextDigest.isLetter(text[start])
            && TextDigest.read(text, at: start, before: end).digest != nil
    }

    /// Reads an address without quotation marks, up to its path.
    private mutating func address(_ start: Int) {
        while place < end, !Base64.isWhiteSpace(text[place]), !"\"'`,;)]}<>|".utf8.contains(text[place]) {
            place += 1
        }
        guard let host = TextHost(text, in: start..<place) else { return }
        self.host(host, in: start..<place)
        place = host.range.upperBound
        guard place < end, text[place] == UInt8(ascii: ":") else { return }
        place += 1
        while place < end, (0x30...0x39).contains(text[place]) { place += 1 }
    }

    private mutating func found(_ digest: TextDigest) {
        place = digest.range.upperBound
        guard interest == nil else { return sign(0) }
        let whole = text.withBlanks(around: digest.range)
        let isQuoted =
            whole.lowerBound > 0 && whole.upperBound < text.count
            && text[whole.lowerBound - 1] == text[whole.upperBound]
            && "\"'`".utf8.contains(text[whole.upperBound])
        var mention = TextMention(kind: .digest(digest), range: digest.range, level: level)
        (mention.isWhole, mention.isConditional) = (isQuoted, directives > 0)
        if let owner = digest.record?.owner { mention.hosts = [.literal(owner)] }
        mention.isSigned = digest.spelling.isNamed || TextDigest.isSigned(text, digest.range)
        add(mention)
    }

    /// Reads a name, which may be a key word, or unquoted text that names a host.
    private mutating func name(_ range: Range<Int>) {
        let word = text[range]
        if word.elementsEqual("TLSA".utf8) || word.elementsEqual("tlsa".utf8) {
            record = TextRecord(owner: scopes[scopes.count - 1].statement.hosts.first)
            return named(range)
        }
        if let interest, interest.contains(word), !isKey(after: range.upperBound) {
            var mention = TextMention(kind: .use, range: range, level: level)
            mention.isConditional = directives > 0
            mention.isWhole = !isInLiteral && !isJoined(range)
            return add(mention)
        }
        var isValue = scopes[scopes.count - 1].isIndented || isXML || isInLiteral
        // As in `server_name a.example.com;`.
        if case .name = scopes[scopes.count - 1].last { isValue = true }
        if isValue || scopes[scopes.count - 1].kind == .comment,
            let host = TextHost(text, in: recordOwner(range)), host.isCertain, !isPath(host.range)
        {
            return self.host(host, in: range)
        }
        named(range)
    }

    /// Returns whether a name with one dot is most likely a path in code: `this.id`.
    private func isPath(_ range: Range<Int>) -> Bool {
        let labels = text[range].split(separator: UInt8(ascii: "."))
        guard labels.count == 2, labels[1].count == 2 else { return false }
        return labels[0].count < 4
            || ["id", "is", "it", "to", "me", "in", "at", "no", "as", "by", "do", "my", "am", "us"].contains {
                labels[1].elementsEqual($0.utf8)
            }
    }

    /// Returns the name without the port and protocol of a TLSA record: `_443._tcp.`.
    private func recordOwner(_ range: Range<Int>) -> Range<Int> {
        guard let mark = text[range].prefix(16).firstIndex(ofText: "._tcp.")
        else { return range }
        return (mark + 6)..<range.upperBound
    }

    /// Returns whether a plus sign is next to a name, so that its value is only a part.
    private func isJoined(_ range: Range<Int>) -> Bool {
        let before = text[..<range.lowerBound].suffix(16).last { !Base64.isWhiteSpace($0) }
        let after = text[range.upperBound...].prefix(16).first { !Base64.isWhiteSpace($0) }
        return before == UInt8(ascii: "+") || after == UInt8(ascii: "+")
    }

    /// Returns whether a key sign follows, so that a name is not used but defined.
    private func isKey(after place: Int) -> Bool {
        let next = text[place..<end].prefix(64).firstIndex { $0 != 0x20 } ?? end
        guard next < end else { return false }
        let follows = next + 1 < end ? text[next + 1] : 0
        return text[next] == UInt8(ascii: ":") && follows != UInt8(ascii: ":")
            || text[next] == UInt8(ascii: "=") && !"=>".utf8.contains(follows)
    }
}

extension [UInt8] {
    /// Returns a range with the blanks around it on its line, at most 64 on each side.
    func withBlanks(around range: Range<Int>) -> Range<Int> {
        let before = self[..<range.lowerBound].suffix(64).reversed().prefix { $0 == 0x20 || $0 == 0x09 }.count
        let after = self[range.upperBound...].prefix(64).prefix { $0 == 0x20 || $0 == 0x09 }.count
        return (range.lowerBound - before)..<(range.upperBound + after)
    }
}

extension ArraySlice<UInt8> {
    /// A Boolean value that indicates whether only white space is between the last line end and the end.
    fileprivate var isLineStart: Bool {
        for byte in reversed() {
            if byte == 0x0a { return true }
            guard byte == 0x20 || byte == 0x09 else { return false }
        }
        return true
    }
}

/// A TLSA record, whose digest follows in one or several parts, RFC 6698 section 2.2.
struct TextRecord {
    let owner: TextHost?
    /// The usage, the selector and the matching type.
    private(set) var numbers: [UInt8] = []
    private var digits: [UInt8] = []
    private var start = 0
    private var last = -1

    init(owner: TextHost?) { self.owner = owner }

    /// Takes a number or digits, and returns the digest when it is complete.
    mutating func take(_ word: Range<Int>, of text: [UInt8]) -> TextDigest? {
        if numbers.count < 3 {
            guard word.count == 1, let digit = text[word].first, (0x30...0x33).contains(digit) else {
                return nil
            }
            numbers.append(digit - 0x30)
            last = word.lowerBound
            return nil
        }
        guard digits.count < 64, text[word].allSatisfy({ hexDigit($0) != nil }) else { return nil }
        if digits.isEmpty { start = word.lowerBound }
        digits += text[word]
        last = word.lowerBound
        // Another digest is not that of a pin.
        guard numbers[1] < 2, numbers[2] == 1, let pin = TextDigest.hex(digits[...]) else { return nil }
        return TextDigest(pin: pin, range: start..<word.upperBound, spelling: .tlsa, record: self)
    }

    /// Returns whether the word at a place was taken.
    func hasTaken(_ place: Int) -> Bool { last == place }
}
