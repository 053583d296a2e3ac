import DERKit

/// HMAC, RFC 2104, for one key, kept as the digest states after the key's two blocks.
struct HMAC<Core: HashCore> {
    private var core = Core()
    private var inner: [Core.Word]
    private var outer: [Core.Word]
    /// The number of words of the state that make up the digest: fewer than all for a truncated digest such
    /// as SHA-224.
    private let wordCount: Int

    /// - Parameters:
    ///   - key: the key, which the caller has hashed if it is longer than a block.
    ///   - initial: the state before the first block.
    ///   - byteCount: the number of bytes in the digest, a multiple of a word's size.
    init(key: [UInt8], initial: [Core.Word], byteCount: Int) {
        wordCount = byteCount / HMAC.wordByteCount
        inner = initial
        outer = initial
        var block = [UInt8](repeating: 0x36, count: Core.blockByteCount)
        for (place, octet) in key.prefix(block.count).enumerated() { block[place] ^= octet }
        core.compress(block.span, into: &inner)
        for place in block.indices { block[place] ^= 0x36 ^ 0x5c }
        core.compress(block.span, into: &outer)
        wipe(&block)
    }

    private static var wordByteCount: Int { Core.Word.bitWidth / 8 }
    private var byteCount: Int { wordCount * HMAC.wordByteCount }

    /// Returns the code of a message.
    mutating func code(of message: [UInt8]) -> [UInt8] {
        var state = inner
        let size = Core.blockByteCount
        let whole = message.count / size * size
        for start in stride(from: 0, to: whole, by: size) {
            core.compress(message.span.extracting(start..<start + size), into: &state)
        }
        let end = HMAC.padded(Array(message[whole...]), after: whole)
        for start in stride(from: 0, to: end.count, by: size) {
            core.compress(end.span.extracting(start..<start + size), into: &state)
        }
        let last = HMAC.padded(octets(of: state), after: 0)
        state = outer
        core.compress(last.span, into: &state)
        return octets(of: state)
    }

    /// Returns one block of PBKDF2, RFC 8018 section 5.2: the exclusive or of `iterations` codes, each
    /// computed from the previous one.
    mutating func chain(_ message: [UInt8], iterations: Int) -> [UInt8] {
        let first = code(of: message)
        var (innerBlock, outerBlock) = (HMAC.padded(first, after: 0), HMAC.padded(first, after: 0))
        var state = inner
        var sum = [Core.Word](repeating: 0, count: wordCount)
        HMAC.read(innerBlock, into: &sum)
        for _ in 1..<max(1, iterations) {
            for place in state.indices { state[place] = inner[place] }
            core.compress(innerBlock.span, into: &state)
            HMAC.write(state, wordCount, to: &outerBlock)
            for place in state.indices { state[place] = outer[place] }
            core.compress(outerBlock.span, into: &state)
            HMAC.write(state, wordCount, to: &innerBlock)
            for place in sum.indices { sum[place] ^= state[place] }
        }
        wipe(&innerBlock)
        wipe(&outerBlock)
        return octets(of: sum)
    }

    /// Returns a digest, hashed again `count` times, as the older derivations require.
    static func rehashed(_ digest: [UInt8], count: Int, initial: [Core.Word]) -> [UInt8] {
        var core = Core()
        var state = initial
        var block = HMAC.padded(digest, after: -Core.blockByteCount)
        let wordCount = digest.count / wordByteCount
        for _ in 0..<count {
            for place in state.indices { state[place] = initial[place] }
            core.compress(block.span, into: &state)
            HMAC.write(state, wordCount, to: &block)
        }
        return Array(block.prefix(digest.count))
    }

    private func octets(of state: [Core.Word]) -> [UInt8] {
        var octets = [UInt8](repeating: 0, count: byteCount)
        HMAC.write(state, wordCount, to: &octets)
        return octets
    }

    /// Returns the last blocks of a message, after the key's block and `before` bytes.
    private static func padded(_ rest: [UInt8], after before: Int) -> [UInt8] {
        let size = Core.blockByteCount
        let bits = UInt64(before + rest.count + size) &* 8
        let count = (rest.count + 1 + size / 8 + size - 1) / size * size
        var block = rest + [0x80]
        while block.count < count - 8 { block.append(0) }
        return block + (0..<8).map { UInt8(truncatingIfNeeded: bits >> (56 - 8 * $0)) }
    }

    /// Writes words over the beginning of a block.
    private static func write(_ words: [Core.Word], _ count: Int, to block: inout [UInt8]) {
        var place = 0
        for word in 0..<count {
            var shift = Core.Word.bitWidth
            while shift > 0 {
                shift -= 8
                block[place] = UInt8(truncatingIfNeeded: words[word] >> Core.Word(truncatingIfNeeded: shift))
                place += 1
            }
        }
    }

    private static func read(_ block: [UInt8], into words: inout [Core.Word]) {
        for word in words.indices {
            var value: Core.Word = 0
            for octet in 0..<wordByteCount {
                value = value << 8 | Core.Word(truncatingIfNeeded: block[word * wordByteCount + octet])
            }
            words[word] = value
        }
    }
}

/// Overwrites octets that are no longer needed. Copies that Swift made earlier are out of reach.
package func wipe(_ octets: inout [UInt8]) {
    for place in octets.indices { octets[place] = 0 }
}
