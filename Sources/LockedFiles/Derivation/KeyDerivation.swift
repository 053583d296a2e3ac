// Key derivations other than PBKDF2.

/// The purpose of a PKCS #12 derivation, RFC 7292 appendix B.3.
package enum PKCS12Purpose: UInt8, Sendable {
    case key = 1
    case initializationVector = 2
    case integrityKey = 3
}

extension Digest {
    /// Returns `count` bytes of the PKCS #12 key derivation, RFC 7292 appendix B.2.
    ///
    /// - Parameter password: the password in big-endian UTF-16 with its terminator; empty if there is no password.
    package func pkcs12(
        _ password: [UInt8], salt: [UInt8], iterations: Int, _ purpose: PKCS12Purpose, count: Int
    ) -> [UInt8] {
        let size = blockByteCount
        let diversifier = [UInt8](repeating: purpose.rawValue, count: size)
        var input = Digest.repeated(salt, toMultipleOf: size) + Digest.repeated(password, toMultipleOf: size)
        var key: [UInt8] = []
        while true {
            let digest = rehashed(hash(diversifier + input), count: max(0, iterations - 1))
            key += digest
            guard key.count < count else { break }
            let addend = (0..<size).map { digest[$0 % digest.count] }
            for start in stride(from: 0, to: input.count, by: size) {
                Digest.add(addend, to: &input, at: start)
            }
        }
        wipe(&input)
        return Array(key.prefix(count))
    }

    /// Returns the octets, repeated up to the next multiple of `size`; empty if there are no octets.
    private static func repeated(_ octets: [UInt8], toMultipleOf size: Int) -> [UInt8] {
        guard !octets.isEmpty else { return [] }
        let count = (octets.count + size - 1) / size * size
        return (0..<count).map { octets[$0 % octets.count] }
    }

    /// Adds `addend` plus 1 to the number of the same length that begins at `start`.
    private static func add(_ addend: [UInt8], to number: inout [UInt8], at start: Int) {
        var carry: UInt16 = 1
        for place in addend.indices.reversed() {
            carry += UInt16(number[start + place]) + UInt16(addend[place])
            number[start + place] = UInt8(truncatingIfNeeded: carry)
            carry >>= 8
        }
    }

    /// Returns `count` bytes of PBKDF1, RFC 8018 section 5.1, or a whole digest if that is shorter.
    package func pbkdf1(_ password: [UInt8], salt: [UInt8], iterations: Int, count: Int) -> [UInt8] {
        Array(rehashed(hash(password + salt), count: max(0, iterations - 1)).prefix(count))
    }

    /// Returns `count` bytes of OpenSSL's key for a `DEK-Info` header: EVP_BytesToKey with one iteration.
    package func openSSL(_ password: [UInt8], salt: [UInt8], count: Int) -> [UInt8] {
        var key: [UInt8] = []
        var last: [UInt8] = []
        while key.count < count {
            last = hash(last + password + salt)
            key += last
        }
        return Array(key.prefix(count))
    }
}

/// scrypt, RFC 7914.
package enum Scrypt {
    /// Returns `count` bytes of the scrypt key derivation.
    ///
    /// - Parameters:
    ///   - cost: the parameter N, a power of 2.
    ///   - blockSize: the parameter r. The function uses at least 128 r (N + 2 p) bytes of memory, which the caller
    ///     must limit.
    ///   - lanes: the parameter p.
    package static func derive(
        _ password: [UInt8], salt: [UInt8], cost: Int, blockSize: Int, lanes: Int, count: Int
    ) -> [UInt8] {
        let size = 128 * blockSize
        var octets = Digest.sha256.pbkdf2(password, salt: salt, iterations: 1, count: lanes * size)
        var memory = [UInt32](repeating: 0, count: cost * size / 4)
        var scratch = [UInt32](repeating: 0, count: size / 4)
        for start in (0..<lanes).lazy.map({ $0 * size }) {
            var block = [UInt32](repeating: 0, count: size / 4)
            for place in 0..<size {
                block[place / 4] |= UInt32(octets[start + place]) << UInt32(place % 4 * 8)
            }
            mix(&block, cost, &memory, &scratch)
            for place in 0..<size {
                octets[start + place] = UInt8(truncatingIfNeeded: block[place / 4] >> UInt32(place % 4 * 8))
            }
        }
        return Digest.sha256.pbkdf2(password, salt: octets, iterations: 1, count: count)
    }

    /// Applies scryptROMix, section 5.
    private static func mix(
        _ block: inout [UInt32], _ cost: Int, _ memory: inout [UInt32], _ scratch: inout [UInt32]
    ) {
        let size = block.count
        for turn in 0..<cost {
            for place in 0..<size { memory[turn * size + place] = block[place] }
            mixBlock(&block, &scratch)
        }
        for _ in 0..<cost {
            let turn = Int(block[size - 16] & UInt32(truncatingIfNeeded: cost - 1))
            for place in 0..<size { block[place] ^= memory[turn * size + place] }
            mixBlock(&block, &scratch)
        }
    }

    /// Applies scryptBlockMix, section 4.
    private static func mixBlock(_ block: inout [UInt32], _ scratch: inout [UInt32]) {
        let count = block.count / 16
        var x = Array(block[(block.count - 16)...])
        for part in 0..<count {
            for place in 0..<16 { x[place] ^= block[16 * part + place] }
            salsa(&x)
            let target = part / 2 + (part % 2 == 0 ? 0 : count / 2)
            for place in 0..<16 { scratch[16 * target + place] = x[place] }
        }
        for place in block.indices { block[place] = scratch[place] }
    }

    /// Applies Salsa20/8, section 3.
    private static func salsa(_ x: inout [UInt32]) {
        let before = x
        for _ in 0..<4 {
            quarter(&x, 0, 4, 8, 12)
            quarter(&x, 5, 9, 13, 1)
            quarter(&x, 10, 14, 2, 6)
            quarter(&x, 15, 3, 7, 11)
            quarter(&x, 0, 1, 2, 3)
            quarter(&x, 5, 6, 7, 4)
            quarter(&x, 10, 11, 8, 9)
            quarter(&x, 15, 12, 13, 14)
        }
        for place in 0..<16 { x[place] &+= before[place] }
    }

    private static func quarter(_ x: inout [UInt32], _ a: Int, _ b: Int, _ c: Int, _ d: Int) {
        x[b] ^= rotated(x[a] &+ x[d], 7)
        x[c] ^= rotated(x[b] &+ x[a], 9)
        x[d] ^= rotated(x[c] &+ x[b], 13)
        x[a] ^= rotated(x[d] &+ x[c], 18)
    }

    private static func rotated(_ word: UInt32, _ bits: UInt32) -> UInt32 {
        word << bits | word >> (32 - bits)
    }
}
