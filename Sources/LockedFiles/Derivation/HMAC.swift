import DERKit

/// HMAC, RFC 2104, for one key, kept as the digest states after the key's two blocks.
struct HMAC<Core: HashCore> {
    private var core = Core()
    private var inner: [Core.Word]
    private var outer: [Core.Word]
    /// The number of bytes in the digest: less than the state for a truncated digest such as SHA-224.
    private let byteCount: Int

    /// - Parameters:
    ///   - key: the key, which the caller has hashed if it is longer than a block.
    ///   - initial: the state before the first block.
    init(key: [UInt8], initial: [Core.Word], byteCount: Int) {
        self.byteCount = byteCount
        inner = initial
        outer = initial
        var block = [UInt8](repeating: 0x36, count: Core.blockByteCount)
        for (place, octet) in key.prefix(block.count).enumerated() { block[place] ^= octet }
        core.compress(block.span, into: &inner)
        for place in block.indices { block[place] ^= 0x36 ^ 0x5c }
        core.compress(block.span, into: &outer)
        wipe(&block)
    }

    mutating func code(of message: [UInt8]) -> [UInt8] { Core.octets(of: state(after: message), byteCount) }

    private mutating func state(after message: [UInt8]) -> [Core.Word] {
        var state = inner
        core.finish(message, after: Core.blockByteCount, &state)
        let digest = Core.octets(of: state, byteCount)
        state = outer
        core.finish(digest, after: Core.blockByteCount, &state)
        return state
    }

    /// Returns one block of PBKDF2, RFC 8018 section 5.2: the exclusive or of `iterations` codes, each
    /// computed from the previous one.
    mutating func chain(_ message: [UInt8], iterations: Int) -> [UInt8] {
        var state = state(after: message)
        var sum = state
        var innerBlock = Core.padded(Core.octets(of: state, byteCount), after: Core.blockByteCount)
        var outerBlock = innerBlock
        for _ in 1..<max(1, iterations) {
            for place in state.indices { state[place] = inner[place] }
            core.compress(innerBlock.span, into: &state)
            Core.write(state, byteCount, to: &outerBlock)
            for place in state.indices { state[place] = outer[place] }
            core.compress(outerBlock.span, into: &state)
            Core.write(state, byteCount, to: &innerBlock)
            for place in sum.indices { sum[place] ^= state[place] }
        }
        wipe(&innerBlock)
        wipe(&outerBlock)
        return Core.octets(of: sum, byteCount)
    }
}

/// Overwrites octets that are no longer needed. Copies that Swift made earlier are out of reach.
package func wipe(_ octets: inout [UInt8]) {
    for place in octets.indices { octets[place] = 0 }
}
