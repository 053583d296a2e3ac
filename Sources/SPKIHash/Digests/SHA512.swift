/// SHA-512, FIPS 180-4: for diagnosis and for fingerprints that other tools print, never for pins.
///
/// SHA-512 is needed because some wrong pins are made with it and truncated to the length of a pin.
package enum SHA512 {
    private static let blockByteCount = 128

    /// Returns the digest of `bytes`: 64 bytes.
    package static func hash(_ bytes: Span<UInt8>) -> [UInt8] {
        hash(bytes, from: initial)
    }

    /// Returns the SHA-384 of `bytes`, section 6.5: 48 bytes.
    package static func hash384(_ bytes: Span<UInt8>) -> [UInt8] {
        Array(hash(bytes, from: initial384).prefix(48))
    }

    /// Returns the 64-byte digest computed from a given initial state.
    package static func hash(_ bytes: Span<UInt8>, from initial: [UInt64]) -> [UInt8] {
        var states = [SHA2Words(SIMD8(initial))]
        forEachBlock(of: bytes, byteCount: blockByteCount) { compress($0, into: &states) }
        return digest(states[0])
    }

    /// The SHA-512, SHA-384 and SHA-512/256 digests of texts that may begin alike. The three digests differ only in
    /// their initial state and their length.
    struct Three: Sendable {
        private var blocks = SharedBlocks(
            [initial, initial384, initial256].map { SHA2Words(SIMD8($0)) }, blockByteCount: blockByteCount)

        mutating func keep(_ count: Int) { blocks.keep(count) }

        mutating func hashes(_ bytes: Span<UInt8>) -> (
            sha512: [UInt8], sha384: [UInt8], sha512_256: [UInt8]
        ) {
            let end = blocks.add(bytes) { (new, states) in
                for index in 0..<new.count / blockByteCount {
                    compress(
                        new.extracting(index * blockByteCount..<(index + 1) * blockByteCount), into: &states)
                }
            }
            var states = blocks.state
            forEachBlock(of: bytes, from: end, byteCount: blockByteCount) { compress($0, into: &states) }
            let (first, second, third) = (digest(states[0]), digest(states[1]), digest(states[2]))
            return (first, Array(second.prefix(48)), Array(third.prefix(32)))
        }
    }

    private static func digest(_ state: SHA2Words<UInt64>) -> [UInt8] {
        let words = state.words()
        return [UInt8](capacity: 64) { (output) in
            for place in 0..<8 { output.append(word: words[place]) }
        }
    }

    /// Updates a state with a block, section 6.4.2.
    package static func compress(_ block: Span<UInt8>, into state: inout [UInt64]) {
        var states = [SHA2Words(SIMD8(state))]
        compress(block, into: &states)
        let words = states[0].words()
        for place in 0..<8 { state[place] = words[place] }
    }

    /// Updates several states with one block, whose schedule they share.
    private static func compress(_ block: Span<UInt8>, into states: inout [SHA2Words<UInt64>]) {
        let (all, before) = (constants, states)
        let constants = all.span
        var schedule = SHA2Schedule { word(in: block, 8 &* $0) }
        for turn in 0..<5 {
            let added = SHA2Schedule { constants[16 &* turn &+ $0] }
            for place in states.indices { states[place].sixteenRounds(schedule, added) }
            if turn < 4 { schedule.renew() }
        }
        for place in states.indices { states[place].add(before[place]) }
    }

    @inline(__always)
    private static func word(in block: Span<UInt8>, _ place: Int) -> UInt64 {
        (place..<place &+ 8).reduce(0) { $0 << 8 | UInt64(block[$1]) }
    }

    /// The initial state, section 5.3.5: the first 64 bits of the fractional parts of the square roots of the first
    /// eight primes.
    package static let initial: [UInt64] = [
        0x6a09_e667_f3bc_c908, 0xbb67_ae85_84ca_a73b, 0x3c6e_f372_fe94_f82b, 0xa54f_f53a_5f1d_36f1,
        0x510e_527f_ade6_82d1, 0x9b05_688c_2b3e_6c1f, 0x1f83_d9ab_fb41_bd6b, 0x5be0_cd19_137e_2179,
    ]

    /// The initial state of SHA-384, section 5.3.4: the first 64 bits of the fractional parts of the square roots of
    /// the ninth to sixteenth primes.
    package static let initial384: [UInt64] = [
        0xcbbb_9d5d_c105_9ed8, 0x629a_292a_367c_d507, 0x9159_015a_3070_dd17, 0x152f_ecd8_f70e_5939,
        0x6733_2667_ffc0_0b31, 0x8eb4_4a87_6858_1511, 0xdb0c_2e0d_64f9_8fa7, 0x47b5_481d_befa_4fa4,
    ]

    /// The initial state of SHA-512/256, section 5.3.6.2.
    package static let initial256: [UInt64] = [
        0x2231_2194_fc2b_f72c, 0x9f55_5fa3_c84c_64c2, 0x2393_b86b_6f53_b151, 0x9638_7719_5940_eabd,
        0x9628_3ee2_a88e_ffe3, 0xbe5e_1e25_5386_3992, 0x2b01_99fc_2c85_b8aa, 0x0eb7_2ddc_81c5_2ca2,
    ]

    /// The round constants, section 4.2.3: the first 64 bits of the fractional parts of the cube roots of the first 80
    /// primes.
    private static let constants: [UInt64] = [
        0x428a_2f98_d728_ae22, 0x7137_4491_23ef_65cd, 0xb5c0_fbcf_ec4d_3b2f, 0xe9b5_dba5_8189_dbbc,
        0x3956_c25b_f348_b538, 0x59f1_11f1_b605_d019, 0x923f_82a4_af19_4f9b, 0xab1c_5ed5_da6d_8118,
        0xd807_aa98_a303_0242, 0x1283_5b01_4570_6fbe, 0x2431_85be_4ee4_b28c, 0x550c_7dc3_d5ff_b4e2,
        0x72be_5d74_f27b_896f, 0x80de_b1fe_3b16_96b1, 0x9bdc_06a7_25c7_1235, 0xc19b_f174_cf69_2694,
        0xe49b_69c1_9ef1_4ad2, 0xefbe_4786_384f_25e3, 0x0fc1_9dc6_8b8c_d5b5, 0x240c_a1cc_77ac_9c65,
        0x2de9_2c6f_592b_0275, 0x4a74_84aa_6ea6_e483, 0x5cb0_a9dc_bd41_fbd4, 0x76f9_88da_8311_53b5,
        0x983e_5152_ee66_dfab, 0xa831_c66d_2db4_3210, 0xb003_27c8_98fb_213f, 0xbf59_7fc7_beef_0ee4,
        0xc6e0_0bf3_3da8_8fc2, 0xd5a7_9147_930a_a725, 0x06ca_6351_e003_826f, 0x1429_2967_0a0e_6e70,
        0x27b7_0a85_46d2_2ffc, 0x2e1b_2138_5c26_c926, 0x4d2c_6dfc_5ac4_2aed, 0x5338_0d13_9d95_b3df,
        0x650a_7354_8baf_63de, 0x766a_0abb_3c77_b2a8, 0x81c2_c92e_47ed_aee6, 0x9272_2c85_1482_353b,
        0xa2bf_e8a1_4cf1_0364, 0xa81a_664b_bc42_3001, 0xc24b_8b70_d0f8_9791, 0xc76c_51a3_0654_be30,
        0xd192_e819_d6ef_5218, 0xd699_0624_5565_a910, 0xf40e_3585_5771_202a, 0x106a_a070_32bb_d1b8,
        0x19a4_c116_b8d2_d0c8, 0x1e37_6c08_5141_ab53, 0x2748_774c_df8e_eb99, 0x34b0_bcb5_e19b_48a8,
        0x391c_0cb3_c5c9_5a63, 0x4ed8_aa4a_e341_8acb, 0x5b9c_ca4f_7763_e373, 0x682e_6ff3_d6b2_b8a3,
        0x748f_82ee_5def_b2fc, 0x78a5_636f_4317_2f60, 0x84c8_7814_a1f0_ab72, 0x8cc7_0208_1a64_39ec,
        0x90be_fffa_2363_1e28, 0xa450_6ceb_de82_bde9, 0xbef9_a3f7_b2c6_7915, 0xc671_78f2_e372_532b,
        0xca27_3ece_ea26_619c, 0xd186_b8c7_21c0_c207, 0xeada_7dd6_cde0_eb1e, 0xf57d_4f7f_ee6e_d178,
        0x06f0_67aa_7217_6fba, 0x0a63_7dc5_a2c8_98a6, 0x113f_9804_bef9_0dae, 0x1b71_0b35_131c_471b,
        0x28db_77f5_2304_7d84, 0x32ca_ab7b_40c7_2493, 0x3c9e_be0a_15c9_bebc, 0x431d_67c4_9c10_0d4c,
        0x4cc5_d4be_cb3e_42b6, 0x597f_299c_fc65_7e2a, 0x5fcb_6fab_3ad6_faec, 0x6c44_198c_4a47_5817,
    ]
}

/// Calls `body` with every block of a message and of its padding, FIPS 180-4 section 5.2. SHA-256 has its own code.
///
/// - Parameters:
///   - start: the number of bytes to skip: whole blocks that have already been processed.
///   - lengthIsLittleEndian: whether the length is little-endian, as in MD5, RFC 1321 section 3.2.
func forEachBlock(
    of bytes: Span<UInt8>, from start: Int = 0, byteCount: Int, lengthIsLittleEndian: Bool = false,
    _ body: (Span<UInt8>) -> Void
) {
    let blocks = bytes.count / byteCount
    for index in start / byteCount..<blocks {
        body(bytes.extracting(index * byteCount..<(index + 1) * byteCount))
    }
    let rest = bytes.extracting(blocks * byteCount..<bytes.count)
    let last = paddedEnd(
        rest, totalByteCount: bytes.count, blockByteCount: byteCount,
        lengthIsLittleEndian: lengthIsLittleEndian)
    for index in 0..<last.count / byteCount {
        body(last.span.extracting(index * byteCount..<(index + 1) * byteCount))
    }
}

/// Returns the last one or two blocks of a message, FIPS 180-4 section 5.1: the rest of the message, a one bit, zeros,
/// and the length in bits, which occupies an eighth of a block.
private func paddedEnd(
    _ rest: Span<UInt8>, totalByteCount: Int, blockByteCount: Int, lengthIsLittleEndian: Bool
) -> [UInt8] {
    let lengthByteCount = blockByteCount / 8
    let count = rest.count + 1 + lengthByteCount <= blockByteCount ? blockByteCount : 2 * blockByteCount
    return [UInt8](capacity: count) { (output) in
        for place in rest.indices { output.append(rest[place]) }
        output.append(0x80)
        for _ in output.count..<count - 8 { output.append(0) }
        let bits = UInt64(totalByteCount) &* 8
        output.append(word: lengthIsLittleEndian ? bits.byteSwapped : bits)
    }
}

extension OutputSpan<UInt8> {
    /// Appends a word, most significant octet first.
    @inline(__always)
    mutating func append(word: UInt64) {
        for place in 0..<8 { append(UInt8(truncatingIfNeeded: word &>> UInt64(56 &- 8 &* place))) }
    }
}
