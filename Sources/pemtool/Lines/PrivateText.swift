import DERKit

/// Recognizes a private key in text that is passed through.
enum PrivateText {
    /// The first characters of PEM, base64 and hex of DER, base64 of PEM, and anything escaped or after white space.
    static func isPossibleStart(_ byte: UInt8) -> Bool { byte <= 0x20 || "-M3L\\".utf8.contains(byte) }

    /// Returns whether text is a private key, encrypted or not, in PEM, base64, hex or base64 of PEM; or PKCS #12. It
    /// looks at the first octets of DER only, so that a damaged key is one, too.
    static func isPrivateKey(_ text: [UInt8]) -> Bool {
        let text = text.drop { Base64.isWhiteSpace($0) }
        if text.starts(with: "-----BEGIN ".utf8) { return text.firstIndex(ofText: "PRIVATE KEY-----") != nil }
        if text.starts(with: "LS0tLS1CRUdJTi".utf8) {
            let digits = text.filter { Base64.isDigit($0) }
            return isPrivateKey(octets(digits[...]) ?? [])
        }
        let isHex = text.starts(with: "30".utf8)
        let digits = String(decoding: text.prefix(40), as: UTF8.self)
        guard let head = isHex ? bytes(hex: digits) : octets(text.prefix(32)), head.count > 16,
            head[0] == 0x30
        else { return false }
        let content = head.dropFirst(head[1] > 0x80 ? 2 + Int(head[1] & 0x7f) : 2)
        // A version, which is 0 to 3, and no other structure begins with one.
        if content.starts(with: [0x02, 0x01]) { return content.dropFirst(2).first.map { $0 < 4 } ?? false }
        // The encryption of a key: an identifier of PKCS #5 or PKCS #12, after one or two octets of length.
        return content.first == 0x30
            && [4, 5].contains { (start) in
                let identifier = content.dropFirst(start)
                return identifier.starts(with: [0x2a, 0x86, 0x48, 0x86, 0xf7, 0x0d, 0x01])
                    && identifier.dropFirst(7).first.map { $0 == 0x05 || $0 == 0x0c } ?? false
            }
    }

    /// Returns the octets of base64 or base64url in whole groups of four.
    private static func octets(_ digits: ArraySlice<UInt8>) -> [UInt8]? {
        let groups = digits.prefix(digits.count / 4 * 4).map { (digit) in
            digit == UInt8(ascii: "-")
                ? UInt8(ascii: "+") : digit == UInt8(ascii: "_") ? UInt8(ascii: "/") : digit
        }
        return try? Base64.decode(groups.span, in: 0..<groups.count)
    }
}
