/// SHA-1, FIPS 180-4: for diagnosis and for fingerprints that others still print. Never for a pin.
///
/// SHA-1 is broken: two messages with one digest can be made. It is here because wrong pins are made with it,
/// and because key identifiers and old fingerprints are.
public enum SHA1 {
    /// Number of bytes in a digest.
    public static let digestByteCount = 20
    /// Number of bytes in a block.
    private static let blockByteCount = 64

    /// The digest of `bytes`: 20 bytes.
    public static func hash(_ bytes: some Collection<UInt8>) -> [UInt8] {
        hash(Array(bytes).span)
    }

    /// The digest of `bytes`: 20 bytes.
    public static func hash(_ bytes: Span<UInt8>) -> [UInt8] {
        // Section 5.3.1.
        var state: [UInt32] = [0x6745_2301, 0xefcd_ab89, 0x98ba_dcfe, 0x1032_5476, 0xc3d2_e1f0]
        // One for all blocks: to make it anew takes as long as to use it.
        var schedule = [UInt32](repeating: 0, count: 80)
        forEachBlock(of: bytes, byteCount: blockByteCount) { compress($0, &schedule, into: &state) }
        return state.flatMap { word in (0..<4).map { UInt8(truncatingIfNeeded: word >> (24 - 8 * $0)) } }
    }

    /// Section 6.1.2.
    private static func compress(
        _ block: Span<UInt8>, _ schedule: inout [UInt32], into state: inout [UInt32]
    ) {
        for place in 0..<16 {
            schedule[place] = (0..<4).reduce(0) { $0 << 8 | UInt32(block[4 * place + $1]) }
        }
        for place in 16..<80 {
            let word = schedule[place - 3] ^ schedule[place - 8] ^ schedule[place - 14] ^ schedule[place - 16]
            schedule[place] = rotatedLeft(word, 1)
        }
        var (a, b, c, d, e) = (state[0], state[1], state[2], state[3], state[4])
        for (place, word) in schedule.enumerated() {
            let mixed: UInt32
            let constant: UInt32
            switch place {
            case ..<20: (mixed, constant) = (d ^ (b & (c ^ d)), 0x5a82_7999)
            case ..<40: (mixed, constant) = (b ^ c ^ d, 0x6ed9_eba1)
            case ..<60: (mixed, constant) = ((b & c) | (d & (b | c)), 0x8f1b_bcdc)
            default: (mixed, constant) = (b ^ c ^ d, 0xca62_c1d6)
            }
            let next = rotatedLeft(a, 5) &+ mixed &+ e &+ constant &+ word
            (a, b, c, d, e) = (next, a, rotatedLeft(b, 30), c, d)
        }
        for (place, word) in [a, b, c, d, e].enumerated() { state[place] &+= word }
    }

    private static func rotatedLeft(_ word: UInt32, _ bits: UInt32) -> UInt32 {
        word << bits | word >> (32 - bits)
    }
}
