/// A position in a series of DER values, and the end of that series.
///
/// The cursor stores only two offsets; every call receives the span of the whole input. The cursor is therefore a plain
/// value, which is cheap to copy and which the optimizer can keep in registers. Reading moves the cursor forward; after
/// an error, its position is unspecified.
///
/// X.690 section 8.1 specifies tags and lengths, and section 10.1 specifies the restrictions of DER.
@usableFromInline package struct DERCursor: Sendable {
    /// The offset of the next value.
    @usableFromInline package var position: Int
    /// The offset one past the last byte of the series.
    @usableFromInline package let end: Int

    /// Creates a cursor over `range`, which must lie within the bytes that are passed to the reading calls.
    @inlinable
    package init(_ range: Range<Int>) {
        position = range.lowerBound
        end = range.upperBound
    }

    /// Creates a cursor over the content of a constructed value.
    @inlinable
    package init(contentOf element: DERElement) {
        position = element.contentStart
        end = element.end
    }

    /// Creates a cursor over the content of a SEQUENCE that fills `range` to the last byte.
    @inlinable
    package init(contentOfSequence range: Range<Int>, in bytes: Span<UInt8>) throws(DERError) {
        var outer = DERCursor(range)
        self.init(contentOf: try outer.next(.sequence, in: bytes))
        try outer.finish()
    }

    /// A Boolean value that indicates whether all bytes have been read.
    @inlinable package var isAtEnd: Bool { position >= end }

    /// Reads the next value, whatever its tag.
    ///
    /// - Throws: `truncated`, `missing`, or an error about the tag or length.
    @inlinable @inline(__always)
    package mutating func next(in bytes: Span<UInt8>) throws(DERError) -> DERElement {
        let start = position
        guard end &- start >= 2, end <= bytes.count else { throw DERCursor.truncated(at: start, end) }
        let identifier = bytes[start]
        let first = bytes[start &+ 1]
        var contentStart = start &+ 2
        var length = Int(first)
        // Most lengths are one octet, or 82 and two octets, the first of which is not zero. Other lengths are rare.
        if first >= 0x80 {
            guard first == 0x82, end &- start >= 4, bytes[start &+ 2] != 0 else {
                return try nextLong(in: bytes)
            }
            length = Int(bytes[start &+ 2]) << 8 | Int(bytes[start &+ 3])
            contentStart = start &+ 4
        }
        guard identifier & 0x1f != 0x1f else { return try nextLong(in: bytes) }
        guard length <= end &- contentStart else {
            throw DERCursor.overrun(at: start &+ 1, says: UInt64(length), left: end &- contentStart)
        }
        let contentEnd = contentStart &+ length
        position = contentEnd
        let word = UInt32(identifier & 0xe0) << 24 | UInt32(identifier & 0x1f)
        return DERElement(tag: DERTag(word: word), start: start, contentStart: contentStart, end: contentEnd)
    }

    /// Reads the next value, which must have the given tag.
    ///
    /// - Throws: `missing` at the end, `unexpectedTag`, `truncated`, or an error about the tag or length.
    @inlinable @inline(__always)
    package mutating func next(_ tag: DERTag, in bytes: Span<UInt8>) throws(DERError) -> DERElement {
        guard position < end else { throw DERCursor.missing(tag, at: position) }
        let element = try next(in: bytes)
        guard element.tag == tag else { throw DERCursor.unexpected(element, wanted: tag) }
        return element
    }

    /// Reads the next value if it has the given tag; otherwise returns `nil` and does not move.
    ///
    /// - Throws: `truncated`, or an error about the tag or length.
    @inlinable @inline(__always)
    package mutating func nextIfPresent(_ tag: DERTag, in bytes: Span<UInt8>) throws(DERError) -> DERElement?
    {
        guard position < end else { return nil }
        var ahead = self
        let element = try ahead.next(in: bytes)
        guard element.tag == tag else { return nil }
        self = ahead
        return element
    }

    /// Checks that no bytes remain.
    ///
    /// - Throws: `trailingData` with the number of remaining bytes.
    @inlinable
    package func finish() throws(DERError) {
        guard position >= end else { throw DERCursor.trailing(at: position, end &- position) }
    }

    /// Reads a value whose tag or length has more than one octet or is malformed.
    @usableFromInline @inline(never)
    mutating func nextLong(in bytes: Span<UInt8>) throws(DERError) -> DERElement {
        let start = position
        var place = start
        let tag = try readTag(in: bytes, at: &place)
        let lengthStart = place
        let length = try readLength(in: bytes, at: &place)
        guard let count = Int(exactly: length), count <= end - place else {
            throw DERCursor.overrun(at: lengthStart, says: length, left: end - place)
        }
        position = place + count
        return DERElement(tag: tag, start: start, contentStart: place, end: position)
    }

    private func octet(in bytes: Span<UInt8>, at place: inout Int) throws(DERError) -> UInt8 {
        guard place < end else { throw DERCursor.truncated(at: position, end) }
        defer { place += 1 }
        return bytes[place]
    }

    /// Reads a tag. A tag number from 31 on is in base 128, with the high bit set on all octets but the last, X.690
    /// section 8.1.2.4.
    private func readTag(in bytes: Span<UInt8>, at place: inout Int) throws(DERError) -> DERTag {
        let start = place
        let identifier = try octet(in: bytes, at: &place)
        let high = UInt32(identifier & 0xe0) << 24
        guard identifier & 0x1f == 0x1f else { return DERTag(word: high | UInt32(identifier & 0x1f)) }
        var number: UInt32 = 0
        while true {
            let next = try octet(in: bytes, at: &place)
            guard number <= DERTag.largestNumber >> 7 else {
                throw DERError(.tagTooLarge, at: start, expected: "a tag number of at most 29 bits")
            }
            number = number << 7 | UInt32(next & 0x7f)
            guard number != 0 else {
                throw DERError(.tagNotMinimal, at: start, expected: "a tag number without leading zeros")
            }
            if next < 0x80 { break }
        }
        guard number >= 31 else {
            throw DERError(
                .tagNotMinimal, at: start, expected: "tag number \(number) in one octet",
                found: "tag number \(number) in long form")
        }
        return DERTag(word: high | number)
    }

    /// Reads a length, X.690 sections 8.1.3.5 and 10.1: it must have the fewest possible octets. Up to seven octets are
    /// read, so a length may exceed a 32-bit `Int`.
    private func readLength(in bytes: Span<UInt8>, at place: inout Int) throws(DERError) -> UInt64 {
        let start = place
        let first = try octet(in: bytes, at: &place)
        if first < 0x80 { return UInt64(first) }
        guard first != 0x80 else {
            throw DERError(
                .indefiniteLength, at: start, expected: "a definite length",
                found: "indefinite length (BER, not DER)")
        }
        let count = Int(first & 0x7f)
        guard count <= 7 else {
            throw DERError(
                .lengthTooLarge, at: start, expected: "a length of at most 7 octets",
                found: "length of \(count) octets")
        }
        var length: UInt64 = 0
        for _ in 0..<count {
            length = length << 8 | UInt64(try octet(in: bytes, at: &place))
            guard length != 0 else {
                throw DERError(.lengthNotMinimal, at: start, expected: "a length without leading zeros")
            }
        }
        guard length >= 0x80 else {
            throw DERError(
                .lengthNotMinimal, at: start, expected: "length \(length) in one octet",
                found: "length \(length) in \(count + 1) octets")
        }
        return length
    }

    // The errors are created in separate functions so that the inlined code above stays small.

    @usableFromInline @inline(never)
    static func truncated(at start: Int, _ end: Int) -> DERError {
        start >= end
            ? DERError(.missing, at: start, expected: "another value", found: "unexpected end")
            : DERError(.truncated, at: start, expected: "a tag and a length", found: "unexpected end")
    }

    @usableFromInline @inline(never)
    package static func overrun(at offset: Int, says length: UInt64, left: Int) -> DERError {
        DERError(
            .lengthOverrun, at: offset,
            expected: "",
            found: "length \(length) exceeds the \(byteCount(left)) remaining")
    }

    @usableFromInline @inline(never)
    static func missing(_ tag: DERTag, at offset: Int) -> DERError {
        DERError(.missing, at: offset, expected: "\(tag)", found: "unexpected end")
    }

    @usableFromInline @inline(never)
    static func unexpected(_ element: DERElement, wanted: DERTag) -> DERError {
        DERError(.unexpectedTag, at: element.start, expected: "\(wanted)", found: "\(element.tag)")
    }

    @usableFromInline @inline(never)
    package static func trailing(at offset: Int, _ count: Int) -> DERError {
        DERError(
            .trailingData, at: offset, expected: "",
            found: "\(count) trailing \(count == 1 ? "byte" : "bytes")")
    }
}
