#if arch(arm64) || arch(arm64_32)
    internal import _Builtin_intrinsics.arm.neon

    /// The state in two registers, as the SHA instructions of arm64 require.
    struct SHA256Registers {
        private var abcd, efgh: Vector

        @inline(__always)
        init(_ words: SIMD8<UInt32>) {
            abcd = words.lowHalf
            efgh = words.highHalf
        }

        /// The words a to h.
        @inline(__always)
        var words: SIMD8<UInt32> { SIMD8(lowHalf: abcd, highHalf: efgh) }

        @inline(__always)
        mutating func add(_ other: SHA256Registers) {
            abcd &+= other.abcd
            efgh &+= other.efgh
        }

        /// Returns four words, whose bytes in memory are most significant first.
        @inline(__always)
        static func load(_ buffer: UnsafeRawBufferPointer, _ place: Int) -> Vector {
            let octets = unsafe buffer.loadUnaligned(fromByteOffset: place, as: SIMD16<UInt8>.self)
            return unsafe unsafeBitCast(vrev32q_u8(octets), to: Vector.self)
        }

        /// Runs four rounds, each with the sum of a word and its constant.
        @inline(__always)
        mutating func fourRounds(_ input: Vector) {
            let before = abcd
            abcd = vsha256hq_u32(abcd, efgh, input)
            efgh = vsha256h2q_u32(efgh, before, input)
        }

        /// Returns the next four words of the schedule from the sixteen before them.
        @inline(__always)
        static func renewed(_ w0: Vector, _ w1: Vector, _ w2: Vector, _ w3: Vector) -> Vector {
            vsha256su1q_u32(vsha256su0q_u32(w0, w1), w2, w3)
        }
    }
#endif
