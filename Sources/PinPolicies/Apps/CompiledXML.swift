import DERKit

/// A reader of the binary XML that Android's build tools write (`ResourceTypes.h` in the Android Open Source Project).
/// An app contains its network security configuration in this form.
package struct CompiledXML {
    package static func isCompiled(_ bytes: [UInt8]) -> Bool { bytes.starts(with: [3, 0, 8, 0]) }

    /// Returns the document as text, with each element on its original line if possible.
    package static func text(of bytes: [UInt8]) throws(ArchiveError) -> [UInt8] {
        var reader = CompiledXML(file: LittleEndianBytes(bytes: bytes))
        return try reader.document()
    }

    private let file: LittleEndianBytes
    private var strings: [Range<Int>] = []
    private var isUTF8 = false
    private var output: [UInt8] = []
    private var line = 1
    private var depth = 0

    /// The maximum number of bytes of text; without it, a document could fill the memory by repeating a long string.
    private static let maximumText = 16 << 20

    private mutating func document() throws(ArchiveError) -> [UInt8] {
        let end = try file.number32(4)
        guard end <= file.bytes.count else { throw file.unexpectedEnd }
        var place = 8
        while place < end {
            let (type, size) = (try file.number16(place), try file.number32(place + 4))
            guard size >= 8, size <= end - place else {
                throw ArchiveError("invalid chunk length", at: place)
            }
            switch type {
            case 0x0001: try readStrings(at: place, size)
            case 0x0102: try startElement(at: place, size)
            case 0x0103: try endElement(at: place)
            case 0x0104: try append(xmlEscaped(try text(try file.word(place + 16), at: place)), at: place)
            default: break
            }
            place += size
        }
        guard depth == 0 else { throw ArchiveError("unterminated element", at: end) }
        return output
    }

    // MARK: Strings

    private mutating func readStrings(at place: Int, _ size: Int) throws(ArchiveError) {
        let count = try file.number32(place + 8)
        isUTF8 = try file.word(place + 16) & 0x100 != 0
        let start = try file.number32(place + 20)
        guard count <= size / 4 else { throw ArchiveError("too many strings for the string pool", at: place) }
        strings = []
        for number in 0..<count {
            let offset = try file.number32(place + 28 + 4 * number)
            guard offset < size, start < size else {
                throw ArchiveError("reference to a missing string", at: place)
            }
            strings.append(try string(at: place + start + offset, before: place + size))
        }
    }

    /// Returns the range of a string's bytes, which follow its length.
    private func string(at place: Int, before end: Int) throws(ArchiveError) -> Range<Int> {
        var place = place
        var count = 0
        if isUTF8 {
            // The length in UTF-16 code units, then the length in bytes, each stored in one or two bytes.
            for _ in 0..<2 {
                count = try file.number16(place) & 0xff
                place += 1
                guard count & 0x80 != 0 else { continue }
                count = (count & 0x7f) << 8 | (try file.number16(place) & 0xff)
                place += 1
            }
        } else {
            count = try file.number16(place)
            place += 2
            if count & 0x8000 != 0 {
                count = (count & 0x7fff) << 16 | (try file.number16(place))
                place += 2
            }
            count = min(count, file.bytes.count / 2 + 1) * 2
        }
        guard place <= end, count <= end - place else {
            throw ArchiveError("a string exceeds the string pool", at: place)
        }
        return place..<(place + count)
    }

    private func text(_ number: UInt32, at place: Int) throws(ArchiveError) -> String {
        guard number < UInt32(truncatingIfNeeded: strings.count) else {
            throw ArchiveError("missing string \(number)", at: place)
        }
        let range = strings[Int(number)]
        guard !isUTF8 else { return String(decoding: file.bytes[range], as: UTF8.self) }
        let units = try stride(from: range.lowerBound, to: range.upperBound - 1, by: 2).map {
            (unit) throws(ArchiveError) in UInt16(truncatingIfNeeded: try file.number16(unit))
        }
        return String(decoding: units, as: UTF16.self)
    }

    // MARK: Elements

    private mutating func startElement(at place: Int, _ size: Int) throws(ArchiveError) {
        let wanted = Int(truncatingIfNeeded: try file.word(place + 8))
        // Adding line ends up to a line number that is far away would only cost memory.
        if wanted > line, wanted - line <= 10_000 {
            try append(String(repeating: "\n", count: wanted - line), at: place)
        }
        depth += 1
        try append("<\(try name(try file.word(place + 20), at: place))", at: place)
        let start = place + 16 + (try file.number16(place + 24))
        let (width, count) = (try file.number16(place + 26), try file.number16(place + 28))
        guard width >= 20, start - place <= size, count <= (size - (start - place)) / width else {
            throw ArchiveError("too many attributes for the element", at: place)
        }
        for number in 0..<count {
            let attribute = start + number * width
            let name = try name(try file.word(attribute + 4), at: attribute)
            try append(" \(name)=\"\(xmlEscaped(try value(at: attribute)))\"", at: attribute)
        }
        try append(">", at: place)
    }

    private mutating func endElement(at place: Int) throws(ArchiveError) {
        depth -= 1
        guard depth >= 0 else { throw ArchiveError("unexpected end of an element", at: place) }
        try append("</\(try name(try file.word(place + 20), at: place))>", at: place)
    }

    /// Returns a name, which must not contain markup.
    private func name(_ number: UInt32, at place: Int) throws(ArchiveError) -> String {
        let text = try text(number, at: place)
        let isName =
            !text.isEmpty
            && text.utf8.allSatisfy { (octet) in
                octet > 0x20 && !"<>&\"'=/".utf8.contains(octet)
            }
        guard isName else { throw ArchiveError("invalid element name", at: place) }
        return text
    }

    private func value(at place: Int) throws(ArchiveError) -> String {
        let raw = try file.word(place + 8)
        guard raw == 0xffff_ffff else { return try text(raw, at: place) }
        let (type, data) = (try file.number16(place + 14) >> 8, try file.word(place + 16))
        switch type {
        case 0x03: return try text(data, at: place)
        case 0x12: return data == 0 ? "false" : "true"
        case 0x10: return String(Int32(bitPattern: data))
        case 0x01, 0x02: return "@0x" + String(data, radix: 16)
        default: return "0x" + String(data, radix: 16)
        }
    }

    private mutating func append(_ text: String, at place: Int) throws(ArchiveError) {
        guard text.utf8.count <= CompiledXML.maximumText - output.count else {
            throw ArchiveError("too much text in compiled XML", at: place)
        }
        for octet in text.utf8 where octet == 0x0a { line += 1 }
        output += text.utf8
    }
}
