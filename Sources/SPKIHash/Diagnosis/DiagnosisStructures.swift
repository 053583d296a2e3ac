import X509Model

// The key in the structures of other protocols, which use the SHA-256 of a structure as a fingerprint.
extension PinDiagnosis {
    static let structureSources: [Source] = [
        Source(
            "jwk", "the key as a JSON Web Key (its RFC 7638 thumbprint)",
            call: "the JWK thumbprint of a JOSE library"
        ) { (object) in jsonWebKey(object.key).map { Array($0.utf8) } },
        Source("ssh-key", "the key in SSH's format, whose fingerprint ssh-keygen -l prints", call: sshCall) {
            sshKey($0.key)
        },
    ]

    private static let sshCall = "ssh-keygen -l -f on the key in SSH's format"

    /// Returns the JWK of RFC 7638 section 3.2: the required members, ordered by name, without white space.
    private static func jsonWebKey(_ key: SubjectPublicKeyInfo) -> String? {
        let raw = key.subjectPublicKey.bytes
        let text = { (octets: [UInt8]) in Base64.encode(octets, alphabet: .url) }
        if let rsa = key.rsaLayout {
            let numbers = [rsa.publicExponent, rsa.modulus].map { Array(raw[$0].drop { $0 == 0 }) }
            return "{\"e\":\"\(text(numbers[0]))\",\"kty\":\"RSA\",\"n\":\"\(text(numbers[1]))\"}"
        }
        if let point = key.point, let curve = key.namedCurve,
            // The names of the curves are in RFC 7518 section 6.2.1.1 and RFC 8812 section 3.1.
            let name = curve.nistName ?? (curve.name == "secp256k1" ? curve.name : nil)
        {
            return
                "{\"crv\":\"\(name)\",\"kty\":\"EC\",\"x\":\"\(text(point.x))\",\"y\":\"\(text(point.y))\"}"
        }
        // The key type OKP is in RFC 8037 section 2.
        switch RawKeyAlgorithm(key.algorithm) {
        case .ed25519, .ed448, .x25519, .x448:
            return "{\"crv\":\"\(key.keyName)\",\"kty\":\"OKP\",\"x\":\"\(text(raw))\"}"
        default: return nil
        }
    }

    /// Returns the key in SSH's format, RFC 4253 section 6.6, RFC 5656 section 3.1, RFC 8709 section 4.
    private static func sshKey(_ key: SubjectPublicKeyInfo) -> [UInt8]? {
        let raw = key.subjectPublicKey.bytes
        if let rsa = key.rsaLayout {
            return sshString("ssh-rsa") + sshString(raw[rsa.publicExponent]) + sshString(raw[rsa.modulus])
        }
        let curves: [RawKeyAlgorithm: String] = [.p256: "nistp256", .p384: "nistp384", .p521: "nistp521"]
        switch RawKeyAlgorithm(key.algorithm) {
        case .some(let known) where curves[known] != nil:
            let curve = curves[known] ?? ""
            return sshString("ecdsa-sha2-" + curve) + sshString(curve) + sshString(raw[...])
        case .ed25519: return sshString("ssh-ed25519") + sshString(raw[...])
        case .ed448: return sshString("ssh-ed448") + sshString(raw[...])
        default: return nil
        }
    }

    /// Returns octets as an SSH string, RFC 4251 section 5.
    private static func sshString(_ octets: ArraySlice<UInt8>) -> [UInt8] {
        let count = octets.count
        return [24, 16, 8, 0].map { UInt8(truncatingIfNeeded: count >> $0) } + octets
    }

    private static func sshString(_ text: String) -> [UInt8] { sshString(Array(text.utf8)[...]) }
}
