import DERKit

/// A place in a structure in the presentation language of TLS, RFC 8446 section 3: numbers of fixed size, and
/// vectors that begin with their length. Like ``DERKit/DERCursor``, it does not store bytes.
struct TLSCursor {
    /// The offset of the next field.
    private(set) var position: Int
    private let end: Int

    /// Creates a cursor over `range`, which must lie within the bytes that are passed to the reading calls.
    init(_ range: Range<Int>) {
        position = range.lowerBound
        end = range.upperBound
    }

    var isAtEnd: Bool { position >= end }

    /// Reads the next `count` octets.
    mutating func octets(_ count: Int) throws(DERError) -> Range<Int> {
        guard count <= end - position else {
            throw DERError(
                .truncated, at: position, expected: byteCount(count),
                found: isAtEnd ? "unexpected end" : "\(end - position)")
        }
        defer { position += count }
        return position..<position + count
    }

    /// Reads a number of at most 8 octets, most significant first.
    mutating func number(_ count: Int, in bytes: Span<UInt8>) throws(DERError) -> UInt64 {
        var number: UInt64 = 0
        for place in try octets(count) { number = number << 8 | UInt64(bytes[place]) }
        return number
    }

    /// Reads a vector whose length field has `lengthOctets` octets, at most three, and a value of at least `minimum`.
    mutating func vector(
        lengthOctets: Int = 2, minimum: Int = 0, in bytes: Span<UInt8>
    ) throws(DERError) -> Range<Int> {
        let start = position
        let count = Int(truncatingIfNeeded: try number(lengthOctets, in: bytes))
        guard count <= end - position else {
            throw DERCursor.overrun(at: start, says: UInt64(count), left: end - position)
        }
        guard count >= minimum else {
            throw DERError(
                .invalidValue, at: start, expected: "a length of at least \(minimum)",
                found: "length \(count)")
        }
        return try octets(count)
    }

    /// Checks that no bytes remain.
    func finish() throws(DERError) {
        guard isAtEnd else { throw DERCursor.trailing(at: position, end - position) }
    }
}
