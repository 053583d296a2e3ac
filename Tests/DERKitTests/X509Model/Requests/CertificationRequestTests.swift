import DERKit
import Testing

@testable import X509Model

@Suite struct CertificationRequestTests {
    @Test func fieldsMatchOpenSSL() throws {
        for name in ["rsa2048", "p-521", "ed25519"] {
            let request = try CertificationRequest(der: try Vectors.bytes("kinds/\(name).request.der"))
            #expect(request.version == 1 && "\(request.subject)" == "CN=\(name).example")
            #expect(request.subjectPublicKeyInfo.derBytes == (try Vectors.bytes("kinds/\(name).public.der")))
            #expect(request.attributes.map { "\($0.type)" } == ["1.2.840.113549.1.9.14"])
            #expect(request.requestedExtensions.map { "\($0.oid)" } == ["2.5.29.17"])
            // GeneralNames with the one requested dNSName.
            let host = Array("\(name).example".utf8)
            let length = UInt8(host.count)
            #expect(request.requestedExtensions.first?.value == [0x30, length + 2, 0x82, length] + host)
            #expect(request.signature.unusedBits == 0 && !request.signature.bytes.isEmpty)
        }
    }

    @Test func anErrorHasThePathOfTheField() throws {
        let der = try Vectors.bytes("kinds/ed25519.request.der")
        let version: [UInt8] = [0x02, 0x01, 0x00]
        let place = try #require((0..<der.count - 3).first { Array(der[$0..<$0 + 3]) == version })
        var spoilt = der
        spoilt[place] = 0x04
        do {
            _ = try CertificationRequest(der: spoilt)
            Issue.record("it is read")
        } catch {
            #expect(error.path == ["certificationRequestInfo", "version"] && error.offset == place)
        }
        for length in 0..<der.count {
            #expect(throws: DERError.self) { try CertificationRequest(der: der[..<length]) }
        }
    }

    /// RFC 2985 section 5.4.2, and Microsoft's own type in its place.
    @Test(arguments: [
        ("2a 86 48 86 f7 0d 01 09 0e", true), ("2b 06 01 04 01 82 37 02 01 0e", true),
        ("2a 86 48 86 f7 0d 01 09 07", false), ("2b 06 01 04 01 82 37 0d 02 03", false),
    ])
    func twoAttributesHoldExtensions(type: String, isExtensionRequest: Bool) throws {
        let type = try octets(type)
        let values: [UInt8] = [0x31, 2, 5, 0]
        let der = [0x30, UInt8(type.count + 6), 6, UInt8(type.count)] + type + values
        var cursor = DERCursor(0..<der.count)
        let attribute = X509Attribute(try X509Attribute.read(&cursor, in: der.span), in: der)
        #expect(attribute.isExtensionRequest == isExtensionRequest)
    }

    // RFC 2986 section 4.1 has the field; requests without it exist, and OpenSSL reads them.
    @Test func theAttributesMayBeAbsent() throws {
        let request = try CertificationRequest(der: try Vectors.bytes("kinds/p-256.request.der"))
        var writer = DERWriter()
        writer.append(.sequence) { (outer) in
            outer.append(.sequence) { (info) in
                info.append(DERInteger(0))
                info.append(encoded: request.subject.derBytes)
                info.append(encoded: request.subjectPublicKeyInfo.derBytes)
            }
            outer.append(encoded: request.signatureAlgorithm.derBytes)
            outer.append(bitString: request.signature.bytes)
        }
        let bare = try CertificationRequest(der: writer.bytes)
        #expect(bare.attributes.isEmpty && bare.requestedExtensions.isEmpty)
        #expect(bare.subjectPublicKeyInfo == request.subjectPublicKeyInfo)
        let object = InputReader(writer.bytes).first { _ in true }
        #expect(try object?.content == .certificateRequest(bare))
    }
}
