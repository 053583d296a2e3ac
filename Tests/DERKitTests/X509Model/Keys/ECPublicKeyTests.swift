import DERKit
import Testing
import X509Model

/// Keys on every curve that openssl knows: `Tests/Tools/make/key-vectors.py`.
@Suite struct ECPublicKeyTests {
    private struct Row {
        let curve: String
        let isNamed: Bool
        let form: String
        let bits: Int
        let spki: [UInt8]

        init(_ row: Vectors.Row) throws {
            // OpenSSL names the curve by its document.
            curve = try row("curve") == "SM2" ? "sm2p256v1" : try row("curve")
            isNamed = try row("encoding") == "named_curve"
            form = try row("form")
            bits = try #require(Int(try row("bits")))
            spki = try #require(bytes(hex: try row("spki")))
        }

        func key() throws -> ECPublicKey {
            guard case .ec(let key) = try SubjectPublicKeyInfo(der: spki).publicKeyResult.get().kind else {
                throw VectorError(description: "\(curve) is not read as an EC key")
            }
            return key
        }
    }

    private func rows() throws -> [Row] { try Vectors.table("keys/curves.tsv").map(Row.init) }

    /// Returns the form of a point, which its first octet gives (SEC 1 section 2.3.3).
    private func form(of key: ECPublicKey) -> String? {
        switch key.point.first {
        case 0x02, 0x03: "compressed"
        case 0x04: "uncompressed"
        case 0x06, 0x07: "hybrid"
        default: nil
        }
    }

    @Test func namedCurvesHaveTheRightNameAndSize() throws {
        let named = try rows().filter(\.isNamed)
        #expect(named.count == 80)
        for row in named {
            let key = try row.key()
            #expect(key.curve?.name == row.curve)
            #expect(key.bits == row.bits, "\(row.curve)")
            #expect(form(of: key) == row.form, "\(row.curve)")
        }
    }

    @Test func anExplicitPrimeCurveIsRecognized() throws {
        let written = try rows().filter { !$0.isNamed }
        #expect(written.count == 37)
        for row in written {
            let key = try row.key()
            guard case .specifiedCurve(let domain) = key.parameters else {
                Issue.record("\(row.curve) is not written out")
                continue
            }
            let isPrime = domain.prime != nil
            #expect(isPrime != row.curve.hasPrefix("sect"))
            #expect(key.curve?.name == (isPrime ? row.curve : nil), "\(row.curve)")
            #expect(key.bits == row.bits, "\(row.curve)")
            #expect(form(of: key) == row.form, "\(row.curve)")
        }
    }

    /// Each parameter in turn: a curve that differs from a known one has no name (CVE-2020-0601).
    @Test func aCurveWithOneChangedBitIsUnknown() throws {
        let row = try #require(
            try rows().first { $0.bits == 256 && $0.form == "uncompressed" && !$0.isNamed })
        let info = try SubjectPublicKeyInfo(der: row.spki)
        let parameters = try #require(info.algorithm.parameters)
        let start = try #require(row.spki.firstRange(of: parameters)).lowerBound
        #expect(try row.key().curve?.name == row.curve)
        var unknown = 0
        var refused = 0
        for place in parameters.indices {
            var damaged = row.spki
            damaged[start + place] ^= 0x01
            guard let info = try? SubjectPublicKeyInfo(der: damaged),
                case .ec(let key)? = try? info.publicKeyResult.get().kind
            else {
                refused += 1
                continue
            }
            // The version, the seed and a base point's form are not part of the curve.
            if key.curve != nil { continue }
            #expect(key.curve == nil)
            unknown += 1
        }
        // p, a, b, both coordinates and the order: 32 octets each.
        #expect(unknown >= 6 * 31)
        #expect(unknown + refused <= parameters.count)
    }

    @Test func aPointOfTheWrongLengthIsAnError() throws {
        let raw = "3019 3013 0607 2a8648ce3d0201 0608 2a8648ce3d030107 0302 0004".filter { $0 != " " }
        let info = try SubjectPublicKeyInfo(der: try #require(bytes(hex: raw)))
        guard case .failure(let error) = info.publicKeyResult else {
            Issue.record("read")
            return
        }
        #expect(error.code == .invalidValue)
        #expect(error.path == ["subjectPublicKeyInfo", "subjectPublicKey"])
        #expect(error.message == "1 byte; expected a point of 65 bytes")
        #expect(error.offset == 26)
    }

    @Test func anInheritedCurveIsUnknown() throws {
        // parameters NULL: implicitCurve
        let raw = "3012 300b 0607 2a8648ce3d0201 0500 0303 000401".filter { $0 != " " }
        let info = try SubjectPublicKeyInfo(der: try #require(bytes(hex: raw)))
        guard case .ec(let key) = try info.publicKeyResult.get().kind else {
            Issue.record("another type")
            return
        }
        #expect(key.parameters == .implicitCurve)
        #expect(key.curve == nil && key.bits == nil)
        #expect(try info.publicKey.description == "EC, unknown curve")
    }
}
