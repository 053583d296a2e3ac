import DERKit

// Finds JSON Web Keys (RFC 7517) without a certificate. If a key has a certificate, that is read instead.
extension TextSearch {
    /// Reads the key that contains the member name `kty` at a place.
    func readJSONWebKey(at place: Int) -> Reading {
        // A JSON Web Key contains only strings and lists of strings, so the next brace on either side belongs to the
        // key.
        func isBrace(_ byte: UInt8) -> Bool { byte == UInt8(ascii: "{") || byte == UInt8(ascii: "}") }
        let start = text[..<place].suffix(TextSearch.longestJSONWebKey).lastIndex(where: isBrace) ?? place
        let stop = text[place..<end].firstIndex(where: isBrace) ?? end
        let key = text[start..<stop]
        guard key.firstIndex(ofText: "\"x5c\"") == nil else { return (nil, stop) }
        if let spki = JSONWebKey(key).subjectPublicKeyInfo {
            return (Blob(spki.derBytes, at: start, by: .jsonWebKey), stop)
        }
        // EC and Ed25519 keys have a member x, and RSA keys have a member n.
        let hasNumbers = key.firstIndex(ofText: "\"x\"") != nil || key.firstIndex(ofText: "\"n\"") != nil
        return (hasNumbers ? Blob(.embedded(.jsonWebKey), at: start, place: start) : nil, stop)
    }

    /// The maximum number of bytes to search backward for the beginning of a key.
    private static let longestJSONWebKey = 65_536
}

/// The public members of a JSON Web Key (RFC 7518 section 6 and RFC 8037 section 2); private members are not read.
private struct JSONWebKey {
    private let text: ArraySlice<UInt8>

    init(_ text: ArraySlice<UInt8>) { self.text = text }

    var subjectPublicKeyInfo: SubjectPublicKeyInfo? {
        switch member("kty") {
        case "RSA":
            guard let n = number("n"), let e = number("e") else { return nil }
            return RSAPublicKey(modulus: n, publicExponent: e).subjectPublicKeyInfo
        case "EC":
            guard let name = member("crv"), let curve = JSONWebKey.curves.first(where: { $0.name == name }),
                let x = octets("x"), let y = octets("y"), x.count == curve.octetCount, y.count == x.count
            else { return nil }
            let parameters = DERWriter.bytes { $0.append(ASN1ObjectIdentifier(checked: curve.identifier)) }
            return SubjectPublicKeyInfo(point: [4] + x + y, parameters: parameters)
        case "OKP":
            guard let name = member("crv"), let x = octets("x"),
                let place = ["X25519", "X448", "Ed25519", "Ed448"].firstIndex(of: name),
                x.count == [32, 56, 32, 57][place]
            else { return nil }
            return SubjectPublicKeyInfo(raw: x) { (writer) in
                writer.append(.sequence) {
                    // The identifiers are 1.3.101.110 to 1.3.101.113 (RFC 8410 section 3).
                    $0.append(
                        ASN1ObjectIdentifier(checked: [0x2b, 0x65, 110 + UInt8(truncatingIfNeeded: place)]))
                }
            }
        default: return nil
        }
    }

    private static let curves: [(name: String, octetCount: Int, identifier: [UInt8])] = [
        ("P-256", 32, [0x2a, 0x86, 0x48, 0xce, 0x3d, 3, 1, 7]), ("P-384", 48, [0x2b, 0x81, 0x04, 0, 34]),
        ("P-521", 66, [0x2b, 0x81, 0x04, 0, 35]), ("secp256k1", 32, [0x2b, 0x81, 0x04, 0, 10]),
    ]

    private func number(_ name: String) -> DERInteger? {
        guard let digits = octets(name)?.drop(while: { $0 == 0 }), let first = digits.first else {
            return nil
        }
        return DERInteger(twosComplement: (first < 0x80 ? [] : [0]) + digits)
    }

    private func octets(_ name: String) -> [UInt8]? {
        member(name).flatMap { WholeText.base64(Array($0.utf8)) }
    }

    /// Returns the string that is the value of a member, or `nil` if there is none.
    private func member(_ name: String) -> String? {
        var rest = text
        while let found = rest.firstIndex(ofText: "\"\(name)\"") {
            rest = rest[found...].dropFirst(name.utf8.count + 2)
            let value = rest.drop(while: Base64.isWhiteSpace)
            guard value.first == UInt8(ascii: ":") else { continue }
            let string = value.dropFirst().drop(while: Base64.isWhiteSpace)
            guard string.first == UInt8(ascii: "\"") else { return nil }
            return String(decoding: string.dropFirst().prefix { $0 != UInt8(ascii: "\"") }, as: UTF8.self)
        }
        return nil
    }
}
