import DERKit
import Testing
import X509Model

@testable import PinPolicies
@testable import SPKIHash

/// The judgment, with the rules of each consumer written from its source.
@Suite struct JudgeTests {
    private func pin(_ byte: UInt8) throws -> Pin { try Pin(hex([byte] + (0..<31).map { UInt8($0) })) }

    private func chain(_ name: String = "rsa2048") throws -> [Certificate] {
        try PolicyVectors.certificates("policy/chain-\(name).pem")
    }

    private func rule(
        _ strategies: [PinStrategy], host: String = "www.example.com", expires: String? = nil,
        isEnforced: Bool = true
    ) throws -> PinPolicy.Rule {
        PinPolicy.Rule(
            try HostPattern(host), strategies,
            expiration: try expires.map { try PolicyDate.read($0) }, isEnforced: isEnforced)
    }

    private func judge(
        _ rules: [PinPolicy.Rule], _ chain: [Certificate], for consumer: PolicyFormat? = nil,
        host: String = "www.example.com", at day: String = "2027-01-01",
        unlisted: PinPolicy.UnlistedHosts = .accept
    ) throws -> PinDecision {
        let host = try HostName(host)
        return Judge(CertificatePaths(chain), host: host, at: try PolicyDate.read(day))
            .judge(try PinPolicy(rules, unlistedHosts: unlisted), host: host, for: consumer)
    }

    private func keys(_ pins: [Pin], _ position: ChainPosition = .any) -> [PinStrategy] {
        [.publicKey(PinSet(pins), at: position)]
    }

    /// ssl_pin_verifier.m: the keys are hashed from the CA down, and TSKSPKIHashCache.m has no header for P-521.
    @Test func trustKitRefusesAChainAtAKeyWithoutAHeader() throws {
        let chain = try chain("p521")
        for isEnforced in [true, false] {
            let leaf = try judge(
                [rule(keys([chain[0].pin, pin(1)]), isEnforced: isEnforced)], chain, for: .trustKit)
            #expect(leaf.verdict == .refused && leaf.reason == .keyWithoutHeader(0))
        }
        #expect(try judge([rule(keys([chain[1].pin, pin(1)]))], chain, for: .trustKit).verdict == .accepted)
        #expect(try judge([rule(keys([chain[0].pin, pin(1)]))], chain, for: .android).verdict == .accepted)
        #expect(try judge([rule(keys([chain[0].pin, pin(1)]))], chain).verdict == .accepted)
        // Without the root, an active pin may be that of the root, which TrustKit hashes first. A pin of the
        // server's own key may not, and a backup is not in the chain.
        let sent = Array(chain.dropLast())
        let open = try judge([rule(keys([chain[0].pin, pin(1)]))], sent, for: .trustKit)
        #expect(open.verdict == .undecided)
        #expect(
            try judge([rule(keys([chain[0].pin, pin(1)], .leaf))], sent, for: .trustKit).verdict == .refused)
        let backup = PinSet([PinSet.Member(chain[0].pin), PinSet.Member(try pin(1), role: .backup)])
        #expect(
            try judge([rule([.publicKey(backup, at: .any)])], sent, for: .trustKit).verdict == .refused)
    }

    /// TrustKit begins at the root. A P-521 key that is missing shows in the signature of the certificate below it.
    @Test func trustKitMayRefuseAChainBecauseOfAMissingRoot() throws {
        let chain = try PolicyVectors.certificates("judged/chain-p521-root.pem")
        for isEnforced in [true, false] {
            let rules = [try rule(keys([chain[0].pin, chain[1].pin]), isEnforced: isEnforced)]
            let decision = try judge(rules, chain, for: .trustKit, at: "2026-06-01")
            #expect(decision.verdict == .undecided)
            #expect(decision.text(naming: { "\($0)" }).contains("\(chain[1].issuer)"))
            #expect(try judge(rules, chain, for: .android, at: "2026-06-01").verdict == .accepted)
        }
    }

    /// CertificatePinner.kt: the pins of `**.example.com` count, too, and may be those of a root that was not given.
    @Test func pinsOfOtherPatternsKeepTheirPositions() throws {
        let chain = try chain()
        let own = try rule(keys([pin(1)], .leaf))
        let wide = try rule(keys([chain[2].pin]), host: "**.example.com")
        let sent = Array(chain.dropLast())
        #expect(try judge([own, wide], sent, for: .okhttpKotlin).verdict == .undecided)
        #expect(try judge([own, wide], sent, for: .android).verdict == .refused)
        #expect(try judge([own, wide], chain, for: .okhttpKotlin).verdict == .accepted)
    }

    /// Only TrustKit and Android apply an expiration date, and only TrustKit can accept a mismatch and report it.
    @Test(arguments: [
        (PolicyFormat?.none, PinDecision.Verdict.notPinned, PinDecision.Verdict.accepted),
        (.trustKit, .notPinned, .accepted), (.android, .notPinned, .refused),
        (.okhttpKotlin, .refused, .refused), (.nsPinnedDomains, .refused, .refused),
    ])
    func expiredAndReportOnlyRulesFollowTheConsumer(
        _ consumer: PolicyFormat?, _ expired: PinDecision.Verdict, _ reported: PinDecision.Verdict
    ) throws {
        let (chain, pins) = (try chain(), keys([try pin(1), try pin(2)], .leaf))
        #expect(try judge([rule(pins, expires: "2026-12-31")], chain, for: consumer).verdict == expired)
        #expect(try judge([rule(pins, isEnforced: false)], chain, for: consumer).verdict == reported)
        #expect(try judge([rule(pins)], chain, for: consumer).verdict == .refused)
    }

    /// CertificatePinner.kt, findMatchingPins: the pins of every pattern that matches count.
    @Test func okHttpMergesThePinsOfMatchingPatterns() throws {
        let chain = try chain()
        let rules = [
            try rule(keys([pin(1)])), try rule(keys([chain[0].pin]), host: "*.example.com"),
        ]
        #expect(try judge(rules, chain, for: .okhttpJava).verdict == .accepted)
        #expect(try judge(rules, chain, for: .android).verdict == .refused)
        #expect(try judge(rules, chain).verdict == .refused)
    }

    /// NSPinnedLeafIdentities and NSPinnedCAIdentities must both match if both are there.
    @Test func nsPinnedDomainsRequiresAMatchInEachList() throws {
        let chain = try chain()
        let (leaf, ca) = (keys([chain[0].pin], .leaf), keys([chain[1].pin], .certificateAuthority))
        let otherCA = keys([try pin(1)], .certificateAuthority)
        #expect(try judge([rule(leaf + ca)], chain, for: .nsPinnedDomains).verdict == .accepted)
        #expect(try judge([rule(leaf + otherCA)], chain, for: .nsPinnedDomains).verdict == .refused)
        #expect(try judge([rule(leaf)], chain, for: .nsPinnedDomains).verdict == .accepted)
        #expect(try judge([rule(leaf + otherCA)], chain).verdict == .accepted)
        // NSIncludesSubdomains covers one label.
        let wide = [try rule(keys([pin(1)], .leaf), host: "**.com")]
        #expect(try judge(wide, chain, for: .nsPinnedDomains).verdict == .notPinned)
        #expect(try judge(wide, chain).verdict == .refused)
        // A host gets the pins of its own entry and of its parent's, in each list (parseNSPinnedDomains in SecPolicy.c).
        let both = try [rule(keys([pin(1)], .leaf)), rule(leaf, host: "**.example.com")]
        #expect(try judge(both, chain, for: .nsPinnedDomains).verdict == .accepted)
        #expect(try judge(both, chain).verdict == .refused)
        let ofParent = try [rule(leaf), rule(otherCA, host: "**.example.com")]
        #expect(try judge(ofParent, chain, for: .nsPinnedDomains).verdict == .refused)
        #expect(try judge(ofParent, chain).verdict == .accepted)
    }

    /// Consumers accept hosts without a rule, whatever the manifest says.
    @Test func unlistedHostsFollowThePolicy() throws {
        let chain = try chain()
        let rules = [try rule(keys([pin(1)]), host: "example.org")]
        #expect(try judge(rules, chain, unlisted: .refuse).verdict == .refused)
        #expect(try judge(rules, chain, for: .android, unlisted: .refuse).verdict == .notPinned)
        #expect(try judge(rules, chain).verdict == .notPinned)
    }

    /// A chain that every client refuses is refused, whatever is pinned, expired or unlisted.
    @Test(arguments: [
        ("rsa2048", "www.example.com", "2026-01-01", "not-yet-valid"),
        ("rsa2048", "api.example.com", "2027-01-01", "wrong-host"),
        ("rsa2048", "www.example.com", "2123-01-01", "expired"),
        ("constraints", "www.example.com", "2027-01-01", "not-for-servers"),
    ])
    func flawedChainsAreRefused(_ name: String, _ host: String, _ day: String, _ code: String) throws {
        let chain = try chain(name)
        for rules in [
            [try rule(keys([chain[0].pin]), host: host)],
            [try rule(keys([pin(1)]), host: host, expires: "2025-01-01")],
            [try rule(keys([pin(1)]), host: "other.example")],
        ] {
            let decision = try judge(rules, chain, host: host, at: day)
            guard case .invalidChain(let flaws) = decision.reason else {
                Issue.record("\(decision)")
                continue
            }
            #expect(decision.verdict == .refused && !decision.isAccepted)
            #expect(flaws.map { $0.code.rawValue }.contains(code), "\(flaws)")
        }
    }

    /// The dates of a trust anchor are not checked (RFC 5280 section 6.1), but those of a server's own certificate are,
    /// also if it is self-signed.
    @Test func theDatesOfASelfSignedServerAreChecked() throws {
        let root = try #require(try chain().last)
        for (day, verdict) in [("2027-01-01", PinDecision.Verdict.accepted), ("2127-01-01", .refused)] {
            let now = try PolicyDate.read(day)
            let judge = Judge(CertificatePaths([root]), host: nil, at: now)
            let policy = try PinPolicy([rule(keys([root.pin]))], unlistedHosts: .accept)
            let host = try HostName("www.example.com")
            #expect(judge.judge(policy, host: host, for: nil).verdict == verdict, "\(day)")
        }
    }

    /// A platform builds at most as many certificates as the limit, which is one of the library's own.
    @Test func aLongChainIsRefusedBeyondTheLimit() throws {
        let chain = try chain()
        let policy = try PinPolicy([rule(keys([chain[0].pin]))], unlistedHosts: .accept)
        for (count, isTooLong) in [
            (PinDecision.maximumChainLength, false), (PinDecision.maximumChainLength + 1, true),
        ] {
            let long = Array(repeating: chain[0], count: count)
            let decision = policy.decision(
                for: long, host: try HostName("www.example.com"), at: try PolicyDate.read("2027-01-01"))
            #expect(
                (decision.reason == .chainTooLong(count)) == isTooLong && decision.isAccepted == !isTooLong)
        }
    }

    /// The library, a check and each command ask the same function.
    @Test(arguments: ["rsa2048", "p521", "constraints", "expired"])
    func libraryCheckAndCommandsAgree(_ name: String) throws {
        let (chain, now) = (try chain(name), try PolicyDate.read("2027-01-01"))
        let (host, top) = (try HostName("www.example.com"), try #require(chain.last))
        var seen: Set<PinDecision.Verdict> = []
        for given in [chain, Array(chain.dropLast()), Array(chain.prefix(1)), [chain[0], top]] {
            for pinned in [chain.map { $0.pin }, [chain[0].pin], [top.pin], [try pin(1)]] {
                let first = given.count + pinned.count
                for position in Sweep.sample(ChainPosition.allCases, every: 3, from: first) {
                    let policy = try PinPolicy([rule(keys(pinned, position))], unlistedHosts: .refuse)
                    let library = policy.decision(for: CertificatePaths(given), host: host, at: now)
                    let check = PolicyCheck(policy, chain: given, host: host, at: now)
                    #expect(check.result().rows.map { $0.verdict } == [library.verdict])
                    #expect(library.isAccepted == (library.verdict == .accepted))
                    seen.insert(library.verdict)
                }
            }
        }
        #expect(seen.contains(.refused))
    }

    /// A host whose entry was not understood is undecided, unless its chain matches.
    @Test func entriesThatWereNotUnderstoodLeaveTheirHostsUndecided() throws {
        let chain = try chain()
        let policy = try PinPolicy([rule(keys([pin(1)]))], unlistedHosts: .accept)
        var check = PolicyCheck(
            policy, chain: chain, host: try HostName("www.example.com"),
            at: try PolicyDate.read("2027-01-01"))
        check.caKeys = nil
        check.omissions = [PolicyError(.badPin, "x", pattern: try HostPattern("www.example.com"))]
        #expect(check.result().rows.map { $0.verdict } == [.undecided])
        #expect(!check.run().contains { $0.rule == "backup-pin" })
        check.omissions = [PolicyError(.badPin, "x", pattern: try HostPattern("example.org"))]
        #expect(check.result().rows.map { $0.verdict } == [.refused])
        #expect(check.run().contains { $0.rule == "backup-pin" })
    }

    /// An entry for one host below a pattern does not concern another.
    @Test func entriesForOtherHostsBelowAPatternAreIgnored() throws {
        let policy = try PinPolicy([rule(keys([pin(1)]), host: "**.example.com")], unlistedHosts: .accept)
        var check = PolicyCheck(
            policy, chain: try chain(), host: try HostName("www.example.com"),
            at: try PolicyDate.read("2027-01-01"))
        check.caKeys = nil
        for (host, verdict) in [
            ("api.example.com", PinDecision.Verdict.refused), ("www.example.com", .undecided),
        ] {
            check.omissions = [PolicyError(.badPin, "x", pattern: try HostPattern(host))]
            #expect(check.result().rows.map { $0.verdict } == [verdict])
        }
    }

    /// Policies that ship together pin the same keys.
    @Test func policiesThatDisagreeAreReported() throws {
        let one = try PinPolicy([rule(keys([pin(1), pin(2)]))], unlistedHosts: .accept)
        let other = try PinPolicy([rule(keys([pin(2), pin(3)]))], unlistedHosts: .accept)
        let names: [(policy: PinPolicy, format: PolicyFormat, name: String)] = [
            (one, .trustKit, "a"), (one, .android, "b"), (other, .manifest, "c"),
        ]
        let found = PolicyDifference.findings(names)
        #expect(found.map { $0.place } == [2, 2])
        #expect(found.allSatisfy { $0.finding.rule == "policies-differ" && $0.finding.severity == .warning })
    }
}
