import DERKit
import SPKIHash
import Testing
import X509Model

@testable import PinPolicies

/// More certificates never turn an open answer into a wrong one, and a chain is compared with the rules of its hosts.
@Suite struct ChainEvidenceTests {
    /// Leaf, intermediate and root; the leaf is for www.example.com and example.com.
    private func chain() throws -> [Certificate] {
        try PolicyVectors.certificates("policy/chain-rsa2048.pem")
    }

    private func spare(_ byte: UInt8 = 1) throws -> Pin { try Pin(hex([byte] + (0..<31).map { UInt8($0) })) }

    private func rule(_ host: String, _ strategies: [PinStrategy]) throws -> PinPolicy.Rule {
        PinPolicy.Rule(try HostPattern(host), strategies, match: .all)
    }

    private func findings(
        _ rules: [PinPolicy.Rule], _ chain: [Certificate], host: String? = nil,
        for consumers: [PolicyFormat] = [], _ code: String
    ) throws -> [PolicyFinding] {
        var check = PolicyCheck(
            try PinPolicy(rules, unlistedHosts: .accept), for: consumers, chain: chain,
            host: try host.map { try HostName($0) }, at: try PolicyDate.read("2027-01-01"))
        check.format = consumers.first ?? .manifest
        return check.run().filter { $0.rule == code }
    }

    /// If the intermediate is missing, a CA above it does not decide anything.
    @Test func aPinAboveAMissingCertificateIsUndecided() throws {
        let chain = try chain()
        let gap = CertificatePaths([chain[0], chain[2]])
        let root = PinSet([chain[2].pin])
        for position in [ChainPosition.any, .certificateAuthority] {
            guard case .undecided(let undecided) = root.decision(for: gap, position: position).reason else {
                Issue.record("\(position) is decided")
                continue
            }
            #expect(undecided.hasPinOutsidePath)
            #expect(undecided.mismatches.map { $0.why } == [.notPinned, .outsidePath])
        }
        if case .undecided(let undecided) = PinSet([try spare()]).decision(for: gap, position: .any).reason {
            #expect(!undecided.mismatches.isEmpty && !undecided.hasPinOutsidePath)
        } else {
            Issue.record("a pin of none of the certificates is decided")
        }
        let whole = PinStrategy.certificate(CertificateSet([CertificateSet.Member(chain[2])]), at: .any)
        guard case .undecided = whole.decision(for: gap).reason else {
            Issue.record("a certificate is decided")
            return
        }
        // The server's own certificate is known, or the whole path is.
        let decided: [(CertificatePaths, PinSet, ChainPosition)] = [
            (gap, root, .leaf),
            (CertificatePaths(chain), PinSet([try spare()]), .any),
        ]
        for (paths, pins, position) in decided {
            if case .undecided = pins.decision(for: paths, position: position).reason {
                Issue.record("\(position)")
            }
        }
        let rules = [try rule("www.example.com", [.publicKey(root, at: .any)])]
        let found = try findings(rules, [chain[0], chain[2]], host: "www.example.com", "chain-undecided")
        #expect(found.map { $0.hint } == ["add the missing certificate of \(chain[0].issuer)"])
        let members = try findings(rules, [chain[0], chain[2]], host: "www.example.com", "chain-members")
        #expect(members.first?.hint.hasSuffix("add the missing certificate of \(chain[0].issuer)") == true)
        // If the path is complete, another certificate is a stranger.
        let stranger = try PolicyVectors.chain()[0]
        let beside = try findings(rules, chain + [stranger], host: "www.example.com", "chain-members")
        #expect(
            beside.map { $0.hint } == ["remove the certificates that do not belong to the chain of this host"]
        )
    }

    /// At position ca, the server's own key is not a backup.
    @Test func aServerKeyIsNotABackupAtPositionCA() throws {
        let chain = try chain()
        let (leaf, ca) = (PinSet([chain[0].pin]), PinSet([chain[1].pin]))
        let own = "a key of your own belongs at position 'leaf'"
        let hints: [([PinStrategy], Bool)] = [
            ([.publicKey(ca, at: .certificateAuthority)], true), ([.publicKey(leaf, at: .leaf)], false),
            ([.publicKey(ca, at: .any)], false),
            ([.publicKey(leaf, at: .leaf), .publicKey(ca, at: .certificateAuthority)], false),
        ]
        for (strategies, isOfCA) in hints {
            let rules = [try rule("example.com", strategies)]
            for code in ["backup-pin", "backup-outside-chain"] {
                let hint = try #require(try findings(rules, chain, code).first?.hint)
                #expect(hint.contains(own) == isOfCA)
                #expect(
                    hint.contains("another CA")
                        == strategies.contains { $0.position == .certificateAuthority })
            }
        }
        let spare = try spare()
        let backup = PinStrategy.publicKey(PinSet([chain[1].pin, spare]), at: .certificateAuthority)
        #expect(try findings([try rule("example.com", [backup])], chain, "renewal").isEmpty)
    }

    /// The hash of a key in place of the hash of a whole certificate.
    @Test(arguments: [0, 1, 2]) func keyHashesPinnedAsCertificateHashesAreReported(_ place: Int) throws {
        let chain = try chain()
        let key = try #require(CertificateFingerprint(bytes: chain[place].pin.bytes))
        let wrong = [
            try rule("example.com", [.certificate(CertificateSet([CertificateSet.Member(key)]), at: .any)])
        ]
        for (consumers, word) in [
            ([], "public-key")
        ] as [([PolicyFormat], String)] {
            let found = try findings(wrong, chain, for: consumers, "wrong-pin")
            #expect(found.map { $0.severity } == [.error])
            #expect(found.first?.hint.contains(word) == true)
        }
        let refused = try findings(wrong, chain, "chain")
        #expect(refused.map { $0.hint } == ["pin that digest as a key, not as a certificate"])
        let right = CertificateSet([CertificateSet.Member(CertificateFingerprint(chain[place]))])
        #expect(
            try findings([try rule("example.com", [.certificate(right, at: .any)])], chain, "wrong-pin")
                .isEmpty)
    }

    /// The second and third certificates have changed places.
    @Test(arguments: [(7, nil), (8, nil), (9, " and 1 more"), (10, " and 2 more")])
    func aMessageNamesAtMostEightCertificates(count: Int, rest: String?) throws {
        var chain = Array(try PolicyVectors.chain().prefix(count))
        chain.swapAt(1, 2)
        let rules = [try rule("example.com", [.publicKey(PinSet([chain[0].pin]), at: .any)])]
        let message = try #require(try findings(rules, chain, "chain-order").first?.message)
        #expect(rest.map { message.hasSuffix($0) } ?? !message.contains(" more"), "\(message)")
    }

    /// A value of curl's option that begins with anything but `sha256//` is the name of a file, without which the command
    /// fails. Commands for other hosts have their own options. The other consumers read all pins when the app starts.
    @Test(arguments: [
        (PolicyFormat.curl, true, PinDecision.Verdict.refused), (.curl, false, .notPinned),
        (.okhttpKotlin, true, .refused), (.okhttpKotlin, false, .refused),
    ]) func aPinThatIsNotReadStopsItsCommand(
        consumer: PolicyFormat, isPinned: Bool, verdict: PinDecision.Verdict
    ) throws {
        let chain = try chain()
        let pins = PinStrategy.publicKey(PinSet([chain[0].pin]), at: .leaf)
        let rules = [try rule(isPinned ? "www.example.com" : "cdn.example.org", [pins])]
        var check = PolicyCheck(
            try PinPolicy(rules, unlistedHosts: .accept), for: [consumer], chain: chain,
            host: try HostName("www.example.com"), at: try PolicyDate.read("2027-01-01"))
        #expect(check.result().rows.map { $0.verdict } == [isPinned ? .accepted : .notPinned])
        check.refusals = [PolicyFinding(.pinForm, .error, consumer: consumer, "a", hint: "b")]
        #expect(check.result().rows.map { $0.verdict } == [verdict])
    }

    /// A rule is compared with the chain of its own host.
    @Test func chainsOfOtherHostsAreReported() throws {
        let chain = try chain()
        let pins = [PinStrategy.publicKey(PinSet([try spare(), try spare(2)]), at: .any)]
        let (own, other) = (try rule("www.example.com", pins), try rule("cdn.example.org", pins))
        #expect(try findings([own, other], chain, "chain").map { $0.pattern } == [own.pattern])
        #expect(try findings([own, other], chain, "host-name").isEmpty)
        // A check that compares nothing does not pass.
        #expect(try findings([other], chain, "host-name").map { $0.severity } == [.error])
        for pattern in ["*.example.com", "**.example.com", "**.com", "example.com"] {
            #expect(try findings([try rule(pattern, pins)], chain, "chain").count == 1, "\(pattern)")
        }
        for pattern in ["api.example.com", "*.www.example.com", "**.example.org", "192.0.2.1"] {
            #expect(try findings([try rule(pattern, pins)], chain, "chain").isEmpty, "\(pattern)")
        }
        // With a named host, the chain is wrong; without names in the certificate, nothing is known.
        let named = try rule("api.example.com", pins)
        let wrong = try findings([named], chain, host: "api.example.com", "chain")
        #expect(wrong.map { $0.severity } == [.error])
        #expect(wrong.first?.message.contains("certificate 1 is not for this host") == true)
        let nameless = try PolicyVectors.certificates("policy/chain-expired.pem")
        #expect(try findings([other], nameless, "chain").count == 1)
    }
}
