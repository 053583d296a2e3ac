import DERKit
import Testing
import X509Model

@testable import PinPolicies
@testable import SPKIHash

/// The order of certificates. Tests/Tools/check/chains.py compares 200 chains with its own model; these are the cases
/// that are easy to get wrong, with certificates made by openssl.
@Suite struct CertificatePathsTests {
    private func chain(_ name: String = "rsa2048") throws -> [Certificate] {
        try PolicyVectors.certificates("policy/chain-\(name).pem")
    }

    /// Every order of leaf, intermediate and root gives the same path.
    @Test(arguments: [[0, 1, 2], [0, 2, 1], [1, 0, 2], [1, 2, 0], [2, 0, 1], [2, 1, 0]])
    func everyOrderGivesTheSamePaths(_ order: [Int]) throws {
        let chain = try chain()
        let paths = CertificatePaths(order.map { chain[$0] })
        let path = try #require(paths.paths.first)
        #expect(paths.paths.count == 1)
        #expect(path.members.compactMap { paths[$0] } == chain)
        #expect(path.hasLeaf && path.isComplete && !path.isAnchored)
        #expect(paths.isInOrder == (order == [0, 1, 2]))
        #expect(paths.order.compactMap { paths[$0] } == chain)
        #expect(paths.leaves == [order.firstIndex(of: 0)])
    }

    /// The line "SSL server CA" of `openssl x509 -purpose`: a root of version 1 has no extensions.
    @Test(arguments: [
        ("cert/name-utf8.pem", true), ("cert/rsa512-md5-v1.pem", true), ("cert/ed448.pem", true),
        ("cert/unknown-spki-oid.pem", false), ("cert/san-mixed.pem", false), ("seeds/github.com.pem", false),
    ])
    func caCertificatesAreRecognized(file: String, isAuthority: Bool) throws {
        #expect(try Certificate(pem: Vectors.text(file)).isAuthority == isAuthority)
    }

    /// RFC 8446 section 4.4.2, for the CAs of a chain without the server's own certificate.
    @Test func caCertificatesWithoutALeafAreCheckedForOrder() throws {
        let authorities = Array(try chain().dropFirst())
        #expect(CertificatePaths(authorities).isInOrder)
        #expect(!CertificatePaths(authorities.reversed()).isInOrder)
    }

    /// `openssl verify -purpose sslserver` refuses this chain for both reasons.
    @Test func violatedNameConstraintsAndUsagesAreFlaws() throws {
        let flaws = CertificatePaths(try chain("constraints")).flaws(of: nil, at: nil).map(\.flaw)
        let name = GeneralName.dnsName(IA5Text(Array("www.example.com".utf8)))
        #expect(flaws.contains(.nameNotAllowed(by: 1, name: name, of: 0)))
        #expect(flaws.contains(.notForServers(0)))
        #expect(CertificatePaths(try chain()).flaws(of: nil, at: nil).isEmpty)
    }

    /// A certificate with one-letter names, and extensions in hex.
    private func certificate(_ issuer: String, _ subject: String, _ extensions: String..., key: UInt8) throws
        -> Certificate
    {
        func name(_ text: String) -> String {
            "30 0c 31 0a 30 08 06 03 55 04 03 0c 01" + hex(Array(text.utf8))
        }
        let list = try octets(extensions.joined())
        let count = UInt8(list.count)
        let parts = CertificateParts()
            .replacing("issuer", by: name(issuer)).replacing("subject", by: name(subject))
            .replacing("subjectPublicKeyInfo", by: "30 0b 30 05 06 03 2b 65 70 03 02 00" + hex([key]))
            .replacing("extensions", by: list.isEmpty ? "" : hex([0xa3, count + 2, 0x30, count] + list))
        return try Certificate(der: parts.der().bytes)
    }

    private static let authority = "30 0f 06 03 55 1d 13 01 01 ff 04 05 30 03 01 01 ff"
    private static let lastAuthority = "30 12 06 03 55 1d 13 01 01 ff 04 08 30 06 01 01 ff 02 01 00"

    /// RFC 5280 section 4.2.1.9: self-issued certificates do not count.
    @Test func theLengthOfAPathIsLimited() throws {
        let last = try certificate("A", "B", Self.lastAuthority, key: 1)
        let renewed = CertificatePaths([
            try certificate("B", "D", key: 3), try certificate("B", "B", Self.authority, key: 2), last,
        ])
        #expect(!renewed.flaws(of: nil, at: nil).contains { $0.flaw == .pathTooLong(below: 2, limit: 0) })
        let long = CertificatePaths([
            try certificate("C", "D", key: 3), try certificate("B", "C", Self.authority, key: 2), last,
        ])
        #expect(long.flaws(of: nil, at: nil).contains { $0.flaw == .pathTooLong(below: 2, limit: 0) })
    }

    /// RFC 5280 section 7.1: names are compared regardless of case.
    @Test func theCaseOfANameIsIgnored() throws {
        let chain = [try certificate("b", "D", key: 2), try certificate("A", "B", Self.authority, key: 1)]
        #expect(CertificatePaths(chain).paths.map(\.members) == [[0, 1]])
    }

    /// RFC 4158 section 3.5.12: of several issuers, the one with the same key identifier is tried first.
    @Test func theKeyIdentifierChoosesAmongIssuers() throws {
        let chain = [
            try certificate("B", "D", "30 0d 06 03 55 1d 23 04 06 30 04 80 02 01 02", key: 2),
            try certificate("A", "B", Self.authority, key: 1),
            try certificate("A", "B", Self.authority, "30 0b 06 03 55 1d 0e 04 04 04 02 01 02", key: 1),
        ]
        #expect(CertificatePaths(chain).paths.first?.members == [0, 2])
        #expect(CertificatePaths([chain[0], chain[2], chain[1]]).paths.first?.members == [0, 1])
    }

    @Test func aRootThatWasNotSentIsReportedAsMissing() throws {
        let chain = try chain()
        let sent = CertificatePaths(Array(chain.prefix(2)))
        #expect(sent.paths.map { $0.isComplete } == [false])
        let anchored = CertificatePaths(Array(chain.prefix(2)), roots: try PolicyVectors.chain() + [chain[2]])
        #expect(anchored.paths.map { $0.isAnchored } == [true])
        #expect(anchored.roots == [chain[2]] && anchored[2] == chain[2])
        #expect(anchored.strangers.isEmpty && anchored.isInOrder)
        // Given both ways, it is still one certificate.
        let both = CertificatePaths(chain, roots: [chain[2]])
        #expect(both.roots.isEmpty && both.paths.map { $0.isAnchored } == [true])
    }

    @Test func duplicatesAndUnrelatedCertificatesAreListed() throws {
        let chain = try chain()
        let stranger = try PolicyVectors.chain()[3]
        let paths = CertificatePaths([chain[0], stranger, chain[1], chain[0], chain[2], stranger])
        #expect(paths.duplicates.map { $0.place } == [3, 5])
        #expect(paths.duplicates.map { $0.first } == [0, 1])
        #expect(paths.strangers == [1] && paths.isInOrder)
        #expect(paths.order == [0, 2, 4, 1])
    }

    @Test func theHostChoosesAmongLeaves() throws {
        let chain = try chain() + [try chain("p521")[0], try chain("expired")[0]]
        #expect(CertificatePaths(chain).leaves == [0, 3, 4])
        // Both have the name; the third has none.
        #expect(CertificatePaths(chain, host: ServerName("WWW.Example.com.")).leaves == [0, 3])
        #expect(CertificatePaths(chain, host: ServerName("expired")).leaves == [0, 3, 4])
        #expect(CertificatePaths(Array(chain.dropFirst()), host: ServerName("example.com")).leaves == [2])
    }

    @Test func aChainOfCAsHasNoLeaf() throws {
        let chain = try chain()
        let paths = CertificatePaths([chain[2], chain[1]])
        #expect(paths.leaves.isEmpty && paths.paths.map { $0.members } == [[1, 0]])
        #expect(paths.paths.map { $0.hasLeaf } == [false] && !paths.isInOrder)
        // A single self-issued certificate may be a development server's.
        #expect(CertificatePaths([chain[2]]).leaves == [0])
        #expect(CertificatePaths([chain[1]]).leaves.isEmpty)
        #expect(CertificatePaths([]).paths.isEmpty && CertificatePaths([]).isInOrder)
    }

    @Test func theOrderOfUnorderedCertificatesIsIgnored() throws {
        #expect(CertificatePaths(try chain().reversed(), isOrdered: false).isInOrder)
    }

    /// However often the certificates are repeated, the paths are the same as for one copy.
    @Test func duplicateCertificatesAddNoPath() throws {
        let chain = try PolicyVectors.chain()
        let many = CertificatePaths((0..<2_000).map { chain[$0 % chain.count] }, roots: chain)
        let one = CertificatePaths(chain, roots: chain)
        #expect(many.paths.map(\.members) == one.paths.map(\.members) && !one.paths.isEmpty)
    }

    @Test(arguments: [
        ("example.com", ServerName.dns("example.com")), ("EXAMPLE.com.", .dns("example.com")),
        ("192.0.2.1", .ip([192, 0, 2, 1])), ("192.0.2.256", .dns("192.0.2.256")),
        ("1.2.3", .dns("1.2.3")), ("::1", .ip([UInt8](repeating: 0, count: 15) + [1])),
        ("2001:db8::", .ip([0x20, 1, 0x0d, 0xb8] + [UInt8](repeating: 0, count: 12))),
        ("::ffff:192.0.2.1", .ip([UInt8](repeating: 0, count: 10) + [255, 255, 192, 0, 2, 1])),
        ("1:2:3:4:5:6:7:8", .ip([0, 1, 0, 2, 0, 3, 0, 4, 0, 5, 0, 6, 0, 7, 0, 8])),
        ("1::2::3", .dns("1::2::3")), ("1:2:3:4:5:6:7:8:9", .dns("1:2:3:4:5:6:7:8:9")),
    ]) func serverNamesChooseTheLeaf(_ text: String, _ name: ServerName) { #expect(ServerName(text) == name) }

    @Test func malformedNamesAreNotServerNames() {
        for text in ["", ".", "a b", "bücher.example"] { #expect(ServerName(text) == nil) }
        for text in [":443", "1:", ":1:2"] { #expect(ServerName(text) == .dns(text)) }
    }

    /// Two CAs on each level between a leaf and a root. Each level doubles the number of paths.
    private func ladder(_ levels: Int) throws -> CertificatePaths {
        let names = (0...levels).map { String(UnicodeScalar(UInt8(0x61 + $0))) }
        var list = [try certificate(names[0], "L", key: 0)]
        for level in 0..<levels {
            for copy in 1...2 {
                list.append(
                    try certificate(
                        names[level + 1], names[level], Self.authority, key: UInt8(2 * level + copy)))
            }
        }
        list.append(try certificate(names[levels], names[levels], Self.authority, key: 99))
        return CertificatePaths(list)
    }

    /// Whatever path a platform builds, it begins at the only leaf. Of the other certificates, each may be on a path
    /// that is not listed.
    @Test func theFlawsOfTheOnlyLeafAreCertain() throws {
        let later = try #require(DERTime(year: 2060, month: 1, day: 1))
        let all = try ladder(8)
        #expect(all.paths.count == 256 && !all.hasMorePaths)
        #expect(all.flaws(of: nil, at: later).count == 17)
        let more = try ladder(9)
        #expect(more.paths.count == 256 && more.hasMorePaths)
        #expect(more.flaws(of: nil, at: later).map(\.flaw) == [.expired(0)])
        #expect(more.strangers.isEmpty && more.order.count == 20)
    }
}
