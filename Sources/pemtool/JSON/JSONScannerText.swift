import DERKit

/// Scans strings in JSON text, RFC 8259 section 7.
extension JSONScanner {
    /// Moves past a string, whose opening quote comes next.
    mutating func string(in text: Span<UInt8>) throws(Failure) -> Text {
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

    /// Moves past a run of unescaped characters, sixteen at a time, in a branchless loop that the compiler
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
            throw Failure(
                code: "invalid-json", message: "invalid escape sequence", offset: start
            )
        }
    }

    /// Moves past a character of two to four bytes, using the table of well-formed sequences in RFC 3629
    /// section 4.
    private mutating func multibyte(in text: Span<UInt8>) throws(Failure) {
        let lead = text[position]
        let second: ClosedRange<UInt8>
        let count: Int
        switch lead {
        case 0xc2...0xdf: (second, count) = (0x80...0xbf, 2)
        case 0xe0: (second, count) = (0xa0...0xbf, 3)
        case 0xed: (second, count) = (0x80...0x9f, 3)
        case 0xe1...0xef: (second, count) = (0x80...0xbf, 3)
        case 0xf0: (second, count) = (0x90...0xbf, 4)
        case 0xf1...0xf3: (second, count) = (0x80...0xbf, 4)
        case 0xf4: (second, count) = (0x80...0x8f, 4)
        default: throw invalidUTF8
        }
        guard end - position >= count, second.contains(text[position + 1]) else { throw invalidUTF8 }
        for place in position + 2..<position + count where text[place] & 0xc0 != 0x80 { throw invalidUTF8 }
        position += count
    }

    private var invalidUTF8: Failure {
        Failure(code: "invalid-utf8", message: "invalid UTF-8", offset: position)
    }

    /// Returns the value of a string in UTF-8. An unpaired surrogate becomes U+FFFD.
    static func unescaped(_ string: Text, in text: Span<UInt8>) -> [UInt8] {
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
                result += String(decoding: units, as: UTF16.self).utf8
            default: result.append(letter)
            }
        }
        return result
    }

    private static func codeUnit(at place: Int, in text: Span<UInt8>) -> UInt16 {
        (place..<place + 4).reduce(0) { $0 << 4 | UInt16(hexDigit(text[$1]) ?? 0) }
    }
}
