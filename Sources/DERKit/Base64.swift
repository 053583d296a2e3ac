/// Base64, RFC 4648 sections 4 and 5.
public enum Base64 {
    /// The two alphabets, which differ in the last two of their 64 characters.
    public enum Alphabet: Sendable {
        /// `+` and `/`, padded with `=`: RFC 4648 section 4.
        case standard
        /// `-` and `_`, without padding: RFC 4648 section 5.
        case url
    }

    /// Base64 text of `octets`.
    public static func encode(_ octets: some Collection<UInt8>, alphabet: Alphabet = .standard) -> String {
        let input = Array(octets)
        let characters = (alphabet == .standard ? standardAlphabet : urlAlphabet).span
        let pad = UInt8(ascii: "=")
        let text = [UInt8](capacity: (input.count + 2) / 3 * 4) { (output) in
            let bytes = input.span
            var place = 0
            while place < bytes.count {
                let left = bytes.count - place
                let group =
                    UInt32(bytes[place]) << 16 | (left > 1 ? UInt32(bytes[place + 1]) << 8 : 0)
                    | (left > 2 ? UInt32(bytes[place + 2]) : 0)
                output.append(characters[Int(group >> 18)])
                output.append(characters[Int(group >> 12 & 63)])
                if left > 1 || alphabet == .standard {
                    output.append(left > 1 ? characters[Int(group >> 6 & 63)] : pad)
                }
                if left > 2 || alphabet == .standard {
                    output.append(left > 2 ? characters[Int(group & 63)] : pad)
                }
                place += 3
            }
        }
        return String(decoding: text, as: UTF8.self)
    }

    private static let standardAlphabet = Array(
        "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/".utf8)
    private static let urlAlphabet = Array(
        "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_".utf8)
}
