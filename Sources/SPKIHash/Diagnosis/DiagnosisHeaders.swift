extension PinDiagnosis {
    /// The headers of common keys, each of which may be prepended to keys of another kind by mistake: the kind, the
    /// name of the constant in tutorials, the algorithm and the size of the raw key.
    private static let knownHeaders:
        [(name: String, constant: String, RawKeyAlgorithm, rawKeyByteCount: Int)] = [
            ("RSA-1024", "rsa1024Asn1Header", .rsa, 140),
            ("RSA-2048", "rsa2048Asn1Header", .rsa, 270),
            ("RSA-3072", "rsa3072Asn1Header", .rsa, 398),
            ("RSA-4096", "rsa4096Asn1Header", .rsa, 526),
            ("P-256", "ecDsaSecp256r1Asn1Header", .p256, 65),
            ("P-384", "ecDsaSecp384r1Asn1Header", .p384, 97),
            ("P-521", "ecDsaSecp521r1Asn1Header", .p521, 133),
            ("secp256k1", "secp256k1Asn1Header", .secp256k1, 65),
            ("Ed25519", "ed25519Asn1Header", .ed25519, 32),
            ("X25519", "x25519Asn1Header", .x25519, 32),
        ]

    /// Each known header, prepended to each raw form.
    static let headerSources: [Source] = knownHeaders.flatMap { (header) in
        let headerBytes = header.2.header(rawKeyByteCount: header.rawKeyByteCount)
        return rawForms.map { (form) in
            Source(
                code: "\(header.name.lowercased())-header-before-\(form.code)",
                what: { (object) in
                    let key = object.key.keyNameWithArticle
                    let before = form.phrase.isEmpty ? "\(key) key" : "\(form.phrase) of \(key) key"
                    return "the \(header.name) header prepended to \(before)"
                },
                way: { _ in .call("var data = Data(\(header.constant)); data.append(\(form.variable))") },
                remedy: { (object) in
                    let (key, raw) = (object.key, object.rawKey.count)
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
                        : "that header is for \(header.name) keys; the header of this key has \(key.header.count) bytes"
                },
                bytes: { (object) in
                    guard let raw = form.bytes(object) else { return nil }
                    let bytes = headerBytes + raw
                    // The key's own header is not a mistake.
                    return bytes == object.spki ? nil : bytes
                })
        }
    }

    /// A form of a key to which a header may be prepended.
    private struct RawForm: Sendable {
        let code: String
        let phrase: String
        /// The name of its variable in code.
        let variable: String
        let bytes: @Sendable (Object) -> [UInt8]?
    }

    private static let rawForms: [RawForm] = [
        RawForm(code: "raw-key", phrase: "", variable: "rawKey") { $0.rawKey },
        RawForm(code: "spki", phrase: "the whole SPKI", variable: "publicKey.derRepresentation") { $0.spki },
        RawForm(code: "x-and-y", phrase: "X and Y without 04", variable: "publicKey.rawRepresentation") {
            $0.key.xAndY
        },
        RawForm(code: "x", phrase: "the X coordinate", variable: "publicKey.compactRepresentation!") {
            $0.key.coordinates?.x
        },
        RawForm(
            code: "compressed-point", phrase: "the compressed point",
            variable: "publicKey.compressedRepresentation"
        ) { $0.key.compressedPoint },
        RawForm(code: "modulus", phrase: "the modulus", variable: "modulus") { $0.key.modulus },
    ]
}
