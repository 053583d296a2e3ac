import PinPolicies

/// Converts text to octets, whether ``DERTextWriter`` or a person wrote the text.
///
/// Lengths are computed from the contents unless the text states them. Time and memory are linear in the size
/// of the text, and reading does not recurse.
struct DERTextReader {
    /// A value in the text, with the place of its header.
    private struct ValueHeader {
        let place: Int
        let identifier: [UInt8]
        /// The length that the text states; `nil` if it is computed from the content.
        var length: [UInt8]?
        /// A Boolean value that indicates whether two zero octets end the content.
        var isIndefinite = false
        /// The number of octets in the headers inside the value or, once the value is complete, in its whole content.
        var contentCount = 0
    }

    private var scanner: DERTextScanner
    private var token: DERTextScanner.Token = .end
    /// The contents of all values, without the headers.
    private var contents: [UInt8] = []
    private var values: [ValueHeader] = []
    /// The indexes of open values in ``values``, and the offsets of their braces.
    private var open: [(value: Int, brace: Int)] = []

    private init(_ text: [UInt8]) { scanner = DERTextScanner(text) }

    /// Returns the octets that text describes.
    ///
    /// - Throws: ``DERTextError`` at the first place that is not valid, or if there is nothing to convert.
    static func octets(of text: [UInt8]) throws(DERTextError) -> [UInt8] {
        var reader = DERTextReader(text)
        try reader.advance()
        guard try reader.readItem() else {
            throw reader.scanner.unexpected("a tag or a value", at: reader.scanner.start)
        }
        while try reader.readItem() {}
        return reader.joined()
    }

    private mutating func advance() throws(DERTextError) { token = try scanner.next() }

    /// Reads the start of a value up to its brace, the end of a value, or octets; returns `false` at the end.
    private mutating func readItem() throws(DERTextError) -> Bool {
        switch token {
        case .end:
            guard let last = open.last else { return false }
            throw scanner.error("'}' for each '{'", "end of text after '{'", at: last.brace)
        case .symbol(UInt8(ascii: "}")):
            guard let last = open.popLast() else {
                throw scanner.unexpected("a tag or a value", at: scanner.start)
            }
            end(last.value)
        case .octets(let octets): contents += octets
        case .number(let text): contents += try octets(ofNumber: text)
        case .word("TRUE"): contents.append(0xff)
        case .word("FALSE"): contents.append(0)
        default:
            try readHeader()
            return true
        }
        try advance()
        return true
    }

    /// Returns the content octets of an INTEGER or, if the text contains a period, of an OBJECT IDENTIFIER.
    private func octets(ofNumber text: String) throws(DERTextError) -> [UInt8] {
        if text.utf8.contains(UInt8(ascii: ".")) {
            if let identifier = ASN1ObjectIdentifier(text) { return identifier.content }
            throw scanner.error("a valid object identifier", "numbers", at: scanner.start)
        }
        guard let number = Int64(text) else {
            throw scanner.error(
                "octets in hex, as in '00FF'H", "number of more than 64 bits", at: scanner.start)
        }
        return DERInteger(number).twosComplement
    }

    // MARK: Headers

    private mutating func readHeader() throws(DERTextError) {
        var header = ValueHeader(place: contents.count, identifier: try readIdentifier())
        if token == .word("indefinite") {
            (header.length, header.isIndefinite) = ([0x80], true)
            try advance()
        } else if token == .word("length") {
            try advance()
            switch token {
            case .octets(let octets): header.length = octets
            case .number(let text):
                guard let number = UInt64(text) else { fallthrough }
                header.length = DERWriter.bytes { $0.appendLength(number) }
            default: throw scanner.unexpected("a length in decimal or octets in hex", at: scanner.start)
            }
            try advance()
        }
        guard token == .symbol(UInt8(ascii: "{")) else {
            throw scanner.unexpected("'{' after the tag", at: scanner.start)
        }
        open.append((values.count, scanner.start))
        values.append(header)
        try advance()
    }

    private mutating func readIdentifier() throws(DERTextError) -> [UInt8] {
        if token == .word("tag") {
            try advance()
            guard case .octets(let octets) = token else {
                throw scanner.unexpected("the octets of a tag in hex", at: scanner.start)
            }
            try advance()
            return octets
        }
        var isConstructed: Bool?
        if token == .word("primitive") || token == .word("constructed") {
            isConstructed = token == .word("constructed")
            try advance()
        }
        let tag =
            token == .symbol(UInt8(ascii: "["))
            ? try readNumberedTag(isConstructed) : try readNamedTag(isConstructed)
        return DERWriter.bytes { $0.appendTag(tag) }
    }

    /// Reads a tag such as `[0]` or `[APPLICATION 1]`.
    private mutating func readNumberedTag(_ isConstructed: Bool?) throws(DERTextError) -> DERTag {
        try advance()
        var tagClass = DERTag.Class.contextSpecific
        if case .word(let name) = token {
            switch name {
            case "UNIVERSAL": tagClass = .universal
            case "APPLICATION": tagClass = .application
            case "PRIVATE": tagClass = .private
            default: throw scanner.error("UNIVERSAL, APPLICATION or PRIVATE", "word", at: scanner.start)
            }
            try advance()
        }
        guard case .number(let text) = token, let number = UInt32(text), number <= DERTag.largestNumber else {
            throw scanner.unexpected("a tag number of at most 29 bits", at: scanner.start)
        }
        try advance()
        guard token == .symbol(UInt8(ascii: "]")) else {
            throw scanner.unexpected("']' after the tag number", at: scanner.start)
        }
        try advance()
        return DERTag(class: tagClass, number: number, isConstructed: isConstructed ?? true)
    }

    /// Reads the name of a type, such as `OCTET STRING`.
    private mutating func readNamedTag(_ isConstructed: Bool?) throws(DERTextError) -> DERTag {
        let start = scanner.start
        var name = ""
        while case .word(let word) = token, word != "length", word != "indefinite" {
            name += name.isEmpty ? word : " " + word
            try advance()
        }
        guard let number = DERTag.universalNames.first(where: { $0.value == name })?.key else {
            throw name.isEmpty
                ? scanner.unexpected("a tag or a value", at: start)
                : scanner.error("the name of a type, as in OCTET STRING", "word", at: start)
        }
        return DERTag(
            class: .universal, number: number,
            isConstructed: isConstructed ?? DERTag.isUsuallyConstructed(number))
    }

    // MARK: Octets

    /// Ends a value, and adds the size of its header to the enclosing value.
    private mutating func end(_ index: Int) {
        if values[index].isIndefinite { contents += [0, 0] }
        let inside = values[index].contentCount
        values[index].contentCount += contents.count - values[index].place
        if let outer = open.last {
            values[outer.value].contentCount += inside + header(of: values[index]).count
        }
    }

    private func header(of value: ValueHeader) -> [UInt8] {
        value.identifier + (value.length ?? DERWriter.bytes { $0.appendLength(UInt64(value.contentCount)) })
    }

    /// Returns the contents with each header in its place.
    private func joined() -> [UInt8] {
        var octets: [UInt8] = []
        var place = 0
        for value in values {
            octets += contents[place..<value.place]
            octets += header(of: value)
            place = value.place
        }
        octets += contents[place...]
        return octets
    }
}

/// An error in text that describes octets.
struct DERTextError: Error {
    /// A description of the error, without its location.
    let message: String
    let position: TextPosition
}

/// A scanner that splits the text of ``DERTextWriter`` into words, numbers, strings and braces.
struct DERTextScanner {
    /// A token of the text.
    enum Token: Equatable {
        /// A name, or a part of a name.
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
        case _ where isASCIILetter(character): return .word(take(DERTextScanner.isWord))
        default: throw unexpected("a tag, a value or '}'", at: place)
        }
    }

    func unexpected(_ expected: String, at offset: Int) -> DERTextError {
        let found = displayed(offset < text.count ? text[offset] : nil, orEnd: "end of text")
        return error(expected, found, at: offset)
    }

    func error(_ expected: String, _ found: String, at offset: Int) -> DERTextError {
        let position = TextPosition(of: offset, in: text.span)
        return DERTextError(message: "unexpected \(found); expected \(expected)", position: position)
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
        isDecimalDigit(character) || character == UInt8(ascii: ".")
    }

    private static func isWord(_ character: UInt8) -> Bool {
        isASCIILetter(character) || isDecimalDigit(character) || character == UInt8(ascii: "-")
    }

    /// Reads a hex string (X.680 section 12.12): pairs of digits, which white space may separate.
    private mutating func hexString() throws(DERTextError) -> [UInt8] {
        let string = text[(place + 1)...].prefix { $0 != UInt8(ascii: "'") }
        place = string.endIndex
        guard place < text.count else { throw unexpected("'H after the octets", at: place) }
        place += 1
        guard place < text.count, text[place] == UInt8(ascii: "H") else {
            throw unexpected("H after the octets in quotes", at: place)
        }
        place += 1
        let digits = string.filter { !Base64.isWhiteSpace($0) }
        guard let octets = bytes(hex: String(decoding: digits, as: UTF8.self)) else {
            throw error("pairs of hex digits", "text in quotes", at: start)
        }
        return octets
    }

    /// Reads a character string (X.680 section 12.14), in which quotes are doubled.
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
