import DERKit

/// A ZIP archive with stored and deflated entries, the container format of apps (PKWARE's APPNOTE.TXT).
package struct ZIPArchive: Sendable {
    /// A file in the archive.
    package struct Entry: Sendable {
        package let name: String
        /// The offset of the entry's description in the central directory.
        let offset: Int
        fileprivate let isDeflated: Bool
        fileprivate let checksum: UInt32
        package let byteCount: Int
        /// The range of the entry's data, or the reason why the data cannot be read.
        fileprivate var data: Result<Range<Int>, ArchiveError>
    }

    package private(set) var entries: [Entry] = []
    private let file: LittleEndianBytes

    package static let maximumEntry = 64 << 20
    package static let maximumTotal = 1 << 30
    /// The maximum ratio of an entry's size to its compressed size, for entries larger than ``smallEntry``. Real files
    /// rarely exceed a ratio of 50.
    private static let maximumRatio = 200
    private static let smallEntry = 16 << 20

    package static func isArchive(_ bytes: [UInt8]) -> Bool {
        bytes.starts(with: [0x50, 0x4b, 3, 4]) || bytes.starts(with: [0x50, 0x4b, 5, 6])
    }

    /// Reads the directory of an archive. If an entry is damaged, ``contents(of:)`` throws the error.
    package init(_ bytes: [UInt8]) throws(ArchiveError) {
        file = LittleEndianBytes(bytes: bytes)
        let end = try ZIPArchive.endOfDirectory(file)
        let count = try file.number16(end + 10)
        let (size, start) = (try file.number32(end + 12), try file.number32(end + 16))
        guard try file.number16(end + 4) == 0, try file.number16(end + 8) == count else {
            throw ArchiveError("the archive has several parts", at: end)
        }
        guard start <= end, size <= end - start else {
            throw ArchiveError("the directory overlaps the end record", at: end)
        }
        var place = start
        // Strings compare in normalized form, which takes quadratic time for many combining marks.
        var names: Set<[UInt8]> = []
        var total = 0
        for _ in 0..<count {
            let next = try read(at: &place, before: start)
            guard var entry = next else { continue }
            if !names.insert(Array(entry.name.utf8)).inserted {
                entry.data = .failure(ArchiveError("duplicate entry", at: entry.offset))
            }
            total = min(total, ZIPArchive.maximumTotal) + entry.byteCount
            if total > ZIPArchive.maximumTotal, case .success = entry.data {
                entry.data = .failure(
                    ArchiveError(
                        "the entries exceed \(ZIPArchive.maximumTotal) bytes in total", at: entry.offset))
            }
            entries.append(entry)
        }
        refuseOverlaps()
    }

    package func contents(of entry: Entry) throws(ArchiveError) -> [UInt8] {
        let range = try entry.data.get()
        let bytes =
            entry.isDeflated
            ? try Inflate.bytes(of: file.bytes, in: range, count: entry.byteCount)
            : Array(file.bytes[range])
        guard CRC32.checksum(bytes) == entry.checksum else {
            throw ArchiveError("damaged: the checksum does not match the contents", at: range.lowerBound)
        }
        return bytes
    }

    // MARK: Directory

    /// Returns the offset of the record at the end of the directory; a comment may follow the record.
    private static func endOfDirectory(_ file: LittleEndianBytes) throws(ArchiveError) -> Int {
        let count = file.bytes.count
        for place in stride(from: count - 22, through: max(0, count - 22 - 0xffff), by: -1) {
            if try file.word(place) == 0x0605_4b50, try file.number16(place + 20) == count - 22 - place {
                return place
            }
        }
        throw ArchiveError("missing end of the archive's directory", at: count)
    }

    /// Reads the next description in the directory, or returns `nil` for a folder.
    private func read(at place: inout Int, before directory: Int) throws(ArchiveError) -> Entry? {
        let offset = place
        guard try file.word(place) == 0x0201_4b50 else {
            throw ArchiveError("invalid directory entry", at: place)
        }
        let (flags, method) = (try file.number16(place + 8), try file.number16(place + 10))
        let nameCount = try file.number16(place + 28)
        place += 46 + nameCount + (try file.number16(offset + 30)) + (try file.number16(offset + 32))
        guard place <= file.bytes.count else { throw file.unexpectedEnd }
        let nameBytes = file.bytes[(offset + 46)..<(offset + 46 + nameCount)]
        let name = String(decoding: nameBytes, as: UTF8.self)
        guard nameBytes.last != UInt8(ascii: "/") else { return nil }
        var size = 0
        let data = Result { () throws(ArchiveError) -> Range<Int> in
            try ZIPArchive.check(name, flags, method, at: offset)
            let announced = try file.number32(offset + 24)
            guard announced <= ZIPArchive.maximumEntry else {
                throw ArchiveError(
                    "\(announced) bytes; expected at most \(ZIPArchive.maximumEntry)", at: offset)
            }
            size = announced
            let range = try self.range(of: nameBytes, describedAt: offset, before: directory)
            if size > ZIPArchive.smallEntry, size / ZIPArchive.maximumRatio > range.count {
                throw ArchiveError(
                    "unpacks to more than \(ZIPArchive.maximumRatio) times its size", at: offset)
            }
            if method == 0, range.count != size {
                throw ArchiveError("the entry has two different sizes", at: offset)
            }
            return range
        }
        return Entry(
            name: name, offset: offset, isDeflated: method == 8, checksum: try file.word(offset + 16),
            byteCount: size, data: data)
    }

    /// Rejects encrypted and unsupported entries, and names that may point outside the archive.
    private static func check(
        _ name: String, _ flags: Int, _ method: Int, at offset: Int
    ) throws(ArchiveError) {
        let parts = name.utf8.split(omittingEmptySubsequences: false) { (octet) in
            octet == UInt8(ascii: "/") || octet == UInt8(ascii: "\\")
        }
        let isUnsafe = parts.contains { (part) in part.isEmpty || part.elementsEqual("..".utf8) }
        guard !isUnsafe, !name.utf8.contains(0) else {
            throw ArchiveError("the path leads out of the archive", at: offset)
        }
        guard flags & 0x41 == 0 else { throw ArchiveError("encrypted", at: offset) }
        guard method == 0 || method == 8 else {
            throw ArchiveError("compressed by method \(method)", at: offset)
        }
    }

    /// Returns the range of an entry's data, which follows its local header.
    private func range(
        of name: ArraySlice<UInt8>, describedAt offset: Int, before directory: Int
    ) throws(ArchiveError) -> Range<Int> {
        let (count, header) = (try file.number32(offset + 20), try file.number32(offset + 42))
        guard header <= directory, try file.word(header) == 0x0403_4b50 else {
            throw ArchiveError("missing entry header", at: header)
        }
        let nameStart = header + 30
        let nameEnd = nameStart + (try file.number16(header + 26))
        let start = nameEnd + (try file.number16(header + 28))
        guard start <= directory, count <= directory - start else {
            throw ArchiveError("the data extends into the directory", at: header)
        }
        guard file.bytes[nameStart..<nameEnd].elementsEqual(name) else {
            throw ArchiveError("the entry has two different names", at: header)
        }
        return start..<(start + count)
    }

    /// Rejects entries that share their data, because a ZIP bomb uses the same bytes repeatedly.
    private mutating func refuseOverlaps() {
        let places = entries.indices.compactMap { (place) -> (start: Int, end: Int, place: Int)? in
            guard case .success(let range) = entries[place].data else { return nil }
            return (range.lowerBound, range.upperBound, place)
        }.sorted { $0 < $1 }
        var end = 0
        for (start, own, place) in places {
            if start < end {
                entries[place].data = .failure(ArchiveError("shares its data with another entry", at: start))
            }
            end = max(end, own)
        }
    }
}

/// A reader of little-endian numbers in a file, with bounds checks.
struct LittleEndianBytes {
    let bytes: [UInt8]

    var unexpectedEnd: ArchiveError { ArchiveError("unexpected end of file", at: bytes.count) }

    func number16(_ place: Int) throws(ArchiveError) -> Int {
        guard place >= 0, place <= bytes.count - 2 else { throw unexpectedEnd }
        return Int(bytes[place]) | Int(bytes[place + 1]) << 8
    }

    /// Returns the four-byte number at a place, which must be below 2^31.
    func number32(_ place: Int) throws(ArchiveError) -> Int {
        let (low, high) = (try number16(place), try number16(place + 2))
        guard high < 0x8000 else { throw ArchiveError("a size or offset is 2 GiB or more", at: place) }
        return low | high << 16
    }

    /// Returns any four-byte number at a place.
    func word(_ place: Int) throws(ArchiveError) -> UInt32 {
        UInt32(try number16(place)) | UInt32(try number16(place + 2)) << 16
    }
}

/// The ZIP checksum, CRC-32 (ITU-T V.42).
enum CRC32 {
    private static let table: [UInt32] = (0..<256).map { (number) in
        var value = UInt32(truncatingIfNeeded: number)
        for _ in 0..<8 { value = value & 1 == 1 ? 0xedb8_8320 ^ (value >> 1) : value >> 1 }
        return value
    }

    static func checksum(_ bytes: [UInt8]) -> UInt32 {
        let table = table
        var value: UInt32 = 0xffff_ffff
        for byte in bytes {
            value = table[Int(truncatingIfNeeded: (value ^ UInt32(byte)) & 0xff)] ^ (value >> 8)
        }
        return ~value
    }
}
