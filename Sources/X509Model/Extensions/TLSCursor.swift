import DERKit

/// A place in a structure in the presentation language of TLS, RFC 8446 section 3: numbers of fixed size, and
/// vectors that begin with their length. Like ``DERKit/DERCursor`` it holds no bytes.
struct TLSCursor {
    private var position: Int
    private let end: Int

    /// A cursor over `range`, which must lie within the bytes that are passed to the reading calls.
    init(_ range: Range<Int>) {
        position = range.lowerBound
        end = range.upperBound
    }

    var isAtEnd: Bool { position >= end }

    /// The next `count` octets.
    mutating func octets(_ count: Int) throws(DERError) -> Range<Int> {
        guard count <= end - position else {
            throw DERError(
                .truncated, at: position, expected: "\(count) \(count == 1 ? "byte" : "bytes")",
                found: "\(end - position)")
        }
        defer { position += count }
        return position..<position + count
    }

    /// A number of at most 8 octets, the most significant first.
    mutating func number(_ count: Int, in bytes: Span<UInt8>) throws(DERError) -> UInt64 {
        var number: UInt64 = 0
        for place in try octets(count) { number = number << 8 | UInt64(bytes[place]) }
        return number
    }

    /// The content of a vector whose length has two octets.
    mutating func vector(in bytes: Span<UInt8>) throws(DERError) -> Range<Int> {
        let start = position
        let count = Int(try number(2, in: bytes))
        guard count <= end - position else {
            throw DERError(
                .lengthOverrun, at: start, expected: "at most the \(end - position) bytes that are left",
                found: "a length of \(count)")
        }
        return try octets(count)
    }

    /// Checks that nothing is left.
    func finish() throws(DERError) {
        guard isAtEnd else {
            throw DERError(
                .trailingData, at: position, expected: "the end", found: "\(end - position) bytes too many")
        }
    }
}
