import DERKit

/// Conversions of bytes to text, in the forms that programs write. Each text is created in one pass, because a search
/// creates hundreds of texts.
enum OctetText {
    /// A function that changes bytes, or returns `nil` if the change does not apply or another gives the same result.
    typealias Change = @Sendable ([UInt8]) -> [UInt8]?

    static func base64(_ bytes: [UInt8]) -> [UInt8] { Array(Base64.encode(bytes).utf8) }

    /// Returns base64url, or `nil` if it is the same as base64.
    @Sendable static func base64URL(_ bytes: [UInt8]) -> [UInt8]? {
        let text = Base64.encode(bytes, alphabet: .url)
        return text == Base64.encode(bytes) ? nil : Array(text.utf8)
    }

    /// Returns base64 in lines of `length` characters, with `separator` between the lines and `end` after the last.
    static func base64Lines(_ bytes: [UInt8], _ length: Int, _ separator: String, end: String) -> [UInt8] {
        let text = base64(bytes)
        var lines: [UInt8] = []
        lines.reserveCapacity(text.count + text.count / length * 2 + 4)
        for start in stride(from: 0, to: text.count, by: length) {
            if start > 0 { lines += separator.utf8 }
            lines += text[start..<min(start + length, text.count)]
        }
        return lines + Array(end.utf8)
    }

    /// Returns hex digits between `start` and `end`, with a separator between groups of `group` bytes.
    static func hex(
        _ bytes: [UInt8], separator: UInt8? = nil, group: Int = 1, uppercase: Bool = false,
        start: [UInt8] = [], end: [UInt8] = []
    ) -> [UInt8] {
        let digits = uppercase ? upperCaseDigits : lowerCaseDigits
        return [UInt8](capacity: bytes.count * 3 + start.count + end.count) { (output) in
            for octet in start { output.append(octet) }
            let (bytes, digits) = (bytes.span, digits.span)
            var left = group
            for place in bytes.indices {
                if left == 0 {
                    if let separator { output.append(separator) }
                    left = group
                }
                output.append(digits[Int(bytes[place] >> 4)])
                output.append(digits[Int(bytes[place] & 15)])
                left &-= 1
            }
            for octet in end { output.append(octet) }
        }
    }

    private static let lowerCaseDigits = Array("0123456789abcdef".utf8)
    private static let upperCaseDigits = Array("0123456789ABCDEF".utf8)

    // MARK: Changes of text

    @Sendable static func withoutLastByte(_ text: [UInt8]) -> [UInt8]? { Array(text.dropLast()) }

    @Sendable static func withCRLF(_ text: [UInt8]) -> [UInt8]? {
        replacing(0x0a, with: [0x0d, 0x0a], in: text.contains(0x0d) ? text.filter { $0 != 0x0d } : text)
    }

    /// Returns the text with each occurrence of `octet` replaced by `others`.
    static func replacing(_ octet: UInt8, with others: [UInt8], in text: [UInt8]) -> [UInt8] {
        [UInt8](capacity: text.count + (others.count - 1) * text.count { $0 == octet }) { (result) in
            let text = text.span
            for place in text.indices {
                if text[place] == octet {
                    for other in others { result.append(other) }
                } else {
                    result.append(text[place])
                }
            }
        }
    }

    static let mark: [UInt8] = [0xef, 0xbb, 0xbf]

    /// Returns ASCII text in UTF-16LE, with or without a byte order mark.
    static func utf16(_ text: [UInt8], hasMark: Bool) -> [UInt8] {
        [UInt8](capacity: 2 * text.count + 2) { (output) in
            if hasMark {
                for octet in [0xff, 0xfe] as [UInt8] { output.append(octet) }
            }
            let text = text.span
            for place in text.indices {
                output.append(text[place])
                output.append(0)
            }
        }
    }
}
