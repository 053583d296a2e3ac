import DERKit
import Testing
import X509Model

/// The types that a value in a name may have: those that `openssl x509` accepts, tried with one certificate
/// each.
@Suite struct NameTypesTests {
    /// Returns a name with one common name of the given tag and content.
    private func name(_ tag: [UInt8], _ content: [UInt8]) -> [UInt8] {
        var value = tag
        value.append(UInt8(content.count))
        value += content
        var writer = DERWriter()
        writer.append(.sequence) { (names) in
            names.append(.set) { (attributes) in
                attributes.append(.sequence) { (attribute) in
                    attribute.append(.objectIdentifier, content: [0x55, 4, 3])
                    attribute.append(encoded: value)
                }
            }
        }
        return writer.bytes
    }

    /// The universal types of primitive values that OpenSSL 3.0 accepts.
    private static let taken: Set<UInt8> = [3, 7, 8, 9, 11, 12, 13, 14, 15, 18, 19, 20, 22, 28, 29, 30]

    @Test func primitiveValuesAreReadAsOpenSSLReadsThem() {
        let contents: [UInt8: [UInt8]] = [
            0: [], 1: [0xff], 2: [5], 3: [0, 0x61], 5: [], 6: [0x2a], 10: [5], 18: Array("12".utf8),
            23: Array("250101000000Z".utf8), 24: Array("20250101000000Z".utf8), 28: [0, 0, 0, 0x61],
            30: [0, 0x61],
        ]
        for number: UInt8 in 0...30 {
            let read = try? DistinguishedName(der: name([number], contents[number] ?? Array("abc".utf8)))
            #expect((read != nil) == NameTypesTests.taken.contains(number), "[UNIVERSAL \(number)]")
        }
    }

    /// Tags of two octets, and classes other than universal.
    @Test func otherTagsAreRefused() {
        for tag: [UInt8] in [
            [0x1f, 31], [0x1f, 34], [0x1f, 36], [0x3f, 34], [0x1f, 0x87, 0x68], [0x40], [0x80], [0x8c],
            [0xc0], [0x4c],
        ] {
            #expect((try? DistinguishedName(der: name(tag, Array("abc".utf8)))) == nil, "\(hex(tag))")
        }
    }

    /// OpenSSL accepts the constructed forms of all types except OCTET STRING, SET, times and string types
    /// that names do not have.
    @Test func constructedValuesAreReadAsOpenSSLReadsThem() {
        for number: UInt8 in [4, 17, 21, 23, 24, 25, 26, 27] {
            #expect(
                (try? DistinguishedName(der: name([0x20 | number], [12, 1, 0x61]))) == nil,
                "[UNIVERSAL \(number)]")
        }
        for number: UInt8 in [12, 16, 19, 20, 22] {
            #expect(
                (try? DistinguishedName(der: name([0x20 | number], [12, 1, 0x61]))) != nil,
                "[UNIVERSAL \(number)]")
        }
    }
}
