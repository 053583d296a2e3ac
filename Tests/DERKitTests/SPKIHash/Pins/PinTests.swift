import DERKit
import Foundation
import PinPolicies
import SPKIHash
import Testing
import X509Model

@Suite struct PinTests {
    @Test func everyCertificateInTheIndexHasItsPinOrIsRejected() throws {
        let rows = try Vectors.certificates()
        #expect(rows.count >= 40)
        for row in rows {
            let certificate = InputReader(try Vectors.bytes(row.file)).lazy.compactMap { (object) in
                if case .success(let content) = object.contentResult { content.certificate } else { nil }
            }.first { _ in true }
            // If the index has no pin, no oracle finds a certificate, or OpenSSL rejects its name.
            // OpenSSL skips what follows the certificate, and so does this.
            if let certificate, !row.isRefusedByAll || row.file == "cert/bad-trailing-octet.der" {
                #expect(certificate.pin.base64 == row.pin, "\(row.file)")
            } else {
                #expect(certificate == nil, "\(row.file) is refused by all others")
                #expect(row.isRefusedByAll || row.pin == nil, "\(row.file) is refused here alone")
            }
        }
    }

    @Test func everyPublicKeyInTheIndexHasItsPinOrIsRejected() throws {
        for row in try Vectors.index() where row.file.hasPrefix("key/spki-") {
            let object = try #require(InputReader(try Vectors.bytes(row.file)).first { _ in true })
            #expect(try object.content.subjectPublicKeyInfo?.pin.base64 == row.pin, "\(row.file)")
        }
    }

    @Test func aPinIs32Bytes() {
        for count in 0...70 {
            #expect((Pin(bytes: [UInt8](repeating: 7, count: count)) == nil) == (count != 32))
        }
        #expect(Pin(bytes: Data(count: 32))?.bytes == [UInt8](repeating: 0, count: 32))
    }

    @Test func pinsWithEqualBytesAreEqual() throws {
        let certificate = try Certificate(pem: Vectors.text("seeds/github.com.pem"))
        let pin = Pin(certificate.subjectPublicKeyInfo)
        #expect(pin == certificate.pin && pin == certificate.subjectPublicKeyInfo.pin)
        #expect(pin.bytes == SHA256.hash(certificate.subjectPublicKeyInfo.derBytes))
        #expect(pin != Pin(bytes: SHA256.hash(certificate.subjectPublicKeyInfo.subjectPublicKey.bytes)))
        #expect(Set([pin, certificate.pin]).count == 1)
        #expect("\(pin)" == "sha256/7zwAM/YU+zd8BZMCl0J943URuyF35zefKC7QIoxTq+U=")
    }
}
