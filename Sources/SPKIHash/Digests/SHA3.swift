/// SHA3-256 and SHAKE256, FIPS 202: for diagnosis, and for the public half of an Ed448 key. Never for a pin.
package enum SHA3 {
    /// The number of message bytes in a block.
    private static let blockByteCount = 136

    /// Returns the digest of `bytes`: 32 bytes.
    package static func hash256(_ bytes: Span<UInt8>) -> [UInt8] {
        // Section B.2: 01 for SHA-3, then the first bit of pad10*1.
        Array(octets(of: absorbed(bytes, suffix: 0x06)).prefix(32))
    }

    /// Returns the first `byteCount` bytes of SHAKE256, at most 136 of them.
    package static func shake256(_ bytes: Span<UInt8>, byteCount: Int) -> [UInt8] {
        // Section B.2: 1111 for SHAKE, then the first bit of pad10*1.
        Array(octets(of: absorbed(bytes, suffix: 0x1f)).prefix(min(byteCount, blockByteCount)))
    }

    private static func octets(of state: [UInt64]) -> [UInt8] {
        state.flatMap { word in (0..<8).map { UInt8(truncatingIfNeeded: word >> (8 * $0)) } }
    }

    private static func absorbed(_ bytes: Span<UInt8>, suffix: UInt8) -> [UInt64] {
        var state = [UInt64](repeating: 0, count: 25)
        let blocks = bytes.count / blockByteCount
        for index in 0..<blocks {
            absorb(bytes.extracting(index * blockByteCount..<(index + 1) * blockByteCount), into: &state)
        }
        let rest = bytes.extracting(blocks * blockByteCount..<bytes.count)
        var last = [UInt8](repeating: 0, count: blockByteCount)
        for place in rest.indices { last[place] = rest[place] }
        last[rest.count] = suffix
        last[blockByteCount - 1] |= 0x80
        absorb(last.span, into: &state)
        return state
    }

    private static func absorb(_ block: Span<UInt8>, into state: inout [UInt64]) {
        for lane in 0..<blockByteCount / 8 {
            var word: UInt64 = 0
            for octet in 0..<8 { word |= UInt64(block[8 * lane + octet]) << UInt64(8 * octet) }
            state[lane] ^= word
        }
        permute(&state)
    }

    /// KECCAK-f[1600], section 3.3, each round the steps of section 3.2.
    private static func permute(_ lanes: inout [UInt64]) {
        var row = [UInt64](repeating: 0, count: 5)
        for constant in roundConstants {
            for x in 0..<5 {
                row[x] = lanes[x] ^ lanes[x + 5] ^ lanes[x + 10] ^ lanes[x + 15] ^ lanes[x + 20]
            }
            for x in 0..<5 {
                let next = row[(x + 1) % 5]
                let mixed = row[(x + 4) % 5] ^ (next << 1 | next >> 63)
                for y in 0..<5 { lanes[x + 5 * y] ^= mixed }
            }
            var moved = lanes[1]
            for (lane, bits) in walk {
                let replaced = lanes[lane]
                lanes[lane] = moved << bits | moved >> (64 - bits)
                moved = replaced
            }
            for y in stride(from: 0, to: 25, by: 5) {
                for x in 0..<5 { row[x] = lanes[y + x] }
                for x in 0..<5 { lanes[y + x] = row[x] ^ (~row[(x + 1) % 5] & row[(x + 2) % 5]) }
            }
            lanes[0] ^= constant
        }
    }

    /// The lanes in the order in which rho and pi move each to the next, with the rotation of each in bits.
    private static let walk: [(lane: Int, bits: UInt64)] = [
        (10, 1), (7, 3), (11, 6), (17, 10), (18, 15), (3, 21), (5, 28), (16, 36),
        (8, 45), (21, 55), (24, 2), (4, 14), (15, 27), (23, 41), (19, 56), (13, 8),
        (12, 25), (2, 43), (20, 62), (14, 18), (22, 39), (9, 61), (6, 20), (1, 44),
    ]

    /// Section 3.2.5.
    private static let roundConstants: [UInt64] = [
        0x0000_0000_0000_0001, 0x0000_0000_0000_8082, 0x8000_0000_0000_808a, 0x8000_0000_8000_8000,
        0x0000_0000_0000_808b, 0x0000_0000_8000_0001, 0x8000_0000_8000_8081, 0x8000_0000_0000_8009,
        0x0000_0000_0000_008a, 0x0000_0000_0000_0088, 0x0000_0000_8000_8009, 0x0000_0000_8000_000a,
        0x0000_0000_8000_808b, 0x8000_0000_0000_008b, 0x8000_0000_0000_8089, 0x8000_0000_0000_8003,
        0x8000_0000_0000_8002, 0x8000_0000_0000_0080, 0x0000_0000_0000_800a, 0x8000_0000_8000_000a,
        0x8000_0000_8000_8081, 0x8000_0000_0000_8080, 0x0000_0000_8000_0001, 0x8000_0000_8000_8008,
    ]
}
