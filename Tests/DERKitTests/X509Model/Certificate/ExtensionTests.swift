import DERKit
import Testing
import X509Model

@Suite struct ExtensionTests {
    private func extensions(_ hex: String) throws -> Certificate.Extensions {
        try Certificate(der: CertificateParts().replacing("extensions", by: hex).der().bytes).extensions
    }

    @Test func theIdentifierCriticalFlagAndValueAreRead() throws {
        let found = try extensions(
            "a3 1c 30 1a 30 0c 06 03 55 1d 0f 01 01 ff 04 02 03 00 30 0a 06 03 55 1d 11 04 03 0a 0b 0c")
        #expect(found.map(\.oid.description) == ["2.5.29.15", "2.5.29.17"])
        #expect(found.map(\.isCritical) == [true, false])
        #expect(found.map(\.value) == [[3, 0], [0x0a, 0x0b, 0x0c]])
    }

    // X.690 section 11.5 leaves a DEFAULT out; OpenSSL reads it all the same, and certificates have it.
    @Test func anEncodedFalseIsRead() throws {
        let found = try extensions("a3 0e 30 0c 30 0a 06 03 55 1d 0f 01 01 00 04 00")
        #expect(found.map(\.isCritical) == [false] && found.map(\.value) == [[]])
    }

    @Test func valuesAreOpaqueAndListsMayBeEmpty() throws {
        let found = try extensions("a3 0d 30 0b 30 09 06 03 55 1d 0f 04 02 ff ff")
        #expect(found.map(\.value) == [[0xff, 0xff]])
        #expect(try extensions("a3 02 30 00").isEmpty)
    }

    @Test func aCertificateMayHaveManyExtensions() throws {
        var list = DERWriter()
        list.append(.contextConstructed(3)) { (tagged) in
            tagged.append(.sequence) { (sequence) in
                for number in 0..<2000 {
                    sequence.append(.sequence) { (one) in
                        if let identifier = ASN1ObjectIdentifier("1.2.3.\(number)") { one.append(identifier) }
                        one.append(.octetString, content: [UInt8(number & 0xff)])
                    }
                }
            }
        }
        let found = try extensions(hex(list.bytes))
        #expect(found.count == 2000 && found[1999].oid.description == "1.2.3.1999")
        #expect(found[300].value == [44])
    }
}
