import DERKit

/// The reason an archive or a compiled file cannot be read.
package struct ArchiveError: Error, Sendable, Hashable {
    /// A kind of error. The raw values are stable.
    package enum Code: String, Sendable, CaseIterable {
        /// The bytes end before the structure does.
        case truncated
        /// The bytes do not follow the format.
        case malformed
        /// The format allows it, but this reader does not support it.
        case unsupported
        /// The entry is encrypted.
        case encrypted
        /// The name of an entry points outside the archive.
        case unsafePath = "unsafe-path"
        /// More bytes than the limit.
        case limit
        /// The checksum does not match the contents.
        case checksum
    }

    package let code: Code
    package let message: String
    package let offset: Int

    init(_ code: Code, _ message: String, at offset: Int) {
        self.code = code
        self.message = message
        self.offset = offset
    }

    init(_ error: InflateError) {
        let code: Code =
            switch error.code {
            case .truncated: .truncated
            case .malformed: .malformed
            case .limit: .limit
            }
        self.init(code, error.message, at: error.offset)
    }
}

extension ArchiveError: CustomStringConvertible {
    /// As in `byte 1024: the entry is encrypted`.
    package var description: String { "byte \(offset): \(message)" }
}

/// Reads little-endian numbers of a file, with bounds checks.
struct LittleEndianBytes {
    let bytes: [UInt8]

    func number16(_ place: Int) throws(ArchiveError) -> Int {
        guard place >= 0, place <= bytes.count - 2 else {
            throw ArchiveError(.truncated, "unexpected end of file", at: bytes.count)
        }
        return Int(bytes[place]) | Int(bytes[place + 1]) << 8
    }

    /// Returns the four-byte number at a place, which must be below 2^31.
    func number32(_ place: Int) throws(ArchiveError) -> Int {
        let (low, high) = (try number16(place), try number16(place + 2))
        guard high < 0x8000 else {
            throw ArchiveError(.limit, "a size or offset of 2 GiB or more", at: place)
        }
        return low | high << 16
    }

    /// Returns any four-byte number at a place.
    func word(_ place: Int) throws(ArchiveError) -> UInt32 {
        UInt32(try number16(place)) | UInt32(try number16(place + 2)) << 16
    }
}
