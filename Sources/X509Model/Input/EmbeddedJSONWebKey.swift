import DERKit

/// Finds JSON Web Keys, RFC 7517, that have no certificate beside them, which would be read.
enum EmbeddedJSONWebKey {
    private static let keyType = Array("\"kty\"".utf8)

    /// Returns the offset of the member name `kty`; the end of the range if it has none.
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

    /// - Parameter range: from the name of the key's type on.
    static func find(in text: [UInt8], _ range: Range<Int>) -> (find: EmbeddedObjects.Find?, stop: Int) {
        // A JSON Web Key holds strings and lists of strings: the next brace on either side is its own.
        let start = text[..<range.lowerBound].suffix(longest).lastIndex { isBrace($0) } ?? range.lowerBound
        let stop = text[range].firstIndex { isBrace($0) } ?? range.upperBound
        let key = String(decoding: text[start..<stop], as: UTF8.self)
        // The numbers of a key of EC and Ed25519, and of RSA.
        let hasNumbers = key.containsText("\"x\"") || key.containsText("\"n\"")
        guard hasNumbers, !key.containsText("\"x5c\"") else { return (nil, stop) }
        return (.failure(.embedded(.jsonWebKey), at: start, place: start), stop)
    }

    /// The most bytes before the type of a key in which its beginning is looked for.
    private static let longest = 65_536

    private static func isBrace(_ byte: UInt8) -> Bool {
        byte == UInt8(ascii: "{") || byte == UInt8(ascii: "}")
    }
}
