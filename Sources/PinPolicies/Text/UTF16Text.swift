import DERKit

/// Text in UTF-16 with a byte order mark, as some editors write property lists and XML.
enum UTF16Text {
    /// Returns the text in UTF-8, or the same octets if they do not begin with a UTF-16 byte order mark.
    static func utf8(_ text: [UInt8]) -> [UInt8] {
        let isBigEndian = text.starts(with: [0xfe, 0xff])
        guard isBigEndian || text.starts(with: [0xff, 0xfe]), text.count.isMultiple(of: 2) else {
            return text
        }
        let pairs = text[2...].bigEndianPairs
        let units = isBigEndian ? pairs : pairs.map { $0.byteSwapped }
        return Array(String(decoding: units, as: UTF16.self).utf8)
    }
}
