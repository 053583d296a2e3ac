import DERKit

/// Finds the values in binary input: one object, or several in a row.
struct DERSeries: Sendable {
    private let bytes: [UInt8]
    private var position = 0
    /// The start of the bytes after the last value, if they are not a value.
    private(set) var rest: Int?

    init(_ bytes: [UInt8]) { self.bytes = bytes }

    mutating func next() -> Blob? {
        guard position < bytes.count else { return nil }
        let start = position
        var cursor = BERCursor(start..<bytes.count)
        position = bytes.count
        // If the value is truncated, the code that reads its kind of object reports the place.
        guard let element = try? cursor.next(in: bytes.span) else {
            return Blob(Array(bytes[start...]), at: start, .plain)
        }
        if start == 0, element.end < bytes.count, let whole = withoutReturns(element.end) {
            return Blob(whole, at: 0, by: .restored)
        }
        var blob = Blob(Array(bytes[element.range]), at: start, .plain)
        guard element.end < bytes.count else { return blob }
        let end = DERSeries.end(of: element, cursor, in: bytes)
        if end > element.end {
            blob = Blob(Array(bytes[start..<end]), at: start, .plain)
            blob.kind = .trustedCertificate
        }
        let next = bytes[end...].firstIndex { !DERSeries.isFilling($0) } ?? bytes.count
        if next > end { blob.notes = [.filling(next - end, at: end)] }
        position = next
        guard next < bytes.count, bytes[next] != 0x30 || isText(from: next) else { return blob }
        rest = next
        position = bytes.count
        return blob
    }

    /// Returns the end of a value, including OpenSSL's trust data if the value is a certificate followed by trust data.
    ///
    /// - Parameter cursor: a cursor after the value.
    static func end(of value: BERElement, _ cursor: BERCursor, in bytes: [UInt8]) -> Int {
        var cursor = cursor
        guard let next = try? cursor.next(.sequence, in: bytes.span), mayBeTrust(next, in: bytes),
            (try? TrustedCertificate(der: bytes[value.start..<next.end])) != nil
        else { return value.end }
        return next.end
    }

    /// Returns whether a value may be trust data, which unlike a certificate does not begin with a list of lists.
    private static func mayBeTrust(_ value: BERElement, in bytes: [UInt8]) -> Bool {
        var fields = BERCursor(value.content)
        guard let first = try? fields.next(.sequence, in: bytes.span) else { return true }
        var members = BERCursor(first.content)
        return (try? members.next(.sequence, in: bytes.span)) == nil
    }

    /// Returns whether a byte after an object is only padding.
    static func isFilling(_ byte: UInt8) -> Bool { byte == 0 || Base64.isWhiteSpace(byte) }

    /// Returns whether the bytes from `start` on are text, in which a byte 30 is the digit 0 and not a tag.
    private func isText(from start: Int) -> Bool {
        bytes[start...].prefix(16).allSatisfy { (0x20...0x7e).contains($0) || Base64.isWhiteSpace($0) }
    }

    /// Returns the input without the carriage returns that a text-mode transfer added before each line feed, if
    /// removing them makes the input whole. In other input, the lengths would no longer match; but an intact object
    /// that happens to contain such a pair may have padding of the same length.
    private func withoutReturns(_ valueEnd: Int) -> [UInt8]? {
        var result: [UInt8] = []
        result.reserveCapacity(bytes.count)
        for byte in bytes {
            if byte == 0x0a {
                guard result.last == 0x0d else { return nil }
                result.removeLast()
            }
            result.append(byte)
        }
        let isPadded = bytes[valueEnd...].allSatisfy(DERSeries.isFilling)
        guard result.count < bytes.count, !isPadded || !ObjectKind.isObject(Array(bytes[..<valueEnd])),
            DERSeries(result).isWhole
        else { return nil }
        return result
    }

    /// Returns whether the input begins like a SEQUENCE rather than text.
    ///
    /// The byte 30 is also the digit 0, so a short length counts only if complete values fill the input, or if the
    /// first value is an intact object.
    static func begins(_ input: [UInt8]) -> Bool {
        guard input.count >= 2, input[0] == 0x30 else { return false }
        guard input[1] < 0x80, !DERSeries(input).isWhole else { return true }
        return ObjectBeginning(input) != nil && ObjectKind.isObject(Array(input.prefix(Int(input[1]) + 2)))
    }

    /// A Boolean value that indicates whether the input consists only of complete SEQUENCEs.
    var isWhole: Bool {
        var cursor = BERCursor(0..<bytes.count)
        while !cursor.isAtEnd {
            guard let element = try? cursor.next(in: bytes.span), element.tag == .sequence else {
                return false
            }
        }
        return true
    }

    /// The byte order marks of UTF-8 and UTF-16, which some programs write at the start of any file.
    private static let marks: [[UInt8]] = [[0xef, 0xbb, 0xbf], [0xff, 0xfe], [0xfe, 0xff]]

    /// Returns the offset of intact DER after a byte order mark; `nil` for other input.
    static func startBehindMark(_ input: [UInt8]) -> Int? {
        guard let first = input.first, first >= 0xef,
            let mark = marks.first(where: { input.starts(with: $0) }),
            input.count > mark.count + 1, input[mark.count] == 0x30,
            DERSeries(Array(input[mark.count...])).isWhole
        else { return nil }
        return mark.count
    }
}

/// DER that was read as text in a one-byte encoding and saved in UTF-8 or UTF-16. Nothing is lost, because each
/// character stands for one byte.
enum TextModeDER {
    /// Returns the original DER if all of it can be restored; otherwise `nil`.
    static func restored(_ input: [UInt8]) -> [UInt8]? {
        guard input.count > 8 else { return nil }
        let isWide = input[0] == 0xff && input[1] == 0xfe || input[0] == 0x30 && input[1] == 0
        let hasMark = input.starts(with: [0xef, 0xbb, 0xbf])
        // In a short object, each octet of 80 or above became two octets. A line end may follow any object.
        let shortCount = Int(input[1]) + 2
        let isShort =
            input[0] == 0x30 && input[1] < 0x80
            && (shortCount + 1...2 * shortCount + 2).contains(input.count)
        guard isWide || hasMark || isShort || input[0] == 0x30 && input[1] >= 0xc2 else { return nil }
        let characters: [UInt32]
        if isWide {
            let pairs = input.dropFirst(input[0] == 0xff ? 2 : 0).bigEndianPairs
            characters = pairs.map { UInt32($0.byteSwapped) }
        } else {
            let text = String(decoding: input.dropFirst(hasMark ? 3 : 0), as: UTF8.self)
            characters = text.unicodeScalars.map { $0.value }
        }
        guard characters.count > 8, characters[0] == 0x30 else { return nil }
        var bytes: [UInt8] = []
        bytes.reserveCapacity(characters.count)
        for character in characters {
            if character < 0x100 {
                bytes.append(UInt8(truncatingIfNeeded: character))
            } else if let place = windows1252.firstIndex(of: character) {
                bytes.append(0x80 + UInt8(truncatingIfNeeded: place))
            } else {
                return nil
            }
        }
        for _ in 0...2 {
            if DERSeries(bytes).isWhole, bytes[1] >= 0x80 || bytes.count == Int(bytes[1]) + 2 { return bytes }
            guard let last = bytes.popLast(), last == 0x0a || last == 0x0d else { return nil }
        }
        return nil
    }

    /// The characters for 80 to 9F in Windows code page 1252; 0 for a byte without a character.
    private static let windows1252: [UInt32] = [
        0x20ac, 0, 0x201a, 0x0192, 0x201e, 0x2026, 0x2020, 0x2021, 0x02c6, 0x2030, 0x0160, 0x2039, 0x0152, 0,
        0x017d, 0, 0, 0x2018, 0x2019, 0x201c, 0x201d, 0x2022, 0x2013, 0x2014, 0x02dc, 0x2122, 0x0161, 0x203a,
        0x0153, 0, 0x017e, 0x0178,
    ]
}

// Finds binary data in text: DER, which is read, and other data, which is reported as an error.
extension TextSearch {
    /// Returns whether binary data begins at a place: the byte cannot occur in text or begins DER, and so do at least
    /// four of the next 63 bytes.
    func isBinaryStart(_ place: Int) -> Bool {
        // A printed name may contain a few such bytes.
        isBinary(place) && (place..<Swift.min(end, place + 64)).filter(isBinary).count > 4
    }

    private func isBinary(_ place: Int) -> Bool {
        switch text[place] {
        case 0x00: return !isFilling(place)
        // Control characters, except those for terminals and printers: bell, backspace, shift, end of file, escape.
        case 0x01...0x06, 0x10...0x19, 0x1c...0x1f: return true
        case 0x30 where place + 1 < end && text[place + 1] >= 0x80:
            return ObjectBeginning(text[place..<Swift.min(end, place + 12)]) != nil
        default: return false
        }
    }

    /// Returns whether a zero byte terminates a string or pads a block. It must follow a zero, white space, a dash or
    /// the start of the text, and a zero, white space, DER or the end must follow it.
    private func isFilling(_ place: Int) -> Bool {
        let isAtStart =
            place == 0 || DERSeries.isFilling(text[place - 1]) || text[place - 1] == UInt8(ascii: "-")
        return isAtStart
            && (place + 1 >= end || DERSeries.isFilling(text[place + 1]) || text[place + 1] == 0x30)
    }

    /// Returns the object around the byte at `place`, or an error.
    func readBinary(at place: Int) -> Reading {
        // The value may begin a few bytes earlier, with tags and short lengths that are also text characters.
        for start in Swift.max(0, place - 12)...place where text[start] == 0x30 {
            // Any other byte before the tag may belong to the header of an enclosing value.
            guard start <= begin || DERSeries.isFilling(text[start - 1]) else { continue }
            var cursor = BERCursor(start..<end)
            guard let element = try? cursor.next(in: bytes.span), element.end > place else { continue }
            let der = Array(bytes[start..<DERSeries.end(of: element, cursor, in: bytes)])
            if place - start > 4 ? ObjectKind.isObject(der) : ObjectKind.resembling(der) != nil {
                return (Blob(der, at: start, by: .unarmouredDER), start + der.count)
            }
        }
        let visible = text[place..<end].firstIndex { $0 != 0 } ?? place
        for start in stride(from: visible, through: Swift.max(0, place - 15), by: -1) {
            if let format = ForeignFormat(binary: bytes[start..<end]) {
                return (Blob(.embedded(format), at: start, place: start), end)
            }
        }
        return (Blob(.binaryData, at: place, place: place), end)
    }
}
