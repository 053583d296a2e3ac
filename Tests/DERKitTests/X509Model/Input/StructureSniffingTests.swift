import DERKit
import Testing

@testable import X509Model

/// Structures that are recognized by their shape alone, built from the definitions in the standards.
@Suite struct StructureSniffingTests {
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

    /// The signed part of each, with an algorithm and a signature after it.
    @Test(arguments: [
        ("a version 1 list, RFC 5280 section 5.1", [algorithm, name, time], "CRL"),
        ("a version 2 list, RFC 5280 section 5.1.2.1", [integer, algorithm, name, time, time], "CRL"),
        ("a request, RFC 2986 section 4.1", [integer, name, key, [0xa0, 0x00]], "request"),
        (
            "a version 1 certificate, RFC 5280 section 4.1",
            [integer, algorithm, name, sequence([time, time]), name, key], "certificate"
        ),
        ("a request that ends early", [integer, name], "request"),
        ("a certificate that ends early", [integer, algorithm, name], "certificate"),
    ])
    func signedPartsAreRecognized(what: String, members: [[UInt8]], expected: String) {
        let octets = Self.sequence([Self.sequence(members), Self.algorithm, Self.signature])
        let found =
            switch Structure(sniffing: octets) {
            case .certificateList: "CRL"
            case .certificationRequest: "request"
            case .certificate: "certificate"
            default: "another"
            }
        #expect(found == expected, "\(what)")
    }
}

/// DER among the octets of text, and zeros that terminate strings in it.
@Suite struct EmbeddedBinaryTests {
    private func start(_ text: [UInt8]) -> Int { EmbeddedBinary(text, end: text.count).start(from: 0) }

    /// Five octets that no text has, within 64, begin binary data.
    @Test func fiveOctetsAreBinary() {
        let line = Array("a line of text\n".utf8)
        #expect(start(line + [1, 2, 3, 4] + line) == 2 * line.count + 4)
        #expect(start(line + [1, 2, 3, 4, 5] + line) == line.count)
    }

    /// A zero after white space, a zero or a hyphen, and before white space, a zero or the end, fills space.
    @Test func zerosBetweenStringsAreText() {
        let between: [[UInt8]] = [Array("----".utf8) + [0, 0x0a], [0x0a, 0, 0, 0x0a], [0x2d, 0, 0, 0x0a]]
        for piece in between {
            let text = Array([[UInt8]](repeating: piece, count: 8).joined())
            #expect(start(text) == text.count, "\(piece)")
        }
        let inside: [[UInt8]] = [[0x0a, 0, 0x61], [0x61, 0, 0x0a], [0x2d, 0, 0x2d], [0x61, 0, 0x61]]
        for piece in inside {
            let text = Array([[UInt8]](repeating: piece, count: 8).joined())
            #expect(start(text) == 1, "\(piece)")
        }
    }

    /// X.690 section 8.1.3.5: lengths in one to three octets after the first.
    @Test func aBeginningHasItsLength() {
        let rest = [UInt8](repeating: 0x30, count: 9)
        #expect(EmbeddedObjects.Beginning([0x30, 0x83, 0x01, 0x02, 0x03] + rest)?.byteCount == 5 + 0x1_0203)
        #expect(EmbeddedObjects.Beginning([0x30, 0x82, 0x01, 0x02] + rest)?.byteCount == 4 + 0x102)
        #expect(EmbeddedObjects.Beginning([0x30, 0x81, 0x90] + rest)?.byteCount == 3 + 0x90)
    }
}
