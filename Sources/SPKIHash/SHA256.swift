/// SHA-256, FIPS 180-4: 32 bytes that stand for a message of any length up to 2^61 - 1 bytes.
///
/// In one step with `hash`, or over parts as they come:
///
///     var hash = SHA256()
///     hash.update(header)
///     hash.update(rawKey)
///     let digest = hash.finalize()
public struct SHA256: Sendable {
    /// Number of bytes in a digest.
    public static let digestByteCount = 32
    /// Number of bytes in a block, the unit that the compression function takes.
    static let blockByteCount = 64

    private var state: SHA256State
    /// The beginning of a block that is not yet full.
    private var pending: [UInt8] = []
    /// Number of message bytes so far.
    private var byteCount: UInt64 = 0

    /// A hash of no bytes yet.
    public init() {
        self.init(.best)
    }

    /// A hash of no bytes yet that is computed in a certain way.
    package init(_ path: SHA256Path) {
        state = SHA256State(path)
    }

    /// Adds bytes to the message.
    public mutating func update(_ bytes: Span<UInt8>) {
        byteCount &+= UInt64(bytes.count)
        var place = 0
        if !pending.isEmpty {
            place = min(SHA256.blockByteCount - pending.count, bytes.count)
            for offset in 0..<place { pending.append(bytes[offset]) }
            guard pending.count == SHA256.blockByteCount else { return }
            var next = state
            next.compress(pending.span)
            state = next
            pending.removeAll(keepingCapacity: true)
        }
        let end = place + (bytes.count - place) / SHA256.blockByteCount * SHA256.blockByteCount
        state.compress(bytes.extracting(place..<end))
        guard end < bytes.count else { return }
        pending.reserveCapacity(SHA256.blockByteCount)
        for offset in end..<bytes.count { pending.append(bytes[offset]) }
    }

    /// Adds bytes to the message.
    public mutating func update(_ bytes: some Collection<UInt8>) {
        update(Array(bytes).span)
    }

    /// The digest of all bytes so far. The hash may be continued afterwards.
    public func finalize() -> [UInt8] {
        var last = state
        last.finish(pending.span, totalByteCount: byteCount)
        return last.bytes
    }

    /// The digest of `bytes`.
    public static func hash(_ bytes: Span<UInt8>) -> [UInt8] {
        SHA256State.bytes(of: words(bytes, .best))
    }

    /// The digest of `bytes`.
    public static func hash(_ bytes: some Collection<UInt8>) -> [UInt8] {
        hash(Array(bytes).span)
    }

    /// The digest of `bytes`, computed in a certain way.
    package static func hash(_ bytes: Span<UInt8>, _ path: SHA256Path) -> [UInt8] {
        SHA256State.bytes(of: words(bytes, path))
    }

    /// The digest of `bytes` as the eight words of the last state.
    static func words(_ bytes: Span<UInt8>, _ path: SHA256Path) -> SIMD8<UInt32> {
        var state = SHA256State(path)
        state.finish(bytes, totalByteCount: UInt64(bytes.count))
        return state.words
    }
}
