import DERKit

extension DERCursor {
    /// Reads a SEQUENCE OF. Errors in a member carry its position: `[0]`.
    ///
    /// An empty sequence is accepted too: the lists in extensions have SIZE (1..MAX), but one without members
    /// is still unambiguous.
    ///
    /// - Parameter tag: the tag of the sequence, if it is IMPLICIT.
    mutating func sequence<Member>(
        _ tag: DERTag = .sequence, in bytes: Span<UInt8>,
        of read: (inout DERCursor, Span<UInt8>) throws(DERError) -> Member
    ) throws(DERError) -> [Member] {
        var result: [Member] = []
        _ = try DERCursor.forEachMember(of: next(tag, in: bytes)) { (members) throws(DERError) in
            result.append(try read(&members, bytes))
        }
        return result
    }

    /// Calls `read` for each member of a constructed value, and returns their number. Errors in a member carry its
    /// position: `[0]`.
    @inline(__always)
    static func forEachMember(
        of element: DERElement, _ read: (inout DERCursor) throws(DERError) -> Void
    ) throws(DERError) -> Int {
        var members = DERCursor(contentOf: element)
        var count = 0
        while !members.isAtEnd {
            do throws(DERError) {
                try read(&members)
            } catch {
                throw error.inside("[\(count)]")
            }
            count += 1
        }
        return count
    }

    /// Reads a SEQUENCE OF with an IMPLICIT tag, if present.
    mutating func sequenceIfPresent<Member>(
        _ number: UInt32, in bytes: Span<UInt8>,
        of read: (inout DERCursor, Span<UInt8>) throws(DERError) -> Member
    ) throws(DERError) -> [Member]? {
        let tag = DERTag.contextConstructed(number)
        var ahead = self
        guard try ahead.nextIfPresent(tag, in: bytes) != nil else { return nil }
        return try sequence(tag, in: bytes, of: read)
    }

    /// Reads a value inside an EXPLICIT tag, if present.
    mutating func explicitIfPresent<Value>(
        _ number: UInt32, in bytes: Span<UInt8>,
        _ read: (inout DERCursor, Span<UInt8>) throws(DERError) -> Value
    ) throws(DERError) -> Value? {
        guard let tagged = try nextIfPresent(.contextConstructed(number), in: bytes) else { return nil }
        var inner = DERCursor(contentOf: tagged)
        let value = try read(&inner, bytes)
        try inner.finish()
        return value
    }
}
