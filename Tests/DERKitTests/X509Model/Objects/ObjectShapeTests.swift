import DERKit
import Testing

@testable import X509Model

/// Structures that are recognized by their shape alone, built from the definitions in the standards.
@Suite struct ObjectShapeTests {
    private static let algorithm: [UInt8] = sequence([[0x06, 0x03, 0x2a, 0x03, 0x04]])
    private static let name: [UInt8] = sequence([[0x31, 0x00]])
    private static let time: [UInt8] = [0x17, 0x0d] + Array("261124000000Z".utf8)
    private static let key: [UInt8] = sequence([algorithm, signature])
    private static let signature: [UInt8] = [0x03, 0x02, 0x00, 0x05]
    private static let integer: [UInt8] = [0x02, 0x01, 0x01]

    private static func sequence(_ members: [[UInt8]]) -> [UInt8] {
        let content = members.joined()
        return [0x30, UInt8(content.count)] + content
    }

    @Test func onlySequencesAndIdentifiersHaveAShape() {
        #expect(ObjectShape([0x06, 0x03, 0x2a, 0x03, 0x04])?.tag == .objectIdentifier)
        #expect(ObjectShape([0x30, 0x03, 0x02, 0x01, 0x05])?.tag == .sequence)
        for tag: UInt8 in [0x02, 0x03, 0x04, 0x05, 0x31, 0xa0] {
            #expect(ObjectShape([tag, 3, 1, 2, 3]) == nil)
        }
    }

    /// Each list of members is the signed part. An algorithm and a signature follow it.
    @Test(arguments: [
        ("a version 1 list, RFC 5280 section 5.1", [algorithm, name, time], "crl"),
        (
            "a version 2 list, RFC 5280 section 5.1.2.1", [integer, algorithm, name, time, time],
            "crl"
        ),
        (
            "a request, RFC 2986 section 4.1", [integer, name, key, [0xa0, 0x00]],
            "certificate-request"
        ),
        (
            "a version 1 certificate, RFC 5280 section 4.1",
            [integer, algorithm, name, sequence([time, time]), name, key], "certificate"
        ),
        ("a request that ends early", [integer, name], "certificate-request"),
        ("a certificate that ends early", [integer, algorithm, name], "certificate"),
    ])
    func signedPartsAreRecognized(what: String, members: [[UInt8]], expected: String) {
        let octets = Self.sequence([Self.sequence(members), Self.algorithm, Self.signature])
        #expect(ObjectKind.resembling(octets)?.name == expected, "\(what)")
    }

    /// The first members are enough, although the length says that more follow.
    @Test(arguments: [
        ("kinds/rsa2048.certificate.der", "certificate"),
        ("kinds/dsa.key.der", "private-key"), ("kinds/p-256.3des.p12", "pkcs12"),
        ("kinds/rsa2048.request.der", "certificate-request"),
        ("kinds/rsa2048.public.der", "public-key"),
    ])
    func theBeginningOfAFileIsRecognized(file: String, expected: String) throws {
        #expect(ObjectKind.resembling(Array(try Vectors.bytes(file).dropLast(20)))?.name == expected)
    }
}
