import DERKit

/// Finds binary data in a text: DER, which is read, and everything else, which is an error in its place.
struct EmbeddedBinary {
    private let text: [UInt8]
    private let end: Int

    init(_ text: [UInt8], end: Int) {
        self.text = text
        self.end = end
    }

    /// The next byte that no text has, or the first of DER; the end if there is none.
    func start(from place: Int) -> Int {
        var place = place
        while place < end {
            // A few of them may be in a name that someone printed.
            if isBinary(place), (place..<Swift.min(end, place + 64)).filter(isBinary).count > 4 {
                return place
            }
            place += 1
        }
        return end
    }

    private func isBinary(_ place: Int) -> Bool {
        switch text[place] {
        case 0x00: return !isFilling(place)
        // Without what a terminal and old printers know: bell, backspace, shift out and in, end of file, escape.
        case 0x01...0x06, 0x10...0x19, 0x1c...0x1f: return true
        case 0x30 where place + 1 < end && text[place + 1] >= 0x80:
            return EmbeddedObjects.Beginning(text[place..<Swift.min(end, place + 12)]) != nil
        default: return false
        }
    }

    /// A Boolean value that indicates whether a zero ends a string or fills a block: only zeros and white space are
    /// beside it.
    private func isFilling(_ place: Int) -> Bool {
        func isBlank(_ byte: UInt8) -> Bool { byte == 0 || Base64.isWhiteSpace(byte) }
        let isAtStart = place == 0 || isBlank(text[place - 1]) || text[place - 1] == UInt8(ascii: "-")
        return isAtStart && (place + 1 >= end || isBlank(text[place + 1]))
    }

    /// The object around the byte at `place`, or an error.
    func find(at place: Int) -> (find: EmbeddedObjects.Find?, stop: Int) {
        // A short length and tags may be characters of text as well, and a value begins before those inside it.
        for start in Swift.max(0, place - 4)...place where text[start] == 0x30 {
            var cursor = BERCursor(start..<end)
            guard let element = try? cursor.next(in: text.span), element.end > place else { continue }
            let bytes = Array(text[element.range])
            if Structure(sniffing: bytes) != nil {
                return (.der(bytes, at: start, .unarmouredDER), element.end)
            }
        }
        for start in stride(from: place, through: Swift.max(0, place - 15), by: -1) {
            if let format = ForeignFormat(binary: text[start..<end]) {
                return (.failure(.embedded(format), at: start, place: start), end)
            }
        }
        return (.failure(.binaryData, at: place, place: place), end)
    }
}
