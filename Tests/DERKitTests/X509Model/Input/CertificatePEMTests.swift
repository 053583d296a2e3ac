import DERKit
import Testing
import X509Model

@Suite struct CertificatePEMTests {
    private func failure(_ text: String) -> InputError? {
        do throws(InputError) {
            _ = try Certificate(pem: text)
            return nil
        } catch {
            return error
        }
    }

    @Test func readsTheOnlyCertificate() throws {
        let certificate = try Certificate(pem: Vectors.text("seeds/github.com.pem"))
        #expect(
            certificate.subject.description
                == "CN=github.com,O=GitHub\\, Inc.,L=San Francisco,ST=California,C=US")
        #expect(try certificate.validity.notAfter.description == "2022-03-30T23:59:59Z")
    }

    @Test func skipsOtherBlocks() throws {
        let text = try Vectors.text("pem/with-headers.pem")
        #expect(try Certificate(pem: text).serialNumber.description == "3F20")
    }

    @Test func severalCertificatesAreAnError() throws {
        let one = try Vectors.text("seeds/github.com.pem")
        let error = failure(one + one)
        #expect(error?.code == "several-certificates")
        #expect(error?.offset == one.utf8.count)
        #expect(error?.position?.line == one.split(separator: "\n").count + 1)
    }

    @Test func aMissingCertificateIsAnError() throws {
        #expect(failure("")?.code == "no-certificate")
        #expect(failure(try Vectors.text("seeds/api.github.com-public-key.pem"))?.code == "no-certificate")
    }

    @Test(arguments: [
        ("PKCS7", "a PKCS #7 container"), ("CMS", "a PKCS #7 container"),
        ("CERTIFICATE REQUEST", "a certificate request"),
        ("NEW CERTIFICATE REQUEST", "a certificate request"),
        ("PUBLIC KEY", "-----BEGIN CERTIFICATE-----"), ("PKCS12", "-----BEGIN CERTIFICATE-----"),
    ]) func theHintNamesWhatTheFileHas(label: String, words: String) {
        let error = failure("-----BEGIN \(label)-----\nMAA=\n-----END \(label)-----\n")
        #expect(error?.code == "no-certificate" && error?.hint?.contains(words) == true)
    }

    @Test func anErrorInTheDERHasALineAndAPath() throws {
        let parts = CertificateParts().replacing("notBefore", by: "17 7f 32 32")
        let (der, offset) = try parts.der(offsetOf: "notBefore")
        let error = failure("text\n" + PEM.encode(der, label: "CERTIFICATE"))
        #expect(error?.code == "length-overrun")
        #expect(error?.offset == offset + 1)
        #expect(error?.path == ["tbsCertificate", "validity", "notBefore"])
        // 64 characters per line are 48 bytes; the body begins on line 3.
        let column = (offset + 1) % 48 / 3 * 4 + (offset + 1) % 3 + 1
        #expect(error?.position == TextPosition(line: 3 + (offset + 1) / 48, column: column))
        #expect(error?.kind == "certificate")
        #expect(error?.hint != nil)
    }

    @Test func anErrorInThePEMHasALine() throws {
        let error = failure("-----BEGIN CERTIFICATE-----\nMI?A\n-----END CERTIFICATE-----\n")
        #expect(error?.code == "invalid-character")
        #expect(error?.position == TextPosition(line: 2, column: 3))
        #expect(error?.description == "line 2: unexpected '?' (U+003F); expected base64 (offset 30)")
    }
}
