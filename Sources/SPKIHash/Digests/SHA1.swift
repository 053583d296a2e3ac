/// SHA-1, FIPS 180-4: for diagnosis and for fingerprints that others still print. Never for a pin.
///
/// SHA-1 is broken: collisions can be constructed. It is here because some wrong pins, and key identifiers
/// and old fingerprints, are made with it.
package enum SHA1 {
    /// Returns the digest of `bytes`: 20 bytes.
    package static func hash(_ bytes: some Collection<UInt8>) -> [UInt8] {
        hash(Array(bytes).span)
    }

    /// Returns the digest of `bytes`: 20 bytes.
    package static func hash(_ bytes: Span<UInt8>) -> [UInt8] {
        var state = initial
        // One schedule for all blocks, because allocating it takes as long as using it.
        var schedule = [UInt32](repeating: 0, count: 80)
        forEachBlock(of: bytes, byteCount: 64) { compress($0, &schedule, into: &state) }
        return state.flatMap { word in (0..<4).map { UInt8(truncatingIfNeeded: word >> (24 - 8 * $0)) } }
    }

    /// Section 5.3.1.
    package static let initial: [UInt32] = [0x6745_2301, 0xefcd_ab89, 0x98ba_dcfe, 0x1032_5476, 0xc3d2_e1f0]

    /// Section 6.1.2.
    package static func compress(_ block: Span<UInt8>, _ schedule: inout [UInt32], into state: inout [UInt32])
    {
        for place in 0..<16 {
            var word: UInt32 = 0
            for octet in 4 * place..<4 * place + 4 { word = word << 8 | UInt32(block[octet]) }
            schedule[place] = word
        }
        for place in 16..<80 {
            let mixed =
                schedule[place - 3] ^ schedule[place - 8] ^ schedule[place - 14] ^ schedule[place - 16]
            schedule[place] = rotatedLeft(mixed, 1)
        }
        var (a, b, c, d, e) = (state[0], state[1], state[2], state[3], state[4])
        @inline(__always)
        func rounds(_ places: Range<Int>, _ constant: UInt32, _ mix: () -> UInt32) {
            for place in places {
                let next = rotatedLeft(a, 5) &+ mix() &+ constant &+ e &+ schedule[place]
                (a, b, c, d, e) = (next, a, rotatedLeft(b, 30), c, d)
            }
        }
        // Sections 4.1.1 and 4.2.1: twenty rounds of each kind.
        rounds(0..<20, 0x5a82_7999) { d ^ (b & (c ^ d)) }
        rounds(20..<40, 0x6ed9_eba1) { b ^ c ^ d }
        rounds(40..<60, 0x8f1b_bcdc) { (b & c) | (d & (b | c)) }
        rounds(60..<80, 0xca62_c1d6) { b ^ c ^ d }
        state[0] &+= a
        state[1] &+= b
        state[2] &+= c
        state[3] &+= d
        state[4] &+= e
    }

    @inline(__always)
    private static func rotatedLeft(_ word: UInt32, _ bits: UInt32) -> UInt32 {
        word &<< bits | word &>> (32 &- bits)
    }
}
