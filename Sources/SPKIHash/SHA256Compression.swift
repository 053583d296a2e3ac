/// The compression function of SHA-256, FIPS 180-4 section 6.2.2, in plain Swift for every processor.
///
/// The sixteen words of the message schedule live in local variables and are renewed in place, sixteen rounds at
/// a time; with constant indices and one extracted block the optimiser drops the bounds checks.
struct SHA256Compression<Word: SHA256Word> {
    var a, b, c, d, e, f, g, h: Word

    /// One block. The rounds stand here once, and sixteen of them: more would not fit the cache of decoded
    /// instructions next to the caller, which costs a third of the speed of short messages.
    @inline(__always)
    mutating func compress(_ block: SHA256Schedule<Word>) {
        var schedule = block
        var work = self
        let all = SHA256Constants.all
        let constants = all.span
        for turn in 0..<4 {
            work.sixteenRounds(schedule, SHA256Schedule(constants, from: 16 &* turn))
            if turn < 3 { schedule.renew() }
        }
        a &+= work.a
        b &+= work.b
        c &+= work.c
        d &+= work.d
        e &+= work.e
        f &+= work.f
        g &+= work.g
        h &+= work.h
    }

    /// Section 6.2.2 step 3. Instead of moving the eight words along, each round names them one place on; after
    /// eight rounds they stand where they began.
    @inline(__always)
    private mutating func sixteenRounds(_ w: SHA256Schedule<Word>, _ k: SHA256Schedule<UInt32>) {
        round(a, b, c, &d, e, f, g, &h, w.w0 &+ Word(repeating: k.w0))
        round(h, a, b, &c, d, e, f, &g, w.w1 &+ Word(repeating: k.w1))
        round(g, h, a, &b, c, d, e, &f, w.w2 &+ Word(repeating: k.w2))
        round(f, g, h, &a, b, c, d, &e, w.w3 &+ Word(repeating: k.w3))
        round(e, f, g, &h, a, b, c, &d, w.w4 &+ Word(repeating: k.w4))
        round(d, e, f, &g, h, a, b, &c, w.w5 &+ Word(repeating: k.w5))
        round(c, d, e, &f, g, h, a, &b, w.w6 &+ Word(repeating: k.w6))
        round(b, c, d, &e, f, g, h, &a, w.w7 &+ Word(repeating: k.w7))
        round(a, b, c, &d, e, f, g, &h, w.w8 &+ Word(repeating: k.w8))
        round(h, a, b, &c, d, e, f, &g, w.w9 &+ Word(repeating: k.w9))
        round(g, h, a, &b, c, d, e, &f, w.w10 &+ Word(repeating: k.w10))
        round(f, g, h, &a, b, c, d, &e, w.w11 &+ Word(repeating: k.w11))
        round(e, f, g, &h, a, b, c, &d, w.w12 &+ Word(repeating: k.w12))
        round(d, e, f, &g, h, a, b, &c, w.w13 &+ Word(repeating: k.w13))
        round(c, d, e, &f, g, h, a, &b, w.w14 &+ Word(repeating: k.w14))
        round(b, c, d, &e, f, g, h, &a, w.w15 &+ Word(repeating: k.w15))
    }
}

@inline(__always)
private func round<Word: SHA256Word>(
    _ a: Word, _ b: Word, _ c: Word, _ d: inout Word,
    _ e: Word, _ f: Word, _ g: Word, _ h: inout Word, _ input: Word
) {
    let sum1 = e.rotated(6) ^ e.rotated(11) ^ e.rotated(25)
    let choice = g ^ (e & (f ^ g))
    let first = h &+ sum1 &+ choice &+ input
    let sum0 = a.rotated(2) ^ a.rotated(13) ^ a.rotated(22)
    let majority = (a & b) ^ (c & (a ^ b))
    d &+= first
    h = first &+ sum0 &+ majority
}

extension SHA256Compression<UInt32> {
    @inline(__always)
    private init(_ s: SIMD8<UInt32>) {
        (a, b, c, d, e, f, g, h) = (s[0], s[1], s[2], s[3], s[4], s[5], s[6], s[7])
    }

    @inline(__always)
    private var words: SIMD8<UInt32> { SIMD8(a, b, c, d, e, f, g, h) }

    @inline(never)
    private mutating func compressOne(_ block: SHA256Schedule<UInt32>) { compress(block) }

    /// Takes every whole block of 64 bytes of `bytes` into the eight words of `state`.
    static func compress(_ bytes: Span<UInt8>, into state: inout SIMD8<UInt32>) {
        var work = SHA256Compression(state)
        for index in 0..<bytes.count / 64 { work.compressOne(SHA256Padding.fullBlock(bytes, index)) }
        state = work.words
    }

    /// Takes the last bytes of a message and the padding into the eight words of `state`.
    static func finish(_ bytes: Span<UInt8>, totalByteCount: UInt64, into state: inout SIMD8<UInt32>) {
        var work = SHA256Compression(state)
        for index in 0..<SHA256Padding.blockCount(bytes.count) {
            work.compressOne(SHA256Padding.block(bytes, index, totalByteCount: totalByteCount))
        }
        state = work.words
    }
}
