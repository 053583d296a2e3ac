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

/// SHA-1.
struct SHA1Core: HashCore {
    static let blockByteCount = 64
    private var schedule = [UInt32](repeating: 0, count: 80)

    mutating func compress(_ block: Span<UInt8>, into state: inout [UInt32]) {
        SHA1.compress(block, &schedule, into: &state)
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

/// SHA-384, SHA-512 and SHA-512/256.
struct SHA512Core: HashCore {
    static let blockByteCount = 128
    private var schedule = [UInt64](repeating: 0, count: 80)

    mutating func compress(_ block: Span<UInt8>, into state: inout [UInt64]) {
        SHA512.compress(block, &schedule, into: &state)
    }
}
