import DERKit

// Values that occur in many structures. Each is read from its range in the input.
extension FieldSink {
    /// A function that reads a value and writes it.
    typealias Describe = @Sendable (inout DERCursor, Span<UInt8>, inout FieldSink) throws(DERError) -> Void

    /// Writes the members of a SEQUENCE OF, on one readable line if there is a separator. Errors in a member contain its
    /// index: `[0]`.
    mutating func list(
        _ cursor: inout DERCursor, _ tag: DERTag = .sequence, in bytes: Span<UInt8>,
        joinedBy separator: StaticString? = nil,
        of describe: (inout DERCursor, Span<UInt8>, inout FieldSink) throws(DERError) -> Void
    ) throws(DERError) {
        let sequence = try cursor.next(tag, in: bytes)
        if let separator { beginLine(joinedBy: separator) }
        open("[")
        _ = try DERCursor.forEachMember(of: sequence) { (members) throws(DERError) in
            try describe(&members, bytes, &self)
            drain?(&self.bytes)
        }
        close("]")
        if separator != nil { endJoinedLine() }
    }

    /// Writes a number, in hex if it exceeds 64 bits; writes null for `nil`.
    package mutating func integer(_ integer: DERInteger?) {
        guard let integer else { return null() }
        if let small = integer.int64 {
            number(small)
        } else {
            let isForPeople = hasLines
            plain {
                if isForPeople { $0.append(literal: "0x") }
                integer.appendText(to: &$0)
            }
        }
    }

    /// Writes an INTEGER if the next value has the given tag; otherwise, writes null.
    mutating func integer(
        _ cursor: inout DERCursor, _ tag: DERTag, in bytes: Span<UInt8>
    ) throws(DERError) {
        integer(try cursor.nextIfPresent(tag, in: bytes)?.integer(in: bytes))
    }

    /// Writes a character string that ``DERKit/DERCursor/nextText(in:)`` has read.
    mutating func text(_ element: DERElement, in bytes: Span<UInt8>) {
        string { $0 += element.text(in: bytes).utf8 }
    }

    /// Writes the text of an IA5String after a prefix.
    mutating func ia5(_ prefix: StaticString = "", content: Range<Int>, in bytes: Span<UInt8>) {
        let octets = bytes.extracting(content)
        if octets.isPlainText {
            return plain {
                $0.append(literal: prefix)
                $0.append(octets: octets)
            }
        }
        let text = IA5Text(bytes.array(content))
        if hasLines { line("\(prefix)\(text)") } else { string("\(prefix)\(text.text)") }
    }

    /// Writes the names of the bits that are set, in the order of their positions; a bit without a name is written as,
    /// for example, `bit 9`.
    mutating func bits(
        _ string: DERBitString, _ names: [StaticString], in bytes: Span<UInt8>
    ) throws(DERError) {
        try string.checkNamed()
        beginLine(joinedBy: ", ")
        open("[")
        for position in 0..<string.bitCount where string.hasBit(position, in: bytes) {
            plain { (text) in
                if position < names.count {
                    text.append(literal: names[position])
                } else {
                    text.append(literal: "bit ")
                    text.append(decimal: UInt64(position))
                }
            }
        }
        close("]")
        endJoinedLine()
    }

    /// Writes a time in ISO 8601.
    package mutating func time(_ time: DERTime) { plain { time.appendText(to: &$0) } }
}

extension DERCursor {
    /// Reads an OBJECT IDENTIFIER of any length, and returns the range of its content.
    @inline(__always)
    mutating func checkedIdentifier(in bytes: Span<UInt8>) throws(DERError) -> Range<Int> {
        let element = try next(.objectIdentifier, in: bytes)
        try element.checkObjectIdentifier(in: bytes)
        return element.content
    }

    /// Reads an INTEGER of any length, and returns the range of its content.
    @inline(__always)
    mutating func checkedInteger(in bytes: Span<UInt8>) throws(DERError) -> Range<Int> {
        let element = try next(.integer, in: bytes)
        try element.checkInteger(in: bytes)
        return element.content
    }

    /// Reads an OBJECT IDENTIFIER within the standard limit on its length, and returns the range of its content.
    mutating func nextIdentifier(in bytes: Span<UInt8>) throws(DERError) -> Range<Int> {
        var ahead = self
        let content = try checkedIdentifier(in: bytes)
        // A longer identifier exceeds a limit, which `objectIdentifier(in:)` checks.
        if content.count > DERLimits.standard.identifierLength {
            _ = try ahead.next(.objectIdentifier, in: bytes).objectIdentifier(in: bytes)
        }
        return content
    }

    /// Reads a character string.
    ///
    /// - Throws: `missing` at the end, `unexpectedTag` for any other type, `invalidValue` if the octets are not
    ///   characters, or an error about the tag or length.
    mutating func nextText(in bytes: Span<UInt8>) throws(DERError) -> DERElement {
        guard !isAtEnd else {
            throw DERError(.missing, at: position, expected: "text", found: "unexpected end")
        }
        let element = try next(in: bytes)
        switch element.tag {
        case .utf8String, .printableString, .numericString, .teletexString, .ia5String, .visibleString,
            .generalString, .bmpString, .universalString:
            try element.checkStringEncoding(in: bytes)
            return element
        default:
            throw DERError(.unexpectedTag, at: element.start, expected: "text", found: "\(element.tag)")
        }
    }
}

extension DERBitString {
    /// Returns whether a bit is set, counted from the most significant bit of the first octet.
    func hasBit(_ position: Int, in bytes: Span<UInt8>) -> Bool {
        bytes[range.lowerBound + position / 8] & (0x80 >> UInt8(position % 8)) != 0
    }

    /// Checks the number of bits in a list of named bits (X.680 section 22.7). The longest list in use has 9 bits. The
    /// limit also bounds the output for unnamed bits, which is much larger than the bits themselves.
    func checkNamed() throws(DERError) {
        guard bitCount <= 256 else {
            throw DERError(
                .limit, at: range.lowerBound, expected: "at most 256 named bits", found: "\(bitCount) bits")
        }
    }
}

extension DERInteger {
    /// The number in decimal, or in hex if it exceeds 64 bits.
    package var decimalOrHex: String { int64.map(String.init) ?? "0x\(self)" }
}

extension DERElement {
    /// Returns the text of a string that ``DERKit/DERCursor/nextText(in:)`` has read.
    func text(in bytes: Span<UInt8>) -> String { ((try? string(in: bytes)) ?? nil) ?? "" }
}
