import DERKit
import Testing
import X509Model

@testable import SPKIHash

@Suite struct PinDecisionTests {
    private func chain() throws -> [Certificate] {
        try PolicyVectors.certificates("policy/chain-rsa2048.pem")
    }

    private func day(_ text: String) throws -> DERTime { try PolicyDate.read(text) }

    /// Which certificate of leaf, intermediate and root matches, at each position.
    @Test(arguments: [
        (ChainPosition.any, [true, true, true]), (.leaf, [true, false, false]),
        (.certificateAuthority, [false, true, true]),
    ])
    func positions(_ position: ChainPosition, _ expected: [Bool]) throws {
        let chain = try chain()
        for (index, certificate) in chain.enumerated() {
            let key = PinSet([certificate.pin]).decide(chain, at: position)
            #expect(key.isAccepted == expected[index])
            let set = CertificateSet([CertificateSet.Member(certificate)])
            #expect(PinStrategy.certificate(set, at: position).decide(chain).isAccepted == expected[index])
            if case .mismatched(let mismatches) = key.reason {
                #expect(mismatches[index].why == .wrongPosition(position))
            } else {
                #expect(
                    key.reason
                        == .matched([
                            PinDecision.Match(
                                index: index, matched: .publicKey(certificate.pin), label: "", role: .active)
                        ]))
            }
        }
    }

    @Test func anyAndAll() throws {
        let chain = try chain()
        let stranger = try PolicyVectors.chain()[0]
        func decide(_ leaf: Certificate, _ authority: Certificate, _ match: PinPolicy.Match) throws
            -> PinDecision
        {
            let rule = PinPolicy.Rule(
                try HostPattern("a.com"),
                [
                    .publicKey(PinSet([leaf.pin]), at: .leaf),
                    .publicKey(PinSet([authority.pin]), at: .certificateAuthority),
                ], match: match)
            return try PinPolicy([rule], unlistedHosts: .refuse)
                .decide(chain, host: HostName("a.com"), at: day("2026-01-01"))
        }
        #expect(try decide(chain[0], chain[1], .all).isAccepted)
        #expect(try !decide(chain[0], stranger, .all).isAccepted)
        #expect(try !decide(stranger, chain[1], .all).isAccepted)
        #expect(try decide(chain[0], stranger, .any).isAccepted)
        #expect(try decide(stranger, chain[1], .any).isAccepted)
        #expect(try !decide(stranger, stranger, .any).isAccepted)
        guard case .mismatched(let mismatches) = try decide(chain[0], stranger, .all).reason else {
            Issue.record("a match")
            return
        }
        #expect(mismatches.map(\.why) == [.otherStrategy, .notPinned, .notPinned])
    }

    @Test func expiryAndEnforcement() throws {
        let chain = try chain()
        let wrong = PinStrategy.publicKey(PinSet([try PolicyVectors.chain()[0].pin]), at: .any)
        func decide(_ at: String, isEnforced: Bool = true) throws -> PinDecision {
            let rule = PinPolicy.Rule(
                try HostPattern("**.a.com"), [wrong], expiration: try day("2026-06-30"),
                isEnforced: isEnforced)
            return try PinPolicy([rule], unlistedHosts: .refuse)
                .decide(chain, host: HostName("b.a.com"), at: day(at))
        }
        #expect(try !decide("2026-06-29").isAccepted)
        #expect(try !decide("2026-06-30").isAccepted)
        #expect(try decide("2026-07-01").isAccepted)
        #expect(try decide("2026-07-01").reason == .expired(day("2026-06-30")))
        let reported = try decide("2026-06-29", isEnforced: false)
        #expect(reported.isAccepted)
        #expect(reported.description.hasPrefix("b.a.com: no match, only reported: certificate 1 has sha256/"))
    }

    @Test func emptyChain() throws {
        let decision = PinSet([try chain()[0].pin]).decide([])
        #expect(!decision.isAccepted)
        #expect(decision.reason == .emptyChain)
    }

    @Test func labelsAreShownEscaped() throws {
        let chain = try chain()
        let pins = PinSet([PinSet.Member(chain[1].pin, label: "the \u{202e}key", role: .backup)])
        #expect(
            pins.decide(chain).description
                == "matched: certificate 2 by backup pin \(chain[1].pin) (the \\E2\\80\\AEkey)")
    }

    /// Digests that wrong recipes make, as the tutorials have them, are recognised on the key they were made from.
    @Test(
        arguments: [
            "raw-key", "certificate", "public-key-pem", "rsa-2048-header-before-raw-key",
            "p-256-header-before-raw-key",
        ]) func wrongRecipes(_ recipe: String) throws
    {
        let certificate = try #require(try PolicyVectors.certificates("cert/rsa3072.pem").first)
        let key = certificate.subjectPublicKeyInfo
        // Header bytes as openssl writes them for RSA 2048 and P-256.
        let message: [UInt8] =
            switch recipe {
            case "raw-key": key.subjectPublicKey.bytes
            case "certificate": certificate.derBytes
            case "public-key-pem": Array(PEM.encode(key.derBytes, label: "PUBLIC KEY").utf8)
            case "rsa-2048-header-before-raw-key":
                (bytes(hex: "30820122300d06092a864886f70d01010105000382010f00") ?? [])
                    + key.subjectPublicKey.bytes
            default:
                (bytes(hex: "3059301306072a8648ce3d020106082a8648ce3d030107034200") ?? [])
                    + key.subjectPublicKey.bytes
            }
        let wrong = try #require(Pin(bytes: SHA256.hash(message)))
        let found = PinDiagnosis.wrongRecipe(of: [wrong, certificate.pin], from: certificate)
        #expect(found?.recipe.recipe == recipe && found?.pin == wrong)
        #expect(PinDiagnosis.wrongRecipe(of: [certificate.pin], from: certificate) == nil)
    }
}
