/// The blocks of a message with its padding, FIPS 180-4 section 5.1.1 and 5.2.1: behind the message a one bit,
/// zeros, and the length of the message in bits in the last eight bytes.
enum SHA256Padding {
    /// Number of blocks for `byteCount` bytes.
    @inline(__always)
    static func blockCount(_ byteCount: Int) -> Int { (byteCount &+ 8) / 64 &+ 1 }

    /// A block that the message fills.
    @inline(__always)
    static func fullBlock(_ bytes: Span<UInt8>, _ index: Int) -> SHA256Schedule<UInt32> {
        let block = bytes.extracting(index &* 64..<index &* 64 &+ 64)
        return SHA256Schedule(
            word(block, 0), word(block, 4), word(block, 8), word(block, 12),
            word(block, 16), word(block, 20), word(block, 24), word(block, 28),
            word(block, 32), word(block, 36), word(block, 40), word(block, 44),
            word(block, 48), word(block, 52), word(block, 56), word(block, 60))
    }

    /// Block `index` of the message of `totalByteCount` bytes whose last ones are `bytes`; blocks count from the
    /// first of `bytes`.
    static func block(_ bytes: Span<UInt8>, _ index: Int, totalByteCount: UInt64) -> SHA256Schedule<UInt32> {
        if index &* 64 &+ 64 <= bytes.count { return fullBlock(bytes, index) }
        let start = index &* 64
        var block = SHA256Schedule(
            word(bytes, from: start &+ 0), word(bytes, from: start &+ 4), word(bytes, from: start &+ 8),
            word(bytes, from: start &+ 12), word(bytes, from: start &+ 16), word(bytes, from: start &+ 20),
            word(bytes, from: start &+ 24), word(bytes, from: start &+ 28), word(bytes, from: start &+ 32),
            word(bytes, from: start &+ 36), word(bytes, from: start &+ 40), word(bytes, from: start &+ 44),
            word(bytes, from: start &+ 48), word(bytes, from: start &+ 52), word(bytes, from: start &+ 56),
            word(bytes, from: start &+ 60))
        if index &+ 1 == blockCount(bytes.count) {
            let bitCount = totalByteCount &* 8
            block.w14 = UInt32(truncatingIfNeeded: bitCount >> 32)
            block.w15 = UInt32(truncatingIfNeeded: bitCount)
        }
        return block
    }

    @inline(__always)
    private static func word(_ block: Span<UInt8>, _ at: Int) -> UInt32 {
        UInt32(block[at]) << 24 | UInt32(block[at + 1]) << 16 | UInt32(block[at + 2]) << 8
            | UInt32(block[at + 3])
    }

    /// The word that begins at `place`, where the message may end.
    @inline(__always)
    private static func word(_ bytes: Span<UInt8>, from place: Int) -> UInt32 {
        if place &+ 4 <= bytes.count { return word(bytes.extracting(place..<place &+ 4), 0) }
        guard place <= bytes.count else { return 0 }
        var word: UInt32 = 0
        for offset in place..<bytes.count { word = word << 8 | UInt32(bytes[offset]) }
        return (word << 8 | 0x80) << UInt32(truncatingIfNeeded: 8 &* (3 &- (bytes.count &- place)))
    }
}
