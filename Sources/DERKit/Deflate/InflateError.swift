/// The reason compressed data cannot be decompressed.
package struct InflateError: Error, Sendable, Hashable {
    /// A kind of error.
    package enum Code: Sendable {
        /// The data ends before its last block does.
        case truncated
        /// The data does not follow RFC 1951.
        case malformed
        /// The data has more bytes than announced.
        case limit
    }

    /// The kind of error.
    package let code: Code
    /// A description of the error, in one sentence.
    package let message: String
    /// The offset in the input, in bytes.
    package let offset: Int

    init(_ code: Code, _ message: String, at offset: Int) {
        (self.code, self.message, self.offset) = (code, message, offset)
    }
}
