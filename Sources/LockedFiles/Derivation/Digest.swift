import DERKit
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
        case .sha384: SHA512.hash384(message.span)
        case .sha512: SHA512.hash(message.span)
        case .sha512Slash224:
            Array(SHA512.hash(message.span, from: Digest.initial512Slash224).prefix(byteCount))
        case .sha512Slash256: SHA512.hash256(message.span)
        case .sha3with256: SHA3.hash256(message.span)
        }
    }

    /// HMAC with one key, and the chain of codes that PBKDF2 is made of.
    private struct Keyed {
        let code: ([UInt8]) -> [UInt8]
        /// Takes a message and the number of iterations.
        let chain: ([UInt8], Int) -> [UInt8]

        init<Core>(_ hmac: HMAC<Core>) {
            var hmac = hmac
            code = { hmac.code(of: $0) }
            chain = { hmac.chain($0, iterations: $1) }
        }

        /// - Parameter code: computes a code without the states after the key's blocks.
        init(slow code: @escaping ([UInt8]) -> [UInt8]) {
            self.code = code
            chain = { (message, iterations) in
                var last = code(message)
                var sum = last
                for _ in 1..<max(1, iterations) {
                    last = code(last)
                    for place in sum.indices { sum[place] ^= last[place] }
                }
                return sum
            }
        }
    }

    private func keyed(_ key: [UInt8]) -> Keyed {
        let key = key.count > blockByteCount ? hash(key) : key
        switch self {
        case .md5, .sha3with256:
            let block = key + [UInt8](repeating: 0, count: blockByteCount - key.count)
            return Keyed(slow: { hash(block.map { $0 ^ 0x5c } + hash(block.map { $0 ^ 0x36 } + $0)) })
        case .sha1: return Keyed(HMAC<SHA1Core>(key: key, initial: SHA1.initial, byteCount: byteCount))
        case .sha224, .sha256:
            return Keyed(HMAC<SHA256Core>(key: key, initial: initial32, byteCount: byteCount))
        case .sha384, .sha512, .sha512Slash224, .sha512Slash256:
            return Keyed(HMAC<SHA512Core>(key: key, initial: initial64, byteCount: byteCount))
        }
    }

    /// Returns the HMAC of a message, RFC 2104.
    package func code(of message: [UInt8], key: [UInt8]) -> [UInt8] { keyed(key).code(message) }

    /// Returns `count` bytes of PBKDF2, RFC 8018 section 5.2.
    package func pbkdf2(_ password: [UInt8], salt: [UInt8], iterations: Int, count: Int) -> [UInt8] {
        let keyed = keyed(password)
        var key: [UInt8] = []
        var number: UInt32 = 0
        while key.count < count {
            number += 1
            let suffix = (0..<4).map { UInt8(truncatingIfNeeded: number >> (24 - 8 * $0)) }
            key += keyed.chain(salt + suffix, iterations)
        }
        return Array(key.prefix(count))
    }

    /// Returns a digest, hashed again `count` times.
    func rehashed(_ digest: [UInt8], count: Int) -> [UInt8] {
        switch self {
        case .md5, .sha3with256: (0..<count).reduce(digest) { (last, _) in hash(last) }
        case .sha1: SHA1Core.rehashed(digest, count: count, from: SHA1.initial)
        case .sha224, .sha256: SHA256Core.rehashed(digest, count: count, from: initial32)
        case .sha384, .sha512, .sha512Slash224, .sha512Slash256:
            SHA512Core.rehashed(digest, count: count, from: initial64)
        }
    }

    private var initial32: [UInt32] {
        guard self == .sha256 else { return Digest.initial224 }
        let words = SHA256.initialWords
        return (0..<8).map { words[$0] }
    }

    private var initial64: [UInt64] {
        switch self {
        case .sha384: SHA512.initial384
        case .sha512Slash224: Digest.initial512Slash224
        case .sha512Slash256: SHA512.initial256
        default: SHA512.initial
        }
    }

    /// FIPS 180-4 section 5.3.6.1.
    private static let initial512Slash224: [UInt64] = [
        0x8c3d_37c8_1954_4da2, 0x73e1_9966_89dc_d4d6, 0x1dfa_b7ae_32ff_9c82, 0x679d_d514_582f_9fcf,
        0x0f6d_2b69_7bd4_4da8, 0x77e3_6f73_04c4_8942, 0x3f9d_85a8_6a1d_36c8, 0x1112_e6ad_91d6_92a1,
    ]

    /// FIPS 180-4 section 5.3.2: the second 32 bits of the fractional parts of the square roots of the ninth to
    /// sixteenth primes.
    private static let initial224: [UInt32] = [
        0xc105_9ed8, 0x367c_d507, 0x3070_dd17, 0xf70e_5939, 0xffc0_0b31, 0x6858_1511, 0x64f9_8fa7,
        0xbefa_4fa4,
    ]
}
