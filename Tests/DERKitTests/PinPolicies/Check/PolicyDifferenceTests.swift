import DERKit
import Testing
import X509Model

@testable import PinPolicies
@testable import SPKIHash

/// Two policies that differ in one respect, and the reported difference.
@Suite struct PolicyDifferenceTests {
    private static func pin(_ byte: UInt8) throws -> Pin { try Pin(hex([UInt8](repeating: byte, count: 32))) }

    private static func rule(
        _ host: String = "api.example.com", _ members: [PinSet.Member]? = nil,
        at position: ChainPosition = .any,
        expires: String? = nil, isEnforced: Bool = true
    ) throws -> PinPolicy.Rule {
        let pins = PinSet(try members ?? [PinSet.Member(pin(1)), PinSet.Member(pin(2))])
        return PinPolicy.Rule(
            try HostPattern(host), [.publicKey(pins, at: position)],
            expiration: try expires.map { try PolicyDate.read($0) }, isEnforced: isEnforced)
    }

    private static func policy(
        _ rules: [PinPolicy.Rule], unlisted: PinPolicy.UnlistedHosts = .accept
    ) throws -> PinPolicy { try PinPolicy(rules, unlistedHosts: unlisted) }

    /// Codes of the differences from the first to the second, and in reverse.
    private func codes(
        _ one: PinPolicy, _ other: PinPolicy, ignoring: Set<PolicyLoss> = []
    ) -> [[PolicyDifference.Code]] {
        [
            PolicyDifference.between(one, other, ignoring: ignoring).map(\.code),
            PolicyDifference.between(other, one, ignoring: ignoring).map(\.code),
        ]
    }

    @Test func aPolicyDoesNotDifferFromItself() throws {
        let policy = try Self.policy([try Self.rule(expires: "2030-01-01"), try Self.rule("*.example.org")])
        #expect(PolicyDifference.between(policy, policy).isEmpty)
    }

    @Test func theOrderOfRulesAndPinsIsNotADifference() throws {
        let members = [PinSet.Member(try Self.pin(1)), PinSet.Member(try Self.pin(2))]
        let one = try Self.policy([try Self.rule("a.example", members), try Self.rule("b.example", members)])
        let other = try Self.policy(
            [try Self.rule("b.example", members.reversed()), try Self.rule("a.example", members.reversed())])
        #expect(codes(one, other) == [[], []])
    }

    @Test func hostsMissingFromOnePolicyAreReported() throws {
        let one = try Self.policy([try Self.rule("a.example"), try Self.rule("b.example")])
        let other = try Self.policy([try Self.rule("a.example"), try Self.rule("c.example")])
        let differences = PolicyDifference.between(one, other)
        #expect(differences.map(\.code) == [.hostRemoved, .hostAdded])
        #expect(differences.map { $0.pattern.map(String.init(describing:)) } == ["b.example", "c.example"])
        #expect(differences.map(\.message) == ["only in the first policy", "only in the second policy"])
    }

    @Test func unlistedHostsAreCompared() throws {
        let one = try Self.policy([try Self.rule()])
        let other = try Self.policy([try Self.rule()], unlisted: .refuse)
        #expect(codes(one, other) == [[.unlistedHosts], [.unlistedHosts]])
        #expect(
            PolicyDifference.between(one, other)[0].message == "unlisted hosts: accept, then refuse")
        #expect(codes(one, other, ignoring: [.unlistedHosts]) == [[], []])
    }

    @Test func pinsMissingFromOnePolicyAreReported() throws {
        let one = try Self.policy([try Self.rule()])
        let other = try Self.policy(
            [
                try Self.rule(
                    "api.example.com", [PinSet.Member(try Self.pin(2)), PinSet.Member(try Self.pin(3))])
            ])
        let differences = PolicyDifference.between(one, other)
        #expect(differences.map(\.code) == [.pinRemoved, .pinAdded])
        #expect(
            differences.map(\.message) == ["pin \(try Self.pin(1))", "pin \(try Self.pin(3))"])
    }

    @Test func expirationAndEnforcementAreCompared() throws {
        let one = try Self.policy([try Self.rule(expires: "2030-01-01")])
        let other = try Self.policy([try Self.rule(isEnforced: false)])
        #expect(
            PolicyDifference.between(one, other).map(\.message) == [
                "expiration: 2030-01-01, then never", "enforced, then reported only",
            ])
        #expect(
            PolicyDifference.between(other, one).map(\.message) == [
                "expiration: never, then 2030-01-01", "reported only, then enforced",
            ])
        #expect(codes(one, other, ignoring: [.expiration, .reportOnly]) == [[], []])
    }

    @Test func positionsAreCompared() throws {
        let one = try Self.policy([try Self.rule(at: .leaf)])
        let other = try Self.policy([try Self.rule(at: .any)])
        let differences = PolicyDifference.between(one, other)
        #expect(differences.map(\.code) == [.position, .position])
        #expect(differences[0].message == "pin \(try Self.pin(1)) at leaf, then at any")
        #expect(codes(one, other, ignoring: [.position]) == [[], []])
    }

    @Test func labelsAndRolesAreCompared() throws {
        let one = try Self.policy([try Self.rule("a.example", [PinSet.Member(try Self.pin(1), label: "now")])]
        )
        let other = try Self.policy([
            try Self.rule("a.example", [PinSet.Member(try Self.pin(1), role: .backup)])
        ])
        let differences = PolicyDifference.between(one, other)
        #expect(differences.map(\.code) == [.label])
        #expect(differences[0].message == "pin \(try Self.pin(1)) is active \"now\", then backup")
        #expect(codes(one, other, ignoring: [.labels]) == [[], []])
    }

    @Test func differencesInHowStrategiesCombineAreReported() throws {
        let certificate = try #require(try PolicyVectors.shortChain().first)
        let strategies: [PinStrategy] = [
            .publicKey(PinSet([try Self.pin(1)]), at: .any),
            .certificate(CertificateSet([CertificateSet.Member(certificate)]), at: .leaf),
        ]
        func policy(_ match: PinPolicy.Match) throws -> PinPolicy {
            try Self.policy([PinPolicy.Rule(try HostPattern("a.example"), strategies, match: match)])
        }
        let differences = PolicyDifference.between(try policy(.any), try policy(.all))
        #expect(differences.map(\.code) == [.match])
        #expect(differences[0].message == "match 'any', then 'all'")
    }

    @Test func pinnedCertificatesWithEqualFingerprintsAreEqual() throws {
        let certificate = try #require(try PolicyVectors.shortChain().first)
        let whole = CertificateSet.Member(certificate, label: "server")
        let fingerprint = CertificateSet.Member(CertificateFingerprint(certificate), label: "server")
        #expect(whole == fingerprint && Set([whole, fingerprint]).count == 1)
        #expect(whole != CertificateSet.Member(certificate, label: "another"))
        #expect(whole != CertificateSet.Member(certificate, label: "server", role: .backup))
    }
}
