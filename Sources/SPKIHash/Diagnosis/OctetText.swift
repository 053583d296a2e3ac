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

    /// Returns base64 in lines of `length` characters, each followed by `separator`, except for the last, which is
    /// followed by `end`.
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

    /// Returns the value of each byte in decimal.
    static func decimal(
        _ bytes: [UInt8], _ separator: String, isSigned: Bool = false,
        in brackets: (String, String) = ("", "")
    ) -> [UInt8] {
        let (separator, start, end) = (Array(separator.utf8), Array(brackets.0.utf8), Array(brackets.1.utf8))
        let most = start.count + bytes.count * (separator.count + 4) + end.count
        return [UInt8](capacity: most) { (text) in
            for one in start { text.append(one) }
            let (bytes, separator) = (bytes.span, separator.span)
            for place in bytes.indices {
                if place > 0 { for one in separator.indices { text.append(separator[one]) } }
                var number = bytes[place]
                if isSigned, number > 127 {
                    text.append(UInt8(ascii: "-"))
                    number = 0 &- number
                }
                if number > 99 { text.append(UInt8(ascii: "0") &+ number / 100) }
                if number > 9 { text.append(UInt8(ascii: "0") &+ number / 10 % 10) }
                text.append(UInt8(ascii: "0") &+ number % 10)
            }
            for one in end { text.append(one) }
        }
    }

    /// Returns a number in decimal, or `nil` if it is longer than those in any key, because the conversion takes time
    /// quadratic in the length.
    static func decimal(ofNumber magnitude: [UInt8]) -> [UInt8]? {
        guard magnitude.count <= 2_048 else { return nil }
        var limbs: [UInt32] = []
        var head = magnitude[...]
        while !head.isEmpty {
            limbs.append(
                head.prefix(head.count % 4 == 0 ? 4 : head.count % 4).reduce(0) { $0 << 8 | UInt32($1) })
            head = head.dropFirst(head.count % 4 == 0 ? 4 : head.count % 4)
        }
        var digits: [UInt8] = []
        var first = 0
        while first < limbs.count {
            var rest: UInt64 = 0
            for place in first..<limbs.count {
                let value = rest << 32 | UInt64(limbs[place])
                limbs[place] = UInt32(truncatingIfNeeded: value / 1_000_000_000)
                rest = value % 1_000_000_000
            }
            while first < limbs.count, limbs[first] == 0 { first += 1 }
            for _ in 0..<9 {
                digits.append(UInt8(ascii: "0") + UInt8(truncatingIfNeeded: rest % 10))
                rest /= 10
            }
        }
        while digits.last == UInt8(ascii: "0") { digits.removeLast() }
        return digits.reversed()
    }

    /// Returns bytes in the form of Python's `repr`: in double quotes if they include single but no double quotes.
    static func python(_ bytes: [UInt8]) -> [UInt8] {
        let quote: UInt8 = bytes.contains(0x27) && !bytes.contains(0x22) ? 0x22 : 0x27
        let digits = lowerCaseDigits
        return [UInt8](capacity: 4 * bytes.count + 3) { (text) in
            text.append(UInt8(ascii: "b"))
            text.append(quote)
            let (bytes, digits) = (bytes.span, digits.span)
            for place in bytes.indices {
                let octet = bytes[place]
                if !(0x20...0x7e).contains(octet) || octet == 0x5c || octet == quote { text.append(0x5c) }
                switch octet {
                case 0x09: text.append(UInt8(ascii: "t"))
                case 0x0a: text.append(UInt8(ascii: "n"))
                case 0x0d: text.append(UInt8(ascii: "r"))
                case 0x20...0x7e: text.append(octet)
                default:
                    text.append(UInt8(ascii: "x"))
                    text.append(digits[Int(octet >> 4)])
                    text.append(digits[Int(octet & 15)])
                }
            }
            text.append(quote)
        }
    }

    // MARK: Changes of text

    @Sendable static func withoutLastByte(_ text: [UInt8]) -> [UInt8]? { Array(text.dropLast()) }

    @Sendable static func withCRLF(_ text: [UInt8]) -> [UInt8]? {
        replacing(0x0a, with: [0x0d, 0x0a], in: text.contains(0x0d) ? text.filter { $0 != 0x0d } : text)
    }

    /// Returns the text with each occurrence of `octet` replaced by `others`.
    static func replacing(_ octet: UInt8, with others: [UInt8], in text: [UInt8]) -> [UInt8] {
        [UInt8](capacity: text.count + others.count * text.count { $0 == octet }) { (result) in
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

    /// Returns ASCII text in UTF-16, with or without a byte order mark.
    static func utf16(_ text: [UInt8], isBigEndian: Bool = false, hasMark: Bool) -> [UInt8] {
        [UInt8](capacity: 2 * text.count + 2) { (output) in
            if hasMark {
                for octet in isBigEndian ? [0xfe, 0xff] : [0xff, 0xfe] as [UInt8] { output.append(octet) }
            }
            let text = text.span
            for place in text.indices {
                let octet = text[place]
                output.append(isBigEndian ? 0 : octet)
                output.append(isBigEndian ? octet : 0)
            }
        }
    }
}
