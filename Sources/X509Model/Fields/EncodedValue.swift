/// A value that equals those with the same encoding, wherever in an input they are.
public protocol _EncodedValue: Sendable, Hashable {
    /// The bytes that equality and the hash value depend on.
    var _encoding: ArraySlice<UInt8> { get }
}

extension _EncodedValue {
    /// Returns whether the encodings are equal.
    public static func == (one: Self, other: Self) -> Bool { one._encoding == other._encoding }

    /// Hashes the encoding.
    public func hash(into hasher: inout Hasher) { hasher.combine(_encoding) }
}
