import DERKit

// The fields that the readers of keys have in common.

extension DERCursor {
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

    /// Reads a nonnegative INTEGER, RFC 8017 section 3.1. Zero is meaningless there, but accepted, as in other
    /// implementations.
    mutating func unsignedInteger(in bytes: Span<UInt8>) throws(DERError) -> DERInteger {
        let element = try next(.integer, in: bytes)
        let value = try element.integer(in: bytes)
        guard !value.isNegative else {
            throw DERError(.outOfRange, at: element.contentStart, expected: "a nonnegative number")
        }
        return value
    }

    /// Reads the only INTEGER of a raw key.
    static func publicInteger(_ key: Range<Int>, in bytes: Span<UInt8>) throws(DERError) -> DERInteger {
        try field("subjectPublicKey") { () throws(DERError) in
            try only(key, in: bytes) { (cursor, bytes) throws(DERError) in
                try cursor.unsignedInteger(in: bytes)
            }
        }
    }

    /// Runs a reader of an algorithm's parameters.
    static func parameters<Value>(_ read: () throws(DERError) -> Value) throws(DERError) -> Value {
        do throws(DERError) {
            return try read()
        } catch {
            throw error.inside("parameters").inside("algorithm")
        }
    }
}
