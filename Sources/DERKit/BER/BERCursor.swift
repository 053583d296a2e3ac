/// The position of a BER value in its input.
package struct BERElement: Sendable, Hashable {
    package let tag: DERTag
    /// The offset of the first tag octet.
    package let start: Int
    /// The range of the content, without the end-of-contents octets of an indefinite length.
    package let content: Range<Int>
    /// The offset one past the value, including its end-of-contents octets.
    package let end: Int

    /// The range of the whole value, from its tag to its end.
    package var range: Range<Int> { start..<end }
}

/// A position in a series of BER values. Unlike ``DERCursor``, it accepts indefinite lengths and lengths in more octets
/// than necessary.
///
/// The cursor reads the containers that are BER in practice, PKCS #7 and PKCS #12, but not the signed content inside
/// them: a certificate in a container is DER, and the certificate reader reads it.
///
/// See X.690 section 8.1.
package struct BERCursor: Sendable {
    /// The offset of the next value.
    package private(set) var position: Int
    private let end: Int

    /// Creates a cursor over `range`, which must be within the bytes that are passed to the reading calls.
    package init(_ range: Range<Int>) {
        position = range.lowerBound
        end = range.upperBound
    }

    /// Creates a cursor over the content of a constructed value.
    package init(contentOf element: BERElement) {
        self.init(element.content)
    }

    /// Creates a cursor over the content of a SEQUENCE that fills `bytes` to the last byte.
    package init(contentOfSequence bytes: Span<UInt8>) throws(DERError) {
        var outer = BERCursor(0..<bytes.count)
        self.init(contentOf: try outer.next(.sequence, in: bytes))
        try outer.finish()
    }

    /// A Boolean value that indicates whether all bytes have been read.
    package var isAtEnd: Bool { position >= end }

    /// Reads the next value, whatever its tag.
    ///
    /// If the length is indefinite, the cursor finds the end by skipping the values inside, without recursion: a value
    /// with a definite length is skipped as a whole.
    package mutating func next(in bytes: Span<UInt8>) throws(DERError) -> BERElement {
        let start = position
        var outer: (tag: DERTag, contentStart: Int)?
        // The number of values with an indefinite length that have not ended.
        var open = 0
        repeat {
            let place = position
            let tag = try readTag(in: bytes)
            let length = try readLength(in: bytes)
            if let outer, tag == .universal(0) {
                guard length == 0 else {
                    throw DERError(.invalidValue, at: place, expected: "end-of-contents octets 00 00")
                }
                open -= 1
                guard open == 0 else { continue }
                let content = outer.contentStart..<place
                return BERElement(tag: outer.tag, start: start, content: content, end: position)
            }
            if outer == nil { outer = (tag, position) }
            if let length {
                guard pass(length) != nil else {
                    throw DERCursor.overrun(at: place, says: length, left: end - position)
                }
            } else if tag.isConstructed {
                open += 1
            } else {
                throw DERError(
                    .indefiniteLength, at: place, expected: "a definite length for a primitive value",
                    found: "indefinite length")
            }
        } while open > 0
        let (tag, contentStart) = outer ?? (.universal(0), start)
        return BERElement(tag: tag, start: start, content: contentStart..<position, end: position)
    }

    /// Reads the tag and length of the next value and stops before its content. The length is `nil` if it is
    /// indefinite.
    package mutating func nextHeader(in bytes: Span<UInt8>) throws(DERError) -> (tag: DERTag, length: UInt64?)
    {
        (try readTag(in: bytes), try readLength(in: bytes))
    }

    /// Skips `length` bytes and returns their number, or returns `nil` if fewer bytes remain.
    mutating func pass(_ length: UInt64) -> Int? {
        guard let count = Int(exactly: length), count <= end - position else { return nil }
        position += count
        return count
    }

    /// Reads the next value, which must have the given tag.
    package mutating func next(_ tag: DERTag, in bytes: Span<UInt8>) throws(DERError) -> BERElement {
        guard !isAtEnd else { throw DERCursor.missing(tag, at: position) }
        let element = try next(in: bytes)
        guard element.tag == tag else {
            throw DERError(.unexpectedTag, at: element.start, expected: "\(tag)", found: "\(element.tag)")
        }
        return element
    }

    /// Reads the next value if it has the given tag; otherwise returns `nil` and does not move.
    package mutating func nextIfPresent(_ tag: DERTag, in bytes: Span<UInt8>) throws(DERError) -> BERElement?
    {
        guard !isAtEnd else { return nil }
        // Only the tag is read ahead, so that the end of an unwanted value is not searched for twice.
        var ahead = self
        guard try ahead.readTag(in: bytes) == tag else { return nil }
        return try next(in: bytes)
    }

    /// Checks that no bytes remain.
    ///
    /// - Throws: `trailingData` with the number of remaining bytes.
    package func finish() throws(DERError) {
        guard isAtEnd else { throw DERCursor.trailing(at: position, end - position) }
    }

    private mutating func octet(in bytes: Span<UInt8>) throws(DERError) -> UInt8 {
        guard position < end, position < bytes.count else { throw DERCursor.truncated(at: position, end) }
        defer { position += 1 }
        return bytes[position]
    }

    /// Reads the tag of the next value, X.690 section 8.1.2, and stops before its length.
    package mutating func readTag(in bytes: Span<UInt8>) throws(DERError) -> DERTag {
        let start = position
        let identifier = try octet(in: bytes)
        let high = UInt32(identifier & 0xe0) << 24
        guard identifier & 0x1f == 0x1f else { return DERTag(word: high | UInt32(identifier & 0x1f)) }
        var number: UInt32 = 0
        while true {
            let next = try octet(in: bytes)
            guard number <= DERTag.largestNumber >> 7 else {
                throw DERError(.tagTooLarge, at: start, expected: "a tag number of at most 29 bits")
            }
            number = number << 7 | UInt32(next & 0x7f)
            if next < 0x80 { return DERTag(word: high | number) }
        }
    }

    /// Reads the length, X.690 section 8.1.3; `nil` if it is indefinite. The length may exceed a 32-bit `Int`.
    ///
    /// - Parameter limit: the largest number of bits in the length.
    package mutating func readLength(
        in bytes: Span<UInt8>, bits limit: Int = 62
    ) throws(DERError) -> UInt64? {
        let start = position
        let first = try octet(in: bytes)
        if first < 0x80 { return UInt64(first) }
        if first == 0x80 { return nil }
        var length: UInt64 = 0
        for _ in 0..<Int(first & 0x7f) {
            guard length >> UInt64(limit - 8) == 0 else {
                throw DERError(.lengthTooLarge, at: start, expected: "a length of at most \(limit) bits")
            }
            length = length << 8 | UInt64(try octet(in: bytes))
        }
        return length
    }
}

extension BERElement {
    /// Returns the octets of an OCTET STRING, which BER may split into segments, X.690 section 8.7. The tag of the
    /// string may be IMPLICIT.
    ///
    /// - Throws: `unexpectedTag` if the value or a segment is not an OCTET STRING, `limit` if the segments are nested
    ///   more deeply than ``DERLimits/segmentNesting``.
    package func octetString(
        in bytes: Span<UInt8>, limits: DERLimits = .standard
    ) throws(DERError) -> [UInt8] {
        if tag.tagClass == .universal, tag.number != 4 {
            throw DERError(.unexpectedTag, at: start, expected: "\(DERTag.octetString)", found: "\(tag)")
        }
        guard tag.isConstructed else { return bytes.array(content) }
        var result: [UInt8] = []
        var open = [BERCursor(contentOf: self)]
        while var cursor = open.popLast() {
            guard !cursor.isAtEnd else { continue }
            let segment = try cursor.next(in: bytes)
            open.append(cursor)
            switch segment.tag {
            case .octetString: result += bytes.array(segment.content)
            case DERTag(class: .universal, number: 4, isConstructed: true):
                guard open.count < limits.segmentNesting else {
                    throw DERError(
                        .limit, at: segment.start,
                        expected: "at most "
                            + DERLimits.description(limits.segmentNesting, "segmentNesting")
                            + " levels of segments")
                }
                open.append(BERCursor(contentOf: segment))
            default:
                throw DERError(
                    .unexpectedTag, at: segment.start, expected: "a segment of an OCTET STRING",
                    found: "\(segment.tag)")
            }
        }
        return result
    }
}

extension DERLimits {
    /// Checks the size of an object, and the length of each INTEGER and OBJECT IDENTIFIER in it, recognized by their
    /// universal tags. Strings that contain DER are not opened. The check ends at the first bytes that are neither DER
    /// nor BER.
    ///
    /// If an object is no larger than the smallest of these limits, only its size is compared; in a larger object, each
    /// tag and length is read once.
    ///
    /// - Throws: `limit` at the start of the object, or at the tag of the value that is too long.
    @inlinable @inline(__always)
    package func check(_ object: Span<UInt8>) throws(DERError) {
        guard object.count > objectSize || object.count > identifierLength || object.count > integerLength
        else { return }
        try checkValues(of: object)
    }

    @usableFromInline @inline(never)
    func checkValues(of object: Span<UInt8>) throws(DERError) {
        guard object.count <= objectSize else {
            throw DERLimits.exceeded("objectSize", objectSize, byteCount(object.count), at: 0)
        }
        // Headers are read in order, regardless of nesting: the header of a constructed value is followed by
        // its first member, and the two zero octets that end an indefinite length count as a value.
        var cursor = BERCursor(0..<object.count)
        while !cursor.isAtEnd {
            let start = cursor.position
            guard let header = try? cursor.nextHeader(in: object) else { return }
            guard let length = header.length, !header.tag.isConstructed else { continue }
            guard let count = cursor.pass(length) else { return }
            if header.tag == .integer { try checkInteger(count, at: start) }
            if header.tag == .objectIdentifier { try checkIdentifier(count, at: start) }
        }
    }
}
