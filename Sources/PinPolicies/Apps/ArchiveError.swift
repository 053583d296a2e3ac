/// Why an archive or a compiled file cannot be read.
package struct ArchiveError: Error, Sendable, Hashable {
    /// What went wrong; the raw values are stable.
    package enum Code: String, Sendable, CaseIterable {
        /// The bytes end before the structure does.
        case truncated
        /// The bytes are not what the format asks for.
        case malformed
        /// The format allows it, and it is not read here.
        case unsupported
        /// It takes a password.
        case encrypted
        /// The name of an entry leads out of the archive.
        case unsafePath = "unsafe-path"
        /// More bytes than are read.
        case limit
        /// The contents are not those that the checksum was made of.
        case checksum
    }

    /// What went wrong.
    package let code: Code
    /// What is wrong, in one sentence.
    package let message: String
    /// Where in the file, in bytes.
    package let offset: Int

    init(_ code: Code, _ message: String, at offset: Int) {
        self.code = code
        self.message = message
        self.offset = offset
    }
}

extension ArchiveError: CustomStringConvertible {
    /// As in `byte 1024: the entry is encrypted`.
    package var description: String { "byte \(offset): \(message)" }
}

/// Reads little-endian numbers of a file without leaving it.
struct LittleEndianBytes {
    let bytes: [UInt8]

    /// The two bytes at a place.
    ///
    /// - Throws: ``ArchiveError``, `truncated`.
    func number16(_ place: Int) throws(ArchiveError) -> Int {
        guard place >= 0, place <= bytes.count - 2 else {
            throw ArchiveError(.truncated, "unexpected end of file", at: bytes.count)
        }
        return Int(bytes[place]) | Int(bytes[place + 1]) << 8
    }

    /// The four bytes at a place; with bit 31 set it is more than anything that is read here.
    ///
    /// - Throws: ``ArchiveError``, `truncated` or `limit`.
    func number32(_ place: Int) throws(ArchiveError) -> Int {
        let (low, high) = (try number16(place), try number16(place + 2))
        guard high < 0x8000 else {
            throw ArchiveError(.limit, "a size or offset of 2 GiB or more", at: place)
        }
        return low | high << 16
    }

    /// The four bytes at a place, whatever they are.
    ///
    /// - Throws: ``ArchiveError``, `truncated`.
    func word(_ place: Int) throws(ArchiveError) -> UInt32 {
        UInt32(try number16(place)) | UInt32(try number16(place + 2)) << 16
    }
}
