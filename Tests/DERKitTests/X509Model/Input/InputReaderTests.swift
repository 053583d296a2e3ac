import DERKit
import Testing
import X509Model

@Suite struct InputReaderTests {
    private func error(_ object: InputObject?) -> InputError? {
        if case .failure(let error) = object?.contentResult { error } else { nil }
    }

    @Test func aDERFileIsOneObject() throws {
        let der = try CertificateParts().der().bytes
        let objects = Array(InputReader(der))
        #expect(objects.count == 1 && objects[0].index == 0 && objects[0].offset == 0)
        #expect(objects[0].label == nil && objects[0].derBytes == der)
        #expect(try objects[0].content == .certificate(Certificate(der: der)))
    }

    @Test func objectsAndErrorsOfAPEMFileAreInOrder() throws {
        let certificate = try CertificateParts().der().bytes
        let key = try octets("300b300506032b6570 03020000")
        let good = PEM.encode(certificate, label: "CERTIFICATE")
        let bad = PEM.encode(certificate.dropLast(), label: "CERTIFICATE")
        let text = good + "note\n" + bad + PEM.encode(key, label: "PUBLIC KEY") + good
        let objects = Array(InputReader(text.utf8))
        #expect(objects.map(\.index) == [0, 1, 2, 3])
        #expect(objects.map(\.label) == ["CERTIFICATE", "CERTIFICATE", "PUBLIC KEY", "CERTIFICATE"])
        #expect(objects.map(\.derBytes) == [certificate, Array(certificate.dropLast()), key, certificate])
        for object in objects {
            #expect(Array(text.utf8)[object.offset...].starts(with: "-----BEGIN ".utf8))
        }
        let kinds = objects.map { try? $0.content.kind }
        #expect(kinds == ["certificate", nil, "public-key", "certificate"])
        #expect(error(objects[1])?.code == "length-overrun" && error(objects[1])?.kind == "certificate")
        #expect(try objects[2].content.subjectPublicKeyInfo?.derBytes == key)
    }

    /// Two numbers in sequences, as DER and as digits of it, and text.
    @Test func hexAndBase64AreDecoded() {
        let der: [UInt8] = [0x30, 8, 0x30, 6, 2, 1, 1, 2, 1, 1]
        func kind(_ input: [UInt8]) -> (name: String, bytes: [UInt8]) {
            switch InputDER(input) {
            case .bytes: ("bytes", input)
            case .text(let text): ("text", text)
            case .decoded(let bytes): ("decoded", bytes)
            }
        }
        #expect(kind(der) == ("bytes", der))
        #expect(kind(Array(hex(der).utf8)) == ("decoded", der))
        #expect(kind(Array(Base64.encode(der).utf8)) == ("decoded", der))
        #expect(kind(Array("a line of text\n".utf8)).name == "text")
    }

    @Test func anInputWithoutAnObjectIsOneError() {
        let empty = Array(InputReader([]))
        #expect(empty.count == 1 && error(empty.first) == .emptyInput)
        let text = Array(InputReader("no certificate here\n".utf8))
        #expect(text.count == 1 && error(text.first)?.code == "no-object")
        #expect(error(text.first)?.isNoObject == true && error(text.first)?.position == nil)
    }

    @Test func openSSLsTrustDataIsNotPartOfTheCertificate() throws {
        let objects = Array(InputReader(try Vectors.bytes("pem/trusted-certificate.pem")))
        #expect(objects.count == 1)
        guard case .trustedCertificate(let trusted) = try objects[0].content else {
            Issue.record("not a trusted certificate")
            return
        }
        let certificate = trusted.certificate
        #expect(objects[0].derBytes.starts(with: certificate.derBytes))
        #expect(objects[0].derBytes.count > certificate.derBytes.count)
    }
}
