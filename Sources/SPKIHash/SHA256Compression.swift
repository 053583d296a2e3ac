/// The compression function of SHA-256, FIPS 180-4 section 6.2.2, in plain Swift for every processor.
///
/// The sixteen words of the message schedule live in local variables and are renewed in place, sixteen rounds at
/// a time; with constant indices and one extracted block the optimiser drops the bounds checks.
extension SHA256State {
    /// Takes `blocks` blocks of 64 bytes into the state; `bytes` holds exactly those.
    mutating func compress(_ bytes: Span<UInt8>, blocks: Int) {
        for index in 0..<blocks {
            compress(block: bytes.extracting(index * 64..<index * 64 + 64))
        }
    }

    @inline(__always)
    private mutating func compress(block: Span<UInt8>) {
        var schedule = SHA256Schedule(block)
        var work = self
        work.sixteenRounds(schedule, SHA256Constants.first)
        schedule.renew()
        work.sixteenRounds(schedule, SHA256Constants.second)
        schedule.renew()
        work.sixteenRounds(schedule, SHA256Constants.third)
        schedule.renew()
        work.sixteenRounds(schedule, SHA256Constants.fourth)
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
    private mutating func sixteenRounds(_ w: SHA256Schedule, _ k: SHA256Schedule) {
        SHA256State.round(a, b, c, &d, e, f, g, &h, w.w0 &+ k.w0)
        SHA256State.round(h, a, b, &c, d, e, f, &g, w.w1 &+ k.w1)
        SHA256State.round(g, h, a, &b, c, d, e, &f, w.w2 &+ k.w2)
        SHA256State.round(f, g, h, &a, b, c, d, &e, w.w3 &+ k.w3)
        SHA256State.round(e, f, g, &h, a, b, c, &d, w.w4 &+ k.w4)
        SHA256State.round(d, e, f, &g, h, a, b, &c, w.w5 &+ k.w5)
        SHA256State.round(c, d, e, &f, g, h, a, &b, w.w6 &+ k.w6)
        SHA256State.round(b, c, d, &e, f, g, h, &a, w.w7 &+ k.w7)
        SHA256State.round(a, b, c, &d, e, f, g, &h, w.w8 &+ k.w8)
        SHA256State.round(h, a, b, &c, d, e, f, &g, w.w9 &+ k.w9)
        SHA256State.round(g, h, a, &b, c, d, e, &f, w.w10 &+ k.w10)
        SHA256State.round(f, g, h, &a, b, c, d, &e, w.w11 &+ k.w11)
        SHA256State.round(e, f, g, &h, a, b, c, &d, w.w12 &+ k.w12)
        SHA256State.round(d, e, f, &g, h, a, b, &c, w.w13 &+ k.w13)
        SHA256State.round(c, d, e, &f, g, h, a, &b, w.w14 &+ k.w14)
        SHA256State.round(b, c, d, &e, f, g, h, &a, w.w15 &+ k.w15)
    }

    @inline(__always)
    private static func round(
        _ a: UInt32, _ b: UInt32, _ c: UInt32, _ d: inout UInt32,
        _ e: UInt32, _ f: UInt32, _ g: UInt32, _ h: inout UInt32, _ input: UInt32
    ) {
        let sum1 = rotate(e, 6) ^ rotate(e, 11) ^ rotate(e, 25)
        let choice = g ^ (e & (f ^ g))
        let first = h &+ sum1 &+ choice &+ input
        let sum0 = rotate(a, 2) ^ rotate(a, 13) ^ rotate(a, 22)
        let majority = (a & b) ^ (c & (a ^ b))
        d &+= first
        h = first &+ sum0 &+ majority
    }
}

/// Sixteen words: of a message block as it is expanded, section 6.2.2 step 1, or of the constants.
struct SHA256Schedule: Sendable {
    var w0, w1, w2, w3, w4, w5, w6, w7, w8, w9, w10, w11, w12, w13, w14, w15: UInt32

    /// The words of a block, most significant byte first.
    @inline(__always)
    init(_ block: Span<UInt8>) {
        w0 = SHA256Schedule.word(block, 0)
        w1 = SHA256Schedule.word(block, 4)
        w2 = SHA256Schedule.word(block, 8)
        w3 = SHA256Schedule.word(block, 12)
        w4 = SHA256Schedule.word(block, 16)
        w5 = SHA256Schedule.word(block, 20)
        w6 = SHA256Schedule.word(block, 24)
        w7 = SHA256Schedule.word(block, 28)
        w8 = SHA256Schedule.word(block, 32)
        w9 = SHA256Schedule.word(block, 36)
        w10 = SHA256Schedule.word(block, 40)
        w11 = SHA256Schedule.word(block, 44)
        w12 = SHA256Schedule.word(block, 48)
        w13 = SHA256Schedule.word(block, 52)
        w14 = SHA256Schedule.word(block, 56)
        w15 = SHA256Schedule.word(block, 60)
    }

    init(
        _ w0: UInt32, _ w1: UInt32, _ w2: UInt32, _ w3: UInt32, _ w4: UInt32, _ w5: UInt32, _ w6: UInt32,
        _ w7: UInt32,
        _ w8: UInt32, _ w9: UInt32, _ w10: UInt32, _ w11: UInt32, _ w12: UInt32, _ w13: UInt32, _ w14: UInt32,
        _ w15: UInt32
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

    @inline(__always)
    private static func word(_ block: Span<UInt8>, _ at: Int) -> UInt32 {
        UInt32(block[at]) << 24 | UInt32(block[at + 1]) << 16 | UInt32(block[at + 2]) << 8
            | UInt32(block[at + 3])
    }

    /// The next sixteen words of the schedule, each from four of the sixteen before it.
    @inline(__always)
    mutating func renew() {
        w0 &+= SHA256Schedule.sigma0(w1) &+ w9 &+ SHA256Schedule.sigma1(w14)
        w1 &+= SHA256Schedule.sigma0(w2) &+ w10 &+ SHA256Schedule.sigma1(w15)
        w2 &+= SHA256Schedule.sigma0(w3) &+ w11 &+ SHA256Schedule.sigma1(w0)
        w3 &+= SHA256Schedule.sigma0(w4) &+ w12 &+ SHA256Schedule.sigma1(w1)
        w4 &+= SHA256Schedule.sigma0(w5) &+ w13 &+ SHA256Schedule.sigma1(w2)
        w5 &+= SHA256Schedule.sigma0(w6) &+ w14 &+ SHA256Schedule.sigma1(w3)
        w6 &+= SHA256Schedule.sigma0(w7) &+ w15 &+ SHA256Schedule.sigma1(w4)
        w7 &+= SHA256Schedule.sigma0(w8) &+ w0 &+ SHA256Schedule.sigma1(w5)
        w8 &+= SHA256Schedule.sigma0(w9) &+ w1 &+ SHA256Schedule.sigma1(w6)
        w9 &+= SHA256Schedule.sigma0(w10) &+ w2 &+ SHA256Schedule.sigma1(w7)
        w10 &+= SHA256Schedule.sigma0(w11) &+ w3 &+ SHA256Schedule.sigma1(w8)
        w11 &+= SHA256Schedule.sigma0(w12) &+ w4 &+ SHA256Schedule.sigma1(w9)
        w12 &+= SHA256Schedule.sigma0(w13) &+ w5 &+ SHA256Schedule.sigma1(w10)
        w13 &+= SHA256Schedule.sigma0(w14) &+ w6 &+ SHA256Schedule.sigma1(w11)
        w14 &+= SHA256Schedule.sigma0(w15) &+ w7 &+ SHA256Schedule.sigma1(w12)
        w15 &+= SHA256Schedule.sigma0(w0) &+ w8 &+ SHA256Schedule.sigma1(w13)
    }

    @inline(__always)
    private static func sigma0(_ x: UInt32) -> UInt32 { rotate(x, 7) ^ rotate(x, 18) ^ (x &>> 3) }

    @inline(__always)
    private static func sigma1(_ x: UInt32) -> UInt32 { rotate(x, 17) ^ rotate(x, 19) ^ (x &>> 10) }
}

/// Rotation to the right, section 3.2.
@inline(__always)
private func rotate(_ x: UInt32, _ bits: UInt32) -> UInt32 { (x &>> bits) | (x &<< (32 &- bits)) }

/// Section 4.2.2: the first 32 bits of the fractional parts of the cube roots of the first 64 primes.
enum SHA256Constants {
    static let first = SHA256Schedule(
        0x428a_2f98, 0x7137_4491, 0xb5c0_fbcf, 0xe9b5_dba5,
        0x3956_c25b, 0x59f1_11f1, 0x923f_82a4, 0xab1c_5ed5,
        0xd807_aa98, 0x1283_5b01, 0x2431_85be, 0x550c_7dc3,
        0x72be_5d74, 0x80de_b1fe, 0x9bdc_06a7, 0xc19b_f174)
    static let second = SHA256Schedule(
        0xe49b_69c1, 0xefbe_4786, 0x0fc1_9dc6, 0x240c_a1cc,
        0x2de9_2c6f, 0x4a74_84aa, 0x5cb0_a9dc, 0x76f9_88da,
        0x983e_5152, 0xa831_c66d, 0xb003_27c8, 0xbf59_7fc7,
        0xc6e0_0bf3, 0xd5a7_9147, 0x06ca_6351, 0x1429_2967)
    static let third = SHA256Schedule(
        0x27b7_0a85, 0x2e1b_2138, 0x4d2c_6dfc, 0x5338_0d13,
        0x650a_7354, 0x766a_0abb, 0x81c2_c92e, 0x9272_2c85,
        0xa2bf_e8a1, 0xa81a_664b, 0xc24b_8b70, 0xc76c_51a3,
        0xd192_e819, 0xd699_0624, 0xf40e_3585, 0x106a_a070)
    static let fourth = SHA256Schedule(
        0x19a4_c116, 0x1e37_6c08, 0x2748_774c, 0x34b0_bcb5,
        0x391c_0cb3, 0x4ed8_aa4a, 0x5b9c_ca4f, 0x682e_6ff3,
        0x748f_82ee, 0x78a5_636f, 0x84c8_7814, 0x8cc7_0208,
        0x90be_fffa, 0xa450_6ceb, 0xbef9_a3f7, 0xc671_78f2)
}
