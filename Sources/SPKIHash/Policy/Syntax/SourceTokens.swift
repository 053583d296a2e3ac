/// The words, texts and signs of source code in Swift, Kotlin, Java or Objective-C, as far as these languages
/// agree; enough to find literals, and no more.
struct SourceToken {
    enum Kind: Hashable {
        /// A text in quotes, its escapes resolved.
        case string
        /// A name, a keyword or a number.
        case word
        /// Any other character.
        case sign
    }

    let kind: Kind
    let text: String
    let offset: Int
    /// The line that it begins on, from 1.
    let line: Int
    /// For a string: the comment on the same line behind it.
    fileprivate(set) var comment: String?
    /// For a string: true where a value is put into it, by `$name` or `${…}` in Kotlin and `\(…)` in Swift, so that
    /// its text is not known.
    fileprivate(set) var hasPlaceholder = false

    func isSign(_ sign: String) -> Bool { kind == .sign && text == sign }
    func isWord(_ word: String) -> Bool { kind == .word && text == word }

    /// The tokens of a text.
    ///
    /// - Parameter nestsComments: true for Swift and Kotlin, where a comment may stand in a comment; in Java and C
    ///   the first `*/` ends it.
    /// - Throws: ``PolicyError`` for a text or comment without its end.
    static func read(_ text: [UInt8], nestsComments: Bool) throws(PolicyError) -> [SourceToken] {
        var lexer = SourceLexer(scanner: TextScanner(text), nestsComments: nestsComments)
        try lexer.run()
        return lexer.tokens
    }
}

private struct SourceLexer {
    var scanner: TextScanner
    let nestsComments: Bool
    private(set) var tokens: [SourceToken] = []
    /// The last string on this line, to which a comment belongs.
    private var lastString: Int?
    /// The line that `counted` is on.
    private var line = 1
    private var counted = 0

    init(scanner: TextScanner, nestsComments: Bool) {
        self.scanner = scanner
        self.nestsComments = nestsComments
    }

    mutating func run() throws(PolicyError) {
        while let byte = scanner.peek() {
            let start = scanner.place
            switch byte {
            case 0x0a:
                lastString = nil
                scanner.place += 1
            case UInt8(ascii: "\""): try string()
            case UInt8(ascii: "'"):
                try append(.sign, "'", at: start)
                scanner.place = endOfCharacter ?? start + 1
            case _ where scanner.take("//"):
                comment(scanner.take { $0 != 0x0a && $0 != 0x0d })
            case _ where scanner.take("/*"):
                guard let text = blockComment() else {
                    throw scanner.error("a comment without its end", at: start)
                }
                comment(text)
            case _ where isWordCharacter(byte) || byte >= 0x80:
                let word = scanner.take { isWordCharacter($0) || $0 >= 0x80 }
                try append(.word, String(decoding: word, as: UTF8.self), at: start)
            default:
                scanner.place += 1
                // In Objective-C an at sign stands before every literal.
                if byte > 0x20, byte != UInt8(ascii: "@") {
                    try append(.sign, String(Unicode.Scalar(byte)), at: start)
                }
            }
        }
    }

    private mutating func append(
        _ kind: SourceToken.Kind, _ text: String, at offset: Int
    ) throws(PolicyError) {
        let text = try scanner.checked(text, at: offset)
        while counted < offset {
            if scanner.bytes[counted] == 0x0a { line += 1 }
            counted += 1
        }
        tokens.append(SourceToken(kind: kind, text: text, offset: offset, line: line))
    }

    /// What is left of a comment up to its end, and moves behind that; nil where it has none.
    private mutating func blockComment() -> ArraySlice<UInt8>? {
        let start = scanner.place
        var depth = 1
        while scanner.peek() != nil {
            if scanner.take("*/") {
                depth -= 1
                if depth == 0 { return scanner.bytes[start..<scanner.place - 2] }
            } else if nestsComments, scanner.take("/*") {
                depth += 1
            } else {
                scanner.place += 1
            }
        }
        return nil
    }

    private mutating func comment(_ text: ArraySlice<UInt8>) {
        if let lastString, tokens[lastString].comment == nil {
            tokens[lastString].comment = String(decoding: text, as: UTF8.self)
        }
    }

    private mutating func string() throws(PolicyError) {
        let start = scanner.place
        if scanner.take("\"\"\"") {
            guard let text = scanner.take(upTo: "\"\"\"") else {
                throw scanner.error("a text without its closing quotes", at: start)
            }
            try append(.string, String(decoding: text, as: UTF8.self), at: start)
            return
        }
        scanner.place += 1
        var bytes: [UInt8] = []
        var hasPlaceholder = false
        while let byte = scanner.peek(), byte != 0x0a {
            scanner.place += 1
            if byte == UInt8(ascii: "\"") {
                lastString = tokens.count
                try append(.string, String(decoding: bytes, as: UTF8.self), at: start)
                tokens[tokens.count - 1].hasPlaceholder = hasPlaceholder
                return
            }
            if byte == UInt8(ascii: "$"), let next = scanner.peek() {
                hasPlaceholder = hasPlaceholder || isWordCharacter(next) || next == UInt8(ascii: "{")
            }
            if byte == UInt8(ascii: "\\"), let letter = scanner.peek() {
                hasPlaceholder = hasPlaceholder || letter == UInt8(ascii: "(")
                scanner.place += 1
                bytes += escape(letter)
            } else {
                bytes.append(byte)
            }
        }
        throw scanner.error("a text without its closing quote", at: start)
    }

    /// Behind a character in single quotes, as Java, Kotlin and Objective-C have them: one character, or a backslash
    /// and what belongs to it; nil where a quote stands for something else. Only the place counts: the character
    /// could be a double quote.
    private var endOfCharacter: Int? {
        var copy = scanner
        copy.place += 1
        guard let first = copy.peek(), first != 0x0a, first != UInt8(ascii: "'") else { return nil }
        copy.place += 1
        if first == UInt8(ascii: "\\") {
            guard let letter = copy.peek(), letter != 0x0a else { return nil }
            copy.place += 1
            // The digits of \u0022, \x22 and \042; Java takes more than one u.
            let most = copy.place + 12
            while copy.place < most, let byte = copy.peek(), isWordCharacter(byte) { copy.place += 1 }
        } else {
            // The other octets of a character in UTF-8.
            let most = copy.place + 3
            while copy.place < most, let byte = copy.peek(), byte & 0xc0 == 0x80 { copy.place += 1 }
        }
        return copy.peek() == UInt8(ascii: "'") ? copy.place + 1 : nil
    }

    /// What a backslash and a letter stand for; the letter itself where they stand for nothing special.
    private mutating func escape(_ letter: UInt8) -> [UInt8] {
        switch letter {
        case UInt8(ascii: "n"): return [0x0a]
        case UInt8(ascii: "r"): return [0x0d]
        case UInt8(ascii: "t"): return [0x09]
        case UInt8(ascii: "u"):
            let inBraces = scanner.take("{")
            let digits = scanner.bytes[scanner.place...].prefix(inBraces ? 8 : 4).prefix {
                (0x30...0x39).contains($0) || (0x61...0x66).contains($0 | 0x20)
            }
            scanner.place += digits.count
            if inBraces { _ = scanner.take("}") }
            let scalar = UInt32(String(decoding: digits, as: UTF8.self), radix: 16).flatMap(
                Unicode.Scalar.init)
            return Array(String(scalar ?? "\u{fffd}").utf8)
        default: return [letter]
        }
    }
}
