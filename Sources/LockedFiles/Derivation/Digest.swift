import SPKIHash

/// The digests that locked files use, with HMAC and PBKDF2.
package enum Digest: String, Sendable, CaseIterable {
    case md5 = "MD5"
    case sha1 = "SHA-1"
    case sha224 = "SHA-224"
    case sha256 = "SHA-256"
    case sha384 = "SHA-384"
    case sha512 = "SHA-512"
    case sha512Slash224 = "SHA-512/224"
    case sha512Slash256 = "SHA-512/256"
    case sha3with256 = "SHA3-256"

    package var byteCount: Int {
        switch self {
        case .md5: 16
        case .sha1: 20
        case .sha224, .sha512Slash224: 28
        case .sha256, .sha512Slash256, .sha3with256: 32
        case .sha384: 48
        case .sha512: 64
        }
    }

    package var blockByteCount: Int {
        switch self {
        case .md5, .sha1, .sha224, .sha256: 64
        case .sha384, .sha512, .sha512Slash224, .sha512Slash256: 128
        case .sha3with256: 136
        }
    }

    package func hash(_ message: [UInt8]) -> [UInt8] {
        switch self {
        case .md5: MD5.hash(message.span)
        case .sha1: SHA1.hash(message.span)
        case .sha224: SHA256.hash224(message.span)
        case .sha256: SHA256.hash(message.span)
        case .sha384, .sha512, .sha512Slash224, .sha512Slash256:
            Array(SHA512.hash(message.span, from: initialState).prefix(byteCount))
        case .sha3with256: SHA3.hash256(message.span)
        }
    }

    /// The initial state; empty for MD5 and SHA-3.
    fileprivate var initialState: [UInt64] {
        switch self {
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

    /// The initial state of SHA-512/224, FIPS 180-4 section 5.3.6.1.
    private static let initial512Slash224: [UInt64] = [
        0x8c3d_37c8_1954_4da2, 0x73e1_9966_89dc_d4d6, 0x1dfa_b7ae_32ff_9c82, 0x679d_d514_582f_9fcf,
        0x0f6d_2b69_7bd4_4da8, 0x77e3_6f73_04c4_8942, 0x3f9d_85a8_6a1d_36c8, 0x1112_e6ad_91d6_92a1,
    ]

    /// Returns the blocks derived from a key, RFC 2104: the inner one precedes the message, the outer one its digest.
    private func blocks(of key: [UInt8]) -> (inner: [UInt8], outer: [UInt8]) {
        let key = key.count > blockByteCount ? hash(key) : key
        let block = key + [UInt8](repeating: 0, count: blockByteCount - key.count)
        return (block.map { $0 ^ 0x36 }, block.map { $0 ^ 0x5c })
    }

    /// Returns the HMAC of a message, RFC 2104.
    package func code(of message: [UInt8], key: [UInt8]) -> [UInt8] {
        let (inner, outer) = blocks(of: key)
        return hash(outer + hash(inner + message))
    }

    /// Returns `count` bytes of PBKDF2, RFC 8018 section 5.2.
    package func pbkdf2(_ password: [UInt8], salt: [UInt8], iterations: Int, count: Int) -> [UInt8] {
        var blocks = blocks(of: password)
        // scrypt has a long salt and a long key.
        var (key, message): ([UInt8], [UInt8]) = ([], [])
        key.reserveCapacity(count + byteCount)
        message.reserveCapacity(blocks.inner.count + salt.count + 4)
        message += blocks.inner
        message += salt
        defer {
            wipe(&blocks.inner)
            wipe(&blocks.outer)
            wipe(&message)
        }
        var (inner, outer) = (HashChain(self, after: blocks.inner), HashChain(self, after: blocks.outer))
        var number: UInt32 = 0
        while key.count < count {
            number += 1
            message += (0..<4).map { UInt8(truncatingIfNeeded: number >> (24 - 8 * $0)) }
            var code = inner.words(of: hash(blocks.outer + hash(message)))
            message.removeLast(4)
            var sum = code
            for _ in 1..<max(1, iterations) {
                inner.replace(&code)
                outer.replace(&code)
                for place in sum.indices { sum[place] ^= code[place] }
            }
            key += inner.octets(of: sum)
        }
        key.removeLast(key.count - count)
        return key
    }

    /// Returns a digest after hashing it again `count` times, as older derivations require.
    func rehashed(_ digest: [UInt8], count: Int) -> [UInt8] {
        var chain = HashChain(self)
        var words = chain.words(of: digest)
        for _ in 0..<count { chain.replace(&words) }
        return chain.octets(of: words)
    }
}

/// Overwrites octets that are no longer needed. Copies that Swift made earlier are not overwritten.
package func wipe(_ octets: inout [UInt8]) {
    for place in octets.indices { octets[place] = 0 }
}

/// Hashes a digest repeatedly. Each time, the digest and its padding fill one block, which may follow a constant first
/// block; the state after that block is computed only once. Digests are kept as words.
struct HashChain {
    private let digest: Digest
    private let beginning: [UInt8]
    /// The state after the first block; empty for MD5 and SHA-3, computed in one step, whose words are octets.
    private var start: [UInt64]
    /// The block with a digest and its padding, FIPS 180-4 section 5.1.
    private var block: [UInt8]
    /// The base-2 logarithm of the number of octets in a word.
    private let wordSize: Int

    /// Creates a chain whose first block is `beginning`, which is empty if there is none.
    init(_ digest: Digest, after beginning: [UInt8] = []) {
        (self.digest, self.beginning) = (digest, beginning)
        let bits = UInt64(beginning.count + digest.byteCount) &* 8
        let zeros = [UInt8](repeating: 0, count: digest.blockByteCount - digest.byteCount - 9)
        block = [UInt8](repeating: 0, count: digest.byteCount) + [0x80] + zeros
        block += (0..<8).map { UInt8(truncatingIfNeeded: bits >> UInt64(56 - 8 * $0)) }
        start = digest.initialState
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

    /// Returns the words of a digest; a truncated digest is padded with zeros.
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

    /// Returns the bit position of an octet in its word, whose first octet is the most significant.
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
}
