import DERKit
import Foundation
import Testing
import X509Model

@testable import PinPolicies
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
    func positionsLimitWhatMatches(_ position: ChainPosition, _ expected: [Bool]) throws {
        let chain = try chain()
        for (index, certificate) in chain.enumerated() {
            let key = PinSet([certificate.pin]).decision(for: chain, position: position)
            #expect(key.isAccepted == expected[index])
            let set = CertificateSet([CertificateSet.Member(certificate)])
            #expect(
                PinStrategy.certificate(set, at: position).decision(for: chain).isAccepted == expected[index])
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

    @Test func anyOrAllStrategiesMustMatch() throws {
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
                .decision(for: chain, host: HostName("a.com"), at: day("2026-01-01"))
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

    /// Two decisions differ if their hosts or patterns do.
    @Test func decisionsForOtherHostsDiffer() throws {
        let chain = try chain()
        func decide(_ pattern: String, _ host: String) throws -> PinDecision {
            let rule = PinPolicy.Rule(
                try HostPattern(pattern), [.publicKey(PinSet([chain[0].pin]), at: .any)])
            return try PinPolicy([rule], unlistedHosts: .accept)
                .decision(for: chain, host: HostName(host), at: day("2026-01-01"))
        }
        let one = try decide("a.example.com", "a.example.com")
        #expect(try one == decide("a.example.com", "a.example.com"))
        #expect(try one != decide("*.example.com", "a.example.com"))
        #expect(try decide("*.example.com", "a.example.com") != decide("*.example.com", "b.example.com"))
    }

    @Test func expiredAndReportOnlyRulesDoNotRefuse() throws {
        let chain = try chain()
        let wrong = PinStrategy.publicKey(PinSet([try PolicyVectors.chain()[0].pin]), at: .any)
        func decide(_ at: String, isEnforced: Bool = true) throws -> PinDecision {
            let rule = PinPolicy.Rule(
                try HostPattern("**.a.com"), [wrong], expiration: try day("2026-06-30"),
                isEnforced: isEnforced)
            return try PinPolicy([rule], unlistedHosts: .refuse)
                .decision(for: chain, host: HostName("b.a.com"), at: day(at))
        }
        #expect(try !decide("2026-06-29").isAccepted)
        // TrustKit compares the day's first second with now.
        #expect(try decide("2026-06-30").isAccepted)
        #expect(try decide("2026-07-01").isAccepted)
        #expect(try decide("2026-07-01").reason == .expired(day("2026-06-30")))
        let reported = try decide("2026-06-29", isEnforced: false)
        #expect(reported.isAccepted)
        #expect(reported.description.hasPrefix("b.a.com: no match, reported only: certificate 1 has sha256/"))
    }

    @Test func anEmptyChainIsRefused() throws {
        let decision = PinSet([try chain()[0].pin]).decision(for: [])
        #expect(!decision.isAccepted)
        #expect(decision.reason == .emptyChain)
    }

    @Test func labelsAreEscaped() throws {
        let chain = try chain()
        let pins = PinSet([PinSet.Member(chain[1].pin, label: "the \u{202e}key", role: .backup)])
        #expect(
            pins.decision(for: chain).description
                == "matched: certificate 2 matches backup pin \(chain[1].pin) (the \\E2\\80\\AEkey)")
    }

    /// Digests made by mistakes in tutorials are recognized for the key that they were made from.
    @Test(
        arguments: [
            "raw-key", "certificate", "public-key-pem", "rsa-2048-header-before-raw-key",
            "p-256-header-before-raw-key",
        ]) func mistakenPinsAreExplained(_ recipe: String) throws
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
        let mismatch = try #require(
            PinSet([try pin(7), wrong]).decision(for: [certificate]).explained().mismatches.first)
        guard case .wrongRecipe(let match, let pin) = mismatch.why else {
            Issue.record("\(mismatch)")
            return
        }
        #expect(match.recipe == recipe && match.objectIndex == 0 && pin == wrong)
        // The pin of the key itself, at another position, is not explained by a mistake.
        let own = PinSet([certificate.pin]).decision(
            for: [certificate, certificate], position: .certificateAuthority)
        #expect(
            own.isAccepted || own.mismatches.allSatisfy { $0.why == .wrongPosition(.certificateAuthority) })
    }

    private func pin(_ byte: UInt8) throws -> Pin {
        try #require(Pin(bytes: [byte] + (1..<32).map { UInt8($0) }))
    }

    /// One search over the pins of all rules gives the same result for each certificate as a separate search.
    @Test func oneSearchOverAllRulesMatchesSeparateSearches() throws {
        let chain = try PolicyVectors.shortChain()
        let wrong = chain.flatMap { (certificate) in
            let key = certificate.subjectPublicKeyInfo
            var slip = certificate.pin.bytes
            slip[9] ^= 1
            return [
                Pin(bytes: SHA256.hash(key.subjectPublicKey.bytes)),
                Pin(bytes: SHA256.hash(certificate.derBytes)), Pin(bytes: slip), certificate.pin,
            ].compactMap { $0 }
        }
        let nothing = try #require(Pin(bytes: SHA256.hash([])))
        var pinSets = wrong.map { [try? pin(3), $0, nothing].compactMap { $0 } }
        pinSets.append(wrong)
        let evaluation = PinEvaluation(CertificatePaths(built: chain))
        let all = PinMistakes(pinSets.flatMap { $0 }, evaluation.links)
        var explained = 0
        for pins in Sweep.sample(pinSets, every: 5) {
            for (place, certificate) in chain.enumerated() {
                let found = all.recipe(from: place, among: pins)
                let expected = pins.lazy.filter { $0 != certificate.pin }.compactMap { (pin) in
                    PinDiagnosis(of: pin, in: [certificate]).matches.first { $0.objectIndex != nil }
                        .map { ($0, pin) }
                }.first
                #expect(found?.recipe == expected?.0 && found?.pin == expected?.1)
                explained += found == nil ? 0 : 1
            }
        }
        #expect(explained > chain.count * (Sweep.isWhole ? 3 : 1))
    }

    @Test func theDescriptionAbbreviatesALongChain() throws {
        let chain = try PolicyVectors.chain()
        let last = try #require(chain.last)
        let wrong = try #require(Pin(bytes: SHA256.hash(last.derBytes)))
        let decision = PinSet([wrong]).decision(for: chain)
        #expect(decision.mismatches.count == 21)
        let text = decision.description
        #expect(text.components(separatedBy: "certificate ").count > 8)
        #expect(text.contains("certificate 7 has") && !text.contains("certificate 8 has"))
        #expect(text.contains("certificate 21 has \(last.pin); the pin \(wrong) is SHA-256 of the whole"))
        #expect(text.hasSuffix("; and 13 more"))
        let short = PinSet([wrong]).decision(for: Array(chain.prefix(8))).description
        #expect(short.contains("certificate 8 has") && !short.contains("more"))
    }

    /// A chain is compared with every rule.
    @Test func eachOfManyRulesHasAFinding() throws {
        let chain = try PolicyVectors.shortChain()
        let rules = try (0..<100).map { (number) in
            let pins = try (0..<2).map {
                try Pin(hex(SHA256.hash([UInt8(number), UInt8($0)])))
            }
            return PinPolicy.Rule(
                try HostPattern("h\(number).example.com"),
                [.publicKey(PinSet(pins), at: .certificateAuthority)])
        }
        let policy = try PinPolicy(rules, unlistedHosts: .refuse)
        let now = try day("2026-01-01")
        let judge = Judge(CertificatePaths(built: chain), host: nil, at: now)
        let check = PolicyCheck(policy, chains: [CheckedChain(judge)], at: now)
        #expect(check.run().filter { $0.rule == "chain" }.count == 100)
    }

    /// A refusal searches no mistakes before someone reads it, and a chain of any length is refused.
    @Test func aRefusalIsExplainedOnlyOnRequest() throws {
        let chain = try PolicyVectors.chain()
        let wrong = try #require(Pin(bytes: SHA256.hash(chain[0].derBytes)))
        let decision = PinSet([wrong]).decision(for: chain)
        #expect(decision.verdict == .refused)
        #expect(decision.mismatches.allSatisfy { $0.why == .notPinned })
        let explained = decision.explained()
        #expect(explained.verdict == .refused && explained.explained() == explained)
        #expect(explained.mismatches.first?.why != .notPinned)
        #expect(decision.description == explained.description)
        let long = PinSet([chain[0].pin]).decision(for: Array(repeating: chain[0], count: 65))
        #expect(long.verdict == .refused && long.reason == .chainTooLong(65))
        #expect(PinSet([chain[0].pin]).decision(for: Array(repeating: chain[0], count: 64)).isAccepted)
    }
}

extension PinDecision {
    fileprivate var mismatches: [Mismatch] {
        if case .mismatched(let mismatches) = reason { mismatches } else { [] }
    }
}
