/// scrypt, RFC 7914.
package enum Scrypt {
    /// Returns `count` bytes of scrypt.
    ///
    /// - Parameters:
    ///   - cost: N, a power of 2.
    ///   - blockSize: r. The function uses 128 N r bytes of memory; the caller must limit them.
    ///   - lanes: p.
    package static func derive(
        _ password: [UInt8], salt: [UInt8], cost: Int, blockSize: Int, lanes: Int, count: Int
    ) -> [UInt8] {
        var words = littleEndianWords(
            Digest.sha256.pbkdf2(password, salt: salt, iterations: 1, count: lanes * 128 * blockSize))
        var (memory, scratch) = ([UInt32](repeating: 0, count: cost * 32 * blockSize), words)
        for lane in 0..<lanes {
            let range = lane * 32 * blockSize..<(lane + 1) * 32 * blockSize
            var block = Array(words[range])
            mix(&block, cost, &memory, &scratch)
            words.replaceSubrange(range, with: block)
        }
        let mixed = words.flatMap { (word) in (0..<4).map { UInt8(truncatingIfNeeded: word >> (8 * $0)) } }
        return Digest.sha256.pbkdf2(password, salt: mixed, iterations: 1, count: count)
    }

    private static func littleEndianWords(_ octets: [UInt8]) -> [UInt32] {
        var words = [UInt32](repeating: 0, count: octets.count / 4)
        for (place, octet) in octets.enumerated() where place / 4 < words.count {
            words[place / 4] |= UInt32(octet) << UInt32(place % 4 * 8)
        }
        return words
    }

    /// scryptROMix, section 5.
    private static func mix(
        _ block: inout [UInt32], _ cost: Int, _ memory: inout [UInt32], _ scratch: inout [UInt32]
    ) {
        let size = block.count
        for turn in 0..<cost {
            for place in 0..<size { memory[turn * size + place] = block[place] }
            mixBlock(&block, &scratch)
        }
        for _ in 0..<cost {
            let turn = Int(block[size - 16] & UInt32(truncatingIfNeeded: cost - 1))
            for place in 0..<size { block[place] ^= memory[turn * size + place] }
            mixBlock(&block, &scratch)
        }
    }

    /// scryptBlockMix, section 4.
    private static func mixBlock(_ block: inout [UInt32], _ scratch: inout [UInt32]) {
        let count = block.count / 16
        var x = Array(block[(block.count - 16)...])
        for part in 0..<count {
            for place in 0..<16 { x[place] ^= block[16 * part + place] }
            salsa(&x)
            let target = part / 2 + (part % 2 == 0 ? 0 : count / 2)
            for place in 0..<16 { scratch[16 * target + place] = x[place] }
        }
        for place in block.indices { block[place] = scratch[place] }
    }

    /// Salsa20/8, section 3.
    private static func salsa(_ x: inout [UInt32]) {
        let before = x
        for _ in 0..<4 {
            quarter(&x, 0, 4, 8, 12)
            quarter(&x, 5, 9, 13, 1)
            quarter(&x, 10, 14, 2, 6)
            quarter(&x, 15, 3, 7, 11)
            quarter(&x, 0, 1, 2, 3)
            quarter(&x, 5, 6, 7, 4)
            quarter(&x, 10, 11, 8, 9)
            quarter(&x, 15, 12, 13, 14)
        }
        for place in 0..<16 { x[place] &+= before[place] }
    }

    private static func quarter(_ x: inout [UInt32], _ a: Int, _ b: Int, _ c: Int, _ d: Int) {
        x[b] ^= rotated(x[a] &+ x[d], 7)
        x[c] ^= rotated(x[b] &+ x[a], 9)
        x[d] ^= rotated(x[c] &+ x[b], 13)
        x[a] ^= rotated(x[d] &+ x[c], 18)
    }

    private static func rotated(_ word: UInt32, _ bits: UInt32) -> UInt32 {
        word << bits | word >> (32 - bits)
    }
}
