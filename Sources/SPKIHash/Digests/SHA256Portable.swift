import DERKit

/// SHA-256's compression function and padding, FIPS 180-4 sections 5 and 6.2, in plain Swift for every processor.
enum SHA256Portable {
    /// Updates the eight words of `state` with every whole block of 64 bytes in `bytes`.
    static func compress(_ bytes: Span<UInt8>, into state: inout SIMD8<UInt32>) {
        var work = SHA2Words(state)
        for index in 0..<bytes.count / 64 { compress(fullBlock(bytes, index), into: &work) }
        state = work.words()
    }

    /// Updates the eight words of `state` with the last bytes of a message and the padding.
    static func finish(_ bytes: Span<UInt8>, totalByteCount: UInt64, into state: inout SIMD8<UInt32>) {
        var work = SHA2Words(state)
        for index in 0..<blockCount(bytes.count) {
            compress(block(bytes, index, totalByteCount: totalByteCount), into: &work)
        }
        state = work.words()
    }

    /// Processes one block. The code is unrolled for only sixteen rounds, because more rounds and the caller together
    /// would not fit in the cache of decoded instructions, which would reduce the speed for short messages by a third.
    @inline(never)
    private static func compress(_ block: SHA2Schedule<UInt32>, into words: inout SHA2Words<UInt32>) {
        var (schedule, work) = (block, words)
        let all = constants
        let constants = all.span
        for turn in 0..<4 {
            work.sixteenRounds(schedule, SHA2Schedule { constants[16 &* turn &+ $0] })
            if turn < 3 { schedule.renew() }
        }
        words.add(work)
    }

    /// Returns the number of blocks for `byteCount` bytes and the padding: a one bit, zeros, and the length
    /// of the message in bits in the last eight bytes.
    private static func blockCount(_ byteCount: Int) -> Int { (byteCount &+ 8) / 64 &+ 1 }

    /// Returns the block at `index`, which must consist entirely of message bytes.
    @inline(__always)
    private static func fullBlock(_ bytes: Span<UInt8>, _ index: Int) -> SHA2Schedule<UInt32> {
        // If the indices into one extracted block are constants, the optimizer removes the bounds checks.
        let block = bytes.extracting(index &* 64..<index &* 64 &+ 64)
        return SHA2Schedule { word(block, 4 &* $0) }
    }

    /// Returns block `index`, counted from the start of `bytes`, of a message of `totalByteCount` bytes that ends with
    /// `bytes`.
    private static func block(_ bytes: Span<UInt8>, _ index: Int, totalByteCount: UInt64) -> SHA2Schedule<
        UInt32
    > {
        if index &* 64 &+ 64 <= bytes.count { return fullBlock(bytes, index) }
        var block = SHA2Schedule { word(bytes, from: index &* 64 &+ 4 &* $0) }
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

    /// Returns the word that begins at `place`; the message may end within the word.
    @inline(__always)
    private static func word(_ bytes: Span<UInt8>, from place: Int) -> UInt32 {
        if place &+ 4 <= bytes.count { return word(bytes.extracting(place..<place &+ 4), 0) }
        guard place <= bytes.count else { return 0 }
        var word: UInt32 = 0
        for offset in place..<bytes.count { word = word << 8 | UInt32(bytes[offset]) }
        return (word << 8 | 0x80) << UInt32(truncatingIfNeeded: 8 &* (3 &- (bytes.count &- place)))
    }
}

extension SHA256Portable {
    /// The round constants, section 4.2.2: the first 32 bits of the fractional parts of the cube roots of the first 64
    /// primes. They are stored as plain words so that the compiler emits them as data and nothing is initialized at run
    /// time.
    private static let constants: [UInt32] = [
        0x428a_2f98, 0x7137_4491, 0xb5c0_fbcf, 0xe9b5_dba5,
        0x3956_c25b, 0x59f1_11f1, 0x923f_82a4, 0xab1c_5ed5,
        0xd807_aa98, 0x1283_5b01, 0x2431_85be, 0x550c_7dc3,
        0x72be_5d74, 0x80de_b1fe, 0x9bdc_06a7, 0xc19b_f174,
        0xe49b_69c1, 0xefbe_4786, 0x0fc1_9dc6, 0x240c_a1cc,
        0x2de9_2c6f, 0x4a74_84aa, 0x5cb0_a9dc, 0x76f9_88da,
        0x983e_5152, 0xa831_c66d, 0xb003_27c8, 0xbf59_7fc7,
        0xc6e0_0bf3, 0xd5a7_9147, 0x06ca_6351, 0x1429_2967,
        0x27b7_0a85, 0x2e1b_2138, 0x4d2c_6dfc, 0x5338_0d13,
        0x650a_7354, 0x766a_0abb, 0x81c2_c92e, 0x9272_2c85,
        0xa2bf_e8a1, 0xa81a_664b, 0xc24b_8b70, 0xc76c_51a3,
        0xd192_e819, 0xd699_0624, 0xf40e_3585, 0x106a_a070,
        0x19a4_c116, 0x1e37_6c08, 0x2748_774c, 0x34b0_bcb5,
        0x391c_0cb3, 0x4ed8_aa4a, 0x5b9c_ca4f, 0x682e_6ff3,
        0x748f_82ee, 0x78a5_636f, 0x84c8_7814, 0x8cc7_0208,
        0x90be_fffa, 0xa450_6ceb, 0xbef9_a3f7, 0xc671_78f2,
    ]
}
