import DERKit
import Testing
import X509Model

/// How much of a value is shown if it has no known structure.
@Suite struct TreeDisclosureTests {
    /// 32 octets in an OCTET STRING may be a private key, RFC 8410 section 7, so only the size is shown.
    @Test func onlyTheSizeOfALoneOctetStringIsShown() {
        let tree = DERTree([0x04, 0x20] + [UInt8](repeating: 0x61, count: 32))
        #expect(TreeDisclosure(tree, TreeLabels(tree), label: nil).levels == [.size])
        let sequence = DERTree([0x30, 0x03, 0x04, 0x01, 0x61])
        #expect(TreeDisclosure(sequence, TreeLabels(sequence), label: nil).levels == [.header, .header])
    }

    /// RFC 5652 section 12.1: the certificates of signed data are public.
    @Test func signedDataIsShown() {
        let tree = DERTree(SignedDataParts.signedData(type: [0x2a, 3], content: nil))
        #expect(TreeDisclosure(tree, TreeLabels(tree), label: nil).levels.allSatisfy { $0 == .whole })
    }

    /// RFC 8410 section 4: a public key has 32 octets. More of them may be the private key.
    @Test(arguments: [32, 64]) func aPublicKeyThatIsTooLongIsHidden(octetCount: Int) {
        let count = UInt8(octetCount)
        let key: [UInt8] =
            [0x30, count + 10, 0x30, 5, 6, 3, 0x2b, 0x65, 0x70, 3, count + 1, 0]
            + [UInt8](repeating: 7, count: octetCount)
        let tree = DERTree(key)
        let levels = TreeDisclosure(tree, TreeLabels(tree), label: nil).levels
        #expect((levels.last == .whole) == (octetCount == 32))
    }

    /// RFC 5280 section 4.1.2.1: only a certificate begins with an INTEGER in a tag [0], whatever follows it.
    @Test(arguments: [(10, 0x02, true), (10, 0x04, false), (13, 0x04, true)])
    func theVersionProvesThatATruncatedStructureIsACertificate(place: Int, tag: UInt8, isShown: Bool) throws {
        var start = Array(try Vectors.bytes("kinds/rsa2048.certificate.der").prefix(40))
        #expect(start[8...12] == [0xa0, 3, 2, 1, 2] && start[13] == 2)
        start[place] = tag
        let tree = DERTree(start)
        let levels = TreeDisclosure(tree, TreeLabels(tree), label: nil).levels
        #expect((levels.first == .whole) == isShown)
    }

    /// FIPS 186-4 section 4.2: p has at least 1024 bits, q 160 to 256, and g is less than p. Other numbers may be those
    /// of a private key.
    @Test(arguments: [
        (1024, 160, 1023, true), (2048, 256, 2048, true), (1024, 159, 1023, false), (640, 160, 639, true),
        (639, 160, 638, false), (1024, 160, 1025, false),
    ]) func threeNumbersAreShownIfTheyMayBeDSAParameters(p: Int, q: Int, g: Int, isShown: Bool) {
        #expect(isEachShown([p, q, g]) == isShown)
    }

    /// RFC 8017 appendix A.1.1: the modulus and the public exponent. Exponents in use have at most 64 bits.
    @Test(arguments: [
        (1024, 17, true), (1024, 64, true), (1024, 65, false), (1024, 1024, false), (65, 64, true),
        (64, 64, false),
    ]) func twoNumbersAreShownIfTheyMayBeAnRSAKey(modulus: Int, exponent: Int, isShown: Bool) {
        #expect(isEachShown([modulus, exponent]) == isShown)
    }

    /// Returns whether a SEQUENCE of powers of two with these numbers of bits is shown.
    private func isEachShown(_ bitCounts: [Int]) -> Bool {
        let der = DERWriter.bytes { (writer) in
            writer.append(.sequence) { (numbers) in
                for count in bitCounts {
                    let first: UInt8 = 1 << ((count - 1) % 8)
                    numbers.append(
                        DERInteger(unsigned: [first] + [UInt8](repeating: 0, count: (count - 1) / 8)))
                }
            }
        }
        let tree = DERTree(der)
        return TreeDisclosure(tree, TreeLabels(tree), label: nil).levels.allSatisfy { $0 == .whole }
    }

    /// A known identifier, here commonName, is not a key. An unknown one may be part of a key.
    @Test func aLoneIdentifierIsShownIfItIsKnown() {
        let known = DERTree([0x06, 0x03, 0x55, 0x04, 0x03])
        #expect(TreeDisclosure(known, TreeLabels(known), label: nil).levels == [.header])
        let unknown = DERTree([0x06, 0x03, 0x2a, 0x63, 0x63])
        #expect(TreeDisclosure(unknown, TreeLabels(unknown), label: nil).levels == [.size])
    }
}
