import DERKit
import X509Model

extension PinDiagnosis {
    /// A series of bytes that a pin may have been hashed from.
    struct Source: Sendable {
        /// The stable code in a recipe; never changes.
        let code: String
        /// What the bytes are, as it follows `SHA-256 of` in a sentence.
        let what: @Sendable (Object) -> String
        /// The line of code or the command that takes them.
        let madeBy: @Sendable (Object) -> String
        /// What to do instead, where more can be said than the right pin.
        let remedy: @Sendable (Object) -> String?
        /// The bytes; nil where the object has none such.
        let bytes: @Sendable (Object) -> [UInt8]?

        init(
            code: String, what: @escaping @Sendable (Object) -> String,
            madeBy: @escaping @Sendable (Object) -> String,
            remedy: @escaping @Sendable (Object) -> String? = { _ in nil },
            bytes: @escaping @Sendable (Object) -> [UInt8]?
        ) {
            self.code = code
            self.what = what
            self.madeBy = madeBy
            self.remedy = remedy
            self.bytes = bytes
        }

        /// With the same words for every object.
        init(
            _ code: String, _ what: String, _ madeBy: String,
            _ bytes: @escaping @Sendable (Object) -> [UInt8]?
        ) {
            self.init(code: code, what: { _ in what }, madeBy: { _ in madeBy }, bytes: bytes)
        }
    }

    /// All of an object that may have been hashed in place of the SubjectPublicKeyInfo, the likely ones first.
    static let sources: [Source] = keySources + objectSources + textSources + headerSources

    /// Bytes that do not depend on any object.
    struct IndependentSource: Sendable {
        /// The stable code in a recipe; never changes.
        let code: String
        /// What the bytes are, as it follows `SHA-256 of` in a sentence.
        let what: String
        /// The command or the mistake that gives them.
        let madeBy: String
        let bytes: [UInt8]
    }

    /// What is hashed where a step before it gave nothing.
    static let independentSources: [IndependentSource] = [
        IndependentSource(
            code: "nothing", what: "nothing, as `openssl rsa -pubin` makes it from an EC key in a pipeline",
            madeBy: "openssl rsa -pubin -outform der | openssl dgst -sha256: use openssl pkey in its place",
            bytes: []),
        IndependentSource(
            code: "newline", what: "a newline alone",
            madeBy: "echo \"$KEY\" | openssl dgst -sha256, where KEY is empty", bytes: [0x0a]),
        IndependentSource(
            code: "zero-bytes", what: "32 zero bytes",
            madeBy: "a buffer that was never filled: Data(count: 32)",
            bytes: [UInt8](repeating: 0, count: 32)),
    ]

    /// The key in its forms.
    private static let keySources: [Source] = [
        Source("spki", "the SPKI, the right bytes", "openssl pkey -pubin -outform der") {
            $0.subjectPublicKeyInfo.derBytes
        },
        Source(
            code: "raw-key", what: { rawKeyPhrase($0.subjectPublicKeyInfo) },
            madeBy: { (object) in
                let key = object.subjectPublicKeyInfo
                return key.rsaLayout != nil || key.isEllipticCurve
                    ? "hashing SecKeyCopyExternalRepresentation(key, nil) as it comes"
                    : "hashing publicKey.rawRepresentation as it comes"
            },
            remedy: { (object) in
                "lacks the \(object.subjectPublicKeyInfo.header.count)-byte header in front: pemtool explain shows it"
            },
            bytes: { $0.subjectPublicKeyInfo.subjectPublicKey.bytes }),
        Source("bit-string", "the BIT STRING with its tag and length", "publicKeyInfo.publicKeyData.encoded")
        {
            let key = $0.subjectPublicKeyInfo.subjectPublicKey
            var writer = DERWriter()
            writer.append(.bitString, content: [UInt8(key.unusedBits)] + key.bytes)
            return writer.bytes
        },
        Source(
            "bit-string-content", "the BIT STRING's content with its first octet 00",
            "the content of the BIT STRING from a DER parser, without dropping its count of unused bits"
        ) {
            let key = $0.subjectPublicKeyInfo.subjectPublicKey
            return [UInt8(key.unusedBits)] + key.bytes
        },
        Source(
            "spki-content", "the SPKI without its outer tag and length", "the content of the outer SEQUENCE"
        ) {
            content(of: $0.subjectPublicKeyInfo.derBytes)
        },
        Source(
            "pkcs1", "the PKCS#1 RSAPublicKey out of its wrapper",
            "openssl rsa -pubin -RSAPublicKey_out -outform der"
        ) { $0.subjectPublicKeyInfo.rsaLayout == nil ? nil : $0.subjectPublicKeyInfo.subjectPublicKey.bytes },
        Source(
            "pkcs1-content", "modulus and exponent without the SEQUENCE around them",
            "the content of the RSAPublicKey's SEQUENCE"
        ) {
            $0.subjectPublicKeyInfo.rsaLayout == nil
                ? nil : content(of: $0.subjectPublicKeyInfo.subjectPublicKey.bytes)
        },
        Source("modulus", "the RSA modulus alone", "openssl x509 -noout -modulus | cut -d= -f2 | xxd -r -p") {
            modulus($0)
        },
        Source(
            "modulus-integer", "the RSA modulus with the leading 00 of its INTEGER",
            "((RSAPublicKey) key).getModulus().toByteArray()"
        ) {
            let key = $0.subjectPublicKeyInfo
            return key.rsaLayout.map { Array(key.subjectPublicKey.bytes[$0.modulus]) }
        },
        Source(
            "modulus-hex", "the hex digits of the RSA modulus", "openssl x509 -noout -modulus | cut -d= -f2"
        ) {
            modulus($0).map { Array(hex($0, uppercase: true).utf8) }
        },
        Source(
            "modulus-line", "the line Modulus=... that openssl prints",
            "openssl x509 -noout -modulus | openssl dgst -sha256"
        ) { modulus($0).map { Array("Modulus=\(hex($0, uppercase: true))\n".utf8) } },
        Source(
            "x", "the X coordinate of the point",
            "publicKey.compactRepresentation, or key.getW().getAffineX()"
        ) { $0.subjectPublicKeyInfo.coordinates?.x },
        Source("y", "the Y coordinate of the point", "key.getW().getAffineY()") {
            $0.subjectPublicKeyInfo.coordinates?.y
        },
        Source(
            "x-and-y", "X and Y without the 04 before them", "hashing CryptoKit's publicKey.rawRepresentation"
        ) {
            xAndY($0)
        },
        Source(
            "compressed-point", "the compressed point",
            "publicKey.compressedRepresentation, or openssl ec -conv_form compressed"
        ) { compressedPoint($0) },
        Source(
            code: "openssl-reencoding",
            what: {
                "what OpenSSL writes of the key: \($0.subjectPublicKeyInfo.openSSLReencoding.reason.message)"
            },
            madeBy: { _ in "openssl x509 -pubkey -noout | openssl pkey -pubin -outform der" },
            bytes: { (object) in
                let key = object.subjectPublicKeyInfo
                return key.openSSLReencoding.derBytes.flatMap { $0 == key.derBytes ? nil : $0 }
            }),
    ]

    /// The certificate and the request.
    private static let objectSources: [Source] = [
        Source("certificate", "the whole certificate", "openssl x509 -outform der, or SecCertificateCopyData")
        {
            $0.kind == "certificate" ? $0.derBytes : nil
        },
        Source(
            "tbs-certificate", "the signed part of the certificate", "x509Certificate.getTBSCertificate()"
        ) { $0.kind == "certificate" ? $0.signedBytes : nil },
        Source("request", "the whole certificate request", "openssl req -outform der | openssl dgst -sha256")
        {
            $0.kind == "certificate-request" ? $0.derBytes : nil
        },
        Source("request-info", "the signed part of the request", "request.tbs_certrequest_bytes") {
            $0.kind == "certificate-request" ? $0.signedBytes : nil
        },
    ]

    /// The file that the object stands in, which is hashed once for all objects in it.
    static let fileSources: [Source] = [
        Source("file", "the whole file as it stands", "openssl dgst -sha256 FILE, or shasum -a 256 FILE") {
            $0.file.isEmpty ? nil : $0.file
        },
        Source(
            "file-without-last-newline", "the whole file without its last newline", "echo -n \"$(cat FILE)\""
        ) { $0.file.last == 0x0a ? Array($0.file.dropLast()) : nil },
        Source(
            "file-crlf", "the whole file with CRLF line ends", "the file as Windows or git autocrlf has it"
        ) {
            $0.file.isEmpty ? nil : withCarriageReturns($0.file)
        },
    ]

    // MARK: Parts of keys

    static func modulus(_ object: Object) -> [UInt8]? {
        let key = object.subjectPublicKeyInfo
        return key.rsaLayout.map { Array(key.subjectPublicKey.bytes[$0.modulus].drop { $0 == 0 }) }
    }

    static func xAndY(_ object: Object) -> [UInt8]? {
        guard let point = object.subjectPublicKeyInfo.coordinates, let y = point.y else { return nil }
        return point.x + y
    }

    static func compressedPoint(_ object: Object) -> [UInt8]? {
        guard let point = object.subjectPublicKeyInfo.coordinates, let last = point.y?.last else {
            return nil
        }
        return [2 + (last & 1)] + point.x
    }

    static func withCarriageReturns(_ text: [UInt8]) -> [UInt8] {
        var result: [UInt8] = []
        result.reserveCapacity(text.count + text.count / 32)
        for octet in text where octet != 0x0d {
            if octet == 0x0a { result.append(0x0d) }
            result.append(octet)
        }
        return result
    }

    private static func rawKeyPhrase(_ key: SubjectPublicKeyInfo) -> String {
        let count = key.subjectPublicKey.bytes.count
        if key.isEllipticCurve {
            return "the raw \(count)-byte \(key.keyName) point, "
                + "as SecKeyCopyExternalRepresentation gives it, not of the SPKI"
        }
        return key.rsaLayout != nil
            ? "the raw \(count)-byte PKCS#1 key, as SecKeyCopyExternalRepresentation gives it, not of the SPKI"
            : "the raw \(count)-byte \(key.keyName) key, as rawRepresentation gives it, not of the SPKI"
    }
}
