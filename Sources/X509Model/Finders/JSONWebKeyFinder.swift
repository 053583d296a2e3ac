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
        if let spki = JSONWebKey(text: key).subjectPublicKeyInfo {
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
    let text: ArraySlice<UInt8>

    var subjectPublicKeyInfo: SubjectPublicKeyInfo? {
        switch member("kty") {
        case "RSA":
            guard let n = number("n"), let e = number("e") else { return nil }
            return RSAPublicKey(modulus: n, publicExponent: e).subjectPublicKeyInfo
        case "EC":
            guard let name = member("crv").flatMap({ JSONWebKey.curves[$0] }),
                let curve = ASN1ObjectIdentifier(registered: name), let x = octets("x"), let y = octets("y"),
                x.count == NamedCurve(curve)?.fieldOctets, y.count == x.count
            else { return nil }
            return SubjectPublicKeyInfo(
                point: [4] + x + y, parameters: DERWriter.bytes { $0.append(curve) })
        case "OKP":
            guard let name = member("crv"), ["X25519", "X448", "Ed25519", "Ed448"].contains(name),
                let algorithm = ASN1ObjectIdentifier(registered: "id-\(name)"), let x = octets("x"),
                x.count == FixedLengthKey.octets(of: algorithm)
            else { return nil }
            return SubjectPublicKeyInfo(raw: x, algorithm: AlgorithmIdentifier.bytes(algorithm))
        default: return nil
        }
    }

    /// The registered names of the curves.
    private static let curves = [
        "P-256": "prime256v1", "P-384": "secp384r1", "P-521": "secp521r1", "secp256k1": "secp256k1",
    ]

    private func number(_ name: String) -> DERInteger? {
        octets(name).flatMap { $0.contains { $0 > 0 } ? DERInteger(unsigned: $0) : nil }
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
