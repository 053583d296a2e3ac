import DERKit
import Foundation
import Testing
import X509Model

/// Small facts about keys and text.
@Suite struct KeyTruthTests {
    private func spki(
        _ oid: String, _ parameters: [[UInt8]], key: [UInt8] = [5]
    ) throws -> SubjectPublicKeyInfo {
        var number = DERWriter()
        number.append(.integer, content: key)
        var writer = DERWriter()
        writer.append(.sequence) { (value) in
            value.append(.sequence) { (algorithm) in
                if let identifier = ASN1ObjectIdentifier(oid) { algorithm.append(identifier) }
                algorithm.append(.sequence) { (fields) in
                    for number in parameters { fields.append(.integer, content: number) }
                }
            }
            value.append(bitString: number.bytes)
        }
        return try SubjectPublicKeyInfo(der: writer.bytes)
    }

    /// RFC 8017 appendix A.1.2: six numbers follow the public key.
    @Test func aPrivateKeyHasAllItsNumbers() throws {
        let head: [UInt8] = [2, 1, 0, 2, 1, 15, 2, 1, 3]
        func der(_ count: Int) -> [UInt8] {
            let content = head + [[UInt8]](repeating: [2, 1, 1], count: count).joined()
            return [0x30, UInt8(content.count)] + content
        }
        #expect(try RSAPrivateKey(der: der(6)).publicKey.modulus == 15)
        for count in [0, 5, 7] {
            #expect(throws: DERError.self) { try RSAPrivateKey(der: der(count)) }
        }
    }

    /// A modulus whose first bit is read as a sign is not a key of 1023 bits; no other number of a key may be negative.
    @Test func negativeKeyNumbersAreErrors() throws {
        let positive: [UInt8] = [0] + [UInt8](repeating: 0x9a, count: 128)
        let negative = Array(positive.dropFirst())
        for (oid, numbers) in [
            ("1.2.840.10040.4.1", 3), ("1.2.840.113549.1.3.1", 2), ("1.2.840.10046.2.1", 3),
        ] {
            let good = [[UInt8]](repeating: positive, count: numbers)
            let bits = try spki(oid, good).publicKey.bits
            #expect(bits == 1024, "\(oid)")
            for place in 0...numbers {
                var bad = good + [positive]
                bad[place] = negative
                let key = try spki(oid, Array(bad.dropLast()), key: bad[numbers])
                guard case .failure(let error) = key.publicKeyResult else {
                    Issue.record("\(oid): negative number \(place + 1) is read")
                    continue
                }
                #expect(error.code == .outOfRange, "\(oid), number \(place + 1)")
            }
        }
    }

    /// The public half of a traditional DSA key, compared with that of `openssl pkey -pubout`.
    @Test func aDSAPrivateKeyHasItsPublicKey() throws {
        let key = try DSAPrivateKey(der: Vectors.bytes("kinds/dsa.traditional.der"))
        #expect(try key.subjectPublicKeyInfo?.derBytes == Vectors.bytes("kinds/dsa.public.der"))
        // OpenSSL writes version 0, and reads no other.
        var der = try Vectors.bytes("kinds/dsa.traditional.der")
        #expect(Array(der[4..<7]) == [0x02, 0x01, 0x00])
        der[6] = 1
        #expect(throws: DERError.self) { try DSAPrivateKey(der: der) }
    }

    /// The example of RFC 8410 section 10.3 has version 2. RFC 5958 section 2 has no version 3.
    @Test func aKeyOfVersionTwoHasItsPublicHalf() throws {
        let base64 = """
            MHICAQEwBQYDK2VwBCIEINTuctv5E1hK1bbY8fdp+K06/nwoy/HU++CXqI9EdVhCoB8wHQYKKoZIhvcNAQkJFDEP\
            DA1DdXJkbGUgQ2hhaXJzgSEAGb9ECWmEzf6FQbrBZ9w7lshQhqowtrbLDFw4rXAxZuE=
            """
        var der = [UInt8](try #require(Data(base64Encoded: base64)))
        let key = try OneAsymmetricKey(der: der)
        let publicKey = try #require(key.subjectPublicKeyInfo).subjectPublicKey.bytes
        #expect(publicKey.starts(with: [0x19, 0xbf, 0x44, 0x09, 0x69, 0x84, 0xcd, 0xfe]))
        der[4] = 2
        #expect(throws: DERError.self) { try OneAsymmetricKey(der: der) }
    }

    /// The pin is the one of the same key under the common identifier, which OpenSSL writes.
    @Test(arguments: [[5, 0], []])
    func thePublicHalfOfAKeyWithTheX500IdentifierIsRead(parameters: [UInt8]) throws {
        let traditional = try Vectors.bytes("dump/rsa-traditional.der")
        var writer = DERWriter()
        writer.append(.sequence) { (key) in
            key.append(DERInteger(0))
            key.append(.sequence) { (algorithm) in
                algorithm.append(.objectIdentifier, content: [0x55, 8, 1, 1])
                algorithm.append(encoded: parameters)
            }
            key.append(.octetString, content: traditional)
        }
        let key = try OneAsymmetricKey(der: writer.bytes)
        let other = try RSAPrivateKey(der: traditional)
        #expect(key.subjectPublicKeyInfo?.derBytes == other.publicKey.subjectPublicKeyInfo?.derBytes)
        #expect(key.subjectPublicKeyInfo != nil)
    }

    /// Characters that are invisible or look like a space, in numerical order.
    @Test(
        arguments: [
            0xa0, 0xad, 0x34f, 0x61c, 0x115f, 0x1160, 0x1680, 0x17b4, 0x180e, 0x2000, 0x200b, 0x200f, 0x2028,
            0x202e,
            0x202f, 0x205f, 0x2060, 0x2800, 0x3000, 0x3164, 0xfe0f, 0xfeff, 0xffa0, 0x13441, 0x16fe4, 0x1d159,
            0x1d173,
            0xe0001, 0xe0100,
        ] as [UInt32])
    func invisibleCharactersAreEscaped(number: UInt32) throws {
        let scalar = try #require(Unicode.Scalar(number))
        let text = "a\(Character(scalar))b"
        let octets = String(scalar).utf8.map { "\\" + hex([$0], uppercase: true) }.joined()
        #expect(escapedForDisplay(text) == "a\(octets)b")
        var writer = DERWriter()
        writer.append(.sequence) { (names) in
            names.append(.set) { (attributes) in
                attributes.append(.sequence) { (attribute) in
                    attribute.append(.objectIdentifier, content: [0x55, 4, 3])
                    attribute.append(.utf8String, content: Array(text.utf8))
                }
            }
        }
        #expect(try DistinguishedName(der: writer.bytes).description == "CN=a\(octets)b")
    }

    @Test func lettersOfAllScriptsAreNotEscaped() {
        for text in ["é", "ש", "한", "漢", "क्", "\u{2801}", "\u{1161}", "😀"] {
            #expect(escapedForDisplay(text) == text)
        }
    }
}
