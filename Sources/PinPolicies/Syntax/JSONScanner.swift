import SPKIHash

/// A scanner of JSON text (RFC 8259) that checks the grammar and finds the ranges of values, without decoding or
/// copying them.
///
/// Each call receives the text as a span, which must be UTF-8 as section 8.1 requires. The scanner keeps open brackets
/// on a stack of limited size instead of recursing, and examines every byte once.
package struct JSONScanner {
    /// An error in the JSON text.
    package struct Failure: Error {
        package let code: String
        package let message: String
        /// The offset in the span.
        package let offset: Int
    }

    /// A string, as written in the text.
    package struct Text {
        /// The range between the quotes.
        package let range: Range<Int>
        /// A Boolean value that indicates whether the string contains escapes.
        package let hasEscapes: Bool
        /// The range including the quotes.
        package var quoted: Range<Int> { range.lowerBound - 1..<range.upperBound + 1 }
    }

    /// A scanned value.
    package enum ScannedValue {
        case string(Text)
        /// Any other value, with its range.
        case other(Range<Int>)
    }

    /// The maximum nesting level. Programs that read the output also have a limit (Jackson, and therefore Spark, allows
    /// 1000).
    private static let deepestNesting = 512

    /// The offset of the next byte.
    package var position: Int
    /// The offset one past the last byte.
    package let end: Int

    package init(_ range: Range<Int>) {
        position = range.lowerBound
        end = range.upperBound
    }

    package func peek(in text: Span<UInt8>) -> UInt8? { position < end ? text[position] : nil }

    /// Moves past white space (section 2).
    package mutating func skipSpace(in text: Span<UInt8>) {
        while position < end {
            switch text[position] {
            case 0x20, 0x09, 0x0a, 0x0d: position += 1
            default: return
            }
        }
    }

    /// Moves past white space and then, if it comes next, past `byte`; returns whether it did.
    package mutating func take(_ byte: UInt8, in text: Span<UInt8>) -> Bool {
        skipSpace(in: text)
        guard peek(in: text) == byte else { return false }
        position += 1
        return true
    }

    /// Moves past white space and `byte`, which must come next.
    mutating func require(_ byte: UInt8, in text: Span<UInt8>) throws(Failure) {
        guard take(byte, in: text) else {
            throw unexpected("'\(Unicode.Scalar(byte))'", in: text)
        }
    }

    /// Moves past a name and its colon (section 4).
    package mutating func name(in text: Span<UInt8>) throws(Failure) -> Text {
        skipSpace(in: text)
        guard peek(in: text) == UInt8(ascii: "\"") else { throw unexpected("a name in quotes", in: text) }
        let name = try string(in: text)
        try require(UInt8(ascii: ":"), in: text)
        return name
    }

    /// Moves past a value with all of its contents (section 3).
    package mutating func value(in text: Span<UInt8>) throws(Failure) -> ScannedValue {
        skipSpace(in: text)
        let start = position
        if peek(in: text) == UInt8(ascii: "\"") { return .string(try string(in: text)) }
        var brackets: [UInt8] = []
        repeat {
            skipSpace(in: text)
            switch peek(in: text) {
            case UInt8(ascii: "{"):
                try open(&brackets, UInt8(ascii: "}"), in: text)
                if take(UInt8(ascii: "}"), in: text) {
                    brackets.removeLast()
                } else {
                    _ = try name(in: text)
                    continue
                }
            case UInt8(ascii: "["):
                try open(&brackets, UInt8(ascii: "]"), in: text)
                guard take(UInt8(ascii: "]"), in: text) else { continue }
                brackets.removeLast()
            default: try scalar(in: text)
            }
            try close(&brackets, in: text)
        } while !brackets.isEmpty
        return .other(start..<position)
    }

    private mutating func open(
        _ brackets: inout [UInt8], _ closing: UInt8, in text: Span<UInt8>
    ) throws(Failure) {
        guard brackets.count < JSONScanner.deepestNesting else {
            throw Failure(
                code: "limit", message: "brackets nested more than \(JSONScanner.deepestNesting) levels deep",
                offset: position)
        }
        brackets.append(closing)
        position += 1
    }

    /// Moves past the closing brackets after a value, then past the comma before the next value if a bracket
    /// is still open.
    private mutating func close(_ brackets: inout [UInt8], in text: Span<UInt8>) throws(Failure) {
        while let closing = brackets.last {
            if take(closing, in: text) {
                brackets.removeLast()
                continue
            }
            guard take(UInt8(ascii: ","), in: text) else {
                throw unexpected("',' or '\(Unicode.Scalar(closing))'", in: text)
            }
            if closing == UInt8(ascii: "}") { _ = try name(in: text) }
            return
        }
    }

    private mutating func scalar(in text: Span<UInt8>) throws(Failure) {
        switch peek(in: text) {
        case UInt8(ascii: "\""): _ = try string(in: text)
        case UInt8(ascii: "t"): try word("true", in: text)
        case UInt8(ascii: "f"): try word("false", in: text)
        case UInt8(ascii: "n"): try word("null", in: text)
        case let byte? where byte == UInt8(ascii: "-") || (0x30...0x39).contains(byte): try number(in: text)
        default: throw unexpected("a value", in: text)
        }
    }

    private mutating func word(_ word: StaticString, in text: Span<UInt8>) throws(Failure) {
        for byte in "\(word)".utf8 {
            guard peek(in: text) == byte else { throw unexpected("\(word)", in: text) }
            position += 1
        }
    }

    /// Moves past a number (section 6): an optional minus sign, digits without leading zeros, an optional fraction and
    /// an optional exponent.
    private mutating func number(in text: Span<UInt8>) throws(Failure) {
        _ = skip(UInt8(ascii: "-"), in: text)
        if !skip(UInt8(ascii: "0"), in: text) { try digits(in: text) }
        if skip(UInt8(ascii: "."), in: text) { try digits(in: text) }
        if skip(UInt8(ascii: "e"), in: text) || skip(UInt8(ascii: "E"), in: text) {
            _ = skip(UInt8(ascii: "+"), in: text) || skip(UInt8(ascii: "-"), in: text)
            try digits(in: text)
        }
    }

    private mutating func skip(_ byte: UInt8, in text: Span<UInt8>) -> Bool {
        guard peek(in: text) == byte else { return false }
        position += 1
        return true
    }

    private mutating func digits(in text: Span<UInt8>) throws(Failure) {
        let start = position
        while position < end, (0x30...0x39).contains(text[position]) { position += 1 }
        guard position > start else { throw unexpected("a digit", in: text) }
    }

    /// Returns the error for text that does not follow the grammar.
    private func unexpected(_ wanted: String, in text: Span<UInt8>) -> Failure {
        let found = displayed(peek(in: text), orEnd: "end of input")
        return Failure(
            code: "invalid-json", message: "unexpected \(found); expected \(wanted)", offset: position)
    }
}

/// The strings of JSON text (RFC 8259 section 7).
extension JSONScanner {
    /// Moves past a string, whose opening quote comes next.
    package mutating func string(in text: Span<UInt8>) throws(Failure) -> Text {
        position += 1
        let start = position
        var hasEscapes = false
        while position < end {
            skipPlain(in: text)
            guard position < end else { break }
            switch text[position] {
            case UInt8(ascii: "\""):
                position += 1
                return Text(range: start..<position - 1, hasEscapes: hasEscapes)
            case UInt8(ascii: "\\"):
                hasEscapes = true
                try escape(in: text)
            case 0..<0x20:
                throw Failure(
                    code: "invalid-json", message: "control character in a string", offset: position)
            default: try multibyte(in: text)
            }
        }
        throw Failure(code: "invalid-json", message: "unterminated string", offset: start - 1)
    }

    /// Moves past a run of unescaped ASCII characters, sixteen at a time, in a branchless loop that the compiler
    /// vectorizes.
    @inline(__always)
    private mutating func skipPlain(in text: Span<UInt8>) {
        while end - position >= 16 {
            let window = text.extracting(position..<position + 16)
            var stops: UInt8 = 0
            for place in 0..<16 { stops |= JSONScanner.stop(window[place]) }
            guard stops == 0 else { break }
            position += 16
        }
        while position < end, JSONScanner.stop(text[position]) == 0 { position += 1 }
    }

    /// Returns a nonzero value for quotes, backslashes, control characters, and non-ASCII bytes.
    @inline(__always)
    private static func stop(_ byte: UInt8) -> UInt8 {
        (byte == 0x22 ? 1 : 0) | (byte == 0x5c ? 1 : 0) | (byte &- 0x20 > 0x5f ? 1 : 0)
    }

    private mutating func escape(in text: Span<UInt8>) throws(Failure) {
        let start = position
        position += 1
        switch peek(in: text) {
        case UInt8(ascii: "\""), UInt8(ascii: "\\"), UInt8(ascii: "/"), UInt8(ascii: "b"),
            UInt8(ascii: "f"), UInt8(ascii: "n"), UInt8(ascii: "r"), UInt8(ascii: "t"):
            position += 1
        case UInt8(ascii: "u"):
            position += 1
            for _ in 0..<4 {
                guard position < end, hexDigit(text[position]) != nil else {
                    throw Failure(
                        code: "invalid-json",
                        message: "invalid escape sequence; expected four hex digits after \\u", offset: start)
                }
                position += 1
            }
        default:
            throw Failure(code: "invalid-json", message: "invalid escape sequence", offset: start)
        }
    }

    /// Moves past a character of two to four bytes.
    private mutating func multibyte(in text: Span<UInt8>) throws(Failure) {
        var octets = text.array(position..<min(end, position + 4)).makeIterator()
        var parser = UTF8.ForwardParser()
        guard case .valid(let character) = parser.parseScalar(from: &octets) else {
            throw Failure(code: "invalid-utf8", message: "invalid UTF-8", offset: position)
        }
        position += character.count
    }

    /// Returns the value of a string in UTF-8. An unpaired surrogate becomes U+FFFD.
    ///
    /// - Parameter unpaired: a function that is called with the place of each unpaired surrogate.
    package static func unescaped(
        _ string: Text, in text: Span<UInt8>, unpaired: (Int) -> Void = { _ in }
    ) -> [UInt8] {
        var result: [UInt8] = []
        result.reserveCapacity(string.range.count)
        var place = string.range.lowerBound
        while place < string.range.upperBound {
            guard text[place] == UInt8(ascii: "\\") else {
                result.append(text[place])
                place += 1
                continue
            }
            let letter = text[place + 1]
            place += 2
            switch letter {
            case UInt8(ascii: "b"): result.append(0x08)
            case UInt8(ascii: "f"): result.append(0x0c)
            case UInt8(ascii: "n"): result.append(0x0a)
            case UInt8(ascii: "r"): result.append(0x0d)
            case UInt8(ascii: "t"): result.append(0x09)
            case UInt8(ascii: "u"):
                var units = [codeUnit(at: place, in: text)]
                place += 4
                if units[0] & 0xfc00 == 0xd800, place + 6 <= string.range.upperBound,
                    text[place] == UInt8(ascii: "\\"), text[place + 1] == UInt8(ascii: "u")
                {
                    units.append(codeUnit(at: place + 2, in: text))
                    if units[1] & 0xfc00 == 0xdc00 { place += 6 } else { units.removeLast() }
                }
                if units.count == 1, units[0] & 0xf800 == 0xd800 { unpaired(place - 6) }
                result += String(decoding: units, as: UTF16.self).utf8
            default: result.append(letter)
            }
        }
        return result
    }

    private static func codeUnit(at place: Int, in text: Span<UInt8>) -> UInt16 {
        (place..<place + 4).reduce(0) { $0 << 4 | UInt16(hexDigit(text[$1]) ?? 0) }
    }

    /// Moves past an object, which must be the rest of the text, and returns the value of a field, or `nil` if the
    /// object does not have the field.
    package mutating func onlyObject(field: String, in text: Span<UInt8>) throws(Failure) -> ScannedValue? {
        var found: ScannedValue?
        let wanted = Array(field.utf8)
        try require(UInt8(ascii: "{"), in: text)
        if !take(UInt8(ascii: "}"), in: text) {
            repeat {
                let name = try name(in: text)
                let value = try value(in: text)
                guard JSONScanner.equal(name, wanted, in: text) else { continue }
                guard found == nil else {
                    throw Failure(
                        code: "duplicate-name", message: "duplicate field '\(displayed(field))'",
                        offset: name.quoted.lowerBound)
                }
                found = value
            } while take(UInt8(ascii: ","), in: text)
            guard take(UInt8(ascii: "}"), in: text) else { throw unexpected("',' or '}'", in: text) }
        }
        skipSpace(in: text)
        guard position == end else { throw unexpected("end of line", in: text) }
        return found
    }

    private static func equal(_ name: Text, _ wanted: [UInt8], in text: Span<UInt8>) -> Bool {
        if name.hasEscapes { return unescaped(name, in: text) == wanted }
        guard name.range.count == wanted.count else { return false }
        return wanted.indices.allSatisfy { text[name.range.lowerBound + $0] == wanted[$0] }
    }
}
