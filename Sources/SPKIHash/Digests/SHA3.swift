/// SHA3-256 and SHAKE256, FIPS 202: for diagnosis and for the public half of an Ed448 key, never for pins.
package enum SHA3 {
    /// The number of message bytes in a block.
    private static let blockByteCount = 136

    /// Returns the digest of `bytes`: 32 bytes.
    package static func hash256(_ bytes: Span<UInt8>) -> [UInt8] {
        var sponge = Shared()
        return sponge.hash256(bytes)
    }

    /// Returns the first `byteCount` bytes of SHAKE256, at most 136 of them.
    package static func shake256(_ bytes: Span<UInt8>, byteCount: Int) -> [UInt8] {
        var sponge = Shared()
        // The bits 1111 of SHAKE, section B.2, and the first bit of pad10*1.
        return sponge.octets(of: bytes, suffix: 0x1f, count: min(byteCount, blockByteCount))
    }

    /// The SHA3-256 digests of texts that may begin alike.
    struct Shared: Sendable {
        private var blocks = SharedBlocks(SHA3Lanes(), blockByteCount: blockByteCount)

        mutating func keep(_ count: Int) { blocks.keep(count) }

        mutating func hash256(_ bytes: Span<UInt8>) -> [UInt8] {
            // The bits 01 of SHA-3, section B.2, and the first bit of pad10*1.
            octets(of: bytes, suffix: 0x06, count: 32)
        }

        fileprivate mutating func octets(of bytes: Span<UInt8>, suffix: UInt8, count: Int) -> [UInt8] {
            let end = blocks.add(bytes) { absorb($0, into: &$1) }
            var lanes = blocks.state
            finish(bytes.extracting(end..<bytes.count), suffix: suffix, into: &lanes)
            return lanes.octets(count: count)
        }
    }

    /// Absorbs the whole blocks of a message.
    private static func absorb(_ bytes: Span<UInt8>, into lanes: inout SHA3Lanes) {
        let constants = roundConstants
        for index in 0..<bytes.count / blockByteCount {
            lanes.absorb(
                bytes.extracting(index * blockByteCount..<(index + 1) * blockByteCount), constants.span)
        }
    }

    /// Absorbs the rest of a message and the padding.
    private static func finish(_ rest: Span<UInt8>, suffix: UInt8, into lanes: inout SHA3Lanes) {
        let last = [UInt8](capacity: blockByteCount) { (output) in
            for place in rest.indices { output.append(rest[place]) }
            let isFull = output.count == blockByteCount - 1
            output.append(isFull ? suffix | 0x80 : suffix)
            guard !isFull else { return }
            for _ in output.count..<blockByteCount - 1 { output.append(0) }
            output.append(0x80)
        }
        absorb(last.span, into: &lanes)
    }

    /// The round constants, section 3.2.5.
    private static let roundConstants: [UInt64] = [
        0x0000_0000_0000_0001, 0x0000_0000_0000_8082, 0x8000_0000_0000_808a, 0x8000_0000_8000_8000,
        0x0000_0000_0000_808b, 0x0000_0000_8000_0001, 0x8000_0000_8000_8081, 0x8000_0000_0000_8009,
        0x0000_0000_0000_008a, 0x0000_0000_0000_0088, 0x0000_0000_8000_8009, 0x0000_0000_8000_000a,
        0x0000_0000_8000_808b, 0x8000_0000_0000_008b, 0x8000_0000_0000_8089, 0x8000_0000_0000_8003,
        0x8000_0000_0000_8002, 0x8000_0000_0000_0080, 0x0000_0000_0000_800a, 0x8000_0000_8000_000a,
        0x8000_0000_8000_8081, 0x8000_0000_0000_8080, 0x0000_0000_8000_0001, 0x8000_0000_8000_8008,
    ]
}

/// The 25 lanes of KECCAK-f[1600], section 3.1.2: lane (x, y) has the number x + 5 y.
private struct SHA3Lanes {
    private var a0, a1, a2, a3, a4, a5, a6, a7, a8, a9, a10, a11, a12: UInt64
    private var a13, a14, a15, a16, a17, a18, a19, a20, a21, a22, a23, a24: UInt64

    init() {
        (a0, a1, a2, a3, a4, a5, a6, a7, a8, a9) = (0, 0, 0, 0, 0, 0, 0, 0, 0, 0)
        (a10, a11, a12, a13, a14, a15, a16, a17) = (0, 0, 0, 0, 0, 0, 0, 0)
        (a18, a19, a20, a21, a22, a23, a24) = (0, 0, 0, 0, 0, 0, 0)
    }

    /// Returns the first octets of the state, at most one block.
    func octets(count: Int) -> [UInt8] {
        let block = [UInt8](capacity: 136) { (output) in
            for lane in [a0, a1, a2, a3, a4, a5, a6, a7, a8, a9, a10, a11, a12, a13, a14, a15, a16] {
                if output.count < count { output.append(word: lane.byteSwapped) }
            }
        }
        return block.count == count ? block : Array(block.prefix(count))
    }

    mutating func absorb(_ block: Span<UInt8>, _ constants: Span<UInt64>) {
        let block = block.extracting(0..<136)
        @inline(__always) func word(_ place: Int) -> UInt64 {
            var word: UInt64 = 0
            for octet in 0..<8 { word |= UInt64(block[8 &* place &+ octet]) &<< UInt64(8 &* octet) }
            return word
        }
        a0 ^= word(0)
        a1 ^= word(1)
        a2 ^= word(2)
        a3 ^= word(3)
        a4 ^= word(4)
        a5 ^= word(5)
        a6 ^= word(6)
        a7 ^= word(7)
        a8 ^= word(8)
        a9 ^= word(9)
        a10 ^= word(10)
        a11 ^= word(11)
        a12 ^= word(12)
        a13 ^= word(13)
        a14 ^= word(14)
        a15 ^= word(15)
        a16 ^= word(16)
        for turn in constants.indices { round(constants[turn]) }
    }

    /// Runs one round, section 3.2: theta, rho and pi, chi, iota.
    @inline(__always)
    private mutating func round(_ constant: UInt64) {
        let c0 = a0 ^ a5 ^ a10 ^ a15 ^ a20
        let c1 = a1 ^ a6 ^ a11 ^ a16 ^ a21
        let c2 = a2 ^ a7 ^ a12 ^ a17 ^ a22
        let c3 = a3 ^ a8 ^ a13 ^ a18 ^ a23
        let c4 = a4 ^ a9 ^ a14 ^ a19 ^ a24
        let d0 = c4 ^ c1.turned(1)
        let d1 = c0 ^ c2.turned(1)
        let d2 = c1 ^ c3.turned(1)
        let d3 = c2 ^ c4.turned(1)
        let d4 = c3 ^ c0.turned(1)
        let b0 = (a0 ^ d0)
        let b1 = (a6 ^ d1).turned(44)
        let b2 = (a12 ^ d2).turned(43)
        let b3 = (a18 ^ d3).turned(21)
        let b4 = (a24 ^ d4).turned(14)
        let b5 = (a3 ^ d3).turned(28)
        let b6 = (a9 ^ d4).turned(20)
        let b7 = (a10 ^ d0).turned(3)
        let b8 = (a16 ^ d1).turned(45)
        let b9 = (a22 ^ d2).turned(61)
        let b10 = (a1 ^ d1).turned(1)
        let b11 = (a7 ^ d2).turned(6)
        let b12 = (a13 ^ d3).turned(25)
        let b13 = (a19 ^ d4).turned(8)
        let b14 = (a20 ^ d0).turned(18)
        let b15 = (a4 ^ d4).turned(27)
        let b16 = (a5 ^ d0).turned(36)
        let b17 = (a11 ^ d1).turned(10)
        let b18 = (a17 ^ d2).turned(15)
        let b19 = (a23 ^ d3).turned(56)
        let b20 = (a2 ^ d2).turned(62)
        let b21 = (a8 ^ d3).turned(55)
        let b22 = (a14 ^ d4).turned(39)
        let b23 = (a15 ^ d0).turned(41)
        let b24 = (a21 ^ d1).turned(2)
        a0 = b0 ^ (~b1 & b2) ^ constant
        a1 = b1 ^ (~b2 & b3)
        a2 = b2 ^ (~b3 & b4)
        a3 = b3 ^ (~b4 & b0)
        a4 = b4 ^ (~b0 & b1)
        a5 = b5 ^ (~b6 & b7)
        a6 = b6 ^ (~b7 & b8)
        a7 = b7 ^ (~b8 & b9)
        a8 = b8 ^ (~b9 & b5)
        a9 = b9 ^ (~b5 & b6)
        a10 = b10 ^ (~b11 & b12)
        a11 = b11 ^ (~b12 & b13)
        a12 = b12 ^ (~b13 & b14)
        a13 = b13 ^ (~b14 & b10)
        a14 = b14 ^ (~b10 & b11)
        a15 = b15 ^ (~b16 & b17)
        a16 = b16 ^ (~b17 & b18)
        a17 = b17 ^ (~b18 & b19)
        a18 = b18 ^ (~b19 & b15)
        a19 = b19 ^ (~b15 & b16)
        a20 = b20 ^ (~b21 & b22)
        a21 = b21 ^ (~b22 & b23)
        a22 = b22 ^ (~b23 & b24)
        a23 = b23 ^ (~b24 & b20)
        a24 = b24 ^ (~b20 & b21)
    }
}

extension UInt64 {
    /// Returns the number rotated to the left.
    @inline(__always)
    fileprivate func turned(_ bits: UInt64) -> UInt64 { (self &<< bits) | (self &>> (64 &- bits)) }
}
