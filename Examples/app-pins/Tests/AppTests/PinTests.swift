import PinTesting
import Testing

@testable import App

/// The app, its manifest and its server agree on the pins.
@Suite struct PinTests {
    private let policy: PinPolicy
    private let chain: [Certificate]

    init() throws {
        policy = try PolicyReading(file: contents("pins/pins.json")).policy
        chain = try InputReader(contents("pins/chain.pem")).compactMap { try $0.certificate }
    }

    private var now: DERTime {
        get throws { try #require(DERTime(Date())) }
    }

    @Test func theServersChainIsAccepted() throws {
        let decision = try policy.decision(for: chain, host: HostName("api.example.com"), at: now)
        #expect(decision.isAccepted, "\(decision)")
        #expect(decision.reason != .unlisted)
    }

    @Test func theSourceHasThePinsOfTheManifest() throws {
        let inSource = try HostPins.rules.flatMap(\.strategies).flatMap(\.pins).map { try Pin($0) }
        let inManifest = policy.rules.flatMap(\.strategies).compactMap(\.pinSet).flatMap(\.members).map(\.pin)
        #expect(Set(inSource) == Set(inManifest))
    }

    @Test func noRuleOfAConsumerIsBroken() throws {
        let check = try PolicyCheck(
            policy, for: [.trustKit, .okhttpKotlin], chain: chain, at: now)
        #expect(check.run().filter { $0.severity != .hint } == [])
    }

    /// There is a way back when the server's key is lost: one pin is of a key that no certificate of the chain has.
    @Test func onePinIsABackup() {
        let served = Set(chain.map(\.pin))
        for rule in policy.rules {
            let pins = rule.strategies.compactMap(\.pinSet).flatMap(\.members).map(\.pin)
            #expect(pins.contains { !served.contains($0) }, "\(rule.pattern)")
        }
    }
}

/// Returns the bytes of a file of this package.
func contents(_ path: String) throws -> Data {
    let tests = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
    return try Data(contentsOf: tests.appendingPathComponent("../../" + path).standardizedFileURL)
}
