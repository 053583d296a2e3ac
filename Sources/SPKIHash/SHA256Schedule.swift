/// Sixteen words: of a message block as it is expanded, FIPS 180-4 section 6.2.2 step 1, or of the constants.
struct SHA256Schedule<Word: SHA256Word>: Sendable {
    var w0, w1, w2, w3, w4, w5, w6, w7, w8, w9, w10, w11, w12, w13, w14, w15: Word

    @inline(__always)
    init(
        _ w0: Word, _ w1: Word, _ w2: Word, _ w3: Word, _ w4: Word, _ w5: Word, _ w6: Word, _ w7: Word,
        _ w8: Word, _ w9: Word, _ w10: Word, _ w11: Word, _ w12: Word, _ w13: Word, _ w14: Word, _ w15: Word
    ) {
        self.w0 = w0
        self.w1 = w1
        self.w2 = w2
        self.w3 = w3
        self.w4 = w4
        self.w5 = w5
        self.w6 = w6
        self.w7 = w7
        self.w8 = w8
        self.w9 = w9
        self.w10 = w10
        self.w11 = w11
        self.w12 = w12
        self.w13 = w13
        self.w14 = w14
        self.w15 = w15
    }

    /// The next sixteen words of the schedule, each from four of the sixteen before it.
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
    private func sigma0(_ x: Word) -> Word { x.rotated(7) ^ x.rotated(18) ^ x.shifted(3) }

    @inline(__always)
    private func sigma1(_ x: Word) -> Word { x.rotated(17) ^ x.rotated(19) ^ x.shifted(10) }
}

extension SHA256Schedule<UInt32> {
    /// Sixteen of the constants.
    @inline(__always)
    init(_ k: Span<UInt32>, from i: Int) {
        self.init(
            k[i], k[i &+ 1], k[i &+ 2], k[i &+ 3], k[i &+ 4], k[i &+ 5], k[i &+ 6], k[i &+ 7], k[i &+ 8],
            k[i &+ 9], k[i &+ 10], k[i &+ 11], k[i &+ 12], k[i &+ 13], k[i &+ 14], k[i &+ 15])
    }
}
