import DERKit

// Binary data in text: DER, which is read, and other data, which is reported as an error.
extension TextSearch {
    /// Returns whether a byte does not occur in text or begins DER.
    func isBinaryStart(_ place: Int) -> Bool {
        // A printed name may contain a few of them.
        isBinary(place) && (place..<Swift.min(end, place + 64)).filter(isBinary).count > 4
    }

    private func isBinary(_ place: Int) -> Bool {
        switch text[place] {
        case 0x00: return !isFilling(place)
        // Excluding control characters of terminals and printers: bell, backspace, shift, end of file, escape.
        case 0x01...0x06, 0x10...0x19, 0x1c...0x1f: return true
        case 0x30 where place + 1 < end && text[place + 1] >= 0x80:
            return ObjectBeginning(text[place..<Swift.min(end, place + 12)]) != nil
        default: return false
        }
    }

    /// Returns whether a zero terminates a string or pads a block: its neighbors are only zeros
    /// and white space, or DER is after it.
    private func isFilling(_ place: Int) -> Bool {
        func isBlank(_ byte: UInt8) -> Bool { byte == 0 || Base64.isWhiteSpace(byte) }
        let isAtStart = place == 0 || isBlank(text[place - 1]) || text[place - 1] == UInt8(ascii: "-")
        return isAtStart && (place + 1 >= end || isBlank(text[place + 1]) || text[place + 1] == 0x30)
    }

    /// Returns the object around the byte at `place`, or an error.
    func readBinary(at place: Int) -> Reading {
        // Tags and short lengths may also be text characters, and a value begins before its members.
        for start in Swift.max(0, place - 12)...place where text[start] == 0x30 {
            // Anything else before it may be the header of a value around it.
            guard start <= begin || DERSeries.isFilling(text[start - 1]) else { continue }
            var cursor = BERCursor(start..<end)
            guard let element = try? cursor.next(in: text.span), element.end > place else { continue }
            let bytes = Array(text[start..<DERSeries.end(of: element, cursor, in: text)])
            if place - start > 4 ? ObjectKind.isObject(bytes) : ObjectKind.resembling(bytes) != nil {
                return (Blob(bytes, at: start, by: .unarmouredDER), start + bytes.count)
            }
        }
        let visible = text[place..<end].firstIndex { $0 != 0 } ?? place
        for start in stride(from: visible, through: Swift.max(0, place - 15), by: -1) {
            if let format = ForeignFormat(binary: text[start..<end]) {
                return (Blob(.embedded(format), at: start, place: start), end)
            }
        }
        return (Blob(.binaryData, at: place, place: place), end)
    }
}
