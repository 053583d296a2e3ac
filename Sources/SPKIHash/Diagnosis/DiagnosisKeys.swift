import X509Model

// Parts of RSA keys and of points, and other encodings of them.
extension PinDiagnosis {
    static let rsaSources: [Source] =
        [
            Source(
                "pkcs1", "the PKCS #1 RSAPublicKey inside the SPKI",
                { .command($0.derCommand("openssl rsa -pubin -RSAPublicKey_out -outform der")) }
            ) { $0.key.rsaLayout == nil ? nil : $0.rawKey },
            .part("pkcs1-content", "the modulus and exponent without the enclosing SEQUENCE") {
                $0.key.rsaLayout == nil ? nil : content(of: $0.rawKey)
            },
            Source("modulus", "the RSA modulus alone", call: modulusCall) { $0.key.modulus },
            Source(
                "modulus-integer", "the RSA modulus with the leading 00 of its INTEGER",
                call: "((RSAPublicKey) key).getModulus().toByteArray()"
            ) { (object) in object.key.rsaLayout.map { Array(object.rawKey[$0.modulus]) } },
            Source(
                "modulus-line", "the line Modulus=... printed by openssl",
                { (object) in
                    let command = "openssl x509 -noout -modulus"
                    let isPlain = object.key.algorithm.algorithm == .rsaEncryption
                    return isPlain && object.label == "CERTIFICATE" ? .command(command) : .call(command)
                }
            ) { $0.key.modulus.map { modulusLine($0) + [0x0a] } },
            Source(
                "modulus-line-without-last-newline", "the line Modulus=... without its newline",
                call: "openssl rsa -pubin -noout -modulus, without the newline"
            ) { $0.key.modulus.map(modulusLine) },
        ]
        + modulusTexts("modulus-hex", "the hex digits of the RSA modulus") {
            OctetText.hex($0, uppercase: true)
        }
        + modulusTexts("modulus-hex-lower-case", "the hex digits of the RSA modulus in lower case") {
            OctetText.hex($0)
        }

    private static func modulusLine(_ modulus: [UInt8]) -> [UInt8] {
        Array("Modulus=".utf8) + OctetText.hex(modulus, uppercase: true)
    }

    /// Returns the sources for the modulus in digits, without and with a newline.
    private static func modulusTexts(
        _ code: String, _ what: String, _ text: @escaping OctetText.Change
    ) -> [Source] {
        [
            Source(code, what, call: "modulus.toString(16)") { $0.key.modulus.flatMap(text) },
            Source(code + "-newline", what + " and a newline", call: "modulus.toString(16) and a newline") {
                $0.key.modulus.flatMap(text).map { $0 + [0x0a] }
            },
        ]
    }

    private static let modulusCall = "hashing the bytes of the modulus, taken from the key's text"

    // MARK: Points

    static let pointSources: [Source] = [
        .part("x", "the X coordinate of the point") { $0.key.point?.x },
        .part("y", "the Y coordinate of the point") { $0.key.point?.y },
        .part("x-and-y", "X and Y without the 04 before them, as in CryptoKit's rawRepresentation") {
            $0.key.xAndY
        },
        Source(
            "compressed-point", "the compressed point, as in CryptoKit's compressedRepresentation",
            call: "hashing publicKey.compressedRepresentation"
        ) { $0.key.compressedPoint },
        Source(
            "spki-compressed-point", "an SPKI of this key with a compressed point",
            call: ecCall
        ) { (object) in
            object.key.compressedPoint.map { SubjectPublicKeyInfo.bytes(object.key.algorithm.derBytes, $0) }
        },
        Source(
            "spki-explicit-parameters", "an SPKI of this key with explicit curve parameters",
            call: ecCall
        ) { (object) in
            object.key.namedCurve?.explicitParameters().map { (parameters) in
                let algorithm = AlgorithmIdentifier.bytes(object.key.algorithm.algorithm, parameters)
                return SubjectPublicKeyInfo.bytes(algorithm, object.rawKey)
            }
        },
    ]

    private static let ecCall = "another form of the point, from an EC library"

    /// The headers of common kinds of keys, which may be prepended to other bytes by mistake. Each entry has the name
    /// of the kind, the name of the constant in tutorials, the algorithm and the size of the raw key.
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

    /// The sources that prepend each known header to each form of the key.
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
                    return header.name == key.keyName && raw != header.rawKeyByteCount
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
        /// The expression for the form in an app's code.
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
