/// DES and triple DES, FIPS 46-3 and NIST SP 800-67: broken and slow, but most old files use one of them.
package struct DES: BlockCipher {
    package static let blockByteCount = 8

    /// The 48-bit round keys of each DES key, in decryption order.
    private let rounds: [[UInt64]]

    /// Creates the cipher; `nil` unless the key has 8 bytes (DES), or 16 or 24 bytes (triple DES).
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

    /// Applies the cipher function f: E, the addition of the key, the S-boxes, and P.
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

    /// Returns the bits of a value in the order of a table, which numbers the first bit 1.
    private static func permuted(_ value: UInt64, _ table: [UInt8], from width: UInt64) -> UInt64 {
        table.reduce(0) { $0 << 1 | value >> (width - UInt64($1)) & 1 }
    }

    // MARK: Tables of FIPS 46-3

    /// The output of each S-box after P for every six-bit input: 64 words per box.
    private static let permutedBoxes: [UInt32] = {
        var table: [UInt32] = []
        for box in 0..<8 {
            for input in 0..<64 {
                let row = boxes[4 * box + (input >> 4 & 2 | input & 1)]
                let value = row >> UInt64(60 - 4 * (input >> 1 & 0xf)) & 0xf
                let bits = permuted(value << UInt64(28 - 4 * box), permutation, from: 32)
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
        57, 49, 41, 33, 25, 17, 9, 1, 58, 50, 42, 34, 26, 18,
        10, 2, 59, 51, 43, 35, 27, 19, 11, 3, 60, 52, 44, 36,
        63, 55, 47, 39, 31, 23, 15, 7, 62, 54, 46, 38, 30, 22,
        14, 6, 61, 53, 45, 37, 29, 21, 13, 5, 28, 20, 12, 4,
    ]

    private static let secondChoice: [UInt8] = [
        14, 17, 11, 24, 1, 5, 3, 28, 15, 6, 21, 10, 23, 19, 12, 4, 26, 8, 16, 7, 27, 20, 13, 2,
        41, 52, 31, 37, 47, 55, 30, 40, 51, 45, 33, 48, 44, 49, 39, 56, 34, 53, 46, 42, 50, 36, 29, 32,
    ]

    /// The S-boxes, one per line: four rows of sixteen hex digits.
    private static let boxes: [UInt64] = [
        0xe4d1_2fb8_3a6c_5907, 0x0f74_e2d1_a6cb_9538, 0x41e8_d62b_fc97_3a50, 0xfc82_4917_5b3e_a06d,
        0xf18e_6b34_972d_c05a, 0x3d47_f28e_c01a_69b5, 0x0e7b_a4d1_58c6_932f, 0xd8a1_3f42_b67c_05e9,
        0xa09e_63f5_1dc7_b428, 0xd709_346a_285e_cbf1, 0xd649_8f30_b12c_5ae7, 0x1ad0_6987_4fe3_b52c,
        0x7de3_069a_1285_bc4f, 0xd8b5_6f03_472c_1ae9, 0xa690_cb7d_f13e_5284, 0x3f06_a1d8_945b_c72e,
        0x2c41_7ab6_853f_d0e9, 0xeb2c_47d1_50fa_3986, 0x421b_ad78_f9c5_630e, 0xb8c7_1e2d_6f09_a453,
        0xc1af_9268_0d34_e75b, 0xaf42_7c95_61de_0b38, 0x9ef5_28c3_704a_1db6, 0x432c_95fa_be17_608d,
        0x4b2e_f08d_3c97_5a61, 0xd0b7_491a_e35c_2f86, 0x14bd_c37e_af68_0592, 0x6bd8_14a7_950f_e23c,
        0xd284_6fb1_a93e_50c7, 0x1fd8_a374_c56b_0e92, 0x7b41_9ce2_06ad_f358, 0x21e7_4a8d_fc90_356b,
    ]
}
