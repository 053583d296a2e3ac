#if os(Linux) && arch(x86_64)
    internal import _Builtin_intrinsics.intel.cpuid
#endif

/// The ways in which this library computes SHA-256. All give the same digests; tests take each in turn.
package enum SHA256Path: Sendable, CaseIterable {
    /// Plain Swift, on every processor.
    case portable
    #if os(Linux) && arch(x86_64)
        /// The SHA instructions of x86-64.
        case instructions
    #endif

    /// The fastest on this processor; with the condition PORTABLE at compile time the plain one, to measure it.
    #if PORTABLE
        package static let best = SHA256Path.portable
    #else
        package static let best = allCases.last { $0.isAvailable } ?? .portable
    #endif

    /// True where this processor has what the path needs.
    package var isAvailable: Bool {
        switch self {
        case .portable: return true
        #if os(Linux) && arch(x86_64)
            case .instructions: return SHA256Path.hasInstructions
        #endif
        }
    }

    #if os(Linux) && arch(x86_64)
        /// CPUID leaf 1, ECX bits 9 and 19 (SSSE3, SSE4.1), and leaf 7, EBX bit 29 (SHA).
        private static var hasInstructions: Bool {
            var (eax, ebx, ecx, edx): (UInt32, UInt32, UInt32, UInt32) = (0, 0, 0, 0)
            let vector: UInt32 = 1 << 9 | 1 << 19
            guard unsafe __get_cpuid_count(1, 0, &eax, &ebx, &ecx, &edx) != 0, ecx & vector == vector,
                unsafe __get_cpuid_count(7, 0, &eax, &ebx, &ecx, &edx) != 0
            else { return false }
            return ebx & 1 << 29 != 0
        }
    #endif
}
