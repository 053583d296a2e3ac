import DERKit
import Testing
import X509Model

/// Private keys with explicit curve parameters, and the SubjectPublicKeyInfo that OpenSSL derives from each:
/// Tests/Tools/make/ec-parameters.py.
@Suite struct ECParametersEncodingTests {
    @Test func theCurveMatchesOpenSSL() throws {
        let rows = try Vectors.table("ecparameters/keys.tsv")
        #expect(!rows.isEmpty)
        for row in rows {
            let key = try ECPrivateKey(der: try #require(bytes(try row("sec1"))))
            let derived = Certificate.PrivateKey.sec1(key).subjectPublicKeyInfo
            let name = "\(try row("curve")), \(try row("form"))"
            #expect(try derived.map { hex($0.derBytes) } == row("spki"), "\(name)")
        }
    }

    /// The same keys in PKCS #8 without the public half, which is then computed.
    @Test func aComputedPublicHalfHasTheCurveThatOpenSSLWrites() throws {
        for row in try Vectors.table("ecparameters/keys.tsv") {
            let sec1 = try #require(bytes(try row("sec1")))
            let spki = try SubjectPublicKeyInfo(der: #require(bytes(try row("spki"))))
            var fields = try DERCursor(contentOfSequence: 0..<sec1.count, in: sec1.span)
            _ = try fields.next(.integer, in: sec1.span)
            let number = try fields.next(.octetString, in: sec1.span)
            let parameters = try fields.next(.contextConstructed(0), in: sec1.span)
            let pkcs8 = DERWriter.bytes { (writer) in
                writer.append(.sequence) { (key) in
                    key.append(DERInteger(0))
                    key.append(.sequence) { (algorithm) in
                        algorithm.append(.ecPublicKey)
                        algorithm.append(encoded: sec1[parameters.content])
                    }
                    key.append(.octetString) { (inside) in
                        inside.append(.sequence) { (key) in
                            key.append(DERInteger(1))
                            key.append(encoded: sec1[number.range])
                        }
                    }
                }
            }
            let key = Certificate.PrivateKey.pkcs8(try OneAsymmetricKey(der: pkcs8))
            #expect(key.subjectPublicKeyInfo == nil)
            let derived = key.adding(rawKey: spki.subjectPublicKey.bytes).subjectPublicKeyInfo
            let name = "\(try row("curve")), \(try row("form"))"
            #expect(derived?.derBytes == spki.derBytes, "\(name)")
        }
    }

    @Test func anInvalidCurveIsRejected() throws {
        // An ECPrivateKey of version 1 whose parameters are an INTEGER.
        let key = try #require(bytes("300b020101040101a003020105"))
        #expect(throws: DERError.self) { try ECPrivateKey(der: key) }
    }

    private func bytes(_ text: String) -> [UInt8]? {
        let digits = Array(text)
        guard digits.count.isMultiple(of: 2) else { return nil }
        return stride(from: 0, to: digits.count, by: 2).compactMap {
            UInt8(String(digits[$0...$0 + 1]), radix: 16)
        }
    }
}
