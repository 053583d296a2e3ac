import X509Model

/// A form in which an API or a tool returns a public key.
package struct KeyForm: Sendable, Hashable {
    /// The name of the bytes: `the SPKI`, `the raw key`.
    package let name: String
    package let bytes: [UInt8]
    /// The APIs and tools that return the bytes.
    package let sources: [String]
    /// A Boolean value that indicates whether this is the SubjectPublicKeyInfo, whose hash is the pin.
    package var isPinned = false
}

extension SubjectPublicKeyInfo {
    /// The forms of this key that APIs and tools return, the pinned one first.
    ///
    /// Apple's forms are included only for keys that Apple's frameworks support: RSA, P-256, P-384, P-521,
    /// Ed25519 and X25519.
    package var keyForms: [KeyForm] {
        let raw = subjectPublicKey.bytes
        let known = RawKeyAlgorithm(algorithm)
        let isWrittenByOpenSSL = openSSLReencoding.reason == .same
        let isNIST = known == .p256 || known == .p384 || known == .p521
        let spkiSources =
            (isNIST ? ["CryptoKit derRepresentation"] : [])
            + ["Android and Java PublicKey.getEncoded()"]
            + (isWrittenByOpenSSL ? ["openssl pkey -pubin -outform der"] : [])
            + (isWrittenByOpenSSL && rsaLayout != nil ? ["openssl rsa -pubin -outform der"] : [])
        let rawSources: [String] =
            switch known {
            case .rsa:
                ["SecKeyCopyExternalRepresentation", "openssl rsa -pubin -RSAPublicKey_out -outform der"]
            case .p256, .p384, .p521: ["SecKeyCopyExternalRepresentation", "CryptoKit x963Representation"]
            case .ed25519, .x25519: ["CryptoKit rawRepresentation"]
            default: isEllipticCurve ? ["X9.62 libraries (the encoded point)"] : []
            }
        let rawName = "the raw key" + (rsaLayout != nil ? ", PKCS #1" : "")
        var forms = [
            KeyForm(name: "the SPKI", bytes: derBytes, sources: spkiSources, isPinned: true),
            KeyForm(name: rawName, bytes: raw, sources: rawSources),
        ]
        guard isNIST, let point, let xAndY, let compressedPoint else { return forms }
        forms += [
            KeyForm(name: "X and Y without 04", bytes: xAndY, sources: ["CryptoKit rawRepresentation"]),
            KeyForm(
                name: "the compressed point", bytes: compressedPoint,
                sources: [
                    "CryptoKit compressedRepresentation", "openssl ec -conv_form compressed, inside an SPKI",
                ]),
            KeyForm(
                name: "X alone", bytes: point.x,
                sources: ["CryptoKit compactRepresentation (half of all keys)"]),
        ]
        return forms
    }

    /// TrustKit's support for this key. TrustKit selects one of five header constants by the key's type and size.
    package var trustKitSupport: TrustKitSupport {
        let kind = rsaLayout != nil ? keyName : "EC-\(8 * (coordinates?.x.count ?? 0))"
        guard let (algorithm, byteCount) = SubjectPublicKeyInfo.trustKitHeaders[kind] else {
            return .noHeader
        }
        return algorithm.header(rawKeyByteCount: byteCount) == header ? .header : .otherHeader
    }

    private static let trustKitHeaders: [String: (algorithm: RawKeyAlgorithm, rawKeyByteCount: Int)] = [
        "RSA-2048": (.rsa, 270), "RSA-3072": (.rsa, 398), "RSA-4096": (.rsa, 526), "EC-256": (.p256, 65),
        "EC-384": (.p384, 97),
    ]
}

package enum TrustKitSupport: String, Sendable, CaseIterable {
    /// TrustKit has the header of this key.
    case header = "header"
    /// TrustKit selects the header of another kind of key of the same size, so the hash is not the pin.
    case otherHeader = "other-header"
    /// TrustKit has no header for such keys, so it does not return a hash.
    case noHeader = "no-header"
}

extension SubjectPublicKeyInfo {
    /// The common name of the key: `RSA-2048`, `P-256`, `Ed25519`; if it has none, a description of its curve, or the
    /// name or identifier of its algorithm.
    package var keyName: String {
        if let known = RawKeyAlgorithm(algorithm), known != .rsa { return known.rawValue }
        if let modulus {
            return "RSA-\(bitTotal(ofOctets: modulus.count) - (modulus.first?.leadingZeroBitCount ?? 0))"
        }
        guard isEllipticCurve, algorithm.parameters != nil else { return algorithm.description }
        guard let curveIdentifier else { return "EC with explicit parameters" }
        return curveIdentifier.name ?? "EC on curve \(curveIdentifier)"
    }

    /// ``keyName`` with its indefinite article, `an` before a vowel sound: `an RSA-2048`, `a P-256`.
    var keyNameWithArticle: String {
        let isSpelled = keyName.hasPrefix("RSA") || keyName.hasPrefix("X")
        return (isSpelled || "AEIOUaeio".contains(keyName.first ?? " ") ? "an " : "a ") + keyName
    }

    /// The positions of the modulus and exponent in the raw key; `nil` if this is not a valid RSA key.
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

    /// The identifier of an elliptic curve; `nil` for explicit parameters and for other keys.
    private var curveIdentifier: ASN1ObjectIdentifier? {
        guard isEllipticCurve, let parameters = algorithm.parameters else { return nil }
        var cursor = DERCursor(parameters.indices)
        return try? cursor.next(.objectIdentifier, in: parameters.span).objectIdentifier(in: parameters.span)
    }

    /// X and Y of an uncompressed or hybrid point, or X of a compressed one; `nil` if the raw key is not a point.
    var coordinates: (x: [UInt8], y: [UInt8]?)? {
        let raw = subjectPublicKey.bytes
        guard isEllipticCurve, let first = raw.first, raw.count > 1 else { return nil }
        switch first {
        case 2, 3: return (Array(raw.dropFirst()), nil)
        case 4, 6, 7:
            guard raw.count % 2 == 1 else { return nil }
            let size = raw.count / 2
            return (Array(raw[1..<1 + size]), Array(raw[(1 + size)...]))
        default: return nil
        }
    }

    /// Both coordinates of an uncompressed or hybrid point; `nil` for other keys.
    var point: (x: [UInt8], y: [UInt8])? {
        guard let coordinates, let y = coordinates.y else { return nil }
        return (coordinates.x, y)
    }

    var xAndY: [UInt8]? { point.map { $0.x + $0.y } }

    var compressedPoint: [UInt8]? { point.map { [2 + (($0.y.last ?? 0) & 1)] + $0.x } }
}
