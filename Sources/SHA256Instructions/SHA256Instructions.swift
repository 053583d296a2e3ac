// A kernel. It stands in a target of its own because its intrinsics inline only where the compiler is told that the
// processor has them (-msha), and no Swift attribute says so for one function. It reads memory through pointers
// because the load of 16 bytes into a vector register takes one; the only pointers are those that
// `Span.withUnsafeBytes` hands out, and one to 128 bytes of the stack; every offset lies below their count.

#if os(Linux) && arch(x86_64)
    internal import _Builtin_intrinsics.intel

    private typealias Vector = SIMD4<UInt32>

    /// The compression function of SHA-256, FIPS 180-4 section 6.2.2, in the SHA instructions of x86-64.
    package enum SHA256Instructions {
        /// Takes every whole block of 64 bytes of `bytes` into the eight words of `state`.
        ///
        /// The processor must have the extensions SHA, SSSE3 and SSE4.1.
        @inline(never)
        package static func compress(_ bytes: Span<UInt8>, into state: inout SIMD8<UInt32>) {
            var (abef, cdgh) = packed(state)
            unsafe bytes.withUnsafeBytes { unsafe compressBlocks($0, &abef, &cdgh) }
            state = unpacked(abef, cdgh)
        }

        /// Takes the last bytes of a message and the padding, section 5.1.1, into the eight words of `state`, under
        /// the same condition.
        ///
        /// - Parameters:
        ///   - bytes: what was not taken yet, of any length: the whole message, if nothing was.
        ///   - totalByteCount: number of bytes of the whole message.
        @inline(never)
        package static func finish(
            _ bytes: Span<UInt8>, totalByteCount: UInt64, into state: inout SIMD8<UInt32>
        ) {
            var (abef, cdgh) = packed(state)
            unsafe bytes.withUnsafeBytes { (buffer) in
                unsafe compressBlocks(buffer, &abef, &cdgh)
                let rest = unsafe UnsafeRawBufferPointer(rebasing: buffer[(buffer.count & ~63)...])
                unsafe withUnsafeTemporaryAllocation(byteCount: 128, alignment: 16) { (padded) in
                    let end = rest.count < 56 ? 64 : 128
                    for place in stride(from: 0, to: end, by: 16) {
                        unsafe padded.storeBytes(of: .zero, toByteOffset: place, as: Vector.self)
                    }
                    unsafe padded.copyMemory(from: rest)
                    unsafe padded[rest.count] = 0x80
                    let bitCount = totalByteCount &* 8
                    unsafe padded.storeBytes(of: bitCount.bigEndian, toByteOffset: end &- 8, as: UInt64.self)
                    unsafe compressBlocks(UnsafeRawBufferPointer(rebasing: padded[..<end]), &abef, &cdgh)
                }
            }
            state = unpacked(abef, cdgh)
        }

        @inline(__always)
        private static func compressBlocks(
            _ buffer: UnsafeRawBufferPointer, _ abef: inout Vector, _ cdgh: inout Vector
        ) {
            var place = 0
            while buffer.count &- place >= 64 {
                unsafe rounds(
                    &abef, &cdgh, load(buffer, place), load(buffer, place &+ 16), load(buffer, place &+ 32),
                    load(buffer, place &+ 48))
                place &+= 64
            }
        }

        /// The words of the state in the two registers and in the order that the instructions want.
        @inline(__always)
        private static func packed(_ s: SIMD8<UInt32>) -> (abef: Vector, cdgh: Vector) {
            (Vector(s[5], s[4], s[1], s[0]), Vector(s[7], s[6], s[3], s[2]))
        }

        @inline(__always)
        private static func unpacked(_ abef: Vector, _ cdgh: Vector) -> SIMD8<UInt32> {
            SIMD8(abef[3], abef[2], cdgh[3], cdgh[2], abef[1], abef[0], cdgh[1], cdgh[0])
        }

        /// Four words, whose bytes stand most significant first.
        @inline(__always)
        private static func load(_ buffer: UnsafeRawBufferPointer, _ place: Int) -> Vector {
            let octets = unsafe buffer.loadUnaligned(fromByteOffset: place, as: __m128i.self)
            let order = SIMD16<UInt8>(3, 2, 1, 0, 7, 6, 5, 4, 11, 10, 9, 8, 15, 14, 13, 12)
            return unsafe unsafeBitCast(
                _mm_shuffle_epi8(octets, unsafeBitCast(order, to: __m128i.self)), to: Vector.self)
        }

        /// The 64 rounds over one block, four at a time; the schedule is renewed four words at a time.
        @inline(__always)
        private static func rounds(
            _ abef: inout Vector, _ cdgh: inout Vector, _ w0: Vector, _ w1: Vector, _ w2: Vector, _ w3: Vector
        ) {
            var (m0, m1, m2, m3) = (w0, w1, w2, w3)
            let before = (abef, cdgh)
            four(&abef, &cdgh, m0, Vector(0x428a_2f98, 0x7137_4491, 0xb5c0_fbcf, 0xe9b5_dba5))
            four(&abef, &cdgh, m1, Vector(0x3956_c25b, 0x59f1_11f1, 0x923f_82a4, 0xab1c_5ed5))
            four(&abef, &cdgh, m2, Vector(0xd807_aa98, 0x1283_5b01, 0x2431_85be, 0x550c_7dc3))
            four(&abef, &cdgh, m3, Vector(0x72be_5d74, 0x80de_b1fe, 0x9bdc_06a7, 0xc19b_f174))
            m0 = renewed(m0, m1, m2, m3)
            four(&abef, &cdgh, m0, Vector(0xe49b_69c1, 0xefbe_4786, 0x0fc1_9dc6, 0x240c_a1cc))
            m1 = renewed(m1, m2, m3, m0)
            four(&abef, &cdgh, m1, Vector(0x2de9_2c6f, 0x4a74_84aa, 0x5cb0_a9dc, 0x76f9_88da))
            m2 = renewed(m2, m3, m0, m1)
            four(&abef, &cdgh, m2, Vector(0x983e_5152, 0xa831_c66d, 0xb003_27c8, 0xbf59_7fc7))
            m3 = renewed(m3, m0, m1, m2)
            four(&abef, &cdgh, m3, Vector(0xc6e0_0bf3, 0xd5a7_9147, 0x06ca_6351, 0x1429_2967))
            m0 = renewed(m0, m1, m2, m3)
            four(&abef, &cdgh, m0, Vector(0x27b7_0a85, 0x2e1b_2138, 0x4d2c_6dfc, 0x5338_0d13))
            m1 = renewed(m1, m2, m3, m0)
            four(&abef, &cdgh, m1, Vector(0x650a_7354, 0x766a_0abb, 0x81c2_c92e, 0x9272_2c85))
            m2 = renewed(m2, m3, m0, m1)
            four(&abef, &cdgh, m2, Vector(0xa2bf_e8a1, 0xa81a_664b, 0xc24b_8b70, 0xc76c_51a3))
            m3 = renewed(m3, m0, m1, m2)
            four(&abef, &cdgh, m3, Vector(0xd192_e819, 0xd699_0624, 0xf40e_3585, 0x106a_a070))
            m0 = renewed(m0, m1, m2, m3)
            four(&abef, &cdgh, m0, Vector(0x19a4_c116, 0x1e37_6c08, 0x2748_774c, 0x34b0_bcb5))
            m1 = renewed(m1, m2, m3, m0)
            four(&abef, &cdgh, m1, Vector(0x391c_0cb3, 0x4ed8_aa4a, 0x5b9c_ca4f, 0x682e_6ff3))
            m2 = renewed(m2, m3, m0, m1)
            four(&abef, &cdgh, m2, Vector(0x748f_82ee, 0x78a5_636f, 0x84c8_7814, 0x8cc7_0208))
            m3 = renewed(m3, m0, m1, m2)
            four(&abef, &cdgh, m3, Vector(0x90be_fffa, 0xa450_6ceb, 0xbef9_a3f7, 0xc671_78f2))
            abef &+= before.0
            cdgh &+= before.1
        }

        /// Four rounds: SHA256RNDS2 does two, with the words and constants in the lower half of its third operand.
        @inline(__always)
        private static func four(_ abef: inout Vector, _ cdgh: inout Vector, _ words: Vector, _ k: Vector) {
            let input = words &+ k
            cdgh = twoRounds(cdgh, abef, input)
            abef = twoRounds(abef, cdgh, Vector(input[2], input[3], input[2], input[3]))
        }

        @inline(__always)
        private static func twoRounds(_ one: Vector, _ other: Vector, _ input: Vector) -> Vector {
            unsafe unsafeBitCast(
                _mm_sha256rnds2_epu32(
                    unsafeBitCast(one, to: __m128i.self), unsafeBitCast(other, to: __m128i.self),
                    unsafeBitCast(input, to: __m128i.self)), to: Vector.self)
        }

        /// The next four words of the schedule from the sixteen before them.
        @inline(__always)
        private static func renewed(_ m0: Vector, _ m1: Vector, _ m2: Vector, _ m3: Vector) -> Vector {
            let first = unsafe unsafeBitCast(
                _mm_sha256msg1_epu32(
                    unsafeBitCast(m0, to: __m128i.self), unsafeBitCast(m1, to: __m128i.self)), to: Vector.self
            )
            let sum = first &+ Vector(m2[1], m2[2], m2[3], m3[0])
            return unsafe unsafeBitCast(
                _mm_sha256msg2_epu32(
                    unsafeBitCast(sum, to: __m128i.self), unsafeBitCast(m3, to: __m128i.self)),
                to: Vector.self)
        }
    }
#endif
