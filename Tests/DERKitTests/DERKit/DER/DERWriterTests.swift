import DERKit
import Testing

@Suite struct DERWriterTests {
    private func written(_ body: (inout DERWriter) -> Void) -> String {
        var writer = DERWriter()
        body(&writer)
        return hex(writer.bytes)
    }

    // The hex is the output of `openssl asn1parse -genstr` for the same value.
    @Test func eachTypeMatchesOpenSSL() throws {
        #expect(written { $0.append(DERInteger(0)) } == "020100")
        #expect(written { $0.append(DERInteger(-128)) } == "020180")
        #expect(written { $0.append(DERInteger(-129)) } == "0202ff7f")
        #expect(written { $0.append(128) } == "02020080")
        #expect(written { $0.appendNull() } == "0500")
        #expect(written { $0.append(bitString: [0x04, 0xff]) } == "03030004ff")
        #expect(written { $0.append(.octetString, content: [1, 2]) } == "04020102")
        let rsa = try #require(ASN1ObjectIdentifier("1.2.840.113549.1.1.1"))
        #expect(written { $0.append(rsa) } == "06092a864886f70d010101")
        #expect(
            written { (writer) in
                writer.append(.contextConstructed(3)) { $0.append(.octetString, content: [1, 2]) }
            } == "a30404020102")
    }

    @Test func longTagNumbersMatchOpenSSL() {
        #expect(written { $0.append(.contextPrimitive(200), content: [1]) } == "9f81480101")
        let application = DERTag(class: .application, number: 31, isConstructed: false)
        #expect(written { $0.append(application, content: []) } == "5f1f00")
        let priv = DERTag(class: .private, number: 30, isConstructed: false)
        #expect(written { $0.append(priv, content: []) } == "de00")
        #expect(
            written { $0.append(.contextConstructed(536_870_911)) { $0.appendNull() } }
                == "bf81ffffff7f020500")
    }

    // X.690 section 10.1
    @Test(arguments: [
        (0, "0400"), (1, "0401"), (127, "047f"), (128, "048180"), (255, "0481ff"), (256, "04820100"),
        (65_535, "0482ffff"), (65_536, "0483010000"), (16_777_216, "048401000000"),
    ]) func lengthsUseTheFewestOctets(_ count: Int, _ header: String) throws {
        var writer = DERWriter()
        writer.append(.octetString, content: [UInt8](repeating: 0xa5, count: count))
        #expect(hex(writer.bytes.prefix(writer.bytes.count - count)) == header)
        #expect(try onlyElement(writer.bytes).count == count)
    }

    @Test func aKeyWrittenFromItsPartsIsUnchanged() throws {
        let input = try Vectors.bytes("seeds/api.github.com-public-key.pem")
        var blocks = PEM.objects(in: input)
        let der = try #require(try blocks.next()?.get().derBytes)
        let bytes = der.span
        var outer = DERCursor(0..<der.count)
        var fields = DERCursor(contentOf: try outer.next(.sequence, in: bytes))
        var algorithm = DERCursor(contentOf: try fields.next(.sequence, in: bytes))
        let type = try algorithm.next(in: bytes).objectIdentifier(in: bytes)
        let curve = try algorithm.next(in: bytes).objectIdentifier(in: bytes)
        let key = try fields.next(in: bytes).bitString(in: bytes)
        var writer = DERWriter()
        writer.append(.sequence) { (info) in
            info.append(.sequence) { (algorithm) in
                algorithm.append(type)
                algorithm.append(curve)
            }
            info.append(bitString: der[key.range])
        }
        #expect(writer.bytes == der)
        var copy = DERWriter()
        copy.append(encoded: der)
        copy.appendNull()
        #expect(copy.bytes == der + [5, 0])
    }

    @Test func writtenTextIsReadBack() throws {
        var numbers = SeededNumbers(seed: 690)
        for _ in 0..<200 {
            var writer = DERWriter()
            var tags: [DERTag] = []
            for _ in 0..<Int.random(in: 0...6, using: &numbers) {
                let tag = DERTag(
                    class: [.application, .contextSpecific, .private].randomElement(using: &numbers)
                        ?? .private,
                    number: .random(in: 0...DERTag.largestNumber, using: &numbers)
                        >> (.random(in: 0...28, using: &numbers) as UInt32),
                    isConstructed: .random(using: &numbers))
                tags.append(tag)
                writer.append(
                    tag,
                    content: [UInt8](repeating: 7, count: .random(in: 0...300, using: &numbers)))
            }
            var cursor = DERCursor(0..<writer.bytes.count)
            for tag in tags { _ = try cursor.next(tag, in: writer.bytes.span) }
            try cursor.finish()
        }
    }
}
