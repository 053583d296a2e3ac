import DERKit
import Testing
import X509Model

/// Properties of the certificate reader for any input: reading ends, and all accepted ranges are in the input.
@Suite struct CertificatePropertyTests {
    /// Reads `input` and everything that is decoded later. Returns true if it is accepted.
    private func accepts(_ input: [UInt8], _ what: @autoclosure () -> String) -> Bool {
        do throws(DERError) {
            let certificate = try Certificate(der: input)
            let info = certificate.subjectPublicKeyInfo
            let range = certificate.tbs.subjectPublicKeyInfo.range
            if info.derBytes != Array(input[range]) || range.isEmpty || certificate.derBytes != input {
                Issue.record("\(what()): the key's bytes differ from the input")
            }
            // The views are created on demand, and must not fail either.
            _ = certificate.subject.description + certificate.issuer.description
            _ = certificate.extensions.count + certificate.serialNumber.bitWidth
            _ = "\(certificate.validity.start) \(certificate.validity.end) \(certificate.version)"
            return true
        } catch {
            if error.offset < 0 || error.offset > input.count || error.message.isEmpty {
                Issue.record("\(what()): \(error)")
            }
            return false
        }
    }

    static let files = ["cert/ed448.pem", "cert/x25519-rfc8410.pem", "cert/rsa512-md5-v1.pem"]

    private func certificate(_ file: String) throws -> [UInt8] {
        try #require(InputReader(try Vectors.bytes(file)).first { _ in true }).derBytes
    }

    @Test(arguments: files + ["seeds/github.com.pem"]) func noTruncationIsAccepted(_ file: String) throws {
        let der = try certificate(file)
        #expect(accepts(der, "whole"))
        for length in Sweep.sample(der.indices, every: 7) where accepts(Array(der[..<length]), "\(length)") {
            Issue.record("\(file) cut to \(length) bytes is accepted")
        }
    }

    @Test(arguments: files) func everyChangeOfOneByteIsReadOrRefused(_ file: String) throws {
        let der = try certificate(file)
        var accepted = 0
        let places = Sweep.sample(der.indices, every: 17)
        for place in places {
            for difference in UInt8(1)...255 {
                var other = der
                other[place] ^= difference
                if accepts(other, "\(file), byte \(place) as \(other[place])") { accepted += 1 }
            }
        }
        // Most bytes are content that only its own reader could reject; the structure around it is not.
        #expect(accepted > places.count * 64 && accepted < places.count * 250)
    }

    @Test func randomBytesAreReadOrRefused() {
        var numbers = SeededNumbers(seed: 5280)
        for _ in 0..<Sweep.number(1000, every: 5) {
            let length = Int.random(in: 0...200, using: &numbers)
            let input = (0..<length).map { _ in UInt8.random(in: 0...255, using: &numbers) }
            #expect(!accepts(input, hex(input)))
        }
    }

    /// Nested values with the tags of certificates and mostly true lengths get further in than noise does.
    @Test func randomStructuresAreReadOrRefused() throws {
        var numbers = SeededNumbers(seed: 690)
        let lead: [UInt8] = [
            0x30, 0x30, 0x31, 0x02, 0x03, 0x04, 0x05, 0x06, 0x0c, 0x13, 0x17, 0x18, 0xa0, 0xa3,
        ]
        func value(_ depth: Int) -> [UInt8] {
            let tag = lead.randomElement(using: &numbers) ?? 0x30
            var content: [UInt8] = []
            if tag & 0x20 != 0, depth > 0 {
                for _ in 0..<Int.random(in: 0...7, using: &numbers) { content += value(depth - 1) }
            } else {
                let length = Int.random(in: 0...15, using: &numbers)
                content = (0..<length).map { _ in UInt8.random(in: 0...255, using: &numbers) }
            }
            let error = Int.random(in: 0..<50, using: &numbers) == 0 ? 1 : 0
            let length = content.count + error
            let octets =
                length < 128 ? [UInt8(length)] : [0x82, UInt8(length >> 8 & 0xff), UInt8(length & 0xff)]
            return [tag] + octets + content
        }
        for _ in 0..<Sweep.number(1000, every: 5) {
            let input = value(4)
            _ = accepts(input, hex(input))
        }
        // The fields of a certificate, each in turn replaced by such a value.
        let names = CertificateParts().tbs.map(\.name) + CertificateParts().outer.map(\.name)
        for _ in 0..<Sweep.number(100, every: 10) {
            for name in names {
                let parts = CertificateParts().replacing(name, by: hex(value(3)))
                let input = try parts.der().bytes
                _ = accepts(input, hex(input))
            }
        }
    }
}
