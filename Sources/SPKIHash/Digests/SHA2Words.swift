/// A word of SHA-2, FIPS 180-4: 32 bits in SHA-256 and 64 bits in SHA-512, whose functions rotate by other numbers.
protocol SHA2Word: FixedWidthInteger, UnsignedInteger, Sendable {
    /// The functions of sections 4.1.2 and 4.1.3: two for the rounds and two for the schedule.
    var sum0: Self { get }
    var sum1: Self { get }
    var sigma0: Self { get }
    var sigma1: Self { get }
}

extension UInt32: SHA2Word {
    @inline(__always) var sum0: UInt32 { rotated(2) ^ rotated(13) ^ rotated(22) }
    @inline(__always) var sum1: UInt32 { rotated(6) ^ rotated(11) ^ rotated(25) }
    @inline(__always) var sigma0: UInt32 { rotated(7) ^ rotated(18) ^ self &>> 3 }
    @inline(__always) var sigma1: UInt32 { rotated(17) ^ rotated(19) ^ self &>> 10 }
}

extension UInt64: SHA2Word {
    @inline(__always) var sum0: UInt64 { rotated(28) ^ rotated(34) ^ rotated(39) }
    @inline(__always) var sum1: UInt64 { rotated(14) ^ rotated(18) ^ rotated(41) }
    @inline(__always) var sigma0: UInt64 { rotated(1) ^ rotated(8) ^ self &>> 7 }
    @inline(__always) var sigma1: UInt64 { rotated(19) ^ rotated(61) ^ self &>> 6 }
}

extension SHA2Word {
    /// Returns the number rotated to the right, section 3.2.
    @inline(__always)
    fileprivate func rotated(_ bits: Self) -> Self { (self &>> bits) | (self &<< (0 &- bits)) }
}

/// The eight words a to h, named as in sections 6.2.2 and 6.4.2.
struct SHA2Words<Word: SHA2Word>: Sendable {
    private var a, b, c, d, e, f, g, h: Word

    @inline(__always)
    init(_ s: SIMD8<Word>) where Word: SIMDScalar {
        (a, b, c, d, e, f, g, h) = (s[0], s[1], s[2], s[3], s[4], s[5], s[6], s[7])
    }

    @inline(__always)
    func words() -> SIMD8<Word> where Word: SIMDScalar { SIMD8(a, b, c, d, e, f, g, h) }

    @inline(__always)
    mutating func add(_ other: SHA2Words) {
        a &+= other.a
        b &+= other.b
        c &+= other.c
        d &+= other.d
        e &+= other.e
        f &+= other.f
        g &+= other.g
        h &+= other.h
    }

    /// Runs sixteen rounds, step 3. Instead of moving the eight words, each round renames them; after eight rounds they
    /// are back in place.
    @inline(__always)
    mutating func sixteenRounds(_ w: SHA2Schedule<Word>, _ k: SHA2Schedule<Word>) {
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
private func round<Word: SHA2Word>(
    _ a: Word, _ b: Word, _ c: Word, _ d: inout Word,
    _ e: Word, _ f: Word, _ g: Word, _ h: inout Word, _ input: Word
) {
    let choice = g ^ (e & (f ^ g))
    let first = h &+ e.sum1 &+ choice &+ input
    let majority = (a & b) ^ (c & (a ^ b))
    d &+= first
    h = first &+ a.sum0 &+ majority
}

/// Sixteen words of an expanded message block, step 1, or of the constants.
struct SHA2Schedule<Word: SHA2Word> {
    var w0, w1, w2, w3, w4, w5, w6, w7, w8, w9, w10, w11, w12, w13, w14, w15: Word

    @inline(__always)
    init(_ word: (Int) -> Word) {
        (w0, w1, w2, w3, w4, w5) = (word(0), word(1), word(2), word(3), word(4), word(5))
        (w6, w7, w8, w9, w10) = (word(6), word(7), word(8), word(9), word(10))
        (w11, w12, w13, w14, w15) = (word(11), word(12), word(13), word(14), word(15))
    }

    /// Replaces the words with the next sixteen of the schedule, each computed from four of the sixteen before it.
    @inline(__always)
    mutating func renew() {
        w0 &+= w1.sigma0 &+ w9 &+ w14.sigma1
        w1 &+= w2.sigma0 &+ w10 &+ w15.sigma1
        w2 &+= w3.sigma0 &+ w11 &+ w0.sigma1
        w3 &+= w4.sigma0 &+ w12 &+ w1.sigma1
        w4 &+= w5.sigma0 &+ w13 &+ w2.sigma1
        w5 &+= w6.sigma0 &+ w14 &+ w3.sigma1
        w6 &+= w7.sigma0 &+ w15 &+ w4.sigma1
        w7 &+= w8.sigma0 &+ w0 &+ w5.sigma1
        w8 &+= w9.sigma0 &+ w1 &+ w6.sigma1
        w9 &+= w10.sigma0 &+ w2 &+ w7.sigma1
        w10 &+= w11.sigma0 &+ w3 &+ w8.sigma1
        w11 &+= w12.sigma0 &+ w4 &+ w9.sigma1
        w12 &+= w13.sigma0 &+ w5 &+ w10.sigma1
        w13 &+= w14.sigma0 &+ w6 &+ w11.sigma1
        w14 &+= w15.sigma0 &+ w7 &+ w12.sigma1
        w15 &+= w0.sigma0 &+ w8 &+ w13.sigma1
    }
}
