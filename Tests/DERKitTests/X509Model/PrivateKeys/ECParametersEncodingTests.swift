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
