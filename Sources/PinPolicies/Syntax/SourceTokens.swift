import DERKit
import SPKIHash

/// A token of source code in Swift, Kotlin, Java or Objective-C, just detailed enough to find literals.
struct SourceToken {
    enum Kind: Hashable {
        /// A string in quotes, with escapes resolved.
        case string
        /// A name, a keyword or a number.
        case word
        /// Any other character.
        case sign
    }

    let kind: Kind
    let text: String
    let offset: Int
    let position: TextPosition
    /// For a string, the comment after it on the same line.
    fileprivate(set) var comment: String?
    /// For a string, its pieces, some of which may be interpolated values.
    fileprivate(set) var parts: [SourceText.Part] = []

    var line: Int { position.line }

    /// Returns whether the token is a sign or word, and not a string with the same text.
    func isCode(_ text: String) -> Bool { kind != .string && self.text == text }

    static func read(
        _ text: [UInt8], _ language: SourceLanguage
    ) throws(PolicyError) -> [SourceToken] {
        var lexer = SourceLexer(scanner: TextScanner(text), language: language)
        try lexer.run()
        return lexer.tokens
    }
}

extension [SourceToken] {
    /// Returns whether a sign or word is at a place, which may be outside of the file.
    func has(_ place: Int, _ text: String) -> Bool { indices.contains(place) && self[place].isCode(text) }

    /// Returns whether signs or words begin at a place.
    func has(_ place: Int, _ first: String, _ second: String, _ rest: String...) -> Bool {
        has(place, first) && has(place + 1, second)
            && rest.enumerated().allSatisfy { has(place + 2 + $0.offset, $0.element) }
    }

    /// Returns whether a name, keyword or number is at a place.
    func isWord(_ place: Int) -> Bool { indices.contains(place) && self[place].kind == .word }
}

private struct SourceLexer {
    var scanner: TextScanner
    let language: SourceLanguage
    var tokens: [SourceToken] = []
    /// The last string on this line, which a comment belongs to.
    var lastString: Int?

    mutating func run() throws(PolicyError) {
        while let byte = scanner.peek() {
            let start = scanner.place
            switch byte {
            case 0x0a:
                lastString = nil
                scanner.place += 1
            case UInt8(ascii: "\""): try string(byte)
            case UInt8(ascii: "'") where language.hasSingleQuotes: try string(byte)
            case UInt8(ascii: "`") where language == .javaScript: try string(byte)
            case UInt8(ascii: "'"):
                try append(.sign, "'", at: start)
                scanner.place = endOfCharacter ?? start + 1
            case _ where scanner.take("//"):
                comment(scanner.take { $0 != 0x0a && $0 != 0x0d })
            case _ where scanner.take("/*"):
                guard let text = blockComment() else {
                    throw scanner.error("unterminated comment", at: start)
                }
                comment(text)
            case _ where isWordCharacter(byte) || byte >= 0x80:
                let word = scanner.take { isWordCharacter($0) || $0 >= 0x80 }
                if language == .dart, word.elementsEqual("r".utf8), let quote = scanner.peek(),
                    quote == UInt8(ascii: "'") || quote == UInt8(ascii: "\"")
                {
                    try string(quote, isRaw: true)
                } else {
                    try append(.word, String(decoding: word, as: UTF8.self), at: start)
                }
            default:
                scanner.place += 1
                // In Objective-C, an at sign precedes every literal.
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
        let position = scanner.nextPosition(of: offset)
        tokens.append(SourceToken(kind: kind, text: text, offset: offset, position: position))
    }

    /// Returns the rest of a comment and moves past its end, or returns `nil` if it is unterminated.
    private mutating func blockComment() -> ArraySlice<UInt8>? {
        let start = scanner.place
        var depth = 1
        while scanner.peek() != nil {
            if scanner.take("*/") {
                depth -= 1
                if depth == 0 { return scanner.bytes[start..<scanner.place - 2] }
            } else if language.nestsComments, scanner.take("/*") {
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

    private mutating func string(_ quote: UInt8, isRaw: Bool = false) throws(PolicyError) {
        let start = scanner.place
        let three = [quote, quote, quote]
        let isTriple = language != .javaScript && scanner.bytes[start...].starts(with: three)
        let quotes = SourceQuotes(
            quote, language, isBlock: isTriple || quote == UInt8(ascii: "`"), isRaw: isRaw)
        scanner.place += quotes.closing.count
        guard let end = endOfText(quotes) else {
            // An apostrophe in the text of an element, or a quote in a regular expression.
            guard language != .javaScript else {
                scanner.place = start + 1
                return
            }
            throw scanner.error("unterminated string", at: start)
        }
        let text = SourceText(scanner.bytes[scanner.place..<end], language, quotes)
        scanner.place = end + quotes.closing.count
        lastString = tokens.count
        try append(.string, text.text, at: start)
        tokens[tokens.count - 1].parts = text.parts
    }

    /// Returns the closing quotes of the string that begins here, or `nil` if no string begins here.
    private func endOfText(_ quotes: SourceQuotes) -> Int? {
        let bytes = scanner.bytes
        var place = scanner.place
        while place < bytes.count {
            if let end = SourceText.endOfExpression(bytes[...], place, quotes.expression) {
                place = end
                continue
            }
            switch bytes[place] {
            case quotes.closing.first where bytes[place...].starts(with: quotes.closing): return place
            case 0x0a where !quotes.isBlock: return nil
            case UInt8(ascii: "\\") where quotes.hasEscapes: place += 2
            default: place += 1
            }
        }
        return nil
    }

    /// The place after a character in single quotes, as in Java, Kotlin and Objective-C: one character, or a
    /// backslash and its escape. It is `nil` if the quote means something else. Only the place matters, because
    /// the character could be a double quote.
    private var endOfCharacter: Int? {
        var copy = scanner
        copy.place += 1
        guard let first = copy.peek(), first != 0x0a, first != UInt8(ascii: "'") else { return nil }
        copy.place += 1
        if first == UInt8(ascii: "\\") {
            guard let letter = copy.peek(), letter != 0x0a else { return nil }
            copy.place += 1
            // The digits of \u0022, \x22 and \042; Java allows more than one u.
            let most = copy.place + 12
            while copy.place < most, let byte = copy.peek(), isWordCharacter(byte) { copy.place += 1 }
        } else {
            // The other octets of a character in UTF-8.
            let most = copy.place + 3
            while copy.place < most, let byte = copy.peek(), byte & 0xc0 == 0x80 { copy.place += 1 }
        }
        return copy.peek() == UInt8(ascii: "'") ? copy.place + 1 : nil
    }
}
