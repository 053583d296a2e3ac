import DERKit

/// A place in a structure of the TLS presentation language, RFC 5246 section 4, in which RFC 6962 writes the
/// entries of a log.
///
/// Like ``DERKit/DERCursor`` it holds two offsets and no bytes, and its errors count from the first byte of the
/// span that each call is handed.
struct TLSCursor: Sendable {
    /// Offset of what comes next.
    private(set) var position: Int
    /// Offset one past the last byte.
    let end: Int

    /// A cursor over `range`, which must lie within the bytes that are passed to the reading calls.
    init(_ range: Range<Int>) {
        position = range.lowerBound
        end = range.upperBound
    }

    /// True where nothing is left.
    var isAtEnd: Bool { position >= end }

    /// Reads a number of `octets` bytes, at most 8, most significant first: section 4.4.
    ///
    /// - Throws: `truncated` where fewer are left.
    mutating func number(octets: Int, in bytes: Span<UInt8>) throws(DERError) -> UInt64 {
        let range = try take(octets, in: bytes)
        var number: UInt64 = 0
        for place in range { number = number << 8 | UInt64(bytes[place]) }
        return number
    }

    /// Reads `count` bytes of a field of that size, `opaque field[count]`: section 4.3.
    ///
    /// - Throws: `truncated` where fewer are left.
    mutating func take(_ count: Int, in bytes: Span<UInt8>) throws(DERError) -> Range<Int> {
        guard count <= end - position, end <= bytes.count else {
            let left = max(0, end - position)
            throw DERError(
                .truncated, at: position, expected: "\(count) \(count == 1 ? "byte" : "bytes")",
                found: left == 0 ? "the end" : "\(left)")
        }
        defer { position += count }
        return position..<position + count
    }

    /// Reads a field of varying size, `opaque field<minimum..2^(8 * lengthOctets) - 1>`, and gives the range of its
    /// content: section 4.3.
    ///
    /// - Throws: `truncated`; `lengthOverrun` where its length runs past the end; `invalidValue` where it is
    ///   shorter than `minimum`.
    mutating func vector(
        lengthOctets: Int, minimum: Int = 0, in bytes: Span<UInt8>
    ) throws(DERError) -> Range<Int> {
        let start = position
        // At most three octets, so that every length is an Int.
        let length = Int(truncatingIfNeeded: try number(octets: lengthOctets, in: bytes))
        guard length <= end - position else {
            throw DERError(
                .lengthOverrun, at: start,
                expected:
                    "at most the \(end - position) \(end - position == 1 ? "byte" : "bytes") that are left",
                found: "a length of \(length)")
        }
        guard length >= minimum else {
            throw DERError(
                .invalidValue, at: start, expected: "a length of at least \(minimum)",
                found: "a length of \(length)")
        }
        return try take(length, in: bytes)
    }

    /// Checks that nothing is left.
    ///
    /// - Throws: `trailingData` with the number of bytes that are left.
    func finish() throws(DERError) {
        guard position >= end else {
            let left = end - position
            throw DERError(
                .trailingData, at: position, expected: "the end",
                found: "\(left) \(left == 1 ? "byte" : "bytes") too many")
        }
    }
}

extension DERError {
    /// The same error with its offset counted from `base` bytes further to the front: from the start of the input
    /// that the certificate was taken out of.
    func moved(by base: Int) -> DERError {
        DERError(code, at: base + offset, expected: expected, found: found, path: path)
    }
}
