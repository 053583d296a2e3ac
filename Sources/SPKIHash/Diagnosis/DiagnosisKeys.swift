import DERKit
import X509Model

// Parts of RSA keys and of points, and other encodings of them.
extension PinDiagnosis {
    static let rsaSources: [Source] =
        [
            Source(
                "pkcs1", "the PKCS #1 RSAPublicKey inside the SPKI",
                { .command($0.derCommand("openssl rsa -pubin -RSAPublicKey_out -outform der")) }
            ) {
                $0.subjectPublicKeyInfo.rsaLayout == nil
                    ? nil : $0.subjectPublicKeyInfo.subjectPublicKey.bytes
            },
            Source(
                "pkcs1-content", "the modulus and exponent without the enclosing SEQUENCE",
                { $0.tail(byteCount: pkcs1Content($0)?.count ?? 0) }
            ) { pkcs1Content($0) },
            Source("modulus", "the RSA modulus alone", { modulusWay($0).then("xxd -r -p", or: modulusCall) })
            {
                modulus($0)
            },
            Source(
                "modulus-integer", "the RSA modulus with the leading 00 of its INTEGER",
                call: "((RSAPublicKey) key).getModulus().toByteArray()"
            ) { (object) in
                let key = object.subjectPublicKeyInfo
                return key.rsaLayout.map { Array(key.subjectPublicKey.bytes[$0.modulus]) }
            },
            Source(
                "modulus-line", "the line Modulus=... printed by openssl",
                { (object) in
                    isPlainRSA(object)
                        ? .command(modulusCommand(object)) : .call("openssl rsa -pubin -noout -modulus")
                }
            ) { modulus($0).map { Array("Modulus=\(hex($0, uppercase: true))\n".utf8) } },
            Source(
                "modulus-line-without-last-newline", "the line Modulus=... without its newline",
                { (object) in
                    isPlainRSA(object)
                        ? .command("printf %s \"$(\(modulusCommand(object)))\"")
                        : .call("openssl rsa -pubin -noout -modulus, without the newline")
                }
            ) { modulus($0).map { Array("Modulus=\(hex($0, uppercase: true))".utf8) } },
        ] + modulusTexts

    /// The modulus as digits.
    private struct Digits: Sendable {
        let code: String
        let phrase: String
        let command: String?
        let text: @Sendable ([UInt8]) -> String?
    }

    private static let digits: [Digits] = [
        Digits(code: "modulus-hex", phrase: "the hex digits of the RSA modulus", command: "tr -d '\\n'") {
            hex($0, uppercase: true)
        },
        Digits(
            code: "modulus-hex-lower-case", phrase: "the hex digits of the RSA modulus in lower case",
            command: "tr -d '\\n' | tr A-F a-f"
        ) { hex($0) },
        Digits(code: "modulus-decimal", phrase: "the decimal digits of the RSA modulus", command: nil) {
            decimal($0)
        },
    ]

    /// The digits, each with and without a newline.
    private static let modulusTexts: [Source] = digits.flatMap { (digits) in
        let call = "modulus.toString()"
        return [
            Source(digits.code, digits.phrase, { modulusWay($0).then(digits.command, or: call) }) {
                (object) in
                modulus(object).flatMap(digits.text).map { Array($0.utf8) }
            },
            Source(
                digits.code + "-newline", digits.phrase + " and a newline",
                {
                    modulusWay($0).then(digits.command, or: call).then(
                        "{ cat; echo; }", or: "\(call) and a newline")
                }
            ) { (object) in modulus(object).flatMap(digits.text).map { Array(($0 + "\n").utf8) } },
        ]
    }

    private static let modulusCall = "the modulus as bytes, from the key's text"

    private static func isPlainRSA(_ object: Object) -> Bool {
        object.subjectPublicKeyInfo.algorithm.algorithm.name == "rsaEncryption"
    }

    private static func modulusCommand(_ object: Object) -> String {
        switch object.label {
        case "CERTIFICATE": "openssl x509 -noout -modulus"
        case "CERTIFICATE REQUEST": "openssl req -noout -modulus"
        default: object.derCommand("openssl rsa -pubin -noout -modulus")
        }
    }

    /// Returns how to write the digits of the modulus; OpenSSL does not print those of a key for RSASSA-PSS
    /// only.
    private static func modulusWay(_ object: Object) -> Way {
        isPlainRSA(object) ? .command("\(modulusCommand(object)) | cut -d = -f 2") : .call(modulusCall)
    }

    static func modulus(_ object: Object) -> [UInt8]? {
        let key = object.subjectPublicKeyInfo
        return key.rsaLayout.map { Array(key.subjectPublicKey.bytes[$0.modulus].drop { $0 == 0 }) }
    }

    private static func pkcs1Content(_ object: Object) -> [UInt8]? {
        object.subjectPublicKeyInfo.rsaLayout == nil
            ? nil : content(of: object.subjectPublicKeyInfo.subjectPublicKey.bytes)
    }

    /// Returns a number in decimal. The time is quadratic in its length, so numbers longer than those of any
    /// key are left out.
    private static func decimal(_ magnitude: [UInt8]) -> String? {
        guard magnitude.count <= 2_048 else { return nil }
        var limbs = magnitude
        var digits: [UInt8] = []
        while !limbs.isEmpty {
            var rest: UInt32 = 0
            var quotient: [UInt8] = []
            for limb in limbs {
                let value = rest << 8 | UInt32(limb)
                let digit = UInt8(truncatingIfNeeded: value / 10_000)
                if !(quotient.isEmpty && digit == 0) { quotient.append(digit) }
                rest = value % 10_000
            }
            limbs = quotient
            for _ in 0..<4 {
                digits.append(UInt8(ascii: "0") + UInt8(truncatingIfNeeded: rest % 10))
                rest /= 10
            }
        }
        while digits.last == UInt8(ascii: "0") { digits.removeLast() }
        return String(decoding: digits.reversed(), as: UTF8.self)
    }
}

// MARK: Points

extension PinDiagnosis {
    static let pointSources: [Source] = [
        Source(
            "x", "the X coordinate of the point",
            { (object) in
                let size = object.subjectPublicKeyInfo.coordinates?.x.count ?? 0
                return object.tail(byteCount: 2 * size, first: size)
            }
        ) { whole($0)?.x },
        Source(
            "y", "the Y coordinate of the point", { $0.tail(byteCount: whole($0)?.y.count ?? 0) }
        ) { whole($0)?.y },
        Source(
            "x-and-y", "X and Y without the 04 before them, as CryptoKit's rawRepresentation gives them",
            { $0.tail(byteCount: xAndY($0)?.count ?? 0) }
        ) { xAndY($0) },
        Source(
            "x-integer", "the X coordinate as a signed integer",
            call: "key.getW().getAffineX().toByteArray()"
        ) { whole($0).flatMap { signed($0.x) } },
        Source(
            "y-integer", "the Y coordinate as a signed integer",
            call: "key.getW().getAffineY().toByteArray()"
        ) { whole($0).flatMap { signed($0.y) } },
        Source(
            "x-and-y-integers", "X and Y as signed integers",
            call: "getAffineX().toByteArray() and getAffineY().toByteArray() of key.getW()"
        ) { (object) in
            whole(object).flatMap { (point) in
                let (x, y) = (integer(point.x), integer(point.y))
                return x + y == point.x + point.y ? nil : x + y
            }
        },
        Source(
            "compressed-point", "the compressed point, as CryptoKit's compressedRepresentation gives it",
            { (object) in
                let size = object.subjectPublicKeyInfo.coordinates?.x.count ?? 0
                return ecWay(object, "-conv_form compressed").then(
                    "tail -c \(size + 1)", or: "hashing publicKey.compressedRepresentation")
            }
        ) { compressedPoint($0) },
        Source(
            "spki-compressed-point", "an SPKI of this key with a compressed point",
            { ecWay($0, "-conv_form compressed") }
        ) { (object) in compressedPoint(object).map { spki(object.subjectPublicKeyInfo, $0) } },
        Source(
            "hybrid-point", "the hybrid point", { ecWay($0, "-conv_form hybrid").then(tail($0), or: ecCall) }
        ) {
            hybridPoint($0)
        },
        Source(
            "spki-hybrid-point", "an SPKI of this key with a hybrid point", { ecWay($0, "-conv_form hybrid") }
        ) { (object) in hybridPoint(object).map { spki(object.subjectPublicKeyInfo, $0) } },
        Source(
            "spki-explicit-parameters", "an SPKI of this key with its curve written out",
            { ecWay($0, "-param_enc explicit") }
        ) { explicit($0) },
    ]

    private static let ecCall = "another form of the point, from an EC library"

    /// Returns how to write an SPKI in another form.
    private static func ecWay(_ object: Object, _ option: String) -> Way {
        guard object.subjectPublicKeyInfo.openSSLReencoding.reason == .same else { return .call(ecCall) }
        return .command(object.derCommand("openssl ec -pubin \(option) -outform der"))
    }

    private static func tail(_ object: Object) -> String {
        "tail -c \(object.subjectPublicKeyInfo.subjectPublicKey.bytes.count)"
    }

    /// Returns both coordinates of an uncompressed point.
    private static func whole(_ object: Object) -> (x: [UInt8], y: [UInt8])? {
        guard let point = object.subjectPublicKeyInfo.coordinates, let y = point.y else { return nil }
        return (point.x, y)
    }

    static func xAndY(_ object: Object) -> [UInt8]? { whole(object).map { $0.x + $0.y } }

    static func compressedPoint(_ object: Object) -> [UInt8]? {
        whole(object).map { [2 + (($0.y.last ?? 0) & 1)] + $0.x }
    }

    private static func hybridPoint(_ object: Object) -> [UInt8]? {
        guard object.subjectPublicKeyInfo.subjectPublicKey.bytes.first == 4 else { return nil }
        return whole(object).map { [6 + (($0.y.last ?? 0) & 1)] + $0.x + $0.y }
    }

    /// Returns the content of an INTEGER with these octets, without redundant zeros.
    private static func integer(_ octets: [UInt8]) -> [UInt8] {
        let magnitude = Array(octets.drop { $0 == 0 })
        return (magnitude.first ?? 0x80) < 0x80 ? magnitude : [0] + magnitude
    }

    /// Returns the same content, or `nil` if it equals the octets.
    private static func signed(_ octets: [UInt8]) -> [UInt8]? {
        let content = integer(octets)
        return content == octets ? nil : content
    }

    private static func spki(_ key: SubjectPublicKeyInfo, _ point: [UInt8]) -> [UInt8] {
        spki(key.algorithm.derBytes, point)
    }

    private static func spki(_ algorithm: [UInt8], _ point: [UInt8]) -> [UInt8] {
        var writer = DERWriter()
        writer.append(.sequence) { (fields) in
            fields.append(encoded: algorithm)
            fields.append(bitString: point)
        }
        return writer.bytes
    }

    private static func explicit(_ object: Object) -> [UInt8]? {
        let key = object.subjectPublicKeyInfo
        guard let explicit = key.namedCurve?.explicitParameters() else { return nil }
        var writer = DERWriter()
        writer.append(.sequence) { (fields) in
            fields.append(key.algorithm.algorithm)
            fields.append(encoded: explicit)
        }
        return spki(writer.bytes, key.subjectPublicKey.bytes)
    }
}
