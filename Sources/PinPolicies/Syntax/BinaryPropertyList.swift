import SPKIHash

/// A reader of property lists in the binary format of built apps, as defined in `CFBinaryPList.c` of Apple's Core
/// Foundation.
///
///     "bplist00"  objects  offsets of the objects  trailer of 32 bytes
///
/// Containers refer to their elements by number, so an object may occur in several places or contain itself.
struct BinaryPropertyList {
    private let bytes: [UInt8]
    /// The number of bytes in a reference.
    private let referenceSize: Int
    private let offsets: [Int]
    /// The end of the objects.
    private let end: Int
    /// The strings that have been read; writers store repeated strings only once.
    private var texts: [Int: String] = [:]
    /// The containers around the object that is being read.
    private var open: [Int] = []
    private var count = 0
    /// The total number of bytes in strings.
    private var textCount = 0

    private static let magic = "bplist"
    private static let maximumDepth = 64
    private static let trailerSize = 32

    static func isBinary(_ bytes: [UInt8]) -> Bool { bytes.starts(with: magic.utf8) }

    static func read(_ bytes: [UInt8]) throws(PolicyError) -> DataValue {
        var list = try BinaryPropertyList(bytes)
        let reference = bytes.count - trailerSize + 16
        return try list.value(try number(bytes, reference, 8), at: reference)
    }

    /// Reads the trailer and the offsets of the objects.
    private init(_ bytes: [UInt8]) throws(PolicyError) {
        typealias List = BinaryPropertyList
        guard bytes.starts(with: "\(List.magic)00".utf8) else {
            throw malformed(
                "unsupported version of a binary property list; expected bplist00", at: List.magic.utf8.count)
        }
        let trailer = bytes.count - List.trailerSize
        guard trailer > List.magic.utf8.count + 2 else {
            throw malformed("unexpected end of file in a binary property list", at: bytes.count)
        }
        let (offsetSize, referenceSize) = (Int(bytes[trailer + 6]), Int(bytes[trailer + 7]))
        guard (1...8).contains(offsetSize), (1...8).contains(referenceSize) else {
            throw malformed("invalid offset or reference size", at: trailer + 6)
        }
        let table = try List.number(bytes, trailer + 24, 8)
        guard table <= trailer else {
            throw malformed("invalid offset of the offset table", at: trailer + 24)
        }
        let count = try List.number(bytes, trailer + 8, 8)
        guard count <= (trailer - table) / offsetSize else {
            throw malformed("invalid number of objects", at: trailer + 8)
        }
        offsets = try (0..<count).map { (index) throws(PolicyError) in
            try List.number(bytes, table + index * offsetSize, offsetSize)
        }
        self.bytes = bytes
        self.referenceSize = referenceSize
        end = table
    }

    /// Returns a big-endian number of 1 to 8 bytes; the caller has checked that they exist.
    private static func number(_ bytes: [UInt8], _ place: Int, _ size: Int) throws(PolicyError) -> Int {
        guard let number = Int(exactly: bits(bytes[place..<place + size])) else {
            throw malformed("number too large for a file", at: place)
        }
        return number
    }

    private static func bits(_ octets: ArraySlice<UInt8>) -> UInt64 {
        octets.reduce(0) { $0 << 8 | UInt64($1) }
    }

    // MARK: Objects

    /// Reads the object with the given number; `reference` is the offset of the reference to the object.
    private mutating func value(_ object: Int, at reference: Int) throws(PolicyError) -> DataValue {
        guard object < offsets.count else {
            throw malformed("reference to a missing object", at: reference)
        }
        let start = offsets[object]
        guard start >= 8, start < end else {
            throw malformed("reference to an object outside of the file", at: reference)
        }
        count += 1
        guard count <= TextScanner.mostValues(in: bytes) else {
            throw PolicyError(.limit, TextScanner.tooManyValues, offset: reference)
        }
        let (type, length) = (bytes[start] >> 4, Int(bytes[start] & 0x0f))
        switch type {
        case 0x0 where length == 0x0: return DataValue(.other("null"))
        case 0x0 where length == 0x8 || length == 0x9: return DataValue(.bool(length == 0x9))
        case 0x1: return DataValue(try integer(length, at: start).kind)
        case 0x2: return DataValue(try real(length, at: start))
        case 0x3:
            _ = try content(8, from: start + 1, of: start)
            return DataValue(.other("a date"))
        case 0x5, 0x6: return DataValue(.string(try text(object, at: start), comment: nil))
        case 0x4:
            let (count, place) = try extent(at: start)
            _ = try content(count, from: place, of: start)
            return DataValue(.other("data"))
        case 0xa, 0xd: return try container(object, at: start)
        default:
            throw malformed("unsupported object type \(bytes[start] >> 4)", at: start)
        }
    }

    /// Returns the content of an object: units of `width` bytes.
    private func content(
        _ count: Int, width: Int = 1, from place: Int, of start: Int
    ) throws(PolicyError) -> ArraySlice<UInt8> {
        guard place <= end, count <= (end - place) / width else {
            throw malformed("object length exceeds the file size", at: start)
        }
        return bytes[place..<place + count * width]
    }

    /// Reads an integer of 1 to 16 bytes; only eight-byte integers are signed.
    private func integer(
        _ exponent: Int, at start: Int
    ) throws(PolicyError) -> (kind: DataValue.Kind, value: Int?, end: Int) {
        guard exponent <= 4 else { throw malformed("invalid integer length", at: start) }
        let size = 1 << exponent
        let octets = try content(size, from: start + 1, of: start)
        let value = BinaryPropertyList.bits(octets.suffix(8))
        let after = start + 1 + size
        // Writers use sixteen bytes for numbers of 2^63 or more, which do not fit in eight signed bytes.
        guard size < 16 || octets.prefix(8).allSatisfy({ $0 == 0 }) else {
            return (.other("an integer of more than 64 bits"), nil, after)
        }
        guard size == 8 else { return (.number("\(value)"), Int(exactly: value), after) }
        let signed = Int64(bitPattern: value)
        return (.number("\(signed)"), Int(exactly: signed), after)
    }

    private func real(_ exponent: Int, at start: Int) throws(PolicyError) -> DataValue.Kind {
        guard exponent == 2 || exponent == 3 else {
            throw malformed("invalid real number length", at: start)
        }
        let pattern = BinaryPropertyList.bits(try content(1 << exponent, from: start + 1, of: start))
        let value =
            exponent == 2
            ? Double(Float(bitPattern: UInt32(truncatingIfNeeded: pattern))) : Double(bitPattern: pattern)
        return value == 0 ? .number("0") : value == 1 ? .number("1") : .other("a real number")
    }

    /// Returns the number of units in an object and the place where they begin.
    private func extent(at start: Int) throws(PolicyError) -> (count: Int, place: Int) {
        let count = Int(bytes[start] & 0x0f)
        guard count == 0xf else { return (count, start + 1) }
        // A count that does not fit in these bits is stored in a separate integer.
        guard let first = try content(1, from: start + 1, of: start).first, first >> 4 == 0x1 else {
            throw malformed("missing object length", at: start)
        }
        let (_, value, after) = try integer(Int(first & 0x0f), at: start + 1)
        guard let value, value >= 0 else { throw malformed("object length exceeds the file size", at: start) }
        return (value, after)
    }

    // MARK: Texts

    private mutating func text(_ object: Int, at start: Int) throws(PolicyError) -> String {
        if let known = texts[object] { return known }
        let (count, place) = try extent(at: start)
        // If no objects overlap, the strings together are shorter than the file.
        textCount += min(count, bytes.count)
        guard textCount <= bytes.count else {
            throw malformed("objects overlap", at: start)
        }
        let text: String
        if bytes[start] >> 4 == 0x5 {
            let octets = try content(count, from: place, of: start)
            if let wrong = octets.firstIndex(where: { $0 >= 0x80 }) {
                throw malformed("non-ASCII character in an ASCII string", at: wrong)
            }
            text = String(decoding: octets, as: UTF8.self)
        } else {
            let units = try content(count, width: 2, from: place, of: start).bigEndianPairs
            text = String(decoding: units, as: UTF16.self)
            guard text.utf16.elementsEqual(units) else {
                throw malformed("invalid UTF-16", at: place)
            }
        }
        guard MarkRun.end(in: text) == nil else {
            throw malformed(TextScanner.tooManyMarks, at: start)
        }
        texts[object] = text
        return text
    }

    // MARK: Containers

    private mutating func container(_ object: Int, at start: Int) throws(PolicyError) -> DataValue {
        guard !open.contains(object) else {
            throw malformed("an object contains itself", at: start)
        }
        guard open.count < BinaryPropertyList.maximumDepth else {
            throw malformed("objects are nested too deeply", at: start)
        }
        open.append(object)
        defer { open.removeLast() }
        let isDictionary = bytes[start] >> 4 == 0xd
        let (count, place) = try extent(at: start)
        let width = isDictionary ? 2 * referenceSize : referenceSize
        _ = try content(count, width: width, from: place, of: start)
        guard isDictionary else {
            return DataValue(
                .array(try (0..<count).map { (index) throws(PolicyError) in try element(index, from: place) })
            )
        }
        var entries: [DataValue.Entry] = []
        var keys: Set<String> = []
        for index in 0..<count {
            let key = try element(index, from: place)
            let keyPlace = place + index * referenceSize
            guard let name = key.string?.text else {
                throw malformed("a key is \(key.name); expected a string", at: keyPlace)
            }
            guard keys.insert(name).inserted else {
                throw malformed("duplicate key '\(displayed(name))' in one dictionary", at: keyPlace)
            }
            entries.append(.init(key: name, value: try element(count + index, from: place)))
        }
        return DataValue(.dictionary(entries))
    }

    /// Reads the element at an index of a container; the caller has checked that the references are inside the file.
    private mutating func element(_ index: Int, from place: Int) throws(PolicyError) -> DataValue {
        let reference = place + index * referenceSize
        return try value(try BinaryPropertyList.number(bytes, reference, referenceSize), at: reference)
    }
}

private func malformed(_ message: String, at offset: Int) -> PolicyError {
    PolicyError(.syntax, message, offset: offset)
}
