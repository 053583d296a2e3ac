import DERKit

/// SHA-256, FIPS 180-4, for messages of up to 2^61 - 1 bytes.
package enum SHA256 {
    package static let digestByteCount = 32

    package static func hash(_ bytes: some Collection<UInt8>) -> [UInt8] {
        hash(Array(bytes).span)
    }

    /// Returns the SHA-224 of `bytes`, section 6.3: 28 bytes.
    package static func hash224(_ bytes: Span<UInt8>) -> [UInt8] {
        var words = initialWords224
        SHA256Path.best.finish(bytes, totalByteCount: UInt64(bytes.count), into: &words)
        return Array(SHA256.bytes(of: words).prefix(28))
    }

    /// Returns the digest of `bytes`, computed with the best or a given implementation.
    package static func hash(_ bytes: Span<UInt8>, _ path: SHA256Path = .best) -> [UInt8] {
        SHA256.bytes(of: words(bytes, path))
    }

    /// Returns the digest of `bytes` as the eight words of the final state.
    static func words(_ bytes: Span<UInt8>, _ path: SHA256Path) -> SIMD8<UInt32> {
        var words = initialWords
        path.finish(bytes, totalByteCount: UInt64(bytes.count), into: &words)
        return words
    }

    /// The initial state, section 5.3.3: the first 32 bits of the fractional parts of the square roots of the first
    /// eight primes.
    ///
    /// The property is computed so that the compiler makes it a constant; a stored property would be initialized lazily
    /// and checked on every access.
    @inline(__always)
    package static var initialWords: SIMD8<UInt32> {
        SIMD8(
            0x6a09_e667, 0xbb67_ae85, 0x3c6e_f372, 0xa54f_f53a, 0x510e_527f, 0x9b05_688c, 0x1f83_d9ab,
            0x5be0_cd19)
    }

    /// The initial state of SHA-224, section 5.3.2.
    package static var initialWords224: SIMD8<UInt32> {
        SIMD8(
            0xc105_9ed8, 0x367c_d507, 0x3070_dd17, 0xf70e_5939, 0xffc0_0b31, 0x6858_1511, 0x64f9_8fa7,
            0xbefa_4fa4)
    }

    /// Returns eight words as 32 bytes, most significant first.
    static func bytes(of w: SIMD8<UInt32>) -> [UInt8] {
        // An array literal takes one call, which allocates its memory; the initializers of Array take several calls,
        // which are not specialized.
        [
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

    /// Returns octet `place` of a word, where 0 is the least significant octet.
    @inline(__always)
    private static func octet(_ word: UInt32, _ place: UInt32) -> UInt8 {
        UInt8(truncatingIfNeeded: word &>> (8 &* place))
    }
}

/// A function that only the Benchmarks package needs.
@_spi(Benchmarks) public enum MeasuredSHA256 {
    /// Returns the digest of a message.
    public static func hash(_ bytes: Span<UInt8>) -> [UInt8] { SHA256.hash(bytes) }
}
