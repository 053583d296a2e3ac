/// Walks JSON text, RFC 8259, without taking it apart: it checks the grammar of all that it passes, says where
/// values are, and copies nothing.
///
/// The text is the span that each call is handed, UTF-8 as section 8.1 demands. Brackets are counted on a stack of
/// limited height instead of by recursion, and every byte is examined once.
struct JSONScanner {
    /// Why the text is not JSON.
    struct Failure: Error {
        let code: String
        let message: String
        /// Offset in the span.
        let offset: Int
    }

    /// A string, as it is in the text.
    struct Text {
        /// What is between the quotes.
        let range: Range<Int>
        /// True if a backslash stands for another character.
        let hasEscapes: Bool
        /// With the quotes.
        var quoted: Range<Int> { range.lowerBound - 1..<range.upperBound + 1 }
    }

    /// What a value is, as far as it matters here.
    enum ScannedValue {
        case string(Text)
        /// Anything else, and where.
        case other(Range<Int>)

        /// The whole value, quotes included.
        var range: Range<Int> {
            switch self {
            case .string(let text): text.quoted
            case .other(let range): range
            }
        }
    }

    /// More brackets inside each other than this are refused, since the readers of what is passed through refuse
    /// them too (Jackson, and with it Spark, at 1000).
    static let deepestNesting = 512

    /// Offset of what comes next.
    var position: Int
    /// Offset one past the last byte.
    let end: Int
    /// True once white space other than spaces was passed.
    private(set) var hasControlSpace = false

    init(_ range: Range<Int>) {
        position = range.lowerBound
        end = range.upperBound
    }

    /// The byte that comes next; nil at the end.
    func peek(in text: Span<UInt8>) -> UInt8? { position < end ? text[position] : nil }

    /// Moves past white space, section 2.
    mutating func skipSpace(in text: Span<UInt8>) {
        while position < end {
            switch text[position] {
            case 0x20: break
            case 0x09, 0x0a, 0x0d: hasControlSpace = true
            default: return
            }
            position += 1
        }
    }

    /// Moves past white space and `byte`, if it comes next.
    mutating func take(_ byte: UInt8, in text: Span<UInt8>) -> Bool {
        skipSpace(in: text)
        guard peek(in: text) == byte else { return false }
        position += 1
        return true
    }

    /// Moves past white space and `byte`, which must come next.
    mutating func require(_ byte: UInt8, in text: Span<UInt8>) throws(Failure) {
        guard take(byte, in: text) else {
            throw unexpected("'\(Character(Unicode.Scalar(byte)))'", in: text)
        }
    }

    /// Moves past a name and its colon, section 4.
    mutating func name(in text: Span<UInt8>) throws(Failure) -> Text {
        skipSpace(in: text)
        guard peek(in: text) == UInt8(ascii: "\"") else { throw unexpected("a name in quotes", in: text) }
        let name = try string(in: text)
        try require(UInt8(ascii: ":"), in: text)
        return name
    }

    /// Moves past a value with all that is inside it, section 3.
    mutating func value(in text: Span<UInt8>) throws(Failure) -> ScannedValue {
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
                code: "limit", message: "more than \(JSONScanner.deepestNesting) levels of brackets",
                offset: position)
        }
        brackets.append(closing)
        position += 1
    }

    /// After a value: closing brackets as far as they come, then the comma before the next value, if one is open.
    private mutating func close(_ brackets: inout [UInt8], in text: Span<UInt8>) throws(Failure) {
        while let closing = brackets.last {
            if take(closing, in: text) {
                brackets.removeLast()
                continue
            }
            guard take(UInt8(ascii: ","), in: text) else {
                throw unexpected("',' or '\(Character(Unicode.Scalar(closing)))'", in: text)
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

    /// Section 6: an optional minus, digits without leading zeros, a fraction, an exponent.
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

    /// That what is here is not what the grammar asks for.
    func unexpected(_ wanted: String, in text: Span<UInt8>) -> Failure {
        let found =
            switch peek(in: text) {
            case nil: "end of input"
            case let byte? where (0x21...0x7e).contains(byte): "'\(Character(Unicode.Scalar(byte)))'"
            case let byte?: "byte \(digit(byte >> 4))\(digit(byte & 15))"
            }
        return Failure(
            code: "invalid-json", message: "unexpected \(found); expected \(wanted)", offset: position)
    }

    private func digit(_ value: UInt8) -> String { String(value, radix: 16) }
}
