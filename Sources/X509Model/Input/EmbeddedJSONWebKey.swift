import DERKit

// JSON Web Keys, RFC 7517, without a certificate, which would be read instead.
extension EmbeddedObjects {
    /// Reads the key around the member name of a key type.
    func readJSONWebKey(at place: Int) -> Reading {
        // A JSON Web Key contains only strings and lists of strings, so the next brace on either side is its own.
        func isBrace(_ byte: UInt8) -> Bool { byte == UInt8(ascii: "{") || byte == UInt8(ascii: "}") }
        let start =
            text[..<place].suffix(EmbeddedObjects.longestJSONWebKey).lastIndex(where: isBrace) ?? place
        let stop = text[place..<end].firstIndex(where: isBrace) ?? end
        let key = String(decoding: text[start..<stop], as: UTF8.self)
        // The members with the numbers of EC, Ed25519 and RSA keys.
        let hasNumbers = key.containsText("\"x\"") || key.containsText("\"n\"")
        guard hasNumbers, !key.containsText("\"x5c\"") else { return (nil, stop) }
        return (.failure(.embedded(.jsonWebKey), at: start, place: start), stop)
    }

    /// The maximum number of bytes to search backward for the beginning of a key.
    private static let longestJSONWebKey = 65_536
}
