// A kernel. It is in a target of its own because its intrinsics are inlined only if compiler flags enable them
// (Package.swift), and no Swift attribute can do that for a single function. It reads memory through pointers because
// loading 16 bytes into a vector register requires one. The only pointers are those that `Span.withUnsafeBytes`
// provides, and one to 128 bytes on the stack; every offset is within their bounds.

#if arch(x86_64) || arch(arm64) || arch(arm64_32)
    typealias Vector = SIMD4<UInt32>

    /// The compression function of SHA-256, FIPS 180-4 section 6.2.2, with the processor's SHA instructions.
    package enum SHA256Instructions {
        /// Updates the eight words of `state` with every whole block of 64 bytes in `bytes`.
        ///
        /// The processor must support the instructions: SHA, SSSE3 and SSE4.1 on x86-64, and SHA2 on arm64.
        @inline(never)
        package static func compress(_ bytes: Span<UInt8>, into state: inout SIMD8<UInt32>) {
            var registers = SHA256Registers(state)
            unsafe bytes.withUnsafeBytes { unsafe compressBlocks($0, &registers) }
            state = registers.words
        }

        /// Updates the eight words of `state` with the last bytes, however many, of a message of `totalByteCount`
        /// bytes, and with the padding of section 5.1.1. The processor must support what `compress` requires.
        @inline(never)
        package static func finish(
            _ bytes: Span<UInt8>, totalByteCount: UInt64, into state: inout SIMD8<UInt32>
        ) {
            var registers = SHA256Registers(state)
            unsafe bytes.withUnsafeBytes { (buffer) in
                unsafe compressBlocks(buffer, &registers)
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
                    unsafe compressBlocks(UnsafeRawBufferPointer(rebasing: padded[..<end]), &registers)
                }
            }
            state = registers.words
        }

        @inline(__always)
        private static func compressBlocks(
            _ buffer: UnsafeRawBufferPointer, _ registers: inout SHA256Registers
        ) {
            var place = 0
            while buffer.count &- place >= 64 {
                unsafe rounds(
                    &registers, SHA256Registers.load(buffer, place),
                    SHA256Registers.load(buffer, place &+ 16),
                    SHA256Registers.load(buffer, place &+ 32), SHA256Registers.load(buffer, place &+ 48))
                place &+= 64
            }
        }

        /// Runs the 64 rounds over one block, four at a time, and computes the schedule four words at a time.
        @inline(__always)
        private static func rounds(
            _ registers: inout SHA256Registers, _ block0: Vector, _ block1: Vector, _ block2: Vector,
            _ block3: Vector
        ) {
            var (w0, w1, w2, w3) = (block0, block1, block2, block3)
            var work = registers
            work.fourRounds(w0 &+ Vector(0x428a_2f98, 0x7137_4491, 0xb5c0_fbcf, 0xe9b5_dba5))
            work.fourRounds(w1 &+ Vector(0x3956_c25b, 0x59f1_11f1, 0x923f_82a4, 0xab1c_5ed5))
            work.fourRounds(w2 &+ Vector(0xd807_aa98, 0x1283_5b01, 0x2431_85be, 0x550c_7dc3))
            work.fourRounds(w3 &+ Vector(0x72be_5d74, 0x80de_b1fe, 0x9bdc_06a7, 0xc19b_f174))
            w0 = SHA256Registers.renewed(w0, w1, w2, w3)
            work.fourRounds(w0 &+ Vector(0xe49b_69c1, 0xefbe_4786, 0x0fc1_9dc6, 0x240c_a1cc))
            w1 = SHA256Registers.renewed(w1, w2, w3, w0)
            work.fourRounds(w1 &+ Vector(0x2de9_2c6f, 0x4a74_84aa, 0x5cb0_a9dc, 0x76f9_88da))
            w2 = SHA256Registers.renewed(w2, w3, w0, w1)
            work.fourRounds(w2 &+ Vector(0x983e_5152, 0xa831_c66d, 0xb003_27c8, 0xbf59_7fc7))
            w3 = SHA256Registers.renewed(w3, w0, w1, w2)
            work.fourRounds(w3 &+ Vector(0xc6e0_0bf3, 0xd5a7_9147, 0x06ca_6351, 0x1429_2967))
            w0 = SHA256Registers.renewed(w0, w1, w2, w3)
            work.fourRounds(w0 &+ Vector(0x27b7_0a85, 0x2e1b_2138, 0x4d2c_6dfc, 0x5338_0d13))
            w1 = SHA256Registers.renewed(w1, w2, w3, w0)
            work.fourRounds(w1 &+ Vector(0x650a_7354, 0x766a_0abb, 0x81c2_c92e, 0x9272_2c85))
            w2 = SHA256Registers.renewed(w2, w3, w0, w1)
            work.fourRounds(w2 &+ Vector(0xa2bf_e8a1, 0xa81a_664b, 0xc24b_8b70, 0xc76c_51a3))
            w3 = SHA256Registers.renewed(w3, w0, w1, w2)
            work.fourRounds(w3 &+ Vector(0xd192_e819, 0xd699_0624, 0xf40e_3585, 0x106a_a070))
            w0 = SHA256Registers.renewed(w0, w1, w2, w3)
            work.fourRounds(w0 &+ Vector(0x19a4_c116, 0x1e37_6c08, 0x2748_774c, 0x34b0_bcb5))
            w1 = SHA256Registers.renewed(w1, w2, w3, w0)
            work.fourRounds(w1 &+ Vector(0x391c_0cb3, 0x4ed8_aa4a, 0x5b9c_ca4f, 0x682e_6ff3))
            w2 = SHA256Registers.renewed(w2, w3, w0, w1)
            work.fourRounds(w2 &+ Vector(0x748f_82ee, 0x78a5_636f, 0x84c8_7814, 0x8cc7_0208))
            w3 = SHA256Registers.renewed(w3, w0, w1, w2)
            work.fourRounds(w3 &+ Vector(0x90be_fffa, 0xa450_6ceb, 0xbef9_a3f7, 0xc671_78f2))
            registers.add(work)
        }
    }
#endif
