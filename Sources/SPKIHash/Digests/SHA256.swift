import DERKit

/// SHA-256, FIPS 180-4, for messages of up to 2^61 - 1 bytes.
///
/// Hash a message in one step with `hash`, or in parts:
///
///     var hash = SHA256()
///     hash.update(header)
///     hash.update(rawKey)
///     let digest = hash.finalize()
package struct SHA256: Sendable {
    /// The number of bytes in a digest.
    package static let digestByteCount = 32
    /// The number of bytes in a block, the unit of the compression function.
    private static let blockByteCount = 64

    /// The words a to h, the state between blocks.
    private var words = SHA256.initialWords
    /// The implementation of the compression function.
    private let path: SHA256Path
    /// The beginning of a block that is not yet full.
    private var pending: [UInt8] = []
    /// The number of message bytes added so far.
    private var byteCount: UInt64 = 0

    /// Creates a hash of an empty message.
    package init() {
        self.init(.best)
    }

    /// Creates a hash of an empty message with a given implementation.
    package init(_ path: SHA256Path) {
        self.path = path
    }

    /// Adds bytes to the message.
    package mutating func update(_ bytes: Span<UInt8>) {
        byteCount &+= UInt64(bytes.count)
        var place = 0
        if !pending.isEmpty {
            place = min(SHA256.blockByteCount - pending.count, bytes.count)
            for offset in 0..<place { pending.append(bytes[offset]) }
            guard pending.count == SHA256.blockByteCount else { return }
            var next = words
            path.compress(pending.span, into: &next)
            words = next
            pending.removeAll(keepingCapacity: true)
        }
        let end = place + (bytes.count - place) / SHA256.blockByteCount * SHA256.blockByteCount
        path.compress(bytes.extracting(place..<end), into: &words)
        guard end < bytes.count else { return }
        pending.reserveCapacity(SHA256.blockByteCount)
        for offset in end..<bytes.count { pending.append(bytes[offset]) }
    }

    /// Adds bytes to the message.
    package mutating func update(_ bytes: some Collection<UInt8>) {
        update(Array(bytes).span)
    }

    /// Returns the digest of all bytes so far. The hash may be continued afterwards.
    package func finalize() -> [UInt8] {
        var last = words
        path.finish(pending.span, totalByteCount: byteCount, into: &last)
        return SHA256.bytes(of: last)
    }

    /// Returns the digest of `bytes`.
    package static func hash(_ bytes: Span<UInt8>) -> [UInt8] {
        SHA256.bytes(of: words(bytes, .best))
    }

    /// Returns the digest of `bytes`.
    package static func hash(_ bytes: some Collection<UInt8>) -> [UInt8] {
        hash(Array(bytes).span)
    }

    /// Returns the digest of `bytes`, computed with a given implementation.
    package static func hash(_ bytes: Span<UInt8>, _ path: SHA256Path) -> [UInt8] {
        SHA256.bytes(of: words(bytes, path))
    }

    /// Returns the digest of `bytes` as the eight words of the last state.
    static func words(_ bytes: Span<UInt8>, _ path: SHA256Path) -> SIMD8<UInt32> {
        var words = initialWords
        path.finish(bytes, totalByteCount: UInt64(bytes.count), into: &words)
        return words
    }

    /// Section 5.3.3: the first 32 bits of the fractional parts of the square roots of the first eight primes.
    ///
    /// Computed, so that the compiler makes it a constant; a stored property would be initialized lazily and
    /// checked at every access.
    @inline(__always)
    package static var initialWords: SIMD8<UInt32> {
        SIMD8(
            0x6a09_e667, 0xbb67_ae85, 0x3c6e_f372, 0xa54f_f53a, 0x510e_527f, 0x9b05_688c, 0x1f83_d9ab,
            0x5be0_cd19)
    }

    /// Returns eight words as 32 bytes, most significant first.
    static func bytes(of w: SIMD8<UInt32>) -> [UInt8] {
        // An array literal takes one call for its memory; initializers of Array take several, unspecialized.
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

    /// Octet `place` of a word, 0 for the least significant.
    @inline(__always)
    private static func octet(_ word: UInt32, _ place: UInt32) -> UInt8 {
        UInt8(truncatingIfNeeded: word &>> (8 &* place))
    }
}
