/// AES, FIPS 197, for keys of 128, 192 and 256 bits. It only reads files and is not hardened against timing attacks.
package struct AES: BlockCipher {
    package static let blockByteCount = 16

    /// The round keys in order, 16 bytes each.
    private var roundKeys: [UInt8]

    /// Creates the cipher; `nil` if the key does not have 16, 24 or 32 bytes.
    package init?(key: [UInt8]) {
        guard [16, 24, 32].contains(key.count) else { return nil }
        // Key expansion, section 5.2.
        roundKeys = key
        let words = key.count / 4
        var constant: UInt8 = 1
        for number in words..<4 * (words + 7) {
            var word = Array(roundKeys.suffix(4))
            if number % words == 0 {
                word = [word[1], word[2], word[3], word[0]].map { AES.box[Int($0)] }
                word[0] ^= constant
                constant = AES.doubled(constant)
            } else if words > 6, number % words == 4 {
                word = word.map { AES.box[Int($0)] }
            }
            for place in 0..<4 { roundKeys.append(roundKeys[roundKeys.count - key.count] ^ word[place]) }
        }
    }

    /// Decrypts a block, section 5.3.
    package func decrypt(_ bytes: inout [UInt8], at start: Int) {
        var round = roundKeys.count / 16 - 1
        addRoundKey(round, &bytes, start)
        var moved = [UInt8](repeating: 0, count: 16)
        while round > 0 {
            round -= 1
            // InvShiftRows and InvSubBytes: row r of column c comes from column c - r.
            for place in 0..<16 {
                let from = (place - place % 4 * 4 + 16) % 16
                moved[place] = AES.inverseBox[Int(bytes[start + from])]
            }
            for place in 0..<16 { bytes[start + place] = moved[place] }
            addRoundKey(round, &bytes, start)
            if round > 0 { AES.unmixColumns(&bytes, start) }
        }
    }

    private func addRoundKey(_ round: Int, _ bytes: inout [UInt8], _ start: Int) {
        for place in 0..<16 { bytes[start + place] ^= roundKeys[16 * round + place] }
    }

    /// Performs InvMixColumns, section 5.3.3.
    private static func unmixColumns(_ bytes: inout [UInt8], _ start: Int) {
        for column in stride(from: start, to: start + 16, by: 4) {
            let a = Int(bytes[column])
            let b = Int(bytes[column + 1])
            let c = Int(bytes[column + 2])
            let d = Int(bytes[column + 3])
            bytes[column] = by14[a] ^ by11[b] ^ by13[c] ^ by9[d]
            bytes[column + 1] = by9[a] ^ by14[b] ^ by11[c] ^ by13[d]
            bytes[column + 2] = by13[a] ^ by9[b] ^ by14[c] ^ by11[d]
            bytes[column + 3] = by11[a] ^ by13[b] ^ by9[c] ^ by14[d]
        }
    }

    // MARK: Tables

    /// Returns a number multiplied by 2 in the field of section 4.2.
    private static func doubled(_ number: UInt8) -> UInt8 { number << 1 ^ (number & 0x80 != 0 ? 0x1b : 0) }

    private static func product(_ one: UInt8, _ other: UInt8) -> UInt8 {
        var (one, other, product) = (one, other, UInt8(0))
        while other != 0 {
            if other & 1 != 0 { product ^= one }
            one = doubled(one)
            other >>= 1
        }
        return product
    }

    /// The S-box, section 5.1.1: the field inverse, with four of its rotations and a constant added.
    private static let box: [UInt8] = {
        var box = [UInt8](repeating: 0x63, count: 256)
        // 3 is a generator, and 0xf6 its inverse: their powers are all pairs of inverses.
        var (number, inverse): (UInt8, UInt8) = (1, 1)
        for _ in 0..<255 {
            var sum: UInt8 = inverse ^ 0x63
            for bits: UInt8 in 1...4 { sum ^= inverse << bits | inverse >> (8 - bits) }
            box[Int(number)] = sum
            number = product(number, 3)
            inverse = product(inverse, 0xf6)
        }
        return box
    }()

    private static let inverseBox: [UInt8] = {
        var inverse = [UInt8](repeating: 0, count: 256)
        for (place, value) in box.enumerated() { inverse[Int(value)] = UInt8(place) }
        return inverse
    }()

    private static func multiples(of number: UInt8) -> [UInt8] {
        (0..<256).map { product(UInt8(truncatingIfNeeded: $0), number) }
    }

    private static let by9 = multiples(of: 9)
    private static let by11 = multiples(of: 11)
    private static let by13 = multiples(of: 13)
    private static let by14 = multiples(of: 14)
}
