import DERKit
import Testing
import X509Model

/// Tests/Vectors/kinds/p-256.trusted.pem: made by `openssl x509 -trustout` with the values below.
@Suite struct TrustedCertificateTests {
    private func der() throws -> [UInt8] {
        try #require(PEM.objects(in: try Vectors.bytes("kinds/p-256.trusted.pem")).first { _ in true }).get()
            .derBytes
    }

    @Test func trustDataIsReadAlongWithTheCertificate() throws {
        let trusted = try TrustedCertificate(der: try der())
        #expect(trusted.certificate.derBytes == (try Vectors.bytes("kinds/p-256.certificate.der")))
        #expect(trusted.trust.map { "\($0)" } == ["1.3.6.1.5.5.7.3.1"])
        #expect(trusted.reject.map { "\($0)" } == ["1.3.6.1.5.5.7.3.4"])
        #expect(trusted.alias == "An alias")
    }

    @Test func trustDataInDERIsRecognizedByContent() throws {
        let objects = Array(InputReader(try der()))
        #expect(objects.count == 1)
        #expect(try objects[0].content.kind == "trusted-certificate")
        let pair =
            try Vectors.bytes("kinds/p-256.certificate.der") + Vectors.bytes("kinds/p-384.certificate.der")
        #expect(InputReader(pair).map { try? $0.content.kind } == ["certificate", "certificate"])
    }

    @Test func aListOfTrustedPurposesMayNeedALongLength() throws {
        let purpose: [UInt8] = [0x06, 8, 0x2b, 6, 1, 5, 5, 7, 3, 1]
        let purposes = (0..<13).flatMap { _ in purpose }
        let trust: [UInt8] = [0x30, 0x81, 133, 0x30, 0x81, 130] + purposes
        let objects = Array(InputReader(try Vectors.bytes("kinds/p-256.certificate.der") + trust))
        #expect(try objects.map { try $0.content.kind } == ["trusted-certificate"])
    }

    @Test func damagedTrustDataIsAnErrorWithAPosition() throws {
        let whole = try der()
        do {
            _ = try TrustedCertificate(der: whole.dropLast())
            Issue.record("it is read")
        } catch {
            #expect(error.path == ["trust"] && error.code == .lengthOverrun)
        }
    }
}
