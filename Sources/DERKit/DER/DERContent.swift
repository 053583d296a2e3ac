extension DERElement {
    /// Checks the content of a value whose type the enclosing structure leaves open (ANY).
    ///
    /// Such a value has no known structure here, so the only error is content that cannot be a value of its universal
    /// type. Departures from DER that leave the value unambiguous are accepted (TRUE as 01, unused bits that are set, a
    /// string in segments), as in OpenSSL and Python's cryptography. Other readers check the contents of SEQUENCE and
    /// SET, and of tags that are not universal.
    ///
    /// - Throws: `invalidValue` or `notCanonical`, as the type's own reader does; `unexpectedTag` if a value has the
    ///   wrong form (primitive instead of constructed, or the reverse); for a string in segments, also `limit` beyond
    ///   five levels, or an error about the tag or length of a segment.
    package func checkContent(in bytes: Span<UInt8>) throws(DERError) {
        switch tag {
        case .boolean:
            guard count == 1 else {
                throw DERError(
                    .invalidValue, at: start, expected: "a BOOLEAN of 1 byte", found: byteCount(count))
            }
        case .bitString:
            if count == 0 || bytes[contentStart] >= 8 { _ = try bitString(in: bytes) }
        case .integer, .enumerated: try checkInteger(in: bytes)
        case .null: try null()
        case .objectIdentifier: try checkObjectIdentifier(in: bytes)
        case .utf8String, .bmpString, .universalString: try checkStringEncoding(in: bytes)
        default: try checkForm(in: bytes)
        }
    }

    /// Checks that a value of a universal type has the form, primitive or constructed, that X.690 section 8 requires.
    private func checkForm(in bytes: Span<UInt8>) throws(DERError) {
        guard tag.tagClass == .universal else { return }
        switch tag.number {
        case 16, 17:
            guard tag.isConstructed else { throw wrongForm }
        case 0, 1, 2, 5, 6, 10:
            // Tag 0 ends an indefinite length, which DER does not have; values with the other tags are never made of
            // segments.
            throw wrongForm
        default:
            guard tag.isConstructed else { return }
            let octets = try checkSegments(in: bytes, levels: 5)
            // The first octet of a BIT STRING, the number of unused bits, must be in one of the segments.
            guard tag.number != 3 || octets > 0 else {
                throw DERError(
                    .invalidValue, at: start, expected: "a BIT STRING of at least 1 byte", found: "0 bytes")
            }
        }
    }

    /// Checks a constructed value of a universal type other than SEQUENCE and SET, such as a string in segments or an
    /// EXTERNAL. The content must consist of complete values up to the last byte, nested at most `levels` deep.
    ///
    /// - Returns: the number of octets in the segments.
    private func checkSegments(in bytes: Span<UInt8>, levels: Int) throws(DERError) -> Int {
        guard levels > 0 else {
            throw DERError(.limit, at: start, expected: "at most 5 levels of segments in a \(tag)")
        }
        var segments = DERCursor(contentOf: self)
        var octets = 0
        while !segments.isAtEnd {
            let segment = try segments.next(in: bytes)
            // End-of-contents octets belong only to an indefinite length.
            guard segment.tag != .universal(0) else { throw segment.wrongForm }
            octets +=
                segment.tag.isConstructed
                ? try segment.checkSegments(in: bytes, levels: levels - 1) : segment.count
        }
        return octets
    }

    private var wrongForm: DERError {
        let other = DERTag(class: tag.tagClass, number: tag.number, isConstructed: !tag.isConstructed)
        return DERError(
            .unexpectedTag, at: start, expected: tag.number == 0 ? "a value" : "\(other)", found: "\(tag)")
    }

    /// Returns the value of a BOOLEAN.
    ///
    /// X.690 sections 8.2 and 11.1: one octet, 00 for false and FF for true.
    ///
    /// - Throws: `invalidValue` if the length is not one octet, `notCanonical` for an octet other than 00 and FF.
    @inlinable
    package func boolean(in bytes: Span<UInt8>) throws(DERError) -> Bool {
        guard count == 1 else {
            throw DERError(.invalidValue, at: start, expected: "a BOOLEAN of 1 byte", found: byteCount(count))
        }
        switch bytes[contentStart] {
        case 0x00: return false
        case 0xff: return true
        case let other:
            throw DERError(
                .notCanonical, at: contentStart, expected: "00 or ff in a BOOLEAN", found: hex(other))
        }
    }

    /// Checks that a NULL has no content, X.690 section 8.8.2.
    ///
    /// - Throws: `invalidValue`.
    @inlinable
    package func null() throws(DERError) {
        guard count == 0 else {
            throw DERError(
                .invalidValue, at: contentStart, expected: "an empty NULL", found: byteCount(count))
        }
    }
}

/// A BIT STRING in the input: the range of its bits, and the number of unused bits.
@usableFromInline package struct DERBitString: Sendable, Hashable {
    /// The range of the octets that contain the bits, without the octet that counts unused bits.
    @usableFromInline package let range: Range<Int>
    /// The number of unused bits in the last octet, 0 to 7.
    @usableFromInline package let unusedBits: Int

    @inlinable
    init(range: Range<Int>, unusedBits: Int) {
        self.range = range
        self.unusedBits = unusedBits
    }

    /// The number of bits.
    package var bitCount: Int { bitTotal(ofOctets: range.count) - unusedBits }
}

extension DERElement {
    /// Returns the bits of a BIT STRING, X.690 sections 8.6 and 11.2.
    ///
    /// - Throws: `invalidValue` if the count of unused bits is absent or wrong, `notCanonical` if an unused
    ///   bit is set.
    @inlinable
    package func bitString(in bytes: Span<UInt8>) throws(DERError) -> DERBitString {
        guard count > 0 else {
            throw DERError(
                .invalidValue, at: start, expected: "a BIT STRING with a count of unused bits",
                found: "0 bytes")
        }
        let unused = bytes[contentStart]
        guard unused != 0 else { return DERBitString(range: contentStart &+ 1..<end, unusedBits: 0) }
        guard unused < 8, count > 1 else {
            throw DERError(
                .invalidValue, at: contentStart,
                expected: "\(count > 1 ? "at most 7" : "0") unused bits",
                found: "\(unused)")
        }
        guard bytes[end &- 1].trailingZeroBitCount >= Int(unused) else {
            throw DERError(
                .notCanonical, at: end - 1, expected: "zeros in the unused bits of a BIT STRING",
                found: "\(hex(bytes[end &- 1])) with \(unused) unused bits")
        }
        return DERBitString(range: contentStart &+ 1..<end, unusedBits: Int(unused))
    }
}
