/// The state of a digest after the whole blocks of a text. If the next text begins with the same blocks, for example
/// because it only adds a newline, hashing continues from this state.
struct SharedBlocks<State: Sendable>: Sendable {
    private let initial: State
    private(set) var state: State
    private let blockByteCount: Int
    private var byteCount = 0

    init(_ initial: State, blockByteCount: Int) {
        (self.initial, state, self.blockByteCount) = (initial, initial, blockByteCount)
    }

    /// Resets the state unless all hashed blocks are within the first `count` bytes, which the next text shares with
    /// the last.
    mutating func keep(_ count: Int) {
        if count < byteCount { (state, byteCount) = (initial, 0) }
    }

    /// Hashes the whole blocks of a text that have not been hashed yet.
    ///
    /// - Returns: the number of bytes in whole blocks.
    mutating func add(_ bytes: Span<UInt8>, _ compress: (Span<UInt8>, inout State) -> Void) -> Int {
        let end = bytes.count / blockByteCount * blockByteCount
        keep(end)
        compress(bytes.extracting(byteCount..<end), &state)
        byteCount = end
        return end
    }
}

extension SHA256 {
    /// Returns the digest of a text that may begin like the last text.
    static func hash(_ bytes: Span<UInt8>, sharing blocks: inout SharedBlocks<SIMD8<UInt32>>) -> [UInt8] {
        let path = SHA256Path.best
        let end = blocks.add(bytes) { path.compress($0, into: &$1) }
        var words = blocks.state
        path.finish(
            bytes.extracting(end..<bytes.count), totalByteCount: UInt64(bytes.count), into: &words)
        return SHA256.bytes(of: words)
    }
}
