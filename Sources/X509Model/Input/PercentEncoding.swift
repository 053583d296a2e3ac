import DERKit

/// PEM in percent encoding, RFC 3986 section 2.1, as servers pass on a client's certificate in a header.
enum PercentEncoding {
    /// Returns the decoded text, or `nil` if the input has no percent-encoded BEGIN line.
    static func decoded(_ text: [UInt8]) -> [UInt8]? {
        let isForm = contains("-----BEGIN+", text)
        guard isForm || contains("-----BEGIN%20", text) else { return nil }
        var result: [UInt8] = []
        var place = 0
        while place < text.count {
            if text[place] == UInt8(ascii: "%"), place + 2 < text.count,
                let octet = UnarmouredText.hex(Array(text[place + 1...place + 2]))?.first
            {
                result.append(octet)
                place += 3
            } else {
                // In forms a plus sign is a space, and the plus sign itself is encoded.
                result.append(isForm && text[place] == UInt8(ascii: "+") ? 0x20 : text[place])
                place += 1
            }
        }
        return result
    }

    private static func contains(_ word: String, _ text: [UInt8]) -> Bool {
        let word = Array(word.utf8)
        var place = 0
        while place + word.count <= text.count {
            if text[place] == word[0], text[place...].starts(with: word) { return true }
            place += 1
        }
        return false
    }
}
