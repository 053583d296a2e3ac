import DERKit

/// SHA-256's compression function and padding, FIPS 180-4 sections 5 and 6.2, in plain Swift for every processor.
enum SHA256Portable {
    /// Updates the eight words of `state` with every whole block of 64 bytes in `bytes`.
    static func compress(_ bytes: Span<UInt8>, into state: inout SIMD8<UInt32>) {
        var work = SHA256WorkingWords(state)
        for index in 0..<bytes.count / 64 { work.compress(fullBlock(bytes, index)) }
        state = work.words
    }

    /// Updates the eight words of `state` with the last bytes of a message and the padding.
    static func finish(_ bytes: Span<UInt8>, totalByteCount: UInt64, into state: inout SIMD8<UInt32>) {
        var work = SHA256WorkingWords(state)
        for index in 0..<blockCount(bytes.count) {
            work.compress(block(bytes, index, totalByteCount: totalByteCount))
        }
        state = work.words
    }

    /// Returns the number of blocks for `byteCount` bytes and the padding: a one bit, zeros, and the length
    /// of the message in bits in the last eight bytes.
    private static func blockCount(_ byteCount: Int) -> Int { (byteCount &+ 8) / 64 &+ 1 }

    /// Returns the block at `index`, which must consist entirely of message bytes.
    @inline(__always)
    private static func fullBlock(_ bytes: Span<UInt8>, _ index: Int) -> SHA256Schedule {
        // If the indices into one extracted block are constants, the optimizer removes the bounds checks.
        let block = bytes.extracting(index &* 64..<index &* 64 &+ 64)
        return SHA256Schedule { word(block, 4 &* $0) }
    }

    /// Returns block `index`, counted from the start of `bytes`, of a message of `totalByteCount` bytes that ends with
    /// `bytes`.
    private static func block(_ bytes: Span<UInt8>, _ index: Int, totalByteCount: UInt64) -> SHA256Schedule {
        if index &* 64 &+ 64 <= bytes.count { return fullBlock(bytes, index) }
        var block = SHA256Schedule { word(bytes, from: index &* 64 &+ 4 &* $0) }
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

/// The eight words a to h, named as in section 6.2.2.
private struct SHA256WorkingWords {
    private var a, b, c, d, e, f, g, h: UInt32

    @inline(__always)
    init(_ s: SIMD8<UInt32>) {
        (a, b, c, d, e, f, g, h) = (s[0], s[1], s[2], s[3], s[4], s[5], s[6], s[7])
    }

    @inline(__always)
    var words: SIMD8<UInt32> { SIMD8(a, b, c, d, e, f, g, h) }

    /// Processes one block. The code is unrolled for only sixteen rounds, because more rounds and the caller together
    /// would not fit in the cache of decoded instructions, which would reduce the speed for short messages by a third.
    @inline(never)
    mutating func compress(_ block: SHA256Schedule) {
        var schedule = block
        var work = self
        let all = SHA256Portable.constants
        let constants = all.span
        for turn in 0..<4 {
            work.sixteenRounds(schedule, SHA256Schedule { constants[16 &* turn &+ $0] })
            if turn < 3 { schedule.renew() }
        }
        self = SHA256WorkingWords(words &+ work.words)
    }

    /// Runs sixteen rounds, section 6.2.2 step 3. Instead of moving the eight words, each round renames them; after
    /// eight rounds they are back in place.
    @inline(__always)
    private mutating func sixteenRounds(_ w: SHA256Schedule, _ k: SHA256Schedule) {
        round(a, b, c, &d, e, f, g, &h, w.w0 &+ k.w0)
        round(h, a, b, &c, d, e, f, &g, w.w1 &+ k.w1)
        round(g, h, a, &b, c, d, e, &f, w.w2 &+ k.w2)
        round(f, g, h, &a, b, c, d, &e, w.w3 &+ k.w3)
        round(e, f, g, &h, a, b, c, &d, w.w4 &+ k.w4)
        round(d, e, f, &g, h, a, b, &c, w.w5 &+ k.w5)
        round(c, d, e, &f, g, h, a, &b, w.w6 &+ k.w6)
        round(b, c, d, &e, f, g, h, &a, w.w7 &+ k.w7)
        round(a, b, c, &d, e, f, g, &h, w.w8 &+ k.w8)
        round(h, a, b, &c, d, e, f, &g, w.w9 &+ k.w9)
        round(g, h, a, &b, c, d, e, &f, w.w10 &+ k.w10)
        round(f, g, h, &a, b, c, d, &e, w.w11 &+ k.w11)
        round(e, f, g, &h, a, b, c, &d, w.w12 &+ k.w12)
        round(d, e, f, &g, h, a, b, &c, w.w13 &+ k.w13)
        round(c, d, e, &f, g, h, a, &b, w.w14 &+ k.w14)
        round(b, c, d, &e, f, g, h, &a, w.w15 &+ k.w15)
    }
}

@inline(__always)
private func round(
    _ a: UInt32, _ b: UInt32, _ c: UInt32, _ d: inout UInt32,
    _ e: UInt32, _ f: UInt32, _ g: UInt32, _ h: inout UInt32, _ input: UInt32
) {
    let sum1 = e.rotated(6) ^ e.rotated(11) ^ e.rotated(25)
    let choice = g ^ (e & (f ^ g))
    let first = h &+ sum1 &+ choice &+ input
    let sum0 = a.rotated(2) ^ a.rotated(13) ^ a.rotated(22)
    let majority = (a & b) ^ (c & (a ^ b))
    d &+= first
    h = first &+ sum0 &+ majority
}

/// Sixteen words of an expanded message block, section 6.2.2 step 1, or of the constants.
private struct SHA256Schedule {
    var w0, w1, w2, w3, w4, w5, w6, w7, w8, w9, w10, w11, w12, w13, w14, w15: UInt32

    @inline(__always)
    init(_ word: (Int) -> UInt32) {
        (w0, w1, w2, w3, w4, w5) = (word(0), word(1), word(2), word(3), word(4), word(5))
        (w6, w7, w8, w9, w10) = (word(6), word(7), word(8), word(9), word(10))
        (w11, w12, w13, w14, w15) = (word(11), word(12), word(13), word(14), word(15))
    }

    /// Replaces the words with the next sixteen of the schedule, each computed from four of the sixteen before it.
    @inline(__always)
    mutating func renew() {
        w0 &+= sigma0(w1) &+ w9 &+ sigma1(w14)
        w1 &+= sigma0(w2) &+ w10 &+ sigma1(w15)
        w2 &+= sigma0(w3) &+ w11 &+ sigma1(w0)
        w3 &+= sigma0(w4) &+ w12 &+ sigma1(w1)
        w4 &+= sigma0(w5) &+ w13 &+ sigma1(w2)
        w5 &+= sigma0(w6) &+ w14 &+ sigma1(w3)
        w6 &+= sigma0(w7) &+ w15 &+ sigma1(w4)
        w7 &+= sigma0(w8) &+ w0 &+ sigma1(w5)
        w8 &+= sigma0(w9) &+ w1 &+ sigma1(w6)
        w9 &+= sigma0(w10) &+ w2 &+ sigma1(w7)
        w10 &+= sigma0(w11) &+ w3 &+ sigma1(w8)
        w11 &+= sigma0(w12) &+ w4 &+ sigma1(w9)
        w12 &+= sigma0(w13) &+ w5 &+ sigma1(w10)
        w13 &+= sigma0(w14) &+ w6 &+ sigma1(w11)
        w14 &+= sigma0(w15) &+ w7 &+ sigma1(w12)
        w15 &+= sigma0(w0) &+ w8 &+ sigma1(w13)
    }

    @inline(__always)
    private func sigma0(_ x: UInt32) -> UInt32 { x.rotated(7) ^ x.rotated(18) ^ x &>> 3 }

    @inline(__always)
    private func sigma1(_ x: UInt32) -> UInt32 { x.rotated(17) ^ x.rotated(19) ^ x &>> 10 }
}

extension UInt32 {
    /// Returns the number rotated to the right, section 3.2.
    @inline(__always)
    fileprivate func rotated(_ bits: UInt32) -> UInt32 { (self &>> bits) | (self &<< (32 &- bits)) }
}

extension SHA256Portable {
    /// The round constants, section 4.2.2: the first 32 bits of the fractional parts of the cube roots of the first 64
    /// primes. They are stored as plain words so that the compiler emits them as data and nothing is initialized at run
    /// time.
    fileprivate static let constants: [UInt32] = [
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
