extension PinDiagnosis {
    /// A header that code has as a constant and prepends to raw keys.
    struct KnownHeader: Sendable {
        /// The beginning of its code: `rsa-2048`.
        let code: String
        /// The kind of key it is for.
        let name: String
        /// The name of the constant in tutorials.
        let constant: String
        let algorithm: RawKeyAlgorithm
        let rawKeyByteCount: Int

        init(
            _ code: String, _ name: String, _ constant: String, _ algorithm: RawKeyAlgorithm,
            _ rawKeyByteCount: Int
        ) {
            self.code = code
            self.name = name
            self.constant = constant
            self.algorithm = algorithm
            self.rawKeyByteCount = rawKeyByteCount
        }

        /// The computed bytes.
        var bytes: [UInt8] { algorithm.header(rawKeyByteCount: rawKeyByteCount) }
    }

    /// The headers of common keys, each of which may be prepended to keys of another kind by mistake.
    static let knownHeaders: [KnownHeader] = [
        KnownHeader("rsa-1024", "RSA-1024", "rsa1024Asn1Header", .rsa, 140),
        KnownHeader("rsa-2048", "RSA-2048", "rsa2048Asn1Header", .rsa, 270),
        KnownHeader("rsa-3072", "RSA-3072", "rsa3072Asn1Header", .rsa, 398),
        KnownHeader("rsa-4096", "RSA-4096", "rsa4096Asn1Header", .rsa, 526),
        KnownHeader("p-256", "P-256", "ecDsaSecp256r1Asn1Header", .p256, 65),
        KnownHeader("p-384", "P-384", "ecDsaSecp384r1Asn1Header", .p384, 97),
        KnownHeader("p-521", "P-521", "ecDsaSecp521r1Asn1Header", .p521, 133),
        KnownHeader("secp256k1", "secp256k1", "secp256k1Asn1Header", .secp256k1, 65),
        KnownHeader("ed25519", "Ed25519", "ed25519Asn1Header", .ed25519, 32),
        KnownHeader("x25519", "X25519", "x25519Asn1Header", .x25519, 32),
    ]

    /// Each known header, prepended to each raw form.
    static let headerSources: [Source] = knownHeaders.flatMap { (header) in
        let headerBytes = header.bytes
        return rawForms.map { (form) in
            Source(
                code: "\(header.code)-header-before-\(form.code)",
                what: { (object) in
                    let key = object.subjectPublicKeyInfo.keyNameWithArticle
                    let before = form.isWholeKey ? "\(key) key" : "\(form.phrase) of \(key) key"
                    return "the \(header.name) header prepended to \(before)"
                },
                way: { _ in .call("var data = Data(\(header.constant)); data.append(\(form.variable))") },
                remedy: { (object) in
                    let key = object.subjectPublicKeyInfo
                    let (own, raw) = (key.header.count, key.subjectPublicKey.bytes.count)
                    if form.code == "spki" {
                        return
                            "the header belongs before the raw key, not before the SPKI, which already has it"
                    }
                    if key.header.elementsEqual(headerBytes) {
                        return
                            "that is the header of this key, but it belongs before all \(raw) bytes of the raw key"
                    }
                    return header.name == key.keyName
                        ? "that header is for raw keys of \(header.rawKeyByteCount) bytes; this one has \(raw)"
                        : "that header is for \(header.name) keys; the header of this key has \(own) bytes"
                },
                bytes: { (object) in
                    guard let raw = form.bytes(object) else { return nil }
                    let bytes = headerBytes + raw
                    // The key's own header is not a mistake.
                    return bytes == object.subjectPublicKeyInfo.derBytes ? nil : bytes
                })
        }
    }

    /// A form of a key to which a header may be prepended.
    private struct RawForm: Sendable {
        let code: String
        let phrase: String
        /// The name of its variable in code.
        let variable: String
        var isWholeKey: Bool { code == "raw-key" }
        let bytes: @Sendable (Object) -> [UInt8]?
    }

    private static let rawForms: [RawForm] = [
        RawForm(code: "raw-key", phrase: "", variable: "rawKey") {
            $0.subjectPublicKeyInfo.subjectPublicKey.bytes
        },
        RawForm(code: "spki", phrase: "the whole SPKI", variable: "publicKey.derRepresentation") {
            $0.subjectPublicKeyInfo.derBytes
        },
        RawForm(code: "x-and-y", phrase: "X and Y without 04", variable: "publicKey.rawRepresentation") {
            xAndY($0)
        },
        RawForm(code: "x", phrase: "the X coordinate", variable: "publicKey.compactRepresentation!") {
            $0.subjectPublicKeyInfo.coordinates?.x
        },
        RawForm(
            code: "compressed-point", phrase: "the compressed point",
            variable: "publicKey.compressedRepresentation"
        ) { compressedPoint($0) },
        RawForm(code: "modulus", phrase: "the modulus", variable: "modulus") { modulus($0) },
    ]
}
