import DERKit
import X509Model

extension SubjectPublicKeyInfo {
    /// The common name of the key: `RSA-2048`, `P-256`, `Ed25519`; the name or number of the algorithm if it has
    /// no such name.
    package var keyName: String {
        if let known = RawKeyAlgorithm(algorithm), known != .rsa { return known.rawValue }
        if let modulus {
            return "RSA-\(bitTotal(ofOctets: modulus.count) - (modulus.first?.leadingZeroBitCount ?? 0))"
        }
        guard isEllipticCurve, algorithm.parameters != nil else { return algorithm.description }
        guard let curveIdentifier else { return "EC with explicit parameters" }
        return curveIdentifier.name ?? "EC on curve \(curveIdentifier)"
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

    /// The modulus of an RSA key, without leading zeros.
    var modulus: [UInt8]? { rsaLayout.map { Array(subjectPublicKey.bytes[$0.modulus].drop { $0 == 0 }) } }

    var isEllipticCurve: Bool { algorithm.algorithm == .ecPublicKey }

    var namedCurve: NamedCurve? { curveIdentifier.flatMap { NamedCurve($0) } }

    /// The identifier in the parameters of an elliptic curve; `nil` if they are explicit.
    private var curveIdentifier: ASN1ObjectIdentifier? {
        guard isEllipticCurve, let parameters = algorithm.parameters else { return nil }
        var cursor = DERCursor(parameters.indices)
        return try? cursor.next(.objectIdentifier, in: parameters.span).objectIdentifier(in: parameters.span)
    }

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

extension SubjectPublicKeyInfo {
    /// Both coordinates of an uncompressed point.
    var point: (x: [UInt8], y: [UInt8])? {
        guard let coordinates, let y = coordinates.y else { return nil }
        return (coordinates.x, y)
    }

    var xAndY: [UInt8]? { point.map { $0.x + $0.y } }

    var compressedPoint: [UInt8]? { point.map { [2 + (($0.y.last ?? 0) & 1)] + $0.x } }
}

/// Returns a name with `an` before the sound of a vowel, and `a` otherwise.
func withArticle(_ name: String) -> String {
    let isSpelled = name.hasPrefix("RSA") || name.hasPrefix("X")
    return (isSpelled || "AEIOUaeio".contains(name.first ?? " ") ? "an " : "a ") + name
}
