import DERKit
import SPKIHash

/// The compression function of a digest, FIPS 180-4, in the form HMAC needs: it updates a state with one
/// block at a time.
protocol HashCore {
    /// A word of the state.
    associatedtype Word: FixedWidthInteger & UnsignedInteger & Sendable

    /// The number of bytes in a block: 16 words.
    static var blockByteCount: Int { get }
    /// Creates a core with its own working memory, so that compressing a block allocates nothing.
    init()
    /// Updates the state with one block.
    mutating func compress(_ block: Span<UInt8>, into state: inout [Word])
}

extension HashCore {
    /// Returns a digest, hashed again `count` times, as the older derivations require.
    static func rehashed(_ digest: [UInt8], count: Int, from initial: [Word]) -> [UInt8] {
        var core = Self()
        var state = initial
        var block = padded(digest, after: 0)
        for _ in 0..<count {
            for place in state.indices { state[place] = initial[place] }
            core.compress(block.span, into: &state)
            write(state, digest.count, to: &block)
        }
        return Array(block.prefix(digest.count))
    }

    /// Updates the state with the rest of a message, after `before` bytes of it.
    mutating func finish(_ rest: [UInt8], after before: Int, _ state: inout [Word]) {
        let padded = Self.padded(rest, after: before)
        for start in stride(from: 0, to: padded.count, by: Self.blockByteCount) {
            compress(padded.span.extracting(start..<start + Self.blockByteCount), into: &state)
        }
    }

    /// Returns the last blocks of a message, FIPS 180-4 section 5.1, after `before` bytes.
    static func padded(_ rest: [UInt8], after before: Int) -> [UInt8] {
        let size = blockByteCount
        let bits = UInt64(before + rest.count) &* 8
        let count = (rest.count + 1 + size / 8 + size - 1) / size * size
        let zeros = [UInt8](repeating: 0, count: count - rest.count - 9)
        return rest + [0x80] + zeros + (0..<8).map { UInt8(truncatingIfNeeded: bits >> (56 - 8 * $0)) }
    }

    /// Returns the first `count` octets of a state.
    static func octets(of state: [Word], _ count: Int) -> [UInt8] {
        var octets = [UInt8](repeating: 0, count: count)
        write(state, count, to: &octets)
        return octets
    }

    /// Writes the first `count` octets of a state over the beginning of a block.
    static func write(_ state: [Word], _ count: Int, to block: inout [UInt8]) {
        let size = Word.bitWidth / 8
        for place in 0..<count {
            let shift = Word(truncatingIfNeeded: 8 * (size - 1 - place % size))
            block[place] = UInt8(truncatingIfNeeded: state[place / size] >> shift)
        }
    }
}

/// SHA-1.
struct SHA1Core: HashCore {
    static let blockByteCount = 64

    mutating func compress(_ block: Span<UInt8>, into state: inout [UInt32]) {
        SHA1.compress(block, into: &state)
    }
}

/// SHA-224 and SHA-256, with the processor's instructions if it has them.
struct SHA256Core: HashCore {
    static let blockByteCount = 64

    mutating func compress(_ block: Span<UInt8>, into state: inout [UInt32]) {
        var words = SIMD8<UInt32>()
        for place in 0..<8 { words[place] = state[place] }
        SHA256Path.best.compress(block, into: &words)
        for place in 0..<8 { state[place] = words[place] }
    }
}

/// SHA-384, SHA-512, SHA-512/224 and SHA-512/256.
struct SHA512Core: HashCore {
    static let blockByteCount = 128

    mutating func compress(_ block: Span<UInt8>, into state: inout [UInt64]) {
        SHA512.compress(block, into: &state)
    }
}
