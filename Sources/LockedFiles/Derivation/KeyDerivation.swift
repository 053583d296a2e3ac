// Key derivations other than PBKDF2.

/// The purpose of a PKCS #12 derivation, RFC 7292 appendix B.3.
package enum PKCS12Purpose: UInt8, Sendable {
    case key = 1
    case initializationVector = 2
    case integrityKey = 3
}

extension Digest {
    /// Returns `count` bytes of the PKCS #12 derivation, RFC 7292 appendix B.2.
    ///
    /// - Parameter password: the password in UTF-16, big endian, with its terminator; empty for no password.
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

    /// Returns the octets, repeated to the next multiple; empty for empty octets.
    private static func repeated(_ octets: [UInt8], toMultipleOf size: Int) -> [UInt8] {
        guard !octets.isEmpty else { return [] }
        let count = (octets.count + size - 1) / size * size
        return (0..<count).map { octets[$0 % octets.count] }
    }

    /// Adds a number plus 1 to the number of the same length that begins at `start`.
    private static func add(_ addend: [UInt8], to number: inout [UInt8], at start: Int) {
        var carry: UInt16 = 1
        for place in addend.indices.reversed() {
            carry += UInt16(number[start + place]) + UInt16(addend[place])
            number[start + place] = UInt8(truncatingIfNeeded: carry)
            carry >>= 8
        }
    }

    /// Returns `count` bytes of PBKDF1, RFC 8018 section 5.1, at most the length of a digest.
    package func pbkdf1(_ password: [UInt8], salt: [UInt8], iterations: Int, count: Int) -> [UInt8] {
        Array(rehashed(hash(password + salt), count: max(0, iterations - 1)).prefix(count))
    }

    /// Returns `count` bytes as OpenSSL derives the key of a `DEK-Info` header: EVP_BytesToKey with one iteration.
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
