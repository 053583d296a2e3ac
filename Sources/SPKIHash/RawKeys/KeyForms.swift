import DERKit
import X509Model

/// A form in which an API or a tool returns a public key.
package struct KeyForm: Sendable, Hashable {
    /// The name of the bytes: `the SPKI`, `the raw key`.
    package let name: String
    package let bytes: [UInt8]
    /// The APIs and tools that return them.
    package let sources: [String]
    /// A Boolean value that indicates whether this is the SubjectPublicKeyInfo, whose hash is the pin.
    package let isPinned: Bool
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
        var forms: [KeyForm] = []
        let isNIST = known == .p256 || known == .p384 || known == .p521
        let spkiSources =
            (isNIST ? ["CryptoKit derRepresentation"] : [])
            + ["Android and Java PublicKey.getEncoded()"]
            + (isWrittenByOpenSSL ? ["openssl pkey -pubin -outform der"] : [])
            + (isWrittenByOpenSSL && rsaLayout != nil ? ["openssl rsa -pubin -outform der"] : [])
        forms.append(KeyForm(name: "the SPKI", bytes: derBytes, sources: spkiSources, isPinned: true))
        var rawSources: [String] = []
        switch known {
        case .rsa:
            rawSources = [
                "SecKeyCopyExternalRepresentation", "openssl rsa -pubin -RSAPublicKey_out -outform der",
            ]
        case .p256, .p384, .p521:
            rawSources = ["SecKeyCopyExternalRepresentation", "CryptoKit x963Representation"]
        case .ed25519, .x25519:
            rawSources = ["CryptoKit rawRepresentation"]
        default:
            if isEllipticCurve { rawSources = ["X9.62 libraries (the encoded point)"] }
        }
        let rawName = "the raw key" + (rsaLayout != nil ? ", PKCS #1" : "")
        forms.append(KeyForm(name: rawName, bytes: raw, sources: rawSources, isPinned: false))
        guard isNIST, let point, let xAndY, let compressedPoint else { return forms }
        forms += [
            KeyForm(
                name: "X and Y without 04", bytes: xAndY, sources: ["CryptoKit rawRepresentation"],
                isPinned: false),
            KeyForm(
                name: "the compressed point", bytes: compressedPoint,
                sources: [
                    "CryptoKit compressedRepresentation", "openssl ec -conv_form compressed, inside an SPKI",
                ],
                isPinned: false),
            KeyForm(
                name: "X alone", bytes: point.x,
                sources: ["CryptoKit compactRepresentation (half of all keys)"],
                isPinned: false),
        ]
        return forms
    }

    /// TrustKit's support for this key. TrustKit selects one of five header constants by the kind and size of a key.
    package var trustKitSupport: TrustKitSupport {
        let size: (RawKeyAlgorithm, rawKeyByteCount: Int)?
        if rsaLayout != nil {
            switch keyName {
            case "RSA-2048": size = (.rsa, 270)
            case "RSA-3072": size = (.rsa, 398)
            case "RSA-4096": size = (.rsa, 526)
            default: size = nil
            }
        } else {
            switch coordinates?.x.count {
            case 32: size = (.p256, 65)
            case 48: size = (.p384, 97)
            default: size = nil
            }
        }
        guard let size else { return .noHeader }
        return size.0.header(rawKeyByteCount: size.rawKeyByteCount) == header ? .header : .otherHeader
    }
}

package enum TrustKitSupport: String, Sendable, CaseIterable {
    /// TrustKit has this key's header.
    case header = "header"
    /// TrustKit goes by size, and uses the header of another kind of key, so its hash is not the pin.
    case otherHeader = "other-header"
    /// TrustKit has no header for such keys, and returns no hash.
    case noHeader = "no-header"
}
