/// The reason compressed data, an archive or a compiled file cannot be read.
package struct ArchiveError: Error, Sendable, Hashable {
    /// A kind of error.
    package enum Code: Sendable {
        /// The bytes end before the structure does.
        case truncated
        /// The bytes do not conform to the format.
        case malformed
        /// The format allows it, but this reader does not support it.
        case unsupported
        /// The entry is encrypted.
        case encrypted
        /// The name of an entry points outside the archive.
        case unsafePath
        /// There are more bytes than announced, or more than the limit.
        case limit
        /// The checksum does not match the contents.
        case checksum
    }

    /// The kind of error.
    package let code: Code
    /// A description of the error, in one sentence.
    package let message: String
    /// The offset in the input, in bytes.
    package let offset: Int

    package init(_ code: Code, _ message: String, at offset: Int) {
        (self.code, self.message, self.offset) = (code, message, offset)
    }
}

extension ArchiveError: CustomStringConvertible {
    /// As in `byte 1024: the entry is encrypted`.
    package var description: String { "byte \(offset): \(message)" }
}
