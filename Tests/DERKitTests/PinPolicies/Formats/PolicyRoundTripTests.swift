import DERKit
import Testing
import X509Model

@testable import PinPolicies
@testable import SPKIHash

/// Writing a policy and reading it back, for every format.
@Suite struct PolicyRoundTripTests {
    private static let count = UInt64(Sweep.number(200, every: 8))
    private static let writable = PolicyFormat.allCases.filter { $0.isWritable }

    /// Everything that a format can express survives a round trip without allowed losses.
    @Test(arguments: writable) func expressiblePoliciesAreReadBack(_ format: PolicyFormat) throws {
        let certificates = try PolicyVectors.shortChain()
        for seed in 0..<PolicyRoundTripTests.count {
            var generator = PolicyGenerator(seed: seed, certificates: certificates)
            let policy = try generator.policy(within: format.capabilities)
            let emission = PolicyFormat.WritingOptions(certificates: certificates)
            let text = try policy.text(as: format, options: emission)
            let reading = try format.read(Array(text.utf8), for: policy.rules[0].pattern)
            #expect(
                PolicyDifference.between(policy, reading.policy).isEmpty, "\(format), seed \(seed): \(text)")
            #expect(reading.notes.isEmpty, "\(format), seed \(seed)")
            #expect(
                PolicyFormat.detect(Array(text.utf8))?.isSame(as: format) == true, "\(format), seed \(seed)")
        }
    }

    /// Everything else is an error: a loss that must be allowed by name, or one that is never allowed.
    @Test(arguments: writable) func inexpressibleSettingsAreErrors(_ format: PolicyFormat) throws {
        let certificates = try PolicyVectors.shortChain()
        var errors = 0
        for seed in 0..<PolicyRoundTripTests.count {
            var generator = PolicyGenerator(seed: seed &+ 1_000_000, certificates: certificates)
            let policy = try generator.policy(within: nil)
            var emission = PolicyFormat.WritingOptions(
                certificates: certificates, pattern: policy.rules[0].pattern)
            let expected = try PinPolicy([policy.rules[0]], unlistedHosts: policy.unlistedHosts)
            do throws(PolicyError) {
                let text = try policy.text(as: format, options: emission)
                let reduced = try format.reduce(policy, emission)
                let reading = try format.read(Array(text.utf8), for: policy.rules[0].pattern)
                #expect(PolicyDifference.between(reduced, reading.policy).isEmpty, "\(format), seed \(seed)")
                // Without a loss, the only change is that a pin for the whole chain gets the position of its key.
                #expect(
                    PolicyDifference.between(expected, reading.policy, ignoring: [.position])
                        .allSatisfy { $0.code == .match }, "\(format), seed \(seed)")
            } catch  where error.code == .loss {
                errors += 1
                #expect(error.hint != nil)
                emission.allowedLosses = Set(PolicyLoss.allCases)
                do throws(PolicyError) {
                    let text = try policy.text(as: format, options: emission)
                    let reduced = try format.reduce(policy, emission)
                    let reading = try format.read(Array(text.utf8), for: policy.rules[0].pattern)
                    #expect(
                        PolicyDifference.between(reduced, reading.policy)
                            .isEmpty,
                        "\(format), seed \(seed): \(text)")
                } catch {
                    #expect(error.code == .notExpressible, "\(format), seed \(seed): \(error)")
                }
            } catch {
                errors += 1
                #expect(error.code == .notExpressible, "\(format), seed \(seed): \(error)")
            }
        }
        // The manifest and the Swift constants can hold everything; every other format is given something that it
        // cannot hold.
        #expect((errors == 0) == (format == .manifest || format == .swift), "\(format): \(errors)")
    }

    /// Every loss has a policy that needs it, which can be written only if that loss is allowed.
    @Test(arguments: [
        (PolicyLoss.expiration, PolicyFormat.okhttpKotlin), (.unlistedHosts, .trustKit),
        (.overlap, .okhttpJava),
        (.subdomains, .nsPinnedDomains),
    ])
    func lossesAreNamed(_ loss: PolicyLoss, _ format: PolicyFormat) throws {
        let pin = try #require(Pin(bytes: [UInt8](repeating: 7, count: 32)))
        let member = PinSet.Member(pin)
        let position: ChainPosition = format == .nsPinnedDomains ? .leaf : .any
        func rule(_ text: String) throws -> PinPolicy.Rule {
            PinPolicy.Rule(
                try HostPattern(text), [.publicKey(PinSet([member]), at: position)],
                expiration: loss == .expiration ? DERTime(year: 2030, month: 1, day: 1) : nil)
        }
        var rules = [try rule("**.example.com")]
        if loss == .overlap {
            let other = try #require(Pin(bytes: [UInt8](repeating: 8, count: 32)))
            rules.append(
                PinPolicy.Rule(
                    try HostPattern("www.example.com"), [.publicKey(PinSet([other]), at: position)]))
        }
        let policy = try PinPolicy(rules, unlistedHosts: loss == .unlistedHosts ? .refuse : .accept)
        do throws(PolicyError) {
            _ = try policy.text(as: format)
            Issue.record("\(loss) was lost silently")
        } catch {
            #expect(error.code == .loss)
            #expect(error.hint?.hasSuffix("allow the loss of \(loss.rawValue)") == true)
        }
        let others = Set(PolicyLoss.allCases).subtracting([loss])
        #expect(throws: PolicyError.self) {
            try policy.text(as: format, options: PolicyFormat.WritingOptions(allowedLosses: others))
        }
        #expect(throws: Never.self) {
            try policy.text(as: format, options: PolicyFormat.WritingOptions(allowedLosses: [loss]))
        }
    }

    /// A host that only reports is left out where mismatches are always refused, and named.
    @Test func hostsThatOnlyReportMismatchesAreLeftOut() throws {
        let pin = try #require(Pin(bytes: [UInt8](repeating: 7, count: 32)))
        func rule(_ text: String, _ isEnforced: Bool) throws -> PinPolicy.Rule {
            PinPolicy.Rule(
                try HostPattern(text), [.publicKey(PinSet([pin]), at: .leaf)], isEnforced: isEnforced)
        }
        let both = try PinPolicy([rule("a.com", true), rule("b.com", false)], unlistedHosts: .accept)
        let reporting = try PinPolicy([rule("b.com", false)], unlistedHosts: .accept)
        for format in [PolicyFormat.android, .okhttpKotlin, .nsPinnedDomains, .reactNativeKeys] {
            let text = try both.text(as: format)
            #expect(text.contains("a.com") && !text.contains("b.com"))
            #expect(format.omitted(of: both).map { "\($0)" } == ["b.com"])
            #expect(throws: PolicyError.self) { try reporting.text(as: format) }
        }
        #expect(try both.text(as: .trustKit).contains("b.com"))
        #expect(PolicyFormat.trustKit.omitted(of: both).isEmpty)
    }

    /// The key of a server is in no other certificate of its chain, so nothing is lost where every certificate counts.
    @Test(arguments: [
        PolicyFormat.trustKit, .trustKitSwift, .android, .okhttpKotlin, .okhttpJava, .reactNativeKeys,
    ])
    func wideningAPositionToAnyIsNotALoss(_ format: PolicyFormat) throws {
        let pin = try #require(Pin(bytes: [UInt8](repeating: 7, count: 32)))
        for position in ChainPosition.allCases {
            let rule = PinPolicy.Rule(try HostPattern("a.com"), [.publicKey(PinSet([pin]), at: position)])
            let text = try PinPolicy([rule], unlistedHosts: .accept).text(as: format)
            #expect(try format.read(text).policy.rules.map { $0.strategies[0].position } == [.any])
        }
    }

    @Test(arguments: [PolicyFormat.curl, .text]) func someFormatsAreReadOnly(_ format: PolicyFormat) throws {
        let pin = try #require(Pin(bytes: [UInt8](repeating: 7, count: 32)))
        let rule = PinPolicy.Rule(try HostPattern("a.com"), [.publicKey(PinSet([pin]), at: .leaf)])
        #expect(throws: PolicyError.self) { try PinPolicy([rule], unlistedHosts: .accept).text(as: format) }
    }

    /// OkHttp uses the pins of every matching pattern: nothing changes if the more specific one has all of them.
    @Test func nothingIsLostIfTheMoreSpecificPatternHasAllPins() throws {
        func rule(_ text: String, _ pins: [UInt8]) throws -> PinPolicy.Rule {
            let pins = pins.compactMap { Pin(bytes: [UInt8](repeating: $0, count: 32)) }
            return PinPolicy.Rule(try HostPattern(text), [.publicKey(PinSet(pins), at: .any)])
        }
        func emit(_ close: [UInt8], _ far: [UInt8]) throws -> String {
            let rules = [try rule("api.example.com", close), try rule("**.example.com", far)]
            return try PinPolicy(rules, unlistedHosts: .accept).text(as: .okhttpKotlin)
        }
        #expect(throws: Never.self) { try emit([1, 2, 3], [1, 2]) }
        #expect(throws: PolicyError.self) { try emit([1, 2], [1, 2, 3]) }
        #expect(throws: PolicyError.self) { try emit([3], [1]) }
    }

    /// A host with one rule for itself and one for its subdomains has one name, and so one entry.
    @Test(arguments: [PolicyFormat.trustKit, .trustKitSwift, .nsPinnedDomains, .android])
    func aHostAndItsSubdomainsShareOneEntry(_ format: PolicyFormat) throws {
        let position: ChainPosition = format == .nsPinnedDomains ? .leaf : .any
        let rules = try ["example.com", "**.example.com"].map { (text) in
            let pin = try #require(Pin(bytes: [UInt8](repeating: UInt8(text.utf8.count), count: 32)))
            return PinPolicy.Rule(try HostPattern(text), [.publicKey(PinSet([pin]), at: position)])
        }
        let policy = try PinPolicy(rules, unlistedHosts: .accept)
        let emission = PolicyFormat.WritingOptions(allowedLosses: Set(PolicyLoss.allCases))
        #expect(throws: PolicyError.self) { try policy.text(as: format, options: emission) }
        #expect(throws: Never.self) {
            try PinPolicy([rules[1]], unlistedHosts: .accept).text(as: format, options: emission)
        }
    }

    /// A one-label wildcard is an error in formats that cannot express it, whatever loss is allowed.
    @Test(arguments: [
        PolicyFormat.trustKit, .trustKitSwift, .nsPinnedDomains, .android, .reactNativeKeys,
    ])
    func wildcardsAreNeverWidened(_ format: PolicyFormat) throws {
        let pin = try #require(Pin(bytes: [UInt8](repeating: 7, count: 32)))
        let policy = try PinPolicy(
            [PinPolicy.Rule(try HostPattern("*.example.com"), [.publicKey(PinSet([pin]), at: .leaf)])],
            unlistedHosts: .accept)
        do throws(PolicyError) {
            _ = try policy.text(
                as: format, options: PolicyFormat.WritingOptions(allowedLosses: Set(PolicyLoss.allCases)))
            Issue.record("\(format) wrote *.example.com")
        } catch {
            #expect(error.code == .notExpressible)
            #expect(error.message.contains("*.example.com"))
            #expect(error.hint != nil)
        }
    }
}

extension PolicyFormat {
    /// Returns whether the formats are the same; Kotlin and Java count as one.
    fileprivate func isSame(as other: PolicyFormat) -> Bool {
        self == other || [self, other].allSatisfy { $0 == .okhttpKotlin || $0 == .okhttpJava }
    }
}

/// The table in Documentation/Policy-manifest.md is the one that the formats follow.
@Suite struct PolicyDocumentationTests {
    @Test(arguments: PolicyFormat.allCases) func everyFormatIsDocumented(_ format: PolicyFormat) throws {
        let text = try Vectors.text("../../Documentation/Policy-manifest.md")
        #expect(
            text.contains(PolicyDocumentationTests.row(of: format)),
            "\(PolicyDocumentationTests.row(of: format))")
    }

    private static func row(of format: PolicyFormat) -> String {
        let can = format.capabilities
        func names<Part: RawRepresentable & CaseIterable & Hashable>(_ parts: Set<Part>) -> String
        where Part.RawValue == String {
            let all = Part.allCases.filter(parts.contains).map(\.rawValue)
            return all.isEmpty ? "none" : all.joined(separator: ", ")
        }
        let hosts = HostPattern.Reach.allCases.filter(can.reaches.contains)
            .map { (reach: HostPattern.Reach) -> String in
                switch reach {
                case .exact: "name"
                case .oneLabel: "`*.`"
                case .subdomains: "`**.`"
                }
            }
            .joined(separator: ", ")
        return "| `\(format.rawValue)` | \(can.hasHost ? "" : "one rule: ")\(hosts) | \(names(can.keys)) "
            + "| \(names(can.certificates)) | \(names(can.holds)) |\n"
    }
}
