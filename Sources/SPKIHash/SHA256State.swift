#if os(Linux) && arch(x86_64)
    import SHA256Instructions
#endif

/// The eight words that SHA-256 carries from block to block, FIPS 180-4 section 6.2.
struct SHA256State: Sendable {
    /// The words a to h.
    var words: SIMD8<UInt32>
    /// Which code does the compression.
    let path: SHA256Path

    /// Section 5.3.3: the first 32 bits of the fractional parts of the square roots of the first eight primes.
    static let initialWords = SIMD8<UInt32>(
        0x6a09_e667, 0xbb67_ae85, 0x3c6e_f372, 0xa54f_f53a, 0x510e_527f, 0x9b05_688c, 0x1f83_d9ab, 0x5be0_cd19
    )

    @inline(__always)
    init(_ path: SHA256Path) {
        words = SHA256State.initialWords
        self.path = path
    }

    /// Takes every whole block of 64 bytes of `bytes` into the state.
    @inline(__always)
    mutating func compress(_ bytes: Span<UInt8>) {
        switch path {
        case .portable: SHA256Compression<UInt32>.compress(bytes, into: &words)
        #if os(Linux) && arch(x86_64)
            case .instructions: SHA256Instructions.compress(bytes, into: &words)
        #endif
        }
    }

    /// Takes the last bytes of a message and the padding, section 5.1.1.
    ///
    /// - Parameters:
    ///   - bytes: what was not taken yet, of any length.
    ///   - totalByteCount: number of bytes of the whole message.
    @inline(__always)
    mutating func finish(_ bytes: Span<UInt8>, totalByteCount: UInt64) {
        switch path {
        case .portable:
            SHA256Compression<UInt32>.finish(bytes, totalByteCount: totalByteCount, into: &words)
        #if os(Linux) && arch(x86_64)
            case .instructions:
                SHA256Instructions.finish(bytes, totalByteCount: totalByteCount, into: &words)
        #endif
        }
    }

    /// The words as 32 bytes, most significant first.
    var bytes: [UInt8] { SHA256State.bytes(of: words) }

    /// Eight words as 32 bytes, most significant first.
    static func bytes(of words: SIMD8<UInt32>) -> [UInt8] {
        // An array literal takes one call for its memory; every initialiser of Array takes several, unspecialised.
        let w = words
        return [
            octet(w[0], 3), octet(w[0], 2), octet(w[0], 1), octet(w[0], 0),
            octet(w[1], 3), octet(w[1], 2), octet(w[1], 1), octet(w[1], 0),
            octet(w[2], 3), octet(w[2], 2), octet(w[2], 1), octet(w[2], 0),
            octet(w[3], 3), octet(w[3], 2), octet(w[3], 1), octet(w[3], 0),
            octet(w[4], 3), octet(w[4], 2), octet(w[4], 1), octet(w[4], 0),
            octet(w[5], 3), octet(w[5], 2), octet(w[5], 1), octet(w[5], 0),
            octet(w[6], 3), octet(w[6], 2), octet(w[6], 1), octet(w[6], 0),
            octet(w[7], 3), octet(w[7], 2), octet(w[7], 1), octet(w[7], 0),
        ]
    }

    /// Octet `place` of a word, 0 for the least significant.
    @inline(__always)
    private static func octet(_ word: UInt32, _ place: UInt32) -> UInt8 {
        UInt8(truncatingIfNeeded: word &>> (8 &* place))
    }
}
