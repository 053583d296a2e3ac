/// Base64, RFC 4648 sections 4 and 5.
package enum Base64 {
    /// The two alphabets, which differ in the last two of their 64 characters.
    package enum Alphabet: Sendable {
        /// `+` and `/`, padded with `=`: RFC 4648 section 4.
        case standard
        /// `-` and `_`, without padding: RFC 4648 section 5.
        case url
    }
}

/// An error in base64 text.
package struct Base64Error: Error, Sendable, Hashable {
    /// `invalidCharacter` for a character that is neither in the alphabet nor white space, `invalidPadding`, or
    /// `incompleteBase64`.
    package let code: IssueCode
    /// The offset of the error in the given text, in bytes.
    package let offset: Int
}

extension Base64 {
    /// Returns the octets that base64 text encodes.
    ///
    /// White space (space and 09 to 0D, RFC 7468 section 3) may be anywhere. Padding must be complete. Extra
    /// bits in the last character are dropped, as in OpenSSL.
    ///
    /// - Parameters:
    ///   - text: the characters, as ASCII.
    ///   - range: the part of `text` to decode; offsets in errors count from the start of `text`.
    /// - Throws: ``Base64Error`` with the offset of the first invalid character, or of the end of the text if
    ///   characters are missing.
    package static func decode(_ text: Span<UInt8>, in range: Range<Int>) throws(Base64Error) -> [UInt8] {
        guard range.upperBound <= text.count else {
            throw Base64Error(code: .incompleteBase64, offset: text.count)
        }
        return try [UInt8](capacity: range.count / 4 * 3 + 3) { (output) throws(Base64Error) in
            try decode(text, in: range, into: &output)
        }
    }

    /// Returns the octets that base64 text encodes; ``decode(_:in:)`` decodes only part of a text.
    package static func decode(_ text: some StringProtocol) throws(Base64Error) -> [UInt8] {
        let characters = Array(text.utf8)
        return try decode(characters.span, in: 0..<characters.count)
    }

    private static func decode(
        _ text: Span<UInt8>, in range: Range<Int>, into output: inout OutputSpan<UInt8>
    ) throws(Base64Error) {
        var place = range.lowerBound
        var group: UInt32 = 0
        var pending = 0
        while place < range.upperBound {
            if pending == 0 { Base64Window.decode(text, from: &place, to: range.upperBound, into: &output) }
            guard place < range.upperBound else { break }
            let character = text[place]
            if let bits = value(of: character) {
                group = group << 6 | UInt32(bits)
                pending += 1
                if pending == 4 {
                    append(group, to: &output)
                    group = 0
                    pending = 0
                }
            } else if character == UInt8(ascii: "=") {
                return try finish(
                    text, place, range.upperBound, group: group, pending: pending, into: &output)
            } else if !isWhiteSpace(character) {
                throw Base64Error(code: .invalidCharacter, offset: place)
            }
            place += 1
        }
        guard pending == 0 else { throw Base64Error(code: .incompleteBase64, offset: range.upperBound) }
    }

    /// Reads the padding from the first `=`. The padding must complete the group, and only white space may follow it.
    private static func finish(
        _ text: Span<UInt8>, _ start: Int, _ end: Int, group: UInt32, pending: Int,
        into output: inout OutputSpan<UInt8>
    ) throws(Base64Error) {
        guard pending >= 2 else { throw Base64Error(code: .invalidPadding, offset: start) }
        var missing = 4 - pending
        for place in start..<end where !isWhiteSpace(text[place]) {
            guard text[place] == UInt8(ascii: "="), missing > 0 else {
                throw Base64Error(code: .invalidPadding, offset: place)
            }
            missing -= 1
        }
        guard missing == 0 else { throw Base64Error(code: .invalidPadding, offset: end) }
        output.append(UInt8(truncatingIfNeeded: pending == 3 ? group >> 10 : group >> 4))
        if pending == 3 { output.append(UInt8(truncatingIfNeeded: group >> 2)) }
    }

    /// Returns the six bits that a character of the standard alphabet encodes, or `nil` for any other.
    @inline(__always)
    package static func value(of character: UInt8) -> UInt8? {
        switch character {
        case UInt8(ascii: "A")...UInt8(ascii: "Z"): character &- UInt8(ascii: "A")
        case UInt8(ascii: "a")...UInt8(ascii: "z"): character &- UInt8(ascii: "a") &+ 26
        case UInt8(ascii: "0")...UInt8(ascii: "9"): character &- UInt8(ascii: "0") &+ 52
        case UInt8(ascii: "+"): 62
        case UInt8(ascii: "/"): 63
        default: nil
        }
    }

    /// Returns whether a character is one of the 64 in the standard alphabet.
    package static func isDigit(_ character: UInt8) -> Bool { value(of: character) != nil }

    @inline(__always)
    private static func append(_ group: UInt32, to output: inout OutputSpan<UInt8>) {
        output.append(UInt8(truncatingIfNeeded: group >> 16))
        output.append(UInt8(truncatingIfNeeded: group >> 8))
        output.append(UInt8(truncatingIfNeeded: group))
    }

    @inline(__always)
    package static func isWhiteSpace(_ character: UInt8) -> Bool {
        character == 0x20 || (0x09...0x0d).contains(character)
    }
}
