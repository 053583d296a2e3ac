import DERKit

extension DERCursor {
    /// Reads a SEQUENCE OF. Errors in a member contain its index: `[0]`.
    ///
    /// An empty sequence is accepted: the lists in extensions have SIZE (1..MAX), but an empty list is still
    /// unambiguous.
    ///
    /// - Parameter tag: the tag of the sequence if it is IMPLICIT.
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

    /// Calls `read` for each member of a constructed value, and returns their number. Errors in a member contain its
    /// index: `[0]`.
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

    /// Reads a SEQUENCE OF with an IMPLICIT tag, or returns `nil` if the next value does not have the tag.
    mutating func sequenceIfPresent<Member>(
        _ number: UInt32, in bytes: Span<UInt8>,
        of read: (inout DERCursor, Span<UInt8>) throws(DERError) -> Member
    ) throws(DERError) -> [Member]? {
        let tag = DERTag.contextConstructed(number)
        var ahead = self
        guard try ahead.nextIfPresent(tag, in: bytes) != nil else { return nil }
        return try sequence(tag, in: bytes, of: read)
    }

    /// Reads a value inside an EXPLICIT tag, or returns `nil` if the next value does not have the tag.
    mutating func explicitIfPresent<Value>(
        _ number: UInt32, in bytes: Span<UInt8>,
        _ read: (inout DERCursor, Span<UInt8>) throws(DERError) -> Value
    ) throws(DERError) -> Value? {
        guard let tagged = try nextIfPresent(.contextConstructed(number), in: bytes) else { return nil }
        return try DERCursor.only(tagged.content, in: bytes, read)
    }

    /// Reads and checks Extensions inside an EXPLICIT tag, and returns the range of the members; the range is empty if
    /// the next value does not have the tag.
    mutating func extensionsIfPresent(
        _ number: UInt32, in bytes: Span<UInt8>
    ) throws(DERError) -> Range<Int> {
        guard let tagged = try nextIfPresent(.contextConstructed(number), in: bytes) else {
            return position..<position
        }
        // Not with `explicitIfPresent`, whose closure takes time in every certificate.
        var inner = DERCursor(contentOf: tagged)
        let sequence = try inner.next(.sequence, in: bytes)
        try inner.finish()
        return try Certificate.Extension.checkAll(sequence, in: bytes)
    }

    // The methods below read fields that several kinds of keys have.

    /// Creates a cursor over the SEQUENCE of an algorithm's parameters, or returns `nil` if they are absent or NULL.
    init?(parameters range: Range<Int>?, in bytes: Span<UInt8>) throws(DERError) {
        guard let range else { return nil }
        var cursor = DERCursor(range)
        if try cursor.nextIfPresent(.null, in: bytes) != nil { return nil }
        self.init(contentOf: try cursor.next(.sequence, in: bytes))
    }

    /// Reads a value that fills `range` to the last byte.
    static func only<Value>(
        _ range: Range<Int>, in bytes: Span<UInt8>,
        _ read: (inout DERCursor, Span<UInt8>) throws(DERError) -> Value
    ) throws(DERError) -> Value {
        var cursor = DERCursor(range)
        let value = try read(&cursor, bytes)
        try cursor.finish()
        return value
    }

    /// Reads an INTEGER in the field `name`.
    mutating func integer(_ name: StaticString, in bytes: Span<UInt8>) throws(DERError) -> DERInteger {
        try field(name) { () throws(DERError) in try next(.integer, in: bytes).integer(in: bytes) }
    }

    /// Reads a nonnegative INTEGER (RFC 8017 section 3.1). Zero has no meaning in a key, but is accepted, as in other
    /// implementations.
    mutating func unsignedInteger(in bytes: Span<UInt8>) throws(DERError) -> DERInteger {
        let element = try next(.integer, in: bytes)
        let value = try element.integer(in: bytes)
        guard !value.isNegative else {
            throw DERError(.outOfRange, at: element.contentStart, expected: "a nonnegative number")
        }
        return value
    }

    /// Reads the single INTEGER that is the raw key.
    static func publicInteger(_ key: Range<Int>, in bytes: Span<UInt8>) throws(DERError) -> DERInteger {
        try field("subjectPublicKey") { () throws(DERError) in
            try only(key, in: bytes) { (cursor, bytes) throws(DERError) in
                try cursor.unsignedInteger(in: bytes)
            }
        }
    }

    /// Calls `read` for an algorithm's parameters, and adds `algorithm` and `parameters` to the path of any error.
    static func parameters<Value>(_ read: () throws(DERError) -> Value) throws(DERError) -> Value {
        do throws(DERError) {
            return try read()
        } catch {
            throw error.inside("parameters").inside("algorithm")
        }
    }
}
