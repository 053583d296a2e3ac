#if canImport(SHA256Instructions) && (arch(x86_64) || arch(arm64) || arch(arm64_32))
    internal import SHA256Instructions
    #if arch(x86_64)
        internal import _Builtin_intrinsics.intel.cpuid
    #endif
#endif

/// The implementations of SHA-256 in this library. All produce the same digests; the tests run each of them.
package enum SHA256Path: Sendable, CaseIterable {
    /// Plain Swift, for every processor.
    case portable
    /// The processor's SHA instructions.
    case instructions

    /// The fastest implementation on this processor, or the portable one if compiled with PORTABLE for measurements.
    #if PORTABLE
        package static let best = SHA256Path.portable
    #else
        package static let best = hasInstructions ? SHA256Path.instructions : .portable
    #endif
}

extension SHA256Path {
    /// Updates the eight words of `state` with every whole block of 64 bytes in `bytes`.
    @inline(__always)
    package func compress(_ bytes: Span<UInt8>, into state: inout SIMD8<UInt32>) {
        #if canImport(SHA256Instructions) && (arch(x86_64) || arch(arm64) || arch(arm64_32))
            if self == .instructions { return SHA256Instructions.compress(bytes, into: &state) }
        #endif
        SHA256Portable.compress(bytes, into: &state)
    }

    /// Updates the state with the last bytes, however many, of a message of `totalByteCount` bytes, and with the
    /// padding, FIPS 180-4 section 5.1.1.
    @inline(__always)
    func finish(_ bytes: Span<UInt8>, totalByteCount: UInt64, into state: inout SIMD8<UInt32>) {
        #if canImport(SHA256Instructions) && (arch(x86_64) || arch(arm64) || arch(arm64_32))
            if self == .instructions {
                return SHA256Instructions.finish(bytes, totalByteCount: totalByteCount, into: &state)
            }
        #endif
        SHA256Portable.finish(bytes, totalByteCount: totalByteCount, into: &state)
    }

    #if !canImport(SHA256Instructions)
        static var hasInstructions: Bool { false }
    #elseif arch(x86_64)
        /// Tests CPUID leaf 1, ECX bits 9 and 19 (SSSE3, SSE4.1), and leaf 7, EBX bit 29 (SHA).
        static var hasInstructions: Bool {
            var (eax, ebx, ecx, edx): (UInt32, UInt32, UInt32, UInt32) = (0, 0, 0, 0)
            let vector: UInt32 = 1 << 9 | 1 << 19
            guard unsafe __get_cpuid_count(1, 0, &eax, &ebx, &ecx, &edx) != 0, ecx & vector == vector,
                unsafe __get_cpuid_count(7, 0, &eax, &ebx, &ecx, &edx) != 0
            else { return false }
            return ebx & 1 << 29 != 0
        }
    #elseif arch(arm64) && os(Linux)
        /// Tests the bit HWCAP_SHA2 of the entry AT_HWCAP in the auxiliary vector.
        static var hasInstructions: Bool { auxiliaryValue(16) & 1 << 6 != 0 }
    #elseif arch(arm64) || arch(arm64_32)
        /// All of Apple's arm64 processors have the instructions; in Embedded Swift, the build that includes the
        /// kernel is for a known processor.
        static var hasInstructions: Bool { true }
    #else
        static var hasInstructions: Bool { false }
    #endif
}

#if os(Linux) && arch(arm64)
    /// Calls getauxval(3), which is not in the Glibc module.
    @_silgen_name("getauxval")
    private func auxiliaryValue(_ type: UInt) -> UInt
#endif
