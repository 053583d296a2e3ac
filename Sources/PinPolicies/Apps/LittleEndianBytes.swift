import DERKit

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
