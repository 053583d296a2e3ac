import DERKit
import PinPolicies
import Testing
import X509Model

@testable import SPKIHash

@Suite struct RawKeyTests {
    /// A line of rawkey/keys.tsv, which Tests/Tools/make/rawkey-vectors.py makes with Python's cryptography.
    struct Key {
        let algorithm: RawKeyAlgorithm
        let raw: [UInt8]
        let header: [UInt8]
        let pin: Pin

        static func all() throws -> [Key] {
            try Vectors.lines("rawkey/keys.tsv").map { (line) in
                let fields = line.split(separator: "\t")
                return Key(
                    algorithm: try #require(RawKeyAlgorithm(rawValue: String(fields[0]))),
                    raw: try #require(bytes(hex: fields[1])), header: try #require(bytes(hex: fields[2])),
                    pin: try Pin(fields[3]))
            }
        }
    }

    /// The cause of the two hashes: TrustKit's five headers, which it selects by size alone.
    @Test func saysWhetherTrustKitHasTheHeader() throws {
        let expected: [String: TrustKitSupport] = [
            "rsa-1024": .noHeader, "rsa-2048": .header, "rsa-3072": .header, "rsa-4096": .header,
            "rsa-pss": .otherHeader, "p-224": .noHeader, "p-256": .header, "p-384": .header,
            "p-521": .noHeader,
            "secp256k1": .otherHeader, "brainpool": .otherHeader, "ed25519": .noHeader, "ed448": .noHeader,
            "x25519": .noHeader, "dsa": .noHeader,
        ]
        #expect(Set(expected.keys) == Set(DiagnosisMatrixTests.kinds))
        for (kind, support) in expected {
            let input = InputReader(try Vectors.bytes("diagnose/\(kind).pem"))
            let key = try #require(try Array(input).first?.content.subjectPublicKeyInfo)
            #expect(key.trustKitSupport == support, "\(kind)")
        }
    }

    @Test func headerAndPinMatchPythonsCryptography() throws {
        let keys = try Key.all()
        #expect(keys.count == 20)
        #expect(Set(keys.map(\.algorithm)) == Set(RawKeyAlgorithm.allCases))
        for key in keys {
            let built = try SubjectPublicKeyInfo(rawKey: key.raw, algorithm: key.algorithm)
            #expect(built.header == key.header)
            #expect(built.derBytes == key.header + key.raw)
            #expect(built.pin == key.pin)
            #expect(RawKeyAlgorithm(built.algorithm) == key.algorithm)
            #expect(key.algorithm.header(rawKeyByteCount: key.raw.count) == key.header)
        }
    }

    @Test func theBytesDetermineTheAlgorithmIfPossible() throws {
        for key in try Key.all() {
            switch (key.algorithm, key.raw.count) {
            case (.ed25519, _), (.x25519, _):
                #expect(throws: RawKeyError.ambiguous(byteCount: 32, choices: [.ed25519, .x25519])) {
                    try SubjectPublicKeyInfo(rawKey: key.raw)
                }
            default:
                #expect(try SubjectPublicKeyInfo(rawKey: key.raw).pin == key.pin)
            }
        }
    }

    /// The constant `rsa2048Asn1Header` of many tutorials, and TrustKit's five headers.
    @Test func knownHeadersAreComputed() {
        let rsa = "300d06092a864886f70d0101010500"
        let known: [(RawKeyAlgorithm, rawKeyByteCount: Int, header: String)] = [
            (.rsa, 270, "30820122" + rsa + "0382010f00"),
            (.rsa, 398, "308201a2" + rsa + "0382018f00"),
            (.rsa, 526, "30820222" + rsa + "0382020f00"),
            (.p256, 65, "3059301306072a8648ce3d020106082a8648ce3d030107034200"),
            (.p384, 97, "3076301006072a8648ce3d020106052b81040022036200"),
        ]
        for (algorithm, count, header) in known {
            #expect(hex(algorithm.header(rawKeyByteCount: count)) == header)
        }
        #expect(RawKeyAlgorithm.rsa.header(rawKeyByteCount: 270).count == 24)
        // An exponent of three bytes is longer than the exponent 3, and the header reflects that.
        #expect(hex(RawKeyAlgorithm.rsa.header(rawKeyByteCount: 268).prefix(4)) == "30820120")
    }

    @Test func readsEveryFormOfAPoint() throws {
        for key in try Key.all() {
            guard let size = key.algorithm.coordinateByteCount else { continue }
            let whole = key.raw
            let coordinates = Array(whole.dropFirst())
            func build(_ raw: [UInt8]) throws -> SubjectPublicKeyInfo {
                try SubjectPublicKeyInfo(rawKey: raw, algorithm: key.algorithm)
            }
            #expect(try build(coordinates).pin == key.pin)
            let parity = (whole.last ?? 0) & 1
            let compressed = [2 + parity] + coordinates.prefix(size)
            #expect(try build(compressed).subjectPublicKey.bytes == compressed)
            #expect(try build(compressed).coordinates?.x == Array(coordinates.prefix(size)))
            #expect(try build(whole).coordinates?.y == Array(coordinates.suffix(size)))
            let hybrid = [6 + parity] + coordinates
            #expect(try build(hybrid).subjectPublicKey.bytes == hybrid)
            #expect(throws: RawKeyError.lacksY([key.algorithm])) {
                try build(Array(coordinates.prefix(size)))
            }
            #expect(throws: RawKeyError.self) { try build(Array(whole.dropLast(2))) }
            #expect(throws: RawKeyError.self) { try build([5] + coordinates) }
        }
        let p384 = try #require(try Key.all().first { $0.algorithm == .p384 })
        #expect(try SubjectPublicKeyInfo(rawKey: p384.raw.dropFirst()).pin == p384.pin)
        #expect(throws: RawKeyError.lacksY([.p384])) { try SubjectPublicKeyInfo(rawKey: p384.raw[1..<49]) }
    }

    /// X9.63 writes a private key as its point followed by the secret number, so a P-256 key has as many bytes as a
    /// P-384 point. The points come from cryptography; the numbers are arbitrary.
    @Test func privateKeysAreNotMistakenForPoints() throws {
        for key in try Key.all() {
            guard let size = [RawKeyAlgorithm.p256: 32, .p384: 48, .p521: 66][key.algorithm],
                key.raw.count == 1 + 2 * size
            else { continue }
            let whole = key.raw + [UInt8](repeating: 0x5a, count: size)
            for algorithm in [nil, RawKeyAlgorithm.p384] {
                #expect(throws: RawKeyError.isPrivateKey(key.algorithm)) {
                    try SubjectPublicKeyInfo(rawKey: whole, algorithm: algorithm)
                }
            }
            guard key.algorithm == .p256 else {
                // No raw key is as long as a private key for P-384 or P-521, so its point need not be on the curve.
                var other = whole
                other[8] ^= 1
                #expect(throws: RawKeyError.isPrivateKey(key.algorithm)) {
                    try SubjectPublicKeyInfo(rawKey: other, algorithm: key.algorithm)
                }
                continue
            }
            // Bytes that differ from a P-256 point by one bit are not a P-256 point, nor a P-384 point.
            for place in stride(from: 8, to: 65 * 8, by: 7) {
                var other = whole
                other[place / 8] ^= 1 << (place % 8)
                #expect(throws: RawKeyError.notOnCurve([.p384])) { try SubjectPublicKeyInfo(rawKey: other) }
            }
        }
    }

    @Test func invalidRawKeysReportTheReason() throws {
        func message(_ raw: [UInt8], _ algorithm: RawKeyAlgorithm? = nil) -> String {
            do throws(RawKeyError) {
                _ = try SubjectPublicKeyInfo(rawKey: raw, algorithm: algorithm)
                return "none"
            } catch {
                return error.description
            }
        }
        #expect(message([]) == "empty input; expected a raw key")
        #expect(
            message([UInt8](repeating: 7, count: 32))
                == "32 bytes may be a key for Ed25519 or X25519")
        #expect(
            message([1])
                == "1 byte starting with 01: not a raw key for RSA, P-224, P-256, P-384, P-521, secp256k1, Ed25519, X25519, Ed448 or X448"
        )
        #expect(
            message([UInt8](repeating: 7, count: 31), .ed25519)
                == "31 bytes starting with 07; for Ed25519, expected 32 bytes")
        #expect(
            message([0x30, 0x03, 0x02, 0x01, 0x05], .rsa)
                == "unexpected end; for RSA, expected an RSAPublicKey, SEQUENCE { modulus, publicExponent }")
        let key = try #require(try Key.all().first)
        let whole = try SubjectPublicKeyInfo(rawKey: key.raw)
        #expect(throws: RawKeyError.isSubjectPublicKeyInfo) {
            try SubjectPublicKeyInfo(rawKey: whole.derBytes)
        }
        #expect(throws: RawKeyError.isSubjectPublicKeyInfo) {
            try SubjectPublicKeyInfo(rawKey: whole.derBytes, algorithm: .rsa)
        }
    }

    /// A structure of DER is not a point, though it has as many bytes: an ECPrivateKey for P-384 without its public key,
    /// RFC 5915, has 64.
    @Test func aDERStructureIsNotAPoint() throws {
        let start = try #require(bytes(hex: "303e0201010430"))
        let end = try #require(bytes(hex: "a00706052b81040022"))
        let key = start + [UInt8](repeating: 0x5a, count: 48) + end
        #expect(key.count == 64)
        #expect(
            throws: RawKeyError.unknownForm(byteCount: 64, firstByte: 0x30, choices: RawKeyAlgorithm.allCases)
        ) {
            try SubjectPublicKeyInfo(rawKey: key)
        }
        #expect(throws: RawKeyError.self) { try SubjectPublicKeyInfo(rawKey: key, algorithm: .p256) }
        // Random bytes that begin this way are neither a structure nor a point.
        let other = start + [UInt8](repeating: 0x5a, count: 48) + [0xff] + end.dropFirst()
        #expect(throws: RawKeyError.notOnCurve([.p256, .secp256k1])) {
            try SubjectPublicKeyInfo(rawKey: other)
        }
        // Two keys one after another: 96 bytes, as many as a point of P-384.
        let two = start.prefix(2) + [0x02, 0x01, 0x00, 0x04, 0x39] + [UInt8](repeating: 0x5a, count: 57)
        #expect(throws: RawKeyError.self) { try SubjectPublicKeyInfo(rawKey: two + two, algorithm: .p521) }
    }

    /// Taking the raw key out of every key in the vectors and putting the header back gives the same bytes.
    @Test func puttingTheHeaderBackGivesTheSameBytes() throws {
        var rebuilt = 0
        var others: Set<String> = []
        for name in try Vectors.lines("INDEX.tsv").dropFirst().compactMap({
            $0.split(separator: "\t").first
        }) {
            guard let input = try? Vectors.bytes(String(name)) else { continue }
            for object in InputReader(input) {
                guard case .success(let content) = object.contentResult,
                    let key = content.subjectPublicKeyInfo
                else {
                    continue
                }
                #expect(key.header + key.subjectPublicKey.bytes == key.derBytes)
                guard let algorithm = RawKeyAlgorithm(key.algorithm) else {
                    others.insert(String(name))
                    continue
                }
                let again = try SubjectPublicKeyInfo(rawKey: key.subjectPublicKey.bytes, algorithm: algorithm)
                #expect(again.derBytes == key.derBytes, "\(name)")
                rebuilt += 1
            }
        }
        #expect(rebuilt >= 20)
        // Explicit parameters, RSA under another identifier, PSS, and algorithms without a raw form.
        #expect(others.contains("key/spki-secp256k1-explicit.pem"))
        #expect(others.contains("cert/rsa-x500-oid.pem"))
        #expect(others.contains("cert/rsapss-key-restricted.pem"))
        #expect(others.contains("cert/mldsa44.pem"))
    }

    @Test func algorithmsAreFoundByName() {
        #expect(RawKeyAlgorithm(name: "p256") == .p256)
        #expect(RawKeyAlgorithm(name: "ED25519") == .ed25519)
        #expect(RawKeyAlgorithm(name: "P-192") == nil)
        // RFC 8422 appendix A: the names of one curve.
        for name in ["secp256r1", "prime256v1", "P-256", "SECP256R1"] {
            #expect(RawKeyAlgorithm(name: name) == .p256, "\(name)")
        }
        #expect(RawKeyAlgorithm(name: "secp384r1") == .p384 && RawKeyAlgorithm(name: "secp521r1") == .p521)
    }

    /// SEC 1 section 2.3.3: after the first octet, X and Y have the same length.
    @Test(arguments: [4, 6, 7] as [UInt8]) func aPointHasTwoWholeCoordinates(_ first: UInt8) throws {
        let algorithm = try octets("30 13 06 07 2a 86 48 ce 3d 02 01 06 08 2a 86 48 ce 3d 03 01 07")
        for (count, isPoint) in [(64, true), (63, false)] {
            let key = [0x03, UInt8(count + 2), 0, first] + [UInt8](repeating: 1, count: count)
            let info = [0x30, UInt8(algorithm.count + key.count)] + algorithm + key
            #expect((try SubjectPublicKeyInfo(der: info).coordinates != nil) == isPoint)
        }
    }
}
