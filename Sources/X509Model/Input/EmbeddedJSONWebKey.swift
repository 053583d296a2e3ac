import DERKit

/// Finds JSON Web Keys, RFC 7517, without a certificate, which would be read instead.
enum EmbeddedJSONWebKey {
    private static let keyType = Array("\"kty\"".utf8)

    /// Returns the offset of the member name of a key type, or the end of the range.
    static func start(in text: [UInt8], _ range: Range<Int>) -> Int {
        var place = range.lowerBound
        while place + keyType.count <= range.upperBound {
            if text[place] == keyType[0], text[place..<range.upperBound].starts(with: keyType) {
                return place
            }
            place += 1
        }
        return range.upperBound
    }

    /// - Parameter range: the text from the member name of the key type on.
    static func find(in text: [UInt8], _ range: Range<Int>) -> (find: EmbeddedObjects.Find?, stop: Int) {
        // A JSON Web Key contains only strings and lists of strings, so the next brace on either side is its own.
        let start = text[..<range.lowerBound].suffix(longest).lastIndex { isBrace($0) } ?? range.lowerBound
        let stop = text[range].firstIndex { isBrace($0) } ?? range.upperBound
        let key = String(decoding: text[start..<stop], as: UTF8.self)
        // The members with the numbers of EC, Ed25519 and RSA keys.
        let hasNumbers = key.containsText("\"x\"") || key.containsText("\"n\"")
        guard hasNumbers, !key.containsText("\"x5c\"") else { return (nil, stop) }
        return (.failure(.embedded(.jsonWebKey), at: start, place: start), stop)
    }

    /// The maximum number of bytes to search backward for the beginning of a key.
    private static let longest = 65_536

    private static func isBrace(_ byte: UInt8) -> Bool {
        byte == UInt8(ascii: "{") || byte == UInt8(ascii: "}")
    }
}
