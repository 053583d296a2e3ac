/// A block cipher, for decryption only.
package protocol BlockCipher {
    static var blockByteCount: Int { get }
    /// Decrypts the block that begins at `start`, in place. The caller checks that the block is complete.
    func decrypt(_ bytes: inout [UInt8], at start: Int)
}

extension BlockCipher {
    /// Returns the plaintext of cipher block chaining, NIST SP 800-38A section 6.2, or `nil` if the ciphertext is not a
    /// whole number of blocks, or the initialization vector not one block.
    package func decryptChain(_ ciphertext: [UInt8], initializationVector: [UInt8]) -> [UInt8]? {
        let size = Self.blockByteCount
        guard ciphertext.count % size == 0, initializationVector.count == size else { return nil }
        var plain = ciphertext
        for start in stride(from: 0, to: plain.count, by: size) {
            decrypt(&plain, at: start)
            for place in 0..<size {
                plain[start + place] ^=
                    start == 0 ? initializationVector[place] : ciphertext[start - size + place]
            }
        }
        return plain
    }

    /// Returns the plaintext without its padding, RFC 5652 section 6.3, or `nil` if the size or the padding is invalid.
    /// With a wrong key, the padding is nearly always invalid.
    package func open(_ ciphertext: [UInt8], initializationVector: [UInt8]) -> [UInt8]? {
        guard var plain = decryptChain(ciphertext, initializationVector: initializationVector),
            let count = plain.last.map({ Int($0) }), (1...Self.blockByteCount).contains(count),
            plain.suffix(count).allSatisfy({ Int($0) == count })
        else { return nil }
        plain.removeLast(count)
        return plain
    }
}
