import DERKit
import Foundation
import SPKIHash
import Testing
import X509Model

@Suite struct PinTests {
    @Test func everyCertificateOfTheIndexHasItsPinOrIsRefused() throws {
        let rows = try Vectors.certificates()
        #expect(rows.count == 40)
        var refused: [String] = []
        for row in rows {
            let certificate = InputReader(try Vectors.bytes(row.file)).lazy.compactMap { (object) in
                if case .success(let content) = object.content { content.certificate } else { nil }
            }.first { _ in true }
            guard let certificate else {
                refused.append(row.file)
                continue
            }
            #expect(certificate.pin.base64 == row.pin, "\(row.file)")
            #expect(!row.isRefusedByAll, "\(row.file) is refused by all others")
        }
        // Of the first, OpenSSL refuses the name and gives no pin; of the last there is no pin by anyone.
        #expect(
            refused.sorted() == [
                "cert/bad-name-utf8.pem", "cert/bad-trailing-octet.der", "pem/bad-misaligned-pad.pem",
            ])
    }

    @Test func everyPublicKeyOfTheIndexHasItsPinOrIsRefused() throws {
        for row in try Vectors.index() where row.file.hasPrefix("key/spki-") {
            let object = try #require(InputReader(try Vectors.bytes(row.file)).first { _ in true })
            #expect(try object.content.get().subjectPublicKeyInfo?.pin.base64 == row.pin, "\(row.file)")
        }
    }

    @Test func aPinIs32Bytes() {
        for count in 0...70 {
            #expect((Pin(bytes: [UInt8](repeating: 7, count: count)) == nil) == (count != 32))
        }
        #expect(Pin(bytes: Data(count: 32))?.bytes == [UInt8](repeating: 0, count: 32))
    }

    @Test func pinsAreEqualWhereTheirBytesAre() throws {
        let certificate = try Certificate(pem: Vectors.text("seeds/github.com.pem"))
        let pin = Pin(certificate.subjectPublicKeyInfo)
        #expect(pin == certificate.pin && pin == certificate.subjectPublicKeyInfo.pin)
        #expect(pin.bytes == SHA256.hash(certificate.subjectPublicKeyInfo.derBytes))
        #expect(pin != Pin(bytes: SHA256.hash(certificate.subjectPublicKeyInfo.subjectPublicKey.bytes)))
        #expect(Set([pin, certificate.pin]).count == 1)
        #expect("\(pin)" == "sha256/7zwAM/YU+zd8BZMCl0J943URuyF35zefKC7QIoxTq+U=")
    }
}
