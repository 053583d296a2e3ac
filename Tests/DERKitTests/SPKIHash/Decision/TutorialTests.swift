import DERKit
import Testing
import X509Model

@testable import PinPolicies
@testable import SPKIHash

/// The pinners that tutorials build on Apple's Security framework, each with its equivalent here.
///
/// The left side of every test does what the tutorial's code does, on the values that the framework would return:
/// `SecCertificateCopyData` returns the DER of a certificate, and `SecKeyCopyExternalRepresentation` the raw key
/// inside the BIT STRING. The right side uses the library.
@Suite struct TutorialTests {
    private static func rawKey(_ certificate: Certificate) -> [UInt8] {
        certificate.subjectPublicKeyInfo.subjectPublicKey.bytes
    }

    /// The constant that four tutorials prepend to every key.
    private static let rsa2048Header: [UInt8] = [
        0x30, 0x82, 0x01, 0x22, 0x30, 0x0d, 0x06, 0x09, 0x2a, 0x86, 0x48, 0x86, 0xf7, 0x0d, 0x01, 0x01, 0x01,
        0x05, 0x00, 0x03, 0x82, 0x01, 0x0f, 0x00,
    ]

    private static func base64OfHash(_ bytes: [UInt8]) -> String { Base64.encode(SHA256.hash(bytes)) }

    private static func rsaChain() throws -> [Certificate] {
        try PolicyVectors.certificates("cert/rsa2048-scts.pem")
    }

    private static func wrongRecipe(_ decision: PinDecision, _ index: Int) -> String? {
        guard case .mismatched(let mismatches) = decision.explained().reason,
            mismatches.indices.contains(index),
            case .wrongRecipe(let match, _) = mismatches[index].why
        else { return nil }
        return match.recipe
    }

    // MARK: The two-way switch: certificate or public key, server's own certificate

    private enum PinningOption { case certificate, publicKey }

    /// `NetworkManager`: with `.certificate`, the bytes must be equal; with `.publicKey`, the text of two hashes of
    /// the raw key.
    private static func networkManager(
        _ option: PinningOption, _ chain: [Certificate], local: Certificate, publicKeyHash: String
    ) -> Bool {
        guard let server = chain.first else { return false }
        switch option {
        case .certificate: return server.derBytes == local.derBytes
        case .publicKey: return base64OfHash(rawKey(server)) == publicKeyHash
        }
    }

    @Test func agreesWithTheTutorialForCertificatesAndRightPins() throws {
        let chain = try PolicyVectors.chain()
        for (place, local) in chain.enumerated() {
            let strategy = PinStrategy.certificate(
                CertificateSet([CertificateSet.Member(local)]), at: .leaf)
            let theirs = TutorialTests.networkManager(.certificate, chain, local: local, publicKeyHash: "")
            #expect(strategy.decision(for: chain).isAccepted == theirs)
            #expect(theirs == (place == 0))
        }
        // With the right pin, the decision is the same as with the certificate.
        for (place, local) in chain.enumerated() {
            #expect(PinSet([local.pin]).decision(for: chain, position: .leaf).isAccepted == (place == 0))
        }
    }

    /// The tutorial's bug: it compares the hash of the raw key with the pin that openssl prints, so it never
    /// matches. With the hash of the raw key it works, but no one else accepts that pin.
    @Test func rejectsTheTutorialsRawKeyHash() throws {
        let chain = try PolicyVectors.chain()
        let raw = TutorialTests.base64OfHash(TutorialTests.rawKey(chain[0]))
        func theirs(_ hash: String) -> Bool {
            TutorialTests.networkManager(.publicKey, chain, local: chain[0], publicKeyHash: hash)
        }
        #expect(theirs(raw))
        #expect(!theirs(chain[0].pin.base64))
        let decision = PinSet([try Pin(raw)]).decision(for: chain, position: .leaf)
        #expect(!decision.isAccepted)
        #expect(TutorialTests.wrongRecipe(decision, 0) == "raw-key")
        #expect(
            decision.description.contains(
                "certificate 1 has \(chain[0].pin); the pin sha256/\(raw) is SHA-256 of the raw"
            ))
    }

    /// The two hashes of one key that the first tutorial could not explain: one of the raw point, one of the
    /// SubjectPublicKeyInfo.
    @Test func explainsTheTutorialsTwoHashes() throws {
        let object = try #require(
            InputReader(Vectors.bytes("seeds/api.github.com-public-key.pem")).first { _ in true })
        let key = try #require(try object.content.subjectPublicKeyInfo)
        #expect(key.pin.base64 == "azE5Ew0LGsMgkYqiDpYay0olLAS8cxxNGUZ8OJU756k=")
        #expect(
            TutorialTests.base64OfHash(key.subjectPublicKey.bytes)
                == "Ues/xSDzybWMEgs2jgMiz7GJUgX1dYZ6gKFXJso8nXU=")
    }

    // MARK: The header-and-hash pinners

    /// `ServiceManager` and the sample without a library: the constant header, the raw key, a text comparison.
    private static func headerAndHash(_ chain: [Certificate], publicKeyHash: String) -> Bool {
        guard let server = chain.first else { return false }
        return base64OfHash(rsa2048Header + rawKey(server)) == publicKeyHash
    }

    @Test func agreesWithTheTutorialIfItsHeaderFitsTheKey() throws {
        let chain = try TutorialTests.rsaChain()
        let other = try PolicyVectors.chain()
        for pin in [chain[0].pin, other[0].pin, other[1].pin] {
            #expect(
                PinSet([pin]).decision(for: chain, position: .leaf).isAccepted
                    == TutorialTests.headerAndHash(chain, publicKeyHash: pin.base64))
        }
        #expect(TutorialTests.headerAndHash(chain, publicKeyHash: chain[0].pin.base64))
    }

    /// The key of the page that the second tutorial pins, and the pin that it prints.
    @Test func readsTheTutorialsPin() throws {
        let object = try #require(
            InputReader(Vectors.bytes("seeds/www.google.co.uk-public-key.pem")).first { _ in true })
        let key = try #require(try object.content.subjectPublicKeyInfo)
        let theirs = TutorialTests.base64OfHash(TutorialTests.rsa2048Header + key.subjectPublicKey.bytes)
        #expect(theirs == key.pin.base64)
        #expect(key.derBytes == TutorialTests.rsa2048Header + key.subjectPublicKey.bytes)
    }

    /// The tutorials' bug: the same header for a key of another kind. The app refuses its own server, and the
    /// diagnosis names the mistake behind a pin that such code printed.
    @Test(arguments: ["pem/chain-21.pem", "cert/rsa3072.pem", "cert/rsa4096.pem", "cert/ed448.pem"])
    func explainsPinsMadeWithTheRSAHeaderForAnotherKey(_ file: String) throws {
        let chain = try PolicyVectors.certificates(file)
        #expect(!TutorialTests.headerAndHash(chain, publicKeyHash: chain[0].pin.base64))
        #expect(PinSet([chain[0].pin]).decision(for: chain, position: .leaf).isAccepted)
        let wrong = TutorialTests.base64OfHash(TutorialTests.rsa2048Header + TutorialTests.rawKey(chain[0]))
        #expect(TutorialTests.headerAndHash(chain, publicKeyHash: wrong))
        let decision = PinSet([try Pin(wrong)]).decision(for: chain, position: .leaf)
        #expect(!decision.isAccepted)
        #expect(TutorialTests.wrongRecipe(decision, 0) == "rsa-2048-header-before-raw-key")
        #expect(
            decision.description.contains("is SHA-256 of the RSA-2048 header prepended to"))
    }

    // MARK: A table of hosts, each with strategies

    /// `QHCertificatePinner`: hosts as keys of a dictionary; a host without an entry is trusted.
    private struct HostTable {
        let strategies: [String: [([Certificate]) -> Bool]]

        func isServerTrusted(host: String, _ chain: [Certificate]) -> Bool {
            guard let list = strategies[host] else { return true }
            return list.contains { $0(chain) }
        }
    }

    @Test func agreesWithTheTutorialsHostTable() throws {
        let chain = try PolicyVectors.chain()
        let rsa = try TutorialTests.rsaChain()
        let certificate = chain[0]
        let table = HostTable(strategies: [
            "quickhatch.com": [
                { $0.first?.derBytes == certificate.derBytes },
                { $0.first.map { $0.pin.base64 } == rsa[0].pin.base64 },
            ]
        ])
        let policy = try PinPolicy(
            [
                PinPolicy.Rule(
                    try HostPattern("quickhatch.com"),
                    [
                        .certificate(CertificateSet([CertificateSet.Member(certificate)]), at: .leaf),
                        .publicKey(PinSet([rsa[0].pin]), at: .leaf),
                    ])
            ], unlistedHosts: .accept)
        let now = try #require(DERTime(year: 2026, month: 1, day: 1))
        for host in ["quickhatch.com", "api.quickhatch.com", "example.com"] {
            for chain in [chain, rsa, Array(chain.dropFirst())] {
                #expect(
                    try policy.decision(for: chain, host: HostName(host), at: now).isAccepted
                        == table.isServerTrusted(host: host, chain), "\(host)")
            }
        }
        // Here a name in capitals is the same host; the tutorial's dictionary of strings trusts it unchecked.
        let stranger = Array(chain.dropFirst())
        #expect(table.isServerTrusted(host: "QuickHatch.com", stranger))
        #expect(try !policy.decision(for: stranger, host: HostName("QuickHatch.com"), at: now).isAccepted)
        // And the decision for an unlisted host is explicit.
        let strict = try PinPolicy(policy.rules, unlistedHosts: .refuse)
        let decision = try strict.decision(for: chain, host: HostName("example.com"), at: now)
        #expect(!decision.isAccepted)
        #expect(decision.reason == .unlisted)
    }

    // MARK: The pinner that walks the chain

    /// `PublicKeyPinner.validate`: every certificate's key, with the constant header, against a list of strings.
    private static func validate(_ chain: [Certificate], hashes: [String]) -> Bool {
        for certificate in chain where hashes.contains(base64OfHash(rsa2048Header + rawKey(certificate))) {
            return true
        }
        return false
    }

    @Test func agreesWithTheTutorialForEachCertificateInAChain() throws {
        // Two RSA 2048 certificates and one of P-256, so that the tutorial's header fits some.
        let rsa = try TutorialTests.rsaChain() + PolicyVectors.certificates("pem/chain-with-garbage.pem")
        let chain = rsa + [try PolicyVectors.chain()[0]]
        for (place, certificate) in chain.enumerated() {
            let ours = PinSet([certificate.pin]).decision(for: chain)
            #expect(ours.isAccepted)
            guard case .matched(let matches) = ours.reason else {
                Issue.record("no match")
                continue
            }
            #expect(matches.first?.index == chain.firstIndex { $0.pin == certificate.pin })
            let isRSA2048 = certificate.subjectPublicKeyInfo.keyName == "RSA-2048"
            #expect(TutorialTests.validate(chain, hashes: [certificate.pin.base64]) == isRSA2048, "\(place)")
        }
        let stranger = try PolicyVectors.chain()[5].pin
        #expect(!TutorialTests.validate(chain, hashes: [stranger.base64]))
        #expect(!PinSet([stranger]).decision(for: chain).isAccepted)
    }
}
