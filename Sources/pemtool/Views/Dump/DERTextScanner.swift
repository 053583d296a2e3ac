import DERKit

/// An error in text that describes octets.
struct DERTextError: Error, Sendable, Hashable {
    let expected: String
    let found: String
    let position: TextPosition

    /// A description of the error, without its location.
    var message: String { "unexpected \(found); expected \(expected)" }
}

/// Splits the text that ``DERTextWriter`` writes into words, numbers, strings and braces.
struct DERTextScanner {
    /// A piece of the text.
    enum Token: Equatable {
        /// A name, or a part of one.
        case word(String)
        /// A decimal number, or several joined with periods.
        case number(String)
        /// The octets of a string, written in hex or as characters.
        case octets([UInt8])
        /// A brace or a bracket.
        case symbol(UInt8)
        case end
    }

    private let text: [UInt8]
    private var place = 0
    /// The offset of the last token.
    private(set) var start = 0

    init(_ text: [UInt8]) {
        self.text = text
        if text.starts(with: [0xef, 0xbb, 0xbf]) { place = 3 }
    }

    mutating func next() throws(DERTextError) -> Token {
        skipSpace()
        start = place
        guard place < text.count else { return .end }
        let character = text[place]
        switch character {
        case UInt8(ascii: "{"), UInt8(ascii: "}"), UInt8(ascii: "["), UInt8(ascii: "]"):
            place += 1
            return .symbol(character)
        case UInt8(ascii: "'"): return .octets(try hexString())
        case UInt8(ascii: "\""): return .octets(try characterString())
        case UInt8(ascii: "0")...UInt8(ascii: "9"): return .number(take(DERTextScanner.isNumber))
        case UInt8(ascii: "-"):
            place += 1
            let digits = take(DERTextScanner.isNumber)
            guard !digits.isEmpty else { throw unexpected("a number after '-'", at: start) }
            return .number("-" + digits)
        case _ where DERTextScanner.isLetter(character): return .word(take(DERTextScanner.isWord))
        default: throw unexpected("a tag, a value or '}'", at: place)
        }
    }

    func unexpected(_ expected: String, at offset: Int) -> DERTextError {
        var found = "end of text"
        if offset < text.count {
            let character = text[offset]
            let isPrintable = (0x21...0x7e).contains(character)
            found =
                isPrintable ? "'\(String(decoding: [character], as: UTF8.self))'" : "byte \(hex(character))"
        }
        return error(expected, found, at: offset)
    }

    func error(_ expected: String, _ found: String, at offset: Int) -> DERTextError {
        DERTextError(
            expected: expected, found: found, position: TextPosition(of: offset, in: text.span))
    }

    private mutating func skipSpace() {
        while place < text.count {
            switch text[place] {
            case 0x20, 0x09, 0x0a, 0x0d: place += 1
            // A comment runs to the end of the line.
            case UInt8(ascii: "-") where place + 1 < text.count && text[place + 1] == UInt8(ascii: "-"):
                while place < text.count, text[place] != 0x0a, text[place] != 0x0d { place += 1 }
            default: return
            }
        }
    }

    private mutating func take(_ isPart: (UInt8) -> Bool) -> String {
        let start = place
        while place < text.count, isPart(text[place]) { place += 1 }
        return String(decoding: text[start..<place], as: UTF8.self)
    }

    private static func isNumber(_ character: UInt8) -> Bool {
        (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(character) || character == UInt8(ascii: ".")
    }

    private static func isLetter(_ character: UInt8) -> Bool {
        (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(character | 0x20)
    }

    private static func isWord(_ character: UInt8) -> Bool {
        isLetter(character) || isNumber(character) && character != UInt8(ascii: ".")
            || character == UInt8(ascii: "-")
    }

    /// Reads a hex string, X.680 section 12.12: pairs of digits, which white space may separate.
    private mutating func hexString() throws(DERTextError) -> [UInt8] {
        var digits: [UInt8] = []
        place += 1
        while place < text.count, text[place] != UInt8(ascii: "'") {
            if !Base64.isWhiteSpace(text[place]) { digits.append(text[place]) }
            place += 1
        }
        guard place < text.count else { throw unexpected("'H after the octets", at: place) }
        place += 1
        guard place < text.count, text[place] == UInt8(ascii: "H") else {
            throw unexpected("H after the octets in quotes", at: place)
        }
        place += 1
        guard let octets = bytes(hex: String(decoding: digits, as: UTF8.self)) else {
            throw error("pairs of hex digits", "text in quotes", at: start)
        }
        return octets
    }

    /// Reads a character string, X.680 section 12.14, in which quotes are doubled.
    private mutating func characterString() throws(DERTextError) -> [UInt8] {
        let quote = UInt8(ascii: "\"")
        var octets: [UInt8] = []
        place += 1
        while place < text.count {
            let character = text[place]
            place += 1
            if character == quote {
                guard place < text.count, text[place] == quote else { return octets }
                place += 1
            }
            octets.append(character)
        }
        throw unexpected("a quote that ends the string", at: place)
    }
}
