/// The eight words that SHA-256 carries from block to block, FIPS 180-4 section 6.2.
struct SHA256State: Sendable {
    var a, b, c, d, e, f, g, h: UInt32

    /// Section 5.3.3: the first 32 bits of the fractional parts of the square roots of the first eight primes.
    static let initial = SHA256State(
        a: 0x6a09_e667, b: 0xbb67_ae85, c: 0x3c6e_f372, d: 0xa54f_f53a,
        e: 0x510e_527f, f: 0x9b05_688c, g: 0x1f83_d9ab, h: 0x5be0_cd19)

    /// The words as 32 bytes, most significant first.
    var bytes: [UInt8] {
        [UInt8](capacity: SHA256.digestByteCount) { (output) in
            for word in [a, b, c, d, e, f, g, h] {
                output.append(UInt8(truncatingIfNeeded: word >> 24))
                output.append(UInt8(truncatingIfNeeded: word >> 16))
                output.append(UInt8(truncatingIfNeeded: word >> 8))
                output.append(UInt8(truncatingIfNeeded: word))
            }
        }
    }

    /// Section 5.1.1: the message ends with a one bit, zeros, and its length in bits in eight bytes.
    mutating func finish(_ rest: Span<UInt8>, totalByteCount: UInt64) {
        let blocks = rest.count + 9 <= SHA256.blockByteCount ? 1 : 2
        let padded = [UInt8](capacity: blocks * SHA256.blockByteCount) { (output) in
            for place in rest.indices { output.append(rest[place]) }
            output.append(0x80)
            while output.count < blocks * SHA256.blockByteCount - 8 { output.append(0) }
            let bits = totalByteCount &* 8
            for shift in stride(from: UInt64(56), through: 0, by: -8) {
                output.append(UInt8(truncatingIfNeeded: bits >> shift))
            }
        }
        compress(padded.span, blocks: blocks)
    }
}
