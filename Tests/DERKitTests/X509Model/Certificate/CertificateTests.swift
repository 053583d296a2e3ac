import DERKit
import Foundation
import PinPolicies
import SPKIHash
import Testing
import X509Model

@Suite struct CertificateTests {
    /// Returns the certificates of a file, in their order.
    private func certificates(_ file: String) throws -> [Certificate] {
        InputReader(try Vectors.bytes(file)).compactMap { (object) in
            guard case .success(let content) = object.contentResult else { return nil }
            return content.certificate
        }
    }

    @Test func everyFieldMatchesOpenSSL() throws {
        let rows = try Vectors.table("expected/certificates.tsv")
        #expect(rows.count == 59)
        let files = Set(try rows.map { try $0("file") })
        var read: [String: [Certificate]] = [:]
        for file in files { read[file] = try certificates(file) }
        for row in rows {
            let file = try row("file")
            let index = try #require(Int(try row("index")))
            let certificate = try #require(read[file]?.dropFirst(index).first, "\(file) \(index)")
            let fields: [(String, String)] = [
                ("sha256", hex(SHA256.hash(certificate.derBytes))),
                ("version", "\(certificate.version)"),
                ("serial", "\(certificate.serialNumber)"),
                ("subject", "\(certificate.subject)"),
                ("issuer", "\(certificate.issuer)"),
                ("not_before", shown(try? certificate.validity.notBefore)),
                ("not_after", shown(try? certificate.validity.notAfter)),
                ("signature_algorithm", "\(certificate.signatureAlgorithm.algorithm)"),
                ("public_key_algorithm", "\(certificate.subjectPublicKeyInfo.algorithm.algorithm)"),
                ("raw_key_sha256", hex(SHA256.hash(certificate.subjectPublicKeyInfo.subjectPublicKey.bytes))),
                ("signature_sha256", hex(SHA256.hash(certificate.signatureValue.bytes))),
                ("extensions", shown(certificate.extensions)),
            ]
            for (name, value) in fields { #expect(try value == row(name), "\(file) \(index) \(name)") }
            #expect(certificate.tbsSignatureAlgorithm == certificate.signatureAlgorithm, "\(file)")
        }
    }

    private func shown(_ time: DERTime?) -> String { time.map { "\($0)" } ?? "" }

    private func shown(_ extensions: Certificate.Extensions) -> String {
        extensions.map { (ext) in
            "\(ext.oid)\(ext.isCritical ? "!" : "")=\(hex(SHA256.hash(ext.value)).prefix(8))"
        }.joined(separator: " ")
    }

    @Test func theVersionIsOneMoreThanItsEncodedNumber() throws {
        for (text, version) in [
            ("", 1), ("a0 03 02 01 00", 1), ("a0 03 02 01 01", 2), ("a0 03 02 01 79", 122),
            ("a0 03 02 01 a1", -94), ("a0 0a 02 08 7f ff ff ff ff ff ff ff", Int64.max),
        ] {
            let der = try CertificateParts().replacing("version", by: text).der().bytes
            #expect(try Certificate(der: der).version == version)
        }
    }

    @Test func serialNumbersMayHaveAnySizeAndSign() throws {
        for (text, serial) in [
            ("02 01 00", "00"), ("02 01 ff", "-01"), ("02 02 ff 01", "-FF"), ("02 02 00 80", "80"),
            ("02 15 00 ff" + String(repeating: "00", count: 19), "FF" + String(repeating: "00", count: 19)),
        ] {
            let der = try CertificateParts().replacing("serialNumber", by: text).der().bytes
            #expect(try Certificate(der: der).serialNumber.description == serial)
        }
    }

    @Test func onlyAbsentFieldsAreNil() throws {
        let plain = try Certificate(der: CertificateParts().der().bytes)
        #expect(plain.issuerUniqueID == nil && plain.subjectUniqueID == nil)
        let parts = CertificateParts()
            .replacing("issuerUniqueID", by: "81 03 04 ab f0").replacing("subjectUniqueID", by: "82 01 00")
        let certificate = try Certificate(der: parts.der().bytes)
        #expect(certificate.issuerUniqueID?.bytes == [0xab, 0xf0])
        #expect(certificate.issuerUniqueID?.unusedBits == 4)
        #expect(certificate.subjectUniqueID?.bytes == [])
        let bare = try Certificate(der: CertificateParts().replacing("extensions", by: "").der().bytes)
        #expect(bare.extensions.isEmpty)
    }

    @Test func theSignedPartIsExact() throws {
        let (der, offset) = try CertificateParts().der(offsetOf: "signatureAlgorithm")
        let certificate = try Certificate(der: der)
        #expect(certificate.derBytes == der)
        #expect(certificate.tbsCertificateBytes == Array(der[3..<offset]))
        #expect(certificate.signatureValue.bytes == [1, 2])
        #expect("\(certificate)" == "certificate CN=B, serial number 05")
    }

    @Test func certificatesWithEqualBytesAreEqual() throws {
        let one = try Certificate(der: CertificateParts().der().bytes)
        let other = try Certificate(
            der: CertificateParts().replacing("serialNumber", by: "02 01 06").der().bytes)
        let copy = try Certificate(der: one.derBytes)
        #expect(one != other && one == copy)
        #expect(Set([one, other, one]).count == 2)
        #expect(one.subjectPublicKeyInfo == other.subjectPublicKeyInfo)
        #expect(one.subjectPublicKeyInfo.hashValue == other.subjectPublicKeyInfo.hashValue)
    }

    @Test func anyCollectionOfBytesIsAccepted() throws {
        let der = try CertificateParts().der().bytes
        #expect(try Certificate(der: Data(der)).derBytes == der)
        #expect(try Certificate(der: ([9] + der)[1...]).derBytes == der)
    }
}
