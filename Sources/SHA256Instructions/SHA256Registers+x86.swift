#if arch(x86_64)
    internal import _Builtin_intrinsics.intel

    /// The state in two registers, in the order that the SHA instructions of x86-64 require.
    struct SHA256Registers {
        private var abef, cdgh: Vector

        @inline(__always)
        init(_ s: SIMD8<UInt32>) {
            abef = Vector(s[5], s[4], s[1], s[0])
            cdgh = Vector(s[7], s[6], s[3], s[2])
        }

        /// The words a to h.
        @inline(__always)
        var words: SIMD8<UInt32> {
            SIMD8(abef[3], abef[2], cdgh[3], cdgh[2], abef[1], abef[0], cdgh[1], cdgh[0])
        }

        @inline(__always)
        mutating func add(_ other: SHA256Registers) {
            abef &+= other.abef
            cdgh &+= other.cdgh
        }

        /// Returns four words, whose bytes in memory are most significant first.
        @inline(__always)
        static func load(_ buffer: UnsafeRawBufferPointer, _ place: Int) -> Vector {
            let octets = unsafe buffer.loadUnaligned(fromByteOffset: place, as: __m128i.self)
            let order = SIMD16<UInt8>(3, 2, 1, 0, 7, 6, 5, 4, 11, 10, 9, 8, 15, 14, 13, 12)
            return unsafe unsafeBitCast(
                _mm_shuffle_epi8(octets, unsafeBitCast(order, to: __m128i.self)), to: Vector.self)
        }

        /// Runs four rounds, each with the sum of a word and its constant: SHA256RNDS2 runs two, with the sums in
        /// the lower half of its third operand.
        @inline(__always)
        mutating func fourRounds(_ input: Vector) {
            cdgh = SHA256Registers.twoRounds(cdgh, abef, input)
            abef = SHA256Registers.twoRounds(abef, cdgh, Vector(input[2], input[3], input[2], input[3]))
        }

        @inline(__always)
        private static func twoRounds(_ one: Vector, _ other: Vector, _ input: Vector) -> Vector {
            unsafe unsafeBitCast(
                _mm_sha256rnds2_epu32(
                    unsafeBitCast(one, to: __m128i.self), unsafeBitCast(other, to: __m128i.self),
                    unsafeBitCast(input, to: __m128i.self)), to: Vector.self)
        }

        /// Returns the next four words of the schedule from the sixteen before them.
        @inline(__always)
        static func renewed(_ w0: Vector, _ w1: Vector, _ w2: Vector, _ w3: Vector) -> Vector {
            let first = unsafe unsafeBitCast(
                _mm_sha256msg1_epu32(
                    unsafeBitCast(w0, to: __m128i.self), unsafeBitCast(w1, to: __m128i.self)), to: Vector.self
            )
            let sum = first &+ Vector(w2[1], w2[2], w2[3], w3[0])
            return unsafe unsafeBitCast(
                _mm_sha256msg2_epu32(
                    unsafeBitCast(sum, to: __m128i.self), unsafeBitCast(w3, to: __m128i.self)),
                to: Vector.self)
        }
    }
#endif
