import DERKit

// Base64 of DER or of PEM in text of another format, without BEGIN and END: the value of a secret in YAML or of a
// variable, a member of JSON, an element of XML or of a property list.
extension EmbeddedObjects {
    /// The minimum number of consecutive base64 characters; shorter runs are words.
    static let shortestBase64 = 16

    /// Returns the start of the next run of base64 characters that is not a word, or the end of the range.
    func base64Start(from place: Int) -> Int {
        var place = place
        let step = EmbeddedObjects.shortestBase64
        while place + step <= end {
            // A run of that length has a character here, and the text before it has been searched.
            guard Base64.isDigit(text[place + step - 1]) else {
                place += step
                continue
            }
            var start = place + step - 1
            while start > place, Base64.isDigit(text[start - 1]) { start -= 1 }
            let stop = Swift.min(end, start + step)
            guard
                let other = text[(place + step)..<Swift.max(place + step, stop)].firstIndex(where: {
                    !Base64.isDigit($0)
                })
            else { return stop - start < step ? end : start }
            place = other
        }
        return end
    }

    /// Returns whether base64 of a SEQUENCE of more than 255 bytes (MII) or of indefinite length (MIA) begins at
    /// a place.
    func isSpacedBase64Start(_ place: Int) -> Bool {
        text[place] == UInt8(ascii: "M") && text[place + 1] == UInt8(ascii: "I")
            && "IA".utf8.contains(text[place + 2]) && (place == 0 || !Base64.isDigit(text[place - 1]))
    }

    /// Returns the object or possible object that begins at `start`.
    func readBase64(at start: Int) -> Reading {
        var rowEnd = start
        while rowEnd < end, Base64.isDigit(text[rowEnd]) { rowEnd += 1 }
        let first = base64Digits(from: start, count: 16).digits
        guard first.count == 16, let head = EmbeddedObjects.decode(first) else { return (nil, rowEnd) }
        if EmbeddedObjects.textBeginnings.contains(where: head.starts) {
            return readTextInBase64(from: start, rowEnd: rowEnd)
        }
        if let format = EmbeddedObjects.foreignFormat(of: head) {
            return (.failure(.embedded(format), at: start, place: start), rowEnd)
        }
        guard let sequence = Beginning(head) else { return (nil, rowEnd) }
        let digitCount = sequence.byteCount.map { ($0 * 8 + 5) / 6 }
        let (digits, place) = base64Digits(from: start, count: digitCount ?? Int.max)
        let stop = Swift.max(rowEnd, place)
        // Only padding may follow, and it is optional.
        if digits.count >= digitCount ?? 0, place == end || !Base64.isDigit(text[place]),
            let bytes = EmbeddedObjects.decode(digits)
        {
            guard sequence.isCertain || EmbeddedObjects.isObject(bytes) else { return (nil, stop) }
            return (.der(bytes, at: start, .unarmoured), stop)
        }
        guard sequence.isCertain else { return (nil, stop) }
        let byteCount = sequence.byteCount ?? digits.count / 4 * 3
        return (.failure(.brokenBase64(byteCount), at: start, place: place), stop)
    }

    /// The beginning of PEM, and its base64.
    private static let textBeginnings = [Array("-----BEGIN ".utf8), Array("LS0tLS1CRUdJ".utf8)]

    /// Returns the foreign format that begins with these bytes.
    private static func foreignFormat(of head: [UInt8]) -> ForeignFormat? {
        // RFC 4253 section 6.6: the length and name of the algorithm.
        if head.starts(with: [0, 0, 0]), head[3] > 6, head[3] < 64 {
            let name = String(decoding: head.dropFirst(4), as: UTF8.self)
            if name.hasPrefix("sk-") { return .securityKey }
            if name.hasPrefix("ssh-ed") { return .openSSHEd25519PublicKey }
            return name.hasPrefix("ssh-") || name.hasPrefix("ecdsa-") ? .openSSHPublicKey : nil
        }
        // The signature of OpenPGP has only two bytes, which a hash may begin with too.
        guard let format = ForeignFormat(binary: head[...]), format.mayHoldObjects, format != .openPGP,
            format != .gzip || head[2] == 8
        else { return nil }
        return format
    }

    /// Returns `count` base64 characters from `start`, without the separators of the enclosing format, and the offset
    /// after the last.
    private func base64Digits(from start: Int, count: Int) -> (digits: [UInt8], stop: Int) {
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

    /// Returns the character at a place and the offset after it, or no character for a separator: white space,
    /// escaped or not, or the quotes between two strings. A slash and a plus sign may be escaped.
    private func separator(at place: Int) -> (digit: UInt8?, next: Int)? {
        let character = text[place]
        if Base64.isWhiteSpace(character) { return (nil, place + 1) }
        for (escape, digit) in EmbeddedObjects.escapes where character == escape[0] {
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

    /// Returns consecutive lines of base64 from `start` on, all of the same length except the last.
    private func readTextInBase64(from start: Int, rowEnd: Int) -> Reading {
        var digits = Array(text[start..<rowEnd])
        let width = rowEnd - start
        var stop = rowEnd
        let isWhole = EmbeddedObjects.decode(digits).map { EmbeddedObjects.endsPEM($0) } ?? false
        while !isWhole, let line = nextLine(from: stop), line.count <= width {
            digits += text[line]
            stop = line.upperBound
            if line.count < width { break }
        }
        guard let bytes = EmbeddedObjects.decode(digits) else {
            return (.failure(.brokenBase64(digits.count / 4 * 3), at: start, place: stop), stop)
        }
        return (.input(bytes, at: start, .encodedText), stop)
    }

    /// Returns whether text ends where a PEM block does, or is base64 of such text.
    private static func endsPEM(_ text: [UInt8]) -> Bool {
        let isPEM = text.starts(with: textBeginnings[0])
        let content = isPEM ? text : decode(text.filter { Base64.isDigit($0) }) ?? []
        return content.last { !Base64.isWhiteSpace($0) } == UInt8(ascii: "-")
    }

    /// Returns the characters on the line after `stop`, if the line contains nothing else.
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
