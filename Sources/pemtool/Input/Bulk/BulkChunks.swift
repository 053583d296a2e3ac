/// A part of PEM text, from the start of a line to the end of an END line or of the text, so that no block is split.
struct BulkChunk: Sendable {
    /// The offset of the part in the text.
    let offset: Int
    let bytes: [UInt8]
}

/// Splits PEM text into parts while reading it. Only one part is in memory: about `partSize` bytes, or one block if a
/// block is larger.
struct BulkChunks {
    private let partSize: Int
    private let stream: System.Stream
    private let limit: Int
    /// The bytes that have been read but not yet returned.
    private var pending: [UInt8] = []
    private var isOpen = true
    private var offset = 0

    /// - Parameter limit: the maximum size in bytes of a block, and of the whole input if it is not read in parts.
    init(
        _ stream: System.Stream, partSize: Int, limit: Int = System.longestInput
    ) throws(System.Failure) {
        self.partSize = partSize
        self.limit = limit
        self.stream = stream
        isOpen = try stream.read(partSize, into: &pending)
    }

    /// A Boolean value that indicates whether the text is longer than a part, and its first part is plain: the first
    /// line is a BEGIN line, a block ends in the part, and there are no zero bytes. The ordinary reader reads any other
    /// text as a whole.
    var isPlain: Bool {
        guard isOpen, let first = pending.first, first < 0x80, BulkChunks.lastCut(pending, from: 0) != nil
        else { return false }
        let line = pending.prefix { $0 != 0x0a && $0 != 0x0d }
        return line.starts(with: BulkChunks.begin) && line.suffix(5).elementsEqual(BulkChunks.dashes)
            && line.count >= 16 && !pending.contains(0)
    }

    /// Returns the whole input for the ordinary reader, instead of its parts.
    mutating func rest() throws(System.Failure) -> [UInt8] {
        let left = stream.byteCount.map { max(0, $0 - offset - pending.count) }
        if isOpen { try stream.readAll(expected: left ?? partSize, into: &pending, limit: limit) }
        guard pending.count <= limit else { throw System.tooLong(limit) }
        return pending
    }

    /// Returns the next part, or `nil` after the last.
    mutating func next() throws(System.Failure) -> BulkChunk? {
        var searched = 0
        while true {
            if isOpen, pending.count < partSize {
                isOpen = try stream.read(partSize - pending.count, into: &pending)
            }
            if System.isInterrupted {
                // The signal may have cut off the last block, which is not the fault of the input.
                return BulkChunks.lastCut(pending, from: searched).map { part(upTo: $0) }
            }
            guard isOpen else {
                guard !pending.isEmpty else { return nil }
                return part(upTo: pending.count)
            }
            if let cut = BulkChunks.lastCut(pending, from: searched) { return part(upTo: cut) }
            // One block fills the whole buffer. Double the buffer, so that the work stays in proportion to the input.
            searched = max(0, pending.count - 2 * BulkChunks.longestEndLine)
            guard pending.count <= limit else { throw System.tooLong(limit) }
            isOpen = try stream.read(min(pending.count, limit + 1 - pending.count), into: &pending)
        }
    }

    private mutating func part(upTo cut: Int) -> BulkChunk {
        let rest = Array(pending[cut...])
        pending.removeSubrange(cut...)
        let chunk = BulkChunk(offset: offset, bytes: pending)
        pending = rest
        offset += cut
        return chunk
    }

    private static let begin = Array("-----BEGIN ".utf8)
    private static let end = Array("-----END ".utf8)
    private static let dashes = Array("-----".utf8)
    private static let longestEndLine = 100

    /// Returns the offset after the last line of `bytes` that is an END line and nothing else, or `nil` if none begins
    /// after `start`.
    private static func lastCut(_ bytes: [UInt8], from start: Int) -> Int? {
        var lineEnd = bytes.count
        while let feed = bytes[start..<lineEnd].lastIndex(of: 0x0a) {
            let lineStart = bytes[start..<feed].lastIndex(of: 0x0a).map { $0 + 1 }
            // The first line may have begun before the examined bytes.
            guard let lineStart = lineStart ?? (start == 0 ? 0 : nil) else { return nil }
            var line = bytes[lineStart..<feed]
            if line.last == 0x0d { line.removeLast() }
            if line.count > end.count + dashes.count, line.starts(with: end),
                line.suffix(5).elementsEqual(dashes),
                !line.dropFirst(end.count).dropLast(dashes.count).contains(UInt8(ascii: "-"))
            {
                return feed + 1
            }
            lineEnd = lineStart
            if lineEnd == 0 { return nil }
        }
        return nil
    }
}
