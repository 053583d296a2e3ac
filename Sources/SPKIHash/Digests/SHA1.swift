/// SHA-1, FIPS 180-4: for diagnosis and for fingerprints that others still print. Never for a pin.
///
/// SHA-1 is broken: collisions can be constructed. It is here because some wrong pins, and key identifiers
/// and old fingerprints, are made with it.
package enum SHA1 {
    /// The number of bytes in a digest.
    package static let digestByteCount = 20
    /// The number of bytes in a block.
    private static let blockByteCount = 64

    /// Returns the digest of `bytes`: 20 bytes.
    package static func hash(_ bytes: some Collection<UInt8>) -> [UInt8] {
        hash(Array(bytes).span)
    }

    /// Returns the digest of `bytes`: 20 bytes.
    package static func hash(_ bytes: Span<UInt8>) -> [UInt8] {
        var state = SHA1State(initial)
        forEachBlock(of: bytes, byteCount: blockByteCount) { state.compress(SHA1Schedule($0)) }
        var digest: [UInt8] = []
        digest.reserveCapacity(digestByteCount)
        for word in state.words {
            for shift: UInt32 in [24, 16, 8, 0] { digest.append(UInt8(truncatingIfNeeded: word >> shift)) }
        }
        return digest
    }

    /// Section 5.3.1.
    package static var initial: [UInt32] {
        [0x6745_2301, 0xefcd_ab89, 0x98ba_dcfe, 0x1032_5476, 0xc3d2_e1f0]
    }

    /// Updates the five words of `state` with one block of 64 bytes.
    package static func compress(_ block: Span<UInt8>, into state: inout [UInt32]) {
        var words = SHA1State(state)
        words.compress(SHA1Schedule(block))
        state = words.words
    }

    @inline(__always)
    fileprivate static func rotatedLeft(_ word: UInt32, _ bits: UInt32) -> UInt32 {
        word &<< bits | word &>> (32 &- bits)
    }
}

/// The five words a to e, as local variables with the names of section 6.1.2.
private struct SHA1State {
    private var a, b, c, d, e: UInt32

    @inline(__always)
    init(_ words: [UInt32]) {
        (a, b, c, d, e) = (words[0], words[1], words[2], words[3], words[4])
    }

    var words: [UInt32] { [a, b, c, d, e] }

    /// Processes one block, with sixteen rounds for each part of the schedule.
    mutating func compress(_ block: SHA1Schedule) {
        var (work, w) = (self, block)
        work.choose(w.w0, w.w1, w.w2, w.w3)
        work.choose(w.w4, w.w5, w.w6, w.w7)
        work.choose(w.w8, w.w9, w.w10, w.w11)
        work.choose(w.w12, w.w13, w.w14, w.w15)
        w.renew()
        work.choose(w.w0, w.w1, w.w2, w.w3)
        work.parity(w.w4, w.w5, w.w6, w.w7)
        work.parity(w.w8, w.w9, w.w10, w.w11)
        work.parity(w.w12, w.w13, w.w14, w.w15)
        w.renew()
        work.parity(w.w0, w.w1, w.w2, w.w3)
        work.parity(w.w4, w.w5, w.w6, w.w7)
        work.majority(w.w8, w.w9, w.w10, w.w11)
        work.majority(w.w12, w.w13, w.w14, w.w15)
        w.renew()
        work.majority(w.w0, w.w1, w.w2, w.w3)
        work.majority(w.w4, w.w5, w.w6, w.w7)
        work.majority(w.w8, w.w9, w.w10, w.w11)
        work.lastParity(w.w12, w.w13, w.w14, w.w15)
        w.renew()
        work.lastParity(w.w0, w.w1, w.w2, w.w3)
        work.lastParity(w.w4, w.w5, w.w6, w.w7)
        work.lastParity(w.w8, w.w9, w.w10, w.w11)
        work.lastParity(w.w12, w.w13, w.w14, w.w15)
        a &+= work.a
        b &+= work.b
        c &+= work.c
        d &+= work.d
        e &+= work.e
    }

    // Section 4.1.1 and 4.2.1: four rounds of each kind.

    @inline(__always)
    private mutating func choose(_ w0: UInt32, _ w1: UInt32, _ w2: UInt32, _ w3: UInt32) {
        round(d ^ (b & (c ^ d)), 0x5a82_7999 &+ w0)
        round(d ^ (b & (c ^ d)), 0x5a82_7999 &+ w1)
        round(d ^ (b & (c ^ d)), 0x5a82_7999 &+ w2)
        round(d ^ (b & (c ^ d)), 0x5a82_7999 &+ w3)
    }

    @inline(__always)
    private mutating func parity(_ w0: UInt32, _ w1: UInt32, _ w2: UInt32, _ w3: UInt32) {
        round(b ^ c ^ d, 0x6ed9_eba1 &+ w0)
        round(b ^ c ^ d, 0x6ed9_eba1 &+ w1)
        round(b ^ c ^ d, 0x6ed9_eba1 &+ w2)
        round(b ^ c ^ d, 0x6ed9_eba1 &+ w3)
    }

    @inline(__always)
    private mutating func majority(_ w0: UInt32, _ w1: UInt32, _ w2: UInt32, _ w3: UInt32) {
        round((b & c) | (d & (b | c)), 0x8f1b_bcdc &+ w0)
        round((b & c) | (d & (b | c)), 0x8f1b_bcdc &+ w1)
        round((b & c) | (d & (b | c)), 0x8f1b_bcdc &+ w2)
        round((b & c) | (d & (b | c)), 0x8f1b_bcdc &+ w3)
    }

    @inline(__always)
    private mutating func lastParity(_ w0: UInt32, _ w1: UInt32, _ w2: UInt32, _ w3: UInt32) {
        round(b ^ c ^ d, 0xca62_c1d6 &+ w0)
        round(b ^ c ^ d, 0xca62_c1d6 &+ w1)
        round(b ^ c ^ d, 0xca62_c1d6 &+ w2)
        round(b ^ c ^ d, 0xca62_c1d6 &+ w3)
    }

    @inline(__always)
    private mutating func round(_ mixed: UInt32, _ addend: UInt32) {
        let next = SHA1.rotatedLeft(a, 5) &+ mixed &+ e &+ addend
        (a, b, c, d, e) = (next, a, SHA1.rotatedLeft(b, 30), c, d)
    }
}

/// Sixteen words of the message schedule, section 6.1.2 step 1.
private struct SHA1Schedule {
    var w0, w1, w2, w3, w4, w5, w6, w7, w8, w9, w10, w11, w12, w13, w14, w15: UInt32

    /// The words of a block of 64 bytes.
    @inline(__always)
    init(_ bytes: Span<UInt8>) {
        // With constant indices into one extracted block the optimizer drops the bounds checks.
        let block = bytes.extracting(0..<64)
        w0 = SHA1Schedule.word(block, 0)
        w1 = SHA1Schedule.word(block, 4)
        w2 = SHA1Schedule.word(block, 8)
        w3 = SHA1Schedule.word(block, 12)
        w4 = SHA1Schedule.word(block, 16)
        w5 = SHA1Schedule.word(block, 20)
        w6 = SHA1Schedule.word(block, 24)
        w7 = SHA1Schedule.word(block, 28)
        w8 = SHA1Schedule.word(block, 32)
        w9 = SHA1Schedule.word(block, 36)
        w10 = SHA1Schedule.word(block, 40)
        w11 = SHA1Schedule.word(block, 44)
        w12 = SHA1Schedule.word(block, 48)
        w13 = SHA1Schedule.word(block, 52)
        w14 = SHA1Schedule.word(block, 56)
        w15 = SHA1Schedule.word(block, 60)
    }

    @inline(__always)
    private static func word(_ block: Span<UInt8>, _ at: Int) -> UInt32 {
        UInt32(block[at]) << 24 | UInt32(block[at &+ 1]) << 16 | UInt32(block[at &+ 2]) << 8
            | UInt32(block[at &+ 3])
    }

    /// The next sixteen words.
    @inline(__always)
    mutating func renew() {
        w0 = SHA1.rotatedLeft(w13 ^ w8 ^ w2 ^ w0, 1)
        w1 = SHA1.rotatedLeft(w14 ^ w9 ^ w3 ^ w1, 1)
        w2 = SHA1.rotatedLeft(w15 ^ w10 ^ w4 ^ w2, 1)
        w3 = SHA1.rotatedLeft(w0 ^ w11 ^ w5 ^ w3, 1)
        w4 = SHA1.rotatedLeft(w1 ^ w12 ^ w6 ^ w4, 1)
        w5 = SHA1.rotatedLeft(w2 ^ w13 ^ w7 ^ w5, 1)
        w6 = SHA1.rotatedLeft(w3 ^ w14 ^ w8 ^ w6, 1)
        w7 = SHA1.rotatedLeft(w4 ^ w15 ^ w9 ^ w7, 1)
        w8 = SHA1.rotatedLeft(w5 ^ w0 ^ w10 ^ w8, 1)
        w9 = SHA1.rotatedLeft(w6 ^ w1 ^ w11 ^ w9, 1)
        w10 = SHA1.rotatedLeft(w7 ^ w2 ^ w12 ^ w10, 1)
        w11 = SHA1.rotatedLeft(w8 ^ w3 ^ w13 ^ w11, 1)
        w12 = SHA1.rotatedLeft(w9 ^ w4 ^ w14 ^ w12, 1)
        w13 = SHA1.rotatedLeft(w10 ^ w5 ^ w15 ^ w13, 1)
        w14 = SHA1.rotatedLeft(w11 ^ w6 ^ w0 ^ w14, 1)
        w15 = SHA1.rotatedLeft(w12 ^ w7 ^ w1 ^ w15, 1)
    }
}
