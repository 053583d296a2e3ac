/// A BIT STRING in the input: the range of its bits, and the number of unused bits.
@usableFromInline package struct DERBitString: Sendable, Hashable {
    /// The range of the octets that carry the bits, without the octet that counts unused bits.
    @usableFromInline package let range: Range<Int>
    /// The number of unused bits in the last octet, 0 to 7.
    @usableFromInline package let unusedBits: Int

    @inlinable
    init(range: Range<Int>, unusedBits: Int) {
        self.range = range
        self.unusedBits = unusedBits
    }

    /// Returns the octets that carry the bits.
    ///
    /// - Parameter bytes: the whole input, in which the string was read.
    /// - Returns: the octets, or as many of them as are in `bytes`.
    package func bytes(in bytes: Span<UInt8>) -> [UInt8] { bytes.array(range) }

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
