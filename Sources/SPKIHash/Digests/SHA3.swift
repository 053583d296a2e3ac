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
            for octet in 0..<8 { word = word << 8 | UInt64(block[8 * lane + 7 - octet]) }
            state[lane] ^= word
        }
        permute(&state)
    }

    /// KECCAK-f[1600], section 3.3, each round the steps of section 3.2. A build without the optimizer takes half
    /// the time for variables and `while` that it takes for arrays and ranges; a diagnosis hashes thousands of times.
    private static func permute(_ lanes: inout [UInt64]) {
        let (walk, bits, constants) = (walk, bits, roundConstants)
        var round = 0
        while round < 24 {
            let a = lanes[0] ^ lanes[5] ^ lanes[10] ^ lanes[15] ^ lanes[20]
            let b = lanes[1] ^ lanes[6] ^ lanes[11] ^ lanes[16] ^ lanes[21]
            let c = lanes[2] ^ lanes[7] ^ lanes[12] ^ lanes[17] ^ lanes[22]
            let d = lanes[3] ^ lanes[8] ^ lanes[13] ^ lanes[18] ^ lanes[23]
            let e = lanes[4] ^ lanes[9] ^ lanes[14] ^ lanes[19] ^ lanes[24]
            var y = 0
            while y < 25 {
                lanes[y] ^= e ^ (b << 1 | b >> 63)
                lanes[y + 1] ^= a ^ (c << 1 | c >> 63)
                lanes[y + 2] ^= b ^ (d << 1 | d >> 63)
                lanes[y + 3] ^= c ^ (e << 1 | e >> 63)
                lanes[y + 4] ^= d ^ (a << 1 | a >> 63)
                y += 5
            }
            var (moved, step) = (lanes[1], 0)
            while step < 24 {
                let replaced = lanes[walk[step]]
                lanes[walk[step]] = moved << bits[step] | moved >> (64 - bits[step])
                moved = replaced
                step += 1
            }
            y = 0
            while y < 25 {
                let (a, b, c, d, e) = (lanes[y], lanes[y + 1], lanes[y + 2], lanes[y + 3], lanes[y + 4])
                lanes[y] = a ^ (~b & c)
                lanes[y + 1] = b ^ (~c & d)
                lanes[y + 2] = c ^ (~d & e)
                lanes[y + 3] = d ^ (~e & a)
                lanes[y + 4] = e ^ (~a & b)
                y += 5
            }
            lanes[0] ^= constants[round]
            round += 1
        }
    }

    /// The lanes in the order in which rho and pi move each to the next.
    private static let walk = [
        10, 7, 11, 17, 18, 3, 5, 16, 8, 21, 24, 4, 15, 23, 19, 13, 12, 2, 20, 14, 22, 9, 6, 1,
    ]
    /// The rotation of each of them in bits.
    private static let bits: [UInt64] = [
        1, 3, 6, 10, 15, 21, 28, 36, 45, 55, 2, 14, 27, 41, 56, 8, 25, 43, 62, 18, 39, 61, 20, 44,
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
