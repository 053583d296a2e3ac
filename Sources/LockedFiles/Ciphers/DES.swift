/// DES and triple DES, FIPS 46-3 and NIST SP 800-67: broken and slow, but still what encrypts most old files.
package struct DES: BlockCipher {
    package static let blockByteCount = 8

    /// The 48-bit round keys in the order of decryption, one DES key after another.
    private let rounds: [[UInt64]]

    /// Returns `nil` unless the key has 8 bytes (DES), 16 (triple DES with two keys) or 24.
    package init?(key: [UInt8]) {
        guard [8, 16, 24].contains(key.count) else { return nil }
        let parts = stride(from: 0, to: key.count, by: 8).map { DES.schedule(Array(key[$0..<$0 + 8])) }
        // Encryption is E(K3, D(K2, E(K1, …))), so decryption starts from the third key.
        rounds =
            switch parts.count {
            case 1: [parts[0].reversed()]
            case 2: [parts[0].reversed(), parts[1], parts[0].reversed()]
            default: [parts[2].reversed(), parts[1], parts[0].reversed()]
            }
    }

    package func decrypt(_ bytes: inout [UInt8], at start: Int) {
        var block: UInt64 = 0
        for place in 0..<8 { block = block << 8 | UInt64(bytes[start + place]) }
        for keys in rounds { block = DES.crypt(block, keys) }
        for place in 0..<8 {
            bytes[start + place] = UInt8(truncatingIfNeeded: block >> UInt64(56 - 8 * place))
        }
    }

    private static func crypt(_ block: UInt64, _ keys: [UInt64]) -> UInt64 {
        let permuted = permuted(block, initialPermutation, from: 64)
        var left = UInt32(truncatingIfNeeded: permuted >> 32)
        var right = UInt32(truncatingIfNeeded: permuted)
        for key in keys { (left, right) = (right, left ^ mixed(right, key)) }
        return self.permuted(UInt64(right) << 32 | UInt64(left), finalPermutation, from: 64)
    }

    /// The cipher function f: E, the key, the S-boxes and P.
    private static func mixed(_ half: UInt32, _ key: UInt64) -> UInt32 {
        // For each box, E takes its four bits and one bit on either side.
        var window = half >> 1 | half << 31
        var result: UInt32 = 0
        for box in 0..<8 {
            let octet = UInt8(truncatingIfNeeded: window >> 26)
            let keyBits = UInt8(truncatingIfNeeded: key >> UInt64(42 - 6 * box)) & 0x3f
            result |= permutedBoxes[64 * box + Int(octet ^ keyBits)]
            window = window << 4 | window >> 28
        }
        return result
    }

    /// Returns the keys of the 16 rounds.
    private static func schedule(_ key: [UInt8]) -> [UInt64] {
        let chosen = permuted(key.reduce(0) { $0 << 8 | UInt64($1) }, firstChoice, from: 64)
        var (c, d) = (chosen >> 28, chosen & 0xfff_ffff)
        return shifts.map { (bits) in
            c = (c << bits | c >> (28 - bits)) & 0xfff_ffff
            d = (d << bits | d >> (28 - bits)) & 0xfff_ffff
            return permuted(c << 28 | d, secondChoice, from: 56)
        }
    }

    /// Returns the bits that a table names; the first bit of the value is number 1.
    private static func permuted(_ value: UInt64, _ table: [UInt8], from width: UInt64) -> UInt64 {
        table.reduce(0) { $0 << 1 | value >> (width - UInt64($1)) & 1 }
    }

    // MARK: Tables of FIPS 46-3

    /// The output of each S-box and P for six bits, 64 words for each box.
    private static let permutedBoxes: [UInt32] = {
        var table: [UInt32] = []
        for box in 0..<8 {
            for input in 0..<64 {
                let row = input >> 4 & 2 | input & 1
                let value = boxes[64 * box + 16 * row + (input >> 1 & 0xf)]
                let bits = permuted(UInt64(value) << UInt64(28 - 4 * box), permutation, from: 32)
                table.append(UInt32(truncatingIfNeeded: bits))
            }
        }
        return table
    }()

    private static let shifts: [UInt64] = [1, 1, 2, 2, 2, 2, 2, 2, 1, 2, 2, 2, 2, 2, 2, 1]

    private static let initialPermutation: [UInt8] = [
        58, 50, 42, 34, 26, 18, 10, 2, 60, 52, 44, 36, 28, 20, 12, 4,
        62, 54, 46, 38, 30, 22, 14, 6, 64, 56, 48, 40, 32, 24, 16, 8,
        57, 49, 41, 33, 25, 17, 9, 1, 59, 51, 43, 35, 27, 19, 11, 3,
        61, 53, 45, 37, 29, 21, 13, 5, 63, 55, 47, 39, 31, 23, 15, 7,
    ]

    /// The inverse of the initial permutation.
    private static let finalPermutation: [UInt8] = {
        var inverse = [UInt8](repeating: 0, count: 64)
        for (place, bit) in initialPermutation.enumerated() { inverse[Int(bit) - 1] = UInt8(place + 1) }
        return inverse
    }()

    private static let permutation: [UInt8] = [
        16, 7, 20, 21, 29, 12, 28, 17, 1, 15, 23, 26, 5, 18, 31, 10,
        2, 8, 24, 14, 32, 27, 3, 9, 19, 13, 30, 6, 22, 11, 4, 25,
    ]

    private static let firstChoice: [UInt8] = [
        57, 49, 41, 33, 25, 17, 9, 1, 58, 50, 42, 34, 26, 18, 10, 2, 59, 51, 43, 35, 27, 19, 11, 3, 60, 52,
        44, 36,
        63, 55, 47, 39, 31, 23, 15, 7, 62, 54, 46, 38, 30, 22, 14, 6, 61, 53, 45, 37, 29, 21, 13, 5, 28, 20,
        12, 4,
    ]

    private static let secondChoice: [UInt8] = [
        14, 17, 11, 24, 1, 5, 3, 28, 15, 6, 21, 10, 23, 19, 12, 4, 26, 8, 16, 7, 27, 20, 13, 2,
        41, 52, 31, 37, 47, 55, 30, 40, 51, 45, 33, 48, 44, 49, 39, 56, 34, 53, 46, 42, 50, 36, 29, 32,
    ]

    private static let boxes: [UInt8] = [
        14, 4, 13, 1, 2, 15, 11, 8, 3, 10, 6, 12, 5, 9, 0, 7, 0, 15, 7, 4, 14, 2, 13, 1, 10, 6, 12, 11, 9, 5,
        3, 8,
        4, 1, 14, 8, 13, 6, 2, 11, 15, 12, 9, 7, 3, 10, 5, 0, 15, 12, 8, 2, 4, 9, 1, 7, 5, 11, 3, 14, 10, 0,
        6, 13,
        15, 1, 8, 14, 6, 11, 3, 4, 9, 7, 2, 13, 12, 0, 5, 10, 3, 13, 4, 7, 15, 2, 8, 14, 12, 0, 1, 10, 6, 9,
        11, 5,
        0, 14, 7, 11, 10, 4, 13, 1, 5, 8, 12, 6, 9, 3, 2, 15, 13, 8, 10, 1, 3, 15, 4, 2, 11, 6, 7, 12, 0, 5,
        14, 9,
        10, 0, 9, 14, 6, 3, 15, 5, 1, 13, 12, 7, 11, 4, 2, 8, 13, 7, 0, 9, 3, 4, 6, 10, 2, 8, 5, 14, 12, 11,
        15, 1,
        13, 6, 4, 9, 8, 15, 3, 0, 11, 1, 2, 12, 5, 10, 14, 7, 1, 10, 13, 0, 6, 9, 8, 7, 4, 15, 14, 3, 11, 5,
        2, 12,
        7, 13, 14, 3, 0, 6, 9, 10, 1, 2, 8, 5, 11, 12, 4, 15, 13, 8, 11, 5, 6, 15, 0, 3, 4, 7, 2, 12, 1, 10,
        14, 9,
        10, 6, 9, 0, 12, 11, 7, 13, 15, 1, 3, 14, 5, 2, 8, 4, 3, 15, 0, 6, 10, 1, 13, 8, 9, 4, 5, 11, 12, 7,
        2, 14,
        2, 12, 4, 1, 7, 10, 11, 6, 8, 5, 3, 15, 13, 0, 14, 9, 14, 11, 2, 12, 4, 7, 13, 1, 5, 0, 15, 10, 3, 9,
        8, 6,
        4, 2, 1, 11, 10, 13, 7, 8, 15, 9, 12, 5, 6, 3, 0, 14, 11, 8, 12, 7, 1, 14, 2, 13, 6, 15, 0, 9, 10, 4,
        5, 3,
        12, 1, 10, 15, 9, 2, 6, 8, 0, 13, 3, 4, 14, 7, 5, 11, 10, 15, 4, 2, 7, 12, 9, 5, 6, 1, 13, 14, 0, 11,
        3, 8,
        9, 14, 15, 5, 2, 8, 12, 3, 7, 0, 4, 10, 1, 13, 11, 6, 4, 3, 2, 12, 9, 5, 15, 10, 11, 14, 1, 7, 6, 0,
        8, 13,
        4, 11, 2, 14, 15, 0, 8, 13, 3, 12, 9, 7, 5, 10, 6, 1, 13, 0, 11, 7, 4, 9, 1, 10, 14, 3, 5, 12, 2, 15,
        8, 6,
        1, 4, 11, 13, 12, 3, 7, 14, 10, 15, 6, 8, 0, 5, 9, 2, 6, 11, 13, 8, 1, 4, 10, 7, 9, 5, 0, 15, 14, 2,
        3, 12,
        13, 2, 8, 4, 6, 15, 11, 1, 10, 9, 3, 14, 5, 0, 12, 7, 1, 15, 13, 8, 10, 3, 7, 4, 12, 5, 6, 11, 0, 14,
        9, 2,
        7, 11, 4, 1, 9, 12, 14, 2, 0, 6, 10, 13, 15, 3, 5, 8, 2, 1, 14, 7, 4, 10, 8, 13, 15, 12, 9, 0, 3, 5,
        6, 11,
    ]
}
