/// SHA-1, FIPS 180-4: for diagnosis and for fingerprints that other tools still print, never for pins.
///
/// SHA-1 is broken: collisions can be constructed. It is needed because some wrong pins, key identifiers and old
/// fingerprints are made with it.
package enum SHA1 {
    /// Returns the digest of `bytes`: 20 bytes.
    package static func hash(_ bytes: Span<UInt8>) -> [UInt8] {
        var words = SHA1Words(initial)
        forEachBlock(of: bytes, byteCount: 64) { words.compress($0) }
        return [words.a, words.b, words.c, words.d, words.e].flatMap { (word) in
            (0..<4).map { UInt8(truncatingIfNeeded: word >> (24 - 8 * $0)) }
        }
    }

    /// The initial state, section 5.3.1.
    package static let initial: [UInt64] = [0x6745_2301, 0xefcd_ab89, 0x98ba_dcfe, 0x1032_5476, 0xc3d2_e1f0]

    /// Updates a state with a block, section 6.1.2.
    package static func compress(_ block: Span<UInt8>, into state: inout [UInt64]) {
        var words = SHA1Words(state)
        words.compress(block)
        (state[0], state[1], state[2]) = (UInt64(words.a), UInt64(words.b), UInt64(words.c))
        (state[3], state[4]) = (UInt64(words.d), UInt64(words.e))
    }
}

/// The five words a to e, named as in section 6.1.2.
private struct SHA1Words {
    var a, b, c, d, e: UInt32

    init(_ state: [UInt64]) {
        (a, b, c) = (UInt32(state[0]), UInt32(state[1]), UInt32(state[2]))
        (d, e) = (UInt32(state[3]), UInt32(state[4]))
    }

    /// Processes one block in eighty rounds, twenty of each of the four kinds in sections 4.1.1 and 4.2.1.
    @inline(never)
    mutating func compress(_ block: Span<UInt8>) {
        var (work, w) = (self, SHA1Schedule(block))
        work.fourRounds(w.a &+ 0x5a82_7999, choice)
        work.fourRounds(w.b &+ 0x5a82_7999, choice)
        work.fourRounds(w.c &+ 0x5a82_7999, choice)
        work.fourRounds(w.d &+ 0x5a82_7999, choice)
        w.renew()
        work.fourRounds(w.a &+ 0x5a82_7999, choice)
        work.fourRounds(w.b &+ 0x6ed9_eba1, parity)
        work.fourRounds(w.c &+ 0x6ed9_eba1, parity)
        work.fourRounds(w.d &+ 0x6ed9_eba1, parity)
        w.renew()
        work.fourRounds(w.a &+ 0x6ed9_eba1, parity)
        work.fourRounds(w.b &+ 0x6ed9_eba1, parity)
        work.fourRounds(w.c &+ 0x8f1b_bcdc, majority)
        work.fourRounds(w.d &+ 0x8f1b_bcdc, majority)
        w.renew()
        work.fourRounds(w.a &+ 0x8f1b_bcdc, majority)
        work.fourRounds(w.b &+ 0x8f1b_bcdc, majority)
        work.fourRounds(w.c &+ 0x8f1b_bcdc, majority)
        work.fourRounds(w.d &+ 0xca62_c1d6, parity)
        w.renew()
        work.fourRounds(w.a &+ 0xca62_c1d6, parity)
        work.fourRounds(w.b &+ 0xca62_c1d6, parity)
        work.fourRounds(w.c &+ 0xca62_c1d6, parity)
        work.fourRounds(w.d &+ 0xca62_c1d6, parity)
        a &+= work.a
        b &+= work.b
        c &+= work.c
        d &+= work.d
        e &+= work.e
    }

    /// Runs four rounds, section 6.1.2 step 3, with four words of the schedule to which the constant has been added.
    @inline(__always)
    private mutating func fourRounds(
        _ input: SIMD4<UInt32>, _ mix: (_ b: UInt32, _ c: UInt32, _ d: UInt32) -> UInt32
    ) {
        for place in 0..<4 {
            let next = a.rotatedLeft(5) &+ mix(b, c, d) &+ e &+ input[place]
            (a, b, c, d, e) = (next, a, b.rotatedLeft(30), c, d)
        }
    }
}

/// Returns the function Ch of three words, section 4.1.1.
@inline(__always)
private func choice(_ b: UInt32, _ c: UInt32, _ d: UInt32) -> UInt32 { d ^ (b & (c ^ d)) }

@inline(__always)
private func parity(_ b: UInt32, _ c: UInt32, _ d: UInt32) -> UInt32 { b ^ c ^ d }

@inline(__always)
private func majority(_ b: UInt32, _ c: UInt32, _ d: UInt32) -> UInt32 { (b & c) | (d & (b | c)) }

/// Sixteen words of an expanded message block, section 6.1.2 step 1, four in each vector.
private struct SHA1Schedule {
    var a, b, c, d: SIMD4<UInt32>

    @inline(__always)
    init(_ block: Span<UInt8>) {
        // If the indices into one extracted block are constants, the optimizer removes the bounds checks.
        let block = block.extracting(0..<64)
        @inline(__always)
        func words(_ at: Int) -> SIMD4<UInt32> {
            SIMD4(word(at), word(at &+ 4), word(at &+ 8), word(at &+ 12))
        }
        @inline(__always)
        func word(_ at: Int) -> UInt32 {
            UInt32(block[at]) << 24 | UInt32(block[at &+ 1]) << 16 | UInt32(block[at &+ 2]) << 8
                | UInt32(block[at &+ 3])
        }
        (a, b, c, d) = (words(0), words(16), words(32), words(48))
    }

    /// Replaces the words with the next sixteen.
    @inline(__always)
    mutating func renew() {
        a = SHA1Schedule.next(a, b, c, d)
        b = SHA1Schedule.next(b, c, d, a)
        c = SHA1Schedule.next(c, d, a, b)
        d = SHA1Schedule.next(d, a, b, c)
    }

    /// Returns four words computed from the sixteen preceding words: each depends on the words 3, 8, 14 and 16 places
    /// earlier. The last of the four also depends on the first.
    @inline(__always)
    private static func next(
        _ a: SIMD4<UInt32>, _ b: SIMD4<UInt32>, _ c: SIMD4<UInt32>, _ d: SIMD4<UInt32>
    ) -> SIMD4<UInt32> {
        let mixed = a ^ SIMD4(a[2], a[3], b[0], b[1]) ^ c ^ SIMD4(d[1], d[2], d[3], 0)
        var words = mixed &<< 1 | mixed &>> 31
        words[3] ^= words[0].rotatedLeft(1)
        return words
    }
}

extension UInt32 {
    @inline(__always)
    fileprivate func rotatedLeft(_ bits: UInt32) -> UInt32 { self &<< bits | self &>> (32 &- bits) }
}
