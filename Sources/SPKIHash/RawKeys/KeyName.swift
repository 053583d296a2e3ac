import DERKit
import X509Model

extension SubjectPublicKeyInfo {
    /// The common name of the key: `RSA-2048`, `P-256`, `Ed25519`; the name or number of the algorithm if it has
    /// no such name.
    package var keyName: String {
        if let known = RawKeyAlgorithm(algorithm), known != .rsa { return known.rawValue }
        if let rsa = rsaLayout {
            let modulus = subjectPublicKey.bytes[rsa.modulus].drop { $0 == 0 }
            return "RSA-\(bitTotal(ofOctets: modulus.count) - (modulus.first?.leadingZeroBitCount ?? 0))"
        }
        guard isEllipticCurve, let parameters = algorithm.parameters else { return algorithm.description }
        let bytes = parameters.span
        var cursor = DERCursor(0..<bytes.count)
        guard let element = try? cursor.next(in: bytes), element.tag == .objectIdentifier,
            let curve = try? element.objectIdentifier(in: bytes)
        else { return "EC with explicit parameters" }
        return curve.name ?? "EC on curve \(curve)"
    }

    /// ``keyName`` preceded by its article: `an RSA-2048`, `a P-256`.
    var keyNameWithArticle: String { withArticle(keyName) }

    /// The modulus and exponent in the raw key; `nil` if it is not a valid RSA key.
    var rsaLayout: RSAPublicKeyLayout? {
        switch algorithm.algorithm.name {
        case "rsaEncryption", "id-RSASSA-PSS", "id-RSAES-OAEP", "id-ea-rsa":
            try? RSAPublicKeyLayout(subjectPublicKey.bytes)
        default: nil
        }
    }

    /// A Boolean value that indicates whether the algorithm is id-ecPublicKey.
    var isEllipticCurve: Bool { algorithm.algorithm.content == [0x2a, 0x86, 0x48, 0xce, 0x3d, 0x02, 0x01] }

    /// X and Y of an uncompressed point, or X of a compressed one; `nil` if the raw key is not a point.
    var coordinates: (x: [UInt8], y: [UInt8]?)? {
        let raw = subjectPublicKey.bytes
        guard isEllipticCurve, let first = raw.first, raw.count > 1 else { return nil }
        switch first {
        case 2, 3: return (Array(raw.dropFirst()), nil)
        case 4, 6,
            7 where raw.count % 2 == 1:
            let size = raw.count / 2
            return (Array(raw[1..<1 + size]), Array(raw[(1 + size)...]))
        default: return nil
        }
    }
}

/// Returns a name with `an` before the sound of a vowel, and `a` otherwise.
func withArticle(_ name: String) -> String {
    let isSpelled = name.hasPrefix("RSA") || name.hasPrefix("X")
    return (isSpelled || "AEIOUaeio".contains(name.first ?? " ") ? "an " : "a ") + name
}
