import DERKit
import SPKIHash

/// Hashes digests, each in one block after the same beginning, whose state is computed once. A digest stays in words.
struct HashChain {
    private let digest: Digest
    private let beginning: [UInt8]
    /// The state after the beginning; empty for digests that are hashed as a whole, whose words are octets.
    private var start: [UInt64]
    /// The block of a digest and its padding, FIPS 180-4 section 5.1.
    private var block: [UInt8]
    /// The logarithm of the number of octets in a word.
    private let wordSize: Int

    /// - Parameter beginning: a whole block, or nothing.
    init(_ digest: Digest, after beginning: [UInt8] = []) {
        (self.digest, self.beginning) = (digest, beginning)
        let bits = UInt64(beginning.count + digest.byteCount) &* 8
        let zeros = [UInt8](repeating: 0, count: digest.blockByteCount - digest.byteCount - 9)
        block = [UInt8](repeating: 0, count: digest.byteCount) + [0x80] + zeros
        block += (0..<8).map { UInt8(truncatingIfNeeded: bits >> UInt64(56 - 8 * $0)) }
        start = HashChain.initial(digest)
        wordSize = start.isEmpty ? 0 : (digest.blockByteCount / 16).trailingZeroBitCount
        if !beginning.isEmpty { compress(beginning, into: &start) }
    }

    /// Replaces a digest with its own digest.
    mutating func replace(_ words: inout [UInt64]) {
        write(words, to: &block)
        guard !start.isEmpty else {
            words = self.words(of: digest.hash(beginning + block.prefix(digest.byteCount)))
            return
        }
        for place in words.indices { words[place] = start[place] }
        compress(block, into: &words)
    }

    /// Returns the words of a digest; a truncated one is filled up.
    func words(of octets: [UInt8]) -> [UInt64] {
        var words = [UInt64](repeating: 0, count: start.isEmpty ? octets.count : start.count)
        for (place, octet) in octets.enumerated() {
            words[place &>> wordSize] |= UInt64(octet) &<< shift(of: place)
        }
        return words
    }

    func octets(of words: [UInt64]) -> [UInt8] {
        var octets = [UInt8](repeating: 0, count: digest.byteCount)
        write(words, to: &octets)
        return octets
    }

    private func write(_ words: [UInt64], to octets: inout [UInt8]) {
        for place in 0..<digest.byteCount {
            octets[place] = UInt8(truncatingIfNeeded: words[place &>> wordSize] &>> shift(of: place))
        }
    }

    /// Returns where an octet begins in its word, the most significant one first.
    private func shift(of place: Int) -> UInt64 {
        let last = 1 &<< wordSize &- 1
        return UInt64(truncatingIfNeeded: 8 &* (last &- place & last))
    }

    private func compress(_ block: [UInt8], into state: inout [UInt64]) {
        switch digest {
        case .sha1: SHA1.compress(block.span, into: &state)
        case .sha224, .sha256:
            var words = SIMD8<UInt32>()
            for place in 0..<8 { words[place] = UInt32(truncatingIfNeeded: state[place]) }
            SHA256Path.best.compress(block.span, into: &words)
            for place in 0..<8 { state[place] = UInt64(words[place]) }
        case .sha384, .sha512, .sha512Slash224, .sha512Slash256: SHA512.compress(block.span, into: &state)
        case .md5, .sha3with256: break
        }
    }

    /// The state before the first block.
    private static func initial(_ digest: Digest) -> [UInt64] {
        switch digest {
        case .md5, .sha3with256: []
        case .sha1: SHA1.initial
        case .sha224: (0..<8).map { UInt64(SHA256.initialWords224[$0]) }
        case .sha256: (0..<8).map { UInt64(SHA256.initialWords[$0]) }
        case .sha384: SHA512.initial384
        case .sha512: SHA512.initial
        case .sha512Slash224: Digest.initial512Slash224
        case .sha512Slash256: SHA512.initial256
        }
    }
}
