import DERKit

// Finds base64 of DER or PEM without BEGIN and END lines in text of another format, such as the value of a YAML secret
// or of a variable, a JSON member, or an element of XML or of a property list.
extension TextSearch {
    /// The minimum number of consecutive base64 characters; shorter runs are assumed to be words.
    static let shortestBase64 = 16

    /// Returns the start of the next run of at least ``shortestBase64`` base64 characters, or the end of the range.
    func base64Start(from place: Int) -> Int {
        var place = place
        let step = TextSearch.shortestBase64
        while place + step <= end {
            // A run of `step` characters that begins between `place` and this character must contain this character.
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

    /// Returns whether base64 of a SEQUENCE of at least 32 bytes or of a key store begins at a place. The base64 may
    /// contain white space, escapes and digits of base64url.
    func isSpacedBase64Start(_ place: Int) -> Bool {
        guard text[place] != UInt8(ascii: "_") else { return text[place...].starts(with: "_u3-7Q".utf8) }
        return text[place] == UInt8(ascii: "M")
            && (UInt8(ascii: "C")...UInt8(ascii: "I")).contains(text[place + 1])
            && (place == 0 || !Base64.isDigit(text[place - 1]))
    }

    /// Returns the object, or the part of an object, that begins at `start`.
    func readBase64(at start: Int) -> Reading {
        var rowEnd = start
        while rowEnd < end, Base64.isDigit(text[rowEnd]) { rowEnd += 1 }
        let first = TextSearch.base64Digits(text[start..<end], count: 16).digits
        guard first.count == 16, let head = TextSearch.decode(first) else { return (nil, rowEnd) }
        guard let sequence = ObjectBeginning(head) else {
            return readOther(head, from: start, rowEnd: rowEnd)
        }
        let byteCount = sequence.byteCount ?? indefiniteCount(from: start)
        let digitCount = byteCount.map { Int(clamping: (Int64($0) * 8 + 5) / 6) }
        var (digits, place, isEven) = TextSearch.base64Digits(text[start..<end], count: digitCount ?? .max)
        let lead = lead(at: start, before: place)
        if !lead.isEmpty, let digitCount {
            let quoted = TextSearch.base64Digits(text[start..<end], count: digitCount, lead: lead)
            if quoted.digits.count == digitCount, !isWord(from: quoted.stop),
                let bytes = TextSearch.decode(quoted.digits), ObjectKind.isObject(bytes)
            {
                (digits, place, isEven) = quoted
            }
        }
        var stop = Swift.max(rowEnd, place)
        if digits.count >= digitCount ?? 0, let bytes = TextSearch.decode(digits) {
            guard sequence.isCertain || ObjectKind.isObject(bytes) else { return (nil, stop) }
            // If the object is incomplete, its last characters may be a word of the text after it.
            guard sequence.isCertain || rowEnd >= place || isEven && !isWord(from: place) else {
                return (Blob(.brokenBase64(bytes.count), at: start, place: place), stop)
            }
            // Only padding may follow, and it is optional. After a value of indefinite length, any word may follow.
            if place == end || !Base64.isDigit(text[place]) || sequence.byteCount == nil {
                return (Blob(bytes, at: start, by: .unarmoured), place)
            }
            // The same run has more bytes: other objects, or data that follows the object in its file.
            if ObjectKind.isObject(bytes) {
                let whole = rows(from: start, rowEnd: rowEnd)
                if let bytes = whole.bytes { return (Blob(bytes, at: start, by: .unarmoured), whole.stop) }
                stop = Swift.max(stop, whole.stop)
            }
        }
        guard sequence.isCertain else { return (nil, stop) }
        return (Blob(.brokenBase64(byteCount ?? digits.count / 4 * 3), at: start, place: place), stop)
    }

    /// Returns whether the digits before a place are part of a word, or of the name of a value.
    private func isWord(from place: Int) -> Bool {
        let line = text[place..<end].prefix(64)
        let padding = line.prefix { $0 == UInt8(ascii: "=") }
        let rest = line[padding.endIndex...]
        guard let next = rest.drop(while: { $0 == 0x20 || $0 == 0x09 }).first else { return false }
        let isName = rest.drop { $0 <= 0x20 || "\"'".utf8.contains($0) }.first == UInt8(ascii: ":")
        return isName || isWordCharacter(next) && padding.isEmpty || rest.first.map(isPart) ?? false
    }

    private func isPart(_ byte: UInt8) -> Bool { isWordCharacter(byte) || ".@+/-=".utf8.contains(byte) }

    /// Reads base64 that encodes something other than a SEQUENCE, according to its first bytes.
    private func readOther(_ head: [UInt8], from start: Int, rowEnd: Int) -> Reading {
        if head.allSatisfy(TextSearch.isText) { return readTextInBase64(from: start, rowEnd: rowEnd) }
        guard let format = TextSearch.foreignFormat(of: head) else { return (nil, rowEnd) }
        guard format.isKeyStore else { return (Blob(.embedded(format), at: start, place: start), rowEnd) }
        let store = rows(from: start, rowEnd: rowEnd)
        return (
            store.bytes.map { Blob($0, at: start, by: .unarmoured) }
                ?? Blob(.embedded(format), at: start, place: start),
            store.stop
        )
    }

    /// Returns the number of bytes in a value of indefinite length, or `nil` if the value is incomplete, by decoding
    /// longer and longer parts of it.
    private func indefiniteCount(from start: Int) -> Int? {
        var count = 1024
        while true {
            let (digits, stop, _) = TextSearch.base64Digits(text[start..<end], count: count)
            guard let bytes = TextSearch.decode(Array(digits.prefix(digits.count / 4 * 4))) else {
                return nil
            }
            var cursor = BERCursor(0..<bytes.count)
            if let value = try? cursor.next(in: bytes.span) { return value.end }
            guard digits.count == count, stop < end, count < Int.max / 2 else { return nil }
            count *= 2
        }
    }

    /// Returns whether a character is a digit in base64url but not in base64 (RFC 4648 section 5).
    private static func isURLDigit(_ byte: UInt8) -> Bool {
        byte == UInt8(ascii: "-") || byte == UInt8(ascii: "_")
    }

    private static func isText(_ byte: UInt8) -> Bool {
        (0x20...0x7e).contains(byte) || byte == 0x09 || byte == 0x0a || byte == 0x0d
    }

    /// Returns the foreign format that begins with these bytes, or `nil` if it is unknown, ambiguous, or never contains
    /// objects.
    private static func foreignFormat(of head: [UInt8]) -> ForeignFormat? {
        // An SSH public key begins with the length and name of its algorithm (RFC 4253 section 6.6).
        if head.starts(with: [0, 0, 0]), head[3] > 6, head[3] < 64 {
            let name = String(decoding: head.dropFirst(4), as: UTF8.self)
            if name.hasPrefix("sk-") { return .securityKey }
            if name.hasPrefix("ssh-ed") { return .openSSHEd25519PublicKey }
            return name.hasPrefix("ssh-") || name.hasPrefix("ecdsa-") ? .openSSHPublicKey : nil
        }
        // OpenPGP is identified by only two bytes, and a hash may also begin with them.
        guard let format = ForeignFormat(binary: head[...]), format.mayHoldObjects, format != .openPGP,
            format != .gzip || head[2] == 8
        else { return nil }
        return format
    }

    /// Returns up to `count` base64 characters from the start of `text` without the separators of the enclosing format,
    /// the offset after the last character, and whether the separators are like those that programs write.
    ///
    /// - Parameter lead: the text that precedes the digits on every line except the first.
    static func base64Digits(
        _ text: ArraySlice<UInt8>, count: Int, lead: ArraySlice<UInt8> = []
    ) -> (digits: [UInt8], stop: Int, isEven: Bool) {
        var digits: [UInt8] = []
        var place = text.startIndex
        // The lengths of all pieces but the last, the start of the last piece in `digits`, and that of the second piece
        // in the text.
        var pieces: [Int] = []
        var (pieceStart, second) = (0, place)
        while place < text.endIndex, digits.count < count {
            let character = text[place]
            if Base64.isDigit(character) {
                digits.append(character)
                place += 1
            } else if TextSearch.isURLDigit(character) {
                digits.append(character == UInt8(ascii: "-") ? UInt8(ascii: "+") : UInt8(ascii: "/"))
                place += 1
            } else if let (digit, next) = separator(text[place...]) {
                if let digit {
                    digits.append(digit)
                } else if digits.count > pieceStart {
                    pieces.append(digits.count - pieceStart)
                    pieceStart = digits.count
                }
                guard
                    let start = lead.isEmpty || !isLineEnd(character)
                        ? next : TextSearch.next(after: place, in: text, lead: lead)
                else { break }
                place = start
                if pieces.count == 1 { second = place }
            } else {
                break
            }
        }
        if digits.count == pieceStart, let last = pieces.popLast() { pieceStart -= last }
        // Lines consist of whole groups of four, except in LDIF (RFC 2849) and where the same text precedes each line.
        let indented = text[..<second].last { $0 != 0x20 && $0 != 0x09 }.map(isLineEnd) ?? false
        let isEven =
            !lead.isEmpty || pieces.allSatisfy { $0 % 4 == 0 }
            || pieces.count > 1 && digits.count - pieceStart <= pieces[1]
                && pieces.dropFirst().allSatisfy { $0 == pieces[1] }
            || pieces.count == 1 && indented && !isLineEnd(text[second - 1])
        return (digits, place, isEven)
    }

    /// Returns the digit at the start of `text` and the offset after it. The digit is `nil` for a separator: white
    /// space, which may be escaped, or the quotes between two strings. A slash or a plus sign may be escaped. Returns
    /// `nil` if the text begins with anything else.
    private static func separator(_ text: ArraySlice<UInt8>) -> (digit: UInt8?, next: Int)? {
        let place = text.startIndex
        let character = text[place]
        if Base64.isWhiteSpace(character) { return (nil, place + 1) }
        if let (value, next) = EscapedCharacter.read(text) {
            // Padding or an escaped quote ends the digits.
            let isQuote = text[next - 1] == UInt8(ascii: "\\") && text[next...].first == UInt8(ascii: "\"")
            guard value != UInt8(ascii: "="), !isQuote else { return nil }
            return (Base64.isDigit(value) ? value : nil, next)
        }
        guard character == UInt8(ascii: "\"") || character == UInt8(ascii: "'") else { return nil }
        let joint = text.dropFirst().prefix(255).drop {
            "+.,\\@".utf8.contains($0) || Base64.isWhiteSpace($0)
        }
        return joint.first == character ? (nil, joint.startIndex + 1) : nil
    }

    static func decode(_ digits: [UInt8]) -> [UInt8]? {
        let padding = [UInt8](repeating: UInt8(ascii: "="), count: (4 - digits.count % 4) % 4)
        let padded = digits + padding
        return try? Base64.decode(padded.span, in: 0..<padded.count)
    }

    // MARK: Base64 in rows

    /// Returns the bytes that consecutive lines of base64 encode. All lines except the last have the same length.
    ///
    /// - Parameter isWhole: a function that returns whether the bytes of the first line are the whole object.
    private func rows(
        from start: Int, rowEnd: Int, isWhole: ([UInt8]) -> Bool = { _ in false }
    ) -> (bytes: [UInt8]?, stop: Int) {
        var stop = rowEnd
        while stop < end, TextSearch.isURLDigit(text[stop]) || Base64.isDigit(text[stop]) { stop += 1 }
        // Three hyphens in a row belong to a PEM boundary.
        if text[rowEnd..<stop].firstIndex(ofText: "---") != nil { stop = rowEnd }
        var digits = TextSearch.base64Digits(text[start..<end], count: stop - start).digits
        let width = stop - start
        if TextSearch.decode(digits).map(isWhole) != true {
            while let line = nextLine(from: stop), line.count <= width {
                digits += text[line]
                stop = line.upperBound
                if line.count < width { break }
            }
        }
        return (TextSearch.decode(digits), stop)
    }

    /// Decodes base64 that encodes text which may contain an object, and returns that text.
    private func readTextInBase64(from start: Int, rowEnd: Int) -> Reading {
        let (bytes, stop) = rows(from: start, rowEnd: rowEnd, isWhole: TextSearch.hasPEM)
        guard let bytes else {
            let isPEM = text[start..<end].starts(with: TextSearch.pemInBase64)
            let error = InputError.brokenBase64((rowEnd - start) / 4 * 3)
            return (isPEM ? Blob(error, at: start, place: rowEnd) : nil, stop)
        }
        guard TextSearch.words.contains(where: { bytes[...].firstIndex(ofText: $0) != nil }) else {
            return (nil, stop)
        }
        return (Blob(bytes, at: start, by: .encodedText), stop)
    }

    /// The base64 encoding of the beginning of PEM.
    private static let pemInBase64 = Array("LS0tLS1CRUdJ".utf8)

    /// The words that identify text that contains an object: PEM, PEM in base64, or members of a JSON Web Signature or
    /// Key.
    private static let words = ["-----BEGIN ", "LS0tLS1CRUdJ", "\"x5c\"", "\"kty\""]

    /// Returns whether text contains a whole PEM block, or is base64 of text that does.
    private static func hasPEM(_ text: [UInt8]) -> Bool {
        let isPEM = text.starts(with: "-----BEGIN ".utf8)
        let content = isPEM ? text : decode(text.filter { Base64.isDigit($0) }) ?? []
        let end = content[...].firstIndex(ofText: "-----END ").map { $0 + 9 }
        return end.map { content[$0...].firstIndex(ofText: "-----") != nil } ?? false
    }

    /// Returns the range of the base64 characters on the line after `stop`, or `nil` if anything else is on the line
    /// before the end of the value.
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
