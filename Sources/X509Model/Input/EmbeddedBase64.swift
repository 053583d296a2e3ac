import DERKit

/// Finds base64 of DER or of PEM in text of another format, without BEGIN and END: the value of a secret in YAML or of
/// a variable, a member of JSON, an element of XML or of a property list. Takes time in proportion to the text.
struct EmbeddedBase64 {
    /// What was found.
    enum Find {
        /// A DER value, whole.
        case der([UInt8], at: Int)
        /// Text, which is to be read as an input of its own.
        case text([UInt8], at: Int)
        /// What begins as DER of this many bytes does, and cannot be decoded because of what is at `place`.
        case broken(byteCount: Int, at: Int, place: Int)
    }

    private let text: [UInt8]
    private let end: Int
    private var place: Int

    /// Fewer characters in a row than this are words of the text.
    private static let shortest = 16

    init(_ text: [UInt8], in range: Range<Int>) {
        self.text = text
        place = range.lowerBound
        end = range.upperBound
    }

    /// The next find, or `nil` after the last.
    mutating func next() -> Find? {
        let step = EmbeddedBase64.shortest
        while place + step <= end {
            // A row of that length has one of its characters here; what is before it is known to be none.
            guard Base64.isDigit(text[place + step - 1]) else {
                place += step
                continue
            }
            var start = place + step - 1
            while start > place, Base64.isDigit(text[start - 1]) { start -= 1 }
            var rowEnd = place + step
            while rowEnd < end, Base64.isDigit(text[rowEnd]) { rowEnd += 1 }
            place = rowEnd
            if rowEnd - start >= step, let find = find(from: start, rowEnd: rowEnd) { return find }
        }
        return nil
    }

    private mutating func find(from start: Int, rowEnd: Int) -> Find? {
        guard let head = try? Base64.decode(text.span, in: start..<start + 16) else { return nil }
        if EmbeddedBase64.texts.contains(where: head.starts) { return findText(from: start, rowEnd: rowEnd) }
        guard let (byteCount, isCertain) = EmbeddedBase64.sequence(head) else { return nil }
        let (digits, stop) = digits(from: start, count: (byteCount * 8 + 5) / 6)
        place = Swift.max(rowEnd, stop)
        // The padding, which may be absent, and nothing more.
        let isCut = digits.count < (byteCount * 8 + 5) / 6
        if !isCut, stop == end || !Base64.isDigit(text[stop]), let bytes = EmbeddedBase64.decode(digits) {
            if isCertain || Structure(sniffing: bytes).map({ (try? $0.read(bytes)) != nil }) ?? false {
                return .der(bytes, at: start)
            }
            return nil
        }
        return isCertain ? .broken(byteCount: byteCount, at: start, place: stop) : nil
    }

    /// How PEM begins, and how base64 of that does.
    private static let texts = [Array("-----BEGIN ".utf8), Array("LS0tLS1CRUdJ".utf8)]

    /// The size of the SEQUENCE that begins so, and whether nothing else does: it has more than 255 bytes, and begins
    /// with a SEQUENCE, an INTEGER or an OBJECT IDENTIFIER. `nil` if it is not the beginning of a certificate or key.
    private static func sequence(_ head: [UInt8]) -> (byteCount: Int, isCertain: Bool)? {
        guard head.count == 12, head[0] == 0x30 else { return nil }
        switch head[1] {
        case 0x82:
            guard [0x30, 0x02, 0x06].contains(head[4]) else { return nil }
            return (4 + Int(head[2]) << 8 + Int(head[3]), true)
        case 0x81:
            guard head[3] == 0x30 || head[3] == 0x02 else { return nil }
            return (3 + Int(head[2]), false)
        case 0x20..<0x80:
            guard head[2] == 0x30 && head[4] == 0x06 || head[2] == 0x02 && head[4] == 0 else { return nil }
            return (2 + Int(head[1]), false)
        default: return nil
        }
    }

    /// So many characters of base64 from `start` on, without what the format around puts between them, and the place
    /// behind the last.
    private func digits(from start: Int, count: Int) -> (digits: [UInt8], stop: Int) {
        var digits: [UInt8] = []
        var place = start
        while place < end, digits.count < count {
            let character = text[place]
            if Base64.isDigit(character) {
                digits.append(character)
                place += 1
            } else if character == UInt8(ascii: "-") || character == UInt8(ascii: "_") {
                digits.append(character == UInt8(ascii: "-") ? UInt8(ascii: "+") : UInt8(ascii: "/"))
                place += 1
            } else if let (digit, next) = separator(at: place) {
                if let digit { digits.append(digit) }
                place = next
            } else {
                break
            }
        }
        return (digits, place)
    }

    /// What may be between two characters: white space, escaped or not, and the quotes between two strings. A slash
    /// and a plus sign may be escaped.
    private func separator(at place: Int) -> (digit: UInt8?, next: Int)? {
        let character = text[place]
        if Base64.isWhiteSpace(character) { return (nil, place + 1) }
        for (escape, digit) in EmbeddedBase64.escapes where character == escape[0] {
            if text[place..<end].starts(with: escape) { return (digit, place + escape.count) }
        }
        guard character == UInt8(ascii: "\"") || character == UInt8(ascii: "'") else { return nil }
        var next = place + 1
        while next < end, next < place + 256 {
            switch text[next] {
            case character: return (nil, next + 1)
            case UInt8(ascii: "+"), UInt8(ascii: "."), UInt8(ascii: ","), UInt8(ascii: "\\"),
                UInt8(ascii: "@"):
                next += 1
            default:
                guard Base64.isWhiteSpace(text[next]) else { return nil }
                next += 1
            }
        }
        return nil
    }

    private static let escapes: [(escape: [UInt8], digit: UInt8?)] = [
        (Array("\\n".utf8), nil), (Array("\\r".utf8), nil), (Array("\\t".utf8), nil),
        (Array("\\\n".utf8), nil), (Array("\\/".utf8), UInt8(ascii: "/")),
        (Array("\\u002b".utf8), UInt8(ascii: "+")), (Array("\\u002B".utf8), UInt8(ascii: "+")),
        (Array("\\u002f".utf8), UInt8(ascii: "/")), (Array("\\u002F".utf8), UInt8(ascii: "/")),
        (Array("&#13;".utf8), nil), (Array("&#10;".utf8), nil), (Array("&#xD;".utf8), nil),
        (Array("&#xA;".utf8), nil), (Array("&#xd;".utf8), nil), (Array("&#xa;".utf8), nil),
        (Array("&#43;".utf8), UInt8(ascii: "+")), (Array("&#47;".utf8), UInt8(ascii: "/")),
        (Array("%2B".utf8), UInt8(ascii: "+")), (Array("%2F".utf8), UInt8(ascii: "/")),
        (Array("%2b".utf8), UInt8(ascii: "+")), (Array("%2f".utf8), UInt8(ascii: "/")),
        (Array("%0A".utf8), nil), (Array("%0D".utf8), nil),
    ]

    private static func decode(_ digits: [UInt8]) -> [UInt8]? {
        let padding = [UInt8](repeating: UInt8(ascii: "="), count: (4 - digits.count % 4) % 4)
        let padded = digits + padding
        return try? Base64.decode(padded.span, in: 0..<padded.count)
    }

    // MARK: Base64 of text

    /// Lines of base64, all of one length but the last, on the same line as `start` and below.
    private mutating func findText(from start: Int, rowEnd: Int) -> Find? {
        var digits = Array(text[start..<rowEnd])
        let width = rowEnd - start
        var stop = rowEnd
        while let line = nextLine(from: stop), line.count <= width {
            digits += text[line]
            stop = line.upperBound
            if line.count < width { break }
        }
        place = stop
        guard let bytes = EmbeddedBase64.decode(digits) else {
            return .broken(byteCount: digits.count / 4 * 3, at: start, place: stop)
        }
        return .text(bytes, at: start)
    }

    /// The characters on the line after the one that ends at `stop`, if there is nothing else on it.
    private func nextLine(from stop: Int) -> Range<Int>? {
        var start = stop
        var lineEnds = 0
        while start < end, Base64.isWhiteSpace(text[start]) {
            if text[start] == 0x0a { lineEnds += 1 }
            start += 1
        }
        guard lineEnds == 1 else { return nil }
        var stop = start
        while stop < end, Base64.isDigit(text[stop]) { stop += 1 }
        var lineEnd = stop
        while lineEnd < end, text[lineEnd] == UInt8(ascii: "=") || text[lineEnd] == 0x0d { lineEnd += 1 }
        // A quote or a tag may end the value.
        guard stop > start, lineEnd == end || "\n\"'<\\".utf8.contains(text[lineEnd]) else { return nil }
        return start..<stop
    }
}
