import DERKit
import Testing
import X509Model

/// Tests/Vectors/kinds/p-256.crl: made by `openssl ca` from the entries, dates and number below.
@Suite struct CertificateListTests {
    @Test func fieldsAndEntriesMatchOpenSSL() throws {
        let list = try CertificateList(der: try Vectors.bytes("kinds/p-256.crl.der"))
        #expect(list.version == 2 && "\(list.issuer)" == "CN=p-256.example")
        #expect("\(list.thisUpdate)" == "2026-04-01T00:00:00Z")
        #expect(list.nextUpdate.map { "\($0)" } == "2036-04-01T00:00:00Z")
        #expect("\(list.signatureAlgorithm)" == "ecdsa-with-SHA256")
        #expect(list.revokedCertificateCount == 2)
        let entries = Array(list.revokedCertificates)
        #expect(entries.map { "\($0.userCertificate)" } == ["0A", "FF01"])
        #expect(
            entries.map { "\($0.revocationDate)" } == ["2026-03-01T12:00:00Z", "2026-03-02T12:00:00Z"])
        // RFC 5280 section 5.3.1: reasonCode, keyCompromise is 1.
        #expect(
            entries[0].crlEntryExtensions.map { "\($0.oid) \(hex($0.value))" } == ["2.5.29.21 0a0101"])
        #expect(entries[1].crlEntryExtensions.isEmpty)
        #expect(list.extensionList.map { "\($0.oid)" } == ["2.5.29.35", "2.5.29.20"])
        #expect(Array(list.extensionList).last?.value == [0x02, 0x01, 0x07])
    }

    @Test func everyTruncationIsAnErrorInsideTheList() throws {
        let der = try Vectors.bytes("kinds/p-256.crl.der")
        for length in 0..<der.count {
            #expect(throws: DERError.self) { try CertificateList(der: der[..<length]) }
        }
    }

    @Test func theErrorNamesTheDamagedEntry() throws {
        var der = try Vectors.bytes("kinds/p-256.crl.der")
        // The serial number FF01, which is 02 03 00 FF 01, gets an extra zero.
        let serial: [UInt8] = [0x02, 0x03, 0x00, 0xff, 0x01]
        let place = try #require((0..<der.count - 5).first { Array(der[$0..<$0 + 5]) == serial })
        der[place + 3] = 0x7f
        do {
            _ = try CertificateList(der: der)
            Issue.record("it is read")
        } catch {
            #expect(error.path == ["tbsCertList", "revokedCertificates", "[1]", "userCertificate"])
            #expect(error.code == .notCanonical && error.offset == place + 2)
        }
    }
}
