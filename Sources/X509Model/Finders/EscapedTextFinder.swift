import DERKit

// Finds PEM in percent encoding (RFC 3986 section 2.1), which servers use to pass on a client's certificate in a
// header, and which web forms use to send text.
extension TextSearch {
    static let percentEncoded = Finder(
        start: { $0.first(from: $1, leaving: 12, where: $0.isPercentEncodedStart) },
        read: { $0.readPercentEncoded(at: $1) })

    /// Returns whether a percent-encoded BEGIN is at a place; dashes may be encoded, too.
    func isPercentEncodedStart(_ place: Int) -> Bool {
        let isEncoded = text[place] == UInt8(ascii: "%")
        guard isEncoded || text[place] == UInt8(ascii: "-") else { return false }
        let word = place + (isEncoded ? 15 : 5)
        guard word < end, text[word] == UInt8(ascii: "B") else { return false }
        let dash = !isEncoded ? "-" : text[place + 2] == UInt8(ascii: "D") ? "%2D" : "%2d"
        let begin = String(repeating: dash, count: 5) + "BEGIN"
        return ["%2", "+"].contains { text[place..<end].starts(with: (begin + $0).utf8) }
    }

    /// Returns the block that begins at `start`, or a `nil` blob if the text only mentions a block.
    func readPercentEncoded(at start: Int) -> Reading {
        let limit = TextSearch.percentEncoded.start(self, start + 1)
        let block = text[start..<limit]
        var stop = block.firstIndex { $0 <= 0x20 || "\"'<>".utf8.contains($0) } ?? limit
        for word in ["END%2", "END+"] {
            guard let word = block.firstIndex(ofText: word) else { continue }
            let last = ["-----", "%2D%2D%2D%2D%2D", "%2d%2d%2d%2d%2d"].compactMap { (dashes) in
                block[word...].firstIndex(ofText: dashes).map { $0 + dashes.utf8.count }
            }.min()
            stop = last ?? stop
        }
        let decoded = PercentEncoding.decoded(text[start..<stop])
        guard PEM.Reader(decoded).holdsBase64(0..<decoded.count) else { return (nil, stop) }
        return (Blob(decoded, at: start, by: InputNote("percent-encoding", "percent-encoded PEM")), stop)
    }
}

package enum PercentEncoding {
    /// Returns the text of a block with its percent-encoding decoded.
    static func decoded(_ text: ArraySlice<UInt8>) -> [UInt8] {
        // In forms, a plus sign is a space, and the plus sign itself is encoded.
        let isForm = text.firstIndex(ofText: "BEGIN+") != nil
        let spaced = text.map { isForm && $0 == UInt8(ascii: "+") ? 0x20 : $0 }
        return EscapedCharacter.replaced(spaced, UInt8(ascii: "%")) { (rest) in octet(rest).map { ($0, 3) } }
    }

    /// Returns the octet that a percent sign and two hex digits at the start of the text encode, or `nil` if the text
    /// begins otherwise.
    package static func octet(_ text: ArraySlice<UInt8>) -> UInt8? {
        bytes(hex: String(decoding: text.dropFirst().prefix(2), as: UTF8.self))?.first
    }
}

/// White space as escaped in JSON, programming languages and XML: `\n`, `\u000a`, `&#10;`.
enum EscapedWhiteSpace {
    /// Returns text with each white-space escape replaced by white space of the same length, so that no letter in an
    /// escape looks like a digit, and an escaped line end ends a line.
    static func replaced(in text: [UInt8]) -> [UInt8] {
        var result = text
        var place = 0
        let backslash = UInt8(ascii: "\\")
        while let start = text[place...].firstIndex(where: { $0 == backslash || $0 == UInt8(ascii: "&") }) {
            place = start + 1
            guard let (character, end) = EscapedCharacter.read(text[start...]),
                Base64.isWhiteSpace(character),
                // An escaped quote or line end is kept, and so is an octet such as \x0a, which is data.
                text[end - 1] != backslash,
                text[start..<end].first(where: { $0 != backslash }) != UInt8(ascii: "x")
            else { continue }
            for place in start..<end { result[place] = 0x20 }
            if character == 0x0a { result[end - 1] = character }
            place = end
        }
        return result
    }
}

/// Quoted-printable encoding (RFC 2045 section 6.7), in which e-mail programs send text.
enum QuotedPrintable {
    /// Returns the decoded text, or `nil` if the text is not quoted-printable or has nothing to decode.
    static func decoded(_ text: ArraySlice<UInt8>) -> [UInt8]? {
        let sign = UInt8(ascii: "=")
        guard text.contains(sign) else { return nil }
        var isValid = true
        let result = EscapedCharacter.replaced(Array(text), sign) { (sequence) in
            let rest = sequence.dropFirst()
            if let octet = WholeText.hex(Array(rest.prefix(2)))?.first { return (octet, 3) }
            // An equals sign at the end of a line joins it with the next line.
            let end = rest.drop { $0 == 0x20 || $0 == 0x09 || $0 == 0x0d }
            if end.first == 0x0a { return (nil, end.startIndex + 1 - sequence.startIndex) }
            isValid = false
            return (nil, sequence.count)
        }
        return isValid ? result : nil
    }
}
