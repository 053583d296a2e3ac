import X509Model

extension PinDiagnosis {
    /// Bytes whose hash may have been used as a pin.
    struct Source: Sendable {
        /// The stable code of the source in a recipe.
        let code: String
        /// The name of the bytes, in the form that follows `SHA-256 of` in a sentence.
        let what: @Sendable (Object) -> String
        /// The command or call that produces the bytes.
        let way: @Sendable (Object) -> Way
        /// A description of the missing or wrong part, if stating the correct pin is not sufficient.
        var remedy: @Sendable (Object) -> String? = { _ in nil }
        /// The bytes; `nil` if the object has no such bytes.
        let bytes: @Sendable (Object) -> [UInt8]?
        /// A Boolean value that indicates whether the source is tried only with SHA-256, because a wrong digest in
        /// addition to this mistake is too rare to be worth the time.
        var isRare = false
        /// The base and the form of the text; `nil` if the source is not a text.
        var text: (base: TextBase, form: TextForm)?

        /// Returns the bytes, and reuses the base of the last text, because successive texts often share a base.
        func made(_ object: Object, _ last: inout (code: String, bytes: [UInt8]?)) -> [UInt8]? {
            guard let text else { return bytes(object) }
            if last.code != text.base.code { last = (text.base.code, text.base.shortBytes(object)) }
            return last.bytes.flatMap(text.form.change)
        }
    }

    /// The code or command that produces the hashed bytes.
    enum Way: Sendable {
        /// A shell command that reads the object in PEM and writes the bytes; an empty string adds no step.
        case command(String)
        /// A call in a program, or a description of a manual step.
        case call(String)
    }

    /// The sources in an object, the likely ones first: the SPKI and all bytes that may have been hashed instead.
    static let sources: [Source] =
        keySources + rsaSources + pointSources + objectSources + textSources + structureSources
        + headerSources

    /// The sources of bytes that do not depend on an object, such as those that are hashed if an earlier step fails.
    static let independentSources: [IndependentSource] =
        [
            (
                "nothing", "empty input, which openssl dgst hashes if the command before it failed",
                .call("a failed step before the hash, such as openssl rsa -pubin; use openssl pkey instead"),
                []
            ),
            ("newline", "a newline alone, as echo prints for an empty variable", .command("echo"), [0x0a]),
            (
                "crlf", "CRLF alone, as Windows prints for an empty variable", .command("printf '\\r\\n'"),
                [0x0d, 0x0a]
            ),
            ("zero-byte", "one zero byte", .command("head -c 1 /dev/zero"), [0]),
            (
                "zero-bytes", "32 zero bytes, as in a buffer that was never filled",
                .command("head -c 32 /dev/zero"), [UInt8](repeating: 0, count: 32)
            ),
        ] + absentTexts.flatMap { text($0, $1) }

    typealias IndependentSource = (code: String, what: String, way: Way, bytes: [UInt8])

    /// The texts that programming languages print for a missing value, or for an object instead of its content.
    private static let absentTexts = [
        ("null", "null"), ("undefined", "undefined"), ("none", "None"), ("nil", "nil"),
        ("null-in-parentheses", "(null)"), ("object", "[object Object]"),
        ("array-buffer", "[object ArrayBuffer]"),
    ]

    private static func text(_ code: String, _ text: String) -> [IndependentSource] {
        let what = "the text \(text), which programs write for a missing value"
        let bytes = Array(text.utf8)
        return [
            ("text-\(code)", what, .command("printf %s '\(text)'"), bytes),
            ("text-\(code)-newline", what + ", and a newline", .command("echo '\(text)'"), bytes + [0x0a]),
        ]
    }

    private static let keySources: [Source] = [
        Source("spki", "the SPKI (the right bytes)", { $0.spkiWay }) { $0.spki },
        Source(
            code: "raw-key", what: { rawKeyPhrase($0.key) },
            way: { (object) in
                .call(
                    object.key.rsaLayout != nil || object.key.isEllipticCurve
                        ? "hashing SecKeyCopyExternalRepresentation(key, nil) without the header"
                        : "hashing publicKey.rawRepresentation without the header")
            },
            remedy: { "missing the \($0.key.header.count)-byte header in front" },
            bytes: { $0.rawKey }),
        .part("bit-string", "the BIT STRING with its tag and length") { (object) in
            DERWriter.bytes { $0.append(.bitString, content: bitStringContent(object)) }
        },
        .part("bit-string-content", "the content of the BIT STRING with its leading 00") {
            bitStringContent($0)
        },
        .part("spki-content", "the SPKI without its outer tag and length") { content(of: $0.spki) },
        Source("spki-newline", "the SPKI followed by a newline", call: newlineCall) { $0.spki + [0x0a] },
        Source("spki-crlf", "the SPKI with CRLF for each byte 0A", call: textModeCall) {
            inTextMode($0.spki)
        },
        Source(
            code: "openssl-reencoding",
            what: { "the key as OpenSSL writes it: \($0.key.openSSLReencoding.reason.message)" },
            way: { .command("\($0.pemCommands.publicKey) | openssl pkey -pubin -outform der") },
            bytes: { (object) in
                object.key.openSSLReencoding.derBytes.flatMap { $0 == object.spki ? nil : $0 }
            }),
    ]

    private static let objectSources: [Source] = [
        Source(
            "certificate", "the whole certificate, as SecCertificateCopyData returns it",
            { _ in .command("openssl x509 -outform der") }
        ) { $0.kind == "certificate" ? $0.derBytes : nil },
        Source("certificate-newline", "the whole certificate followed by a newline", call: newlineCall) {
            $0.kind == "certificate" ? $0.derBytes + [0x0a] : nil
        },
        Source("certificate-crlf", "the whole certificate with CRLF for each byte 0A", call: textModeCall) {
            $0.kind == "certificate" ? inTextMode($0.derBytes) : nil
        },
        Source(
            "tbs-certificate", "the signed part of the certificate",
            call: "x509Certificate.getTBSCertificate()"
        ) { $0.kind == "certificate" ? $0.signedBytes : nil },
        Source("subject", "the subject of the certificate or request", call: "cert.subject.public_bytes()") {
            $0.subject
        },
        Source(
            "request", "the whole certificate request", { _ in .command("openssl req -outform der") }
        ) { $0.kind == "certificate-request" ? $0.derBytes : nil },
        Source(
            "request-info", "the signed part of the request", call: "request.tbs_certrequest_bytes"
        ) { $0.kind == "certificate-request" ? $0.signedBytes : nil },
    ]

    /// The sources in the file that contains the object. The file is hashed only once for all its objects.
    static let fileSources: [Source] = [
        Source("file", "the whole file as it is", { _ in .command("") }) {
            $0.file.isEmpty ? nil : $0.file
        },
        Source(
            "file-without-last-newline", "the whole file without its final newline",
            call: "hashing the file without its final newline"
        ) { $0.file.last == 0x0a ? OctetText.withoutLastByte($0.file) : nil },
        Source(
            "file-crlf", "the whole file with CRLF line endings, as on Windows or with git autocrlf",
            call: "hashing the file with CRLF line endings"
        ) { OctetText.withCRLF($0.file).flatMap { [file = $0.file] in $0 == file ? nil : $0 } },
    ]

    private static let newlineCall = "appending a newline, as editors do when saving"
    private static let textModeCall = "copying the binary file as text"

    /// Returns bytes with the changes that copying in text mode makes, or `nil` if there are none.
    private static func inTextMode(_ bytes: [UInt8]) -> [UInt8]? {
        bytes.contains(0x0a) ? OctetText.replacing(0x0a, with: [0x0d, 0x0a], in: bytes) : nil
    }

    private static func bitStringContent(_ object: Object) -> [UInt8] {
        [UInt8(object.key.subjectPublicKey.unusedBits)] + object.rawKey
    }

    private static func rawKeyPhrase(_ key: SubjectPublicKeyInfo) -> String {
        let count = key.subjectPublicKey.bytes.count
        if key.isEllipticCurve {
            return "the raw \(count)-byte \(key.keyName) point, "
                + "as SecKeyCopyExternalRepresentation returns it, not of the SPKI"
        }
        return key.rsaLayout != nil
            ? "the raw \(count)-byte PKCS #1 key, as SecKeyCopyExternalRepresentation returns it, not of the SPKI"
            : "the raw \(count)-byte \(key.keyName) key, as rawRepresentation returns it, not of the SPKI"
    }
}

extension PinDiagnosis.Source {
    /// Creates a source whose description is the same for every object.
    init(
        _ code: String, _ what: String, _ way: @escaping @Sendable (PinDiagnosis.Object) -> PinDiagnosis.Way,
        _ bytes: @escaping @Sendable (PinDiagnosis.Object) -> [UInt8]?
    ) {
        self.init(code: code, what: { _ in what }, way: way, bytes: bytes)
    }

    init(
        _ code: String, _ what: String, call: String,
        _ bytes: @escaping @Sendable (PinDiagnosis.Object) -> [UInt8]?
    ) {
        self.init(code: code, what: { _ in what }, way: { _ in .call(call) }, bytes: bytes)
    }

    /// Creates a source from bytes inside the SubjectPublicKeyInfo.
    static func part(
        _ code: String, _ what: String, _ bytes: @escaping @Sendable (PinDiagnosis.Object) -> [UInt8]?
    ) -> PinDiagnosis.Source {
        PinDiagnosis.Source(code, what, call: "taking these bytes out of publicKey.getEncoded()", bytes)
    }
}
