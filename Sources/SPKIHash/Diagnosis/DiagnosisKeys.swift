import DERKit
import X509Model

// Parts of RSA keys and of points, and other encodings of them.
extension PinDiagnosis {
    static let rsaSources: [Source] =
        [
            Source(
                "pkcs1", "the PKCS #1 RSAPublicKey inside the SPKI",
                { .command($0.derCommand("openssl rsa -pubin -RSAPublicKey_out -outform der")) }
            ) { $0.key.rsaLayout == nil ? nil : $0.rawKey },
            .tail("pkcs1-content", "the modulus and exponent without the enclosing SEQUENCE") {
                $0.key.rsaLayout == nil ? nil : content(of: $0.rawKey)
            },
            Source(
                "modulus", "the RSA modulus alone", { modulusWay($0).then("xxd -r -p", or: modulusCall) }
            ) { $0.key.modulus },
            Source(
                "modulus-integer", "the RSA modulus with the leading 00 of its INTEGER",
                call: "((RSAPublicKey) key).getModulus().toByteArray()"
            ) { (object) in object.key.rsaLayout.map { Array(object.rawKey[$0.modulus]) } },
            Source(
                "modulus-line", "the line Modulus=... printed by openssl",
                { (object) in
                    isPlainRSA(object)
                        ? .command(modulusCommand(object)) : .call("openssl rsa -pubin -noout -modulus")
                }
            ) { $0.key.modulus.map { Array("Modulus=\(hex($0, uppercase: true))\n".utf8) } },
            Source(
                "modulus-line-without-last-newline", "the line Modulus=... without its newline",
                { (object) in
                    isPlainRSA(object)
                        ? .command("printf %s \"$(\(modulusCommand(object)))\"")
                        : .call("openssl rsa -pubin -noout -modulus, without the newline")
                }
            ) { $0.key.modulus.map { Array("Modulus=\(hex($0, uppercase: true))".utf8) } },
        ]
        + modulusTexts("modulus-hex", "the hex digits of the RSA modulus", "tr -d '\\n'") {
            hex($0, uppercase: true)
        }
        + modulusTexts(
            "modulus-hex-lower-case", "the hex digits of the RSA modulus in lower case",
            "tr -d '\\n' | tr A-F a-f"
        ) { hex($0) }
        + modulusTexts("modulus-decimal", "the decimal digits of the RSA modulus", nil) { decimal($0) }

    /// Returns the modulus as digits, without and with a newline.
    private static func modulusTexts(
        _ code: String, _ what: String, _ command: String?, _ text: @escaping @Sendable ([UInt8]) -> String?
    ) -> [Source] {
        let way = { @Sendable in modulusWay($0).then(command, or: "modulus.toString()") }
        return [
            Source(code, what, way) { $0.key.modulus.flatMap(text).map { Array($0.utf8) } },
            Source(
                code + "-newline", what + " and a newline",
                { way($0).then("{ cat; echo; }", or: "modulus.toString() and a newline") }
            ) { $0.key.modulus.flatMap(text).map { Array($0.utf8) + [0x0a] } },
        ]
    }

    private static let modulusCall = "the modulus as bytes, from the key's text"

    private static func isPlainRSA(_ object: Object) -> Bool {
        object.key.algorithm.algorithm == .rsaEncryption
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
                let size = object.key.coordinates?.x.count ?? 0
                return object.tail(byteCount: 2 * size, first: size)
            }
        ) { $0.key.point?.x },
        .tail("y", "the Y coordinate of the point") { $0.key.point?.y },
        .tail("x-and-y", "X and Y without the 04 before them, as CryptoKit's rawRepresentation gives them") {
            $0.key.xAndY
        },
        Source(
            "x-integer", "the X coordinate as a signed integer",
            call: "key.getW().getAffineX().toByteArray()"
        ) { $0.key.point.flatMap { signed($0.x) } },
        Source(
            "y-integer", "the Y coordinate as a signed integer",
            call: "key.getW().getAffineY().toByteArray()"
        ) { $0.key.point.flatMap { signed($0.y) } },
        Source(
            "x-and-y-integers", "X and Y as signed integers",
            call: "getAffineX().toByteArray() and getAffineY().toByteArray() of key.getW()"
        ) { (object) in
            object.key.point.flatMap { (point) in
                let (x, y) = (integer(point.x), integer(point.y))
                return x + y == point.x + point.y ? nil : x + y
            }
        },
        Source(
            "compressed-point", "the compressed point, as CryptoKit's compressedRepresentation gives it",
            { (object) in
                let size = object.key.coordinates?.x.count ?? 0
                return ecWay(object, "-conv_form compressed").then(
                    "tail -c \(size + 1)", or: "hashing publicKey.compressedRepresentation")
            }
        ) { $0.key.compressedPoint },
        Source(
            "spki-compressed-point", "an SPKI of this key with a compressed point",
            { ecWay($0, "-conv_form compressed") }
        ) { (object) in
            object.key.compressedPoint.map { OpenSSLReencoding.spki(object.key.algorithm.derBytes, $0) }
        },
        Source(
            "hybrid-point", "the hybrid point",
            { ecWay($0, "-conv_form hybrid").then("tail -c \($0.rawKey.count)", or: ecCall) }
        ) { hybridPoint($0) },
        Source(
            "spki-hybrid-point", "an SPKI of this key with a hybrid point", { ecWay($0, "-conv_form hybrid") }
        ) { (object) in
            hybridPoint(object).map { OpenSSLReencoding.spki(object.key.algorithm.derBytes, $0) }
        },
        Source(
            "spki-explicit-parameters", "an SPKI of this key with its curve written out",
            { ecWay($0, "-param_enc explicit") }
        ) { (object) in
            object.key.namedCurve?.explicitParameters().map { (parameters) in
                let algorithm = OpenSSLReencoding.written(object.key.algorithm.algorithm, parameters)
                return OpenSSLReencoding.spki(algorithm, object.rawKey)
            }
        },
    ]

    private static let ecCall = "another form of the point, from an EC library"

    /// Returns how to write an SPKI in another form.
    private static func ecWay(_ object: Object, _ option: String) -> Way {
        guard object.key.openSSLReencoding.reason == .same else { return .call(ecCall) }
        return .command(object.derCommand("openssl ec -pubin \(option) -outform der"))
    }

    private static func hybridPoint(_ object: Object) -> [UInt8]? {
        guard object.rawKey.first == 4 else { return nil }
        return object.key.point.map { [6 + (($0.y.last ?? 0) & 1)] + $0.x + $0.y }
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
}
