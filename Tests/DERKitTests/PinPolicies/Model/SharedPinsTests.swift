import DERKit
import Testing

@testable import PinPolicies
@testable import SPKIHash

/// OkHttp accepts the pins of every pattern that matches a host: CertificatePinner, findMatchingPins.
@Suite struct SharedPinsTests {
    private static func pin(_ number: Int) -> String {
        "sha256/"
            + Base64.encode(
                [UInt8](repeating: 7, count: 28) + (0..<4).map { UInt8(number >> ($0 * 8) & 255) })
    }

    /// Returns the policy of a pinner with these calls of `add`.
    private func read(_ adds: [(pattern: String, pin: Int)]) throws -> (policy: PinPolicy, adds: Int) {
        let numbers = Dictionary(grouping: adds) { $0.pattern }
        var seen: Set<String> = []
        let patterns = adds.map { $0.pattern }.filter { seen.insert($0).inserted }
        let rules = try patterns.map { (pattern) in
            let pins = try (numbers[pattern] ?? []).map { try Pin(Self.pin($0.pin)) }
            return PinPolicy.Rule(try HostPattern(pattern), [.publicKey(PinSet(pins), at: .any)])
        }
        return (try PinPolicy(try SharedPins.merged(rules), unlistedHosts: .accept), adds.count)
    }

    /// Returns rules as `pattern: numbers of the pins`.
    private func rules(_ adds: [(pattern: String, pin: Int)]) throws -> [String] {
        let numbers = Dictionary(
            adds.map { (Self.pin($0.pin).dropFirst(7), $0.pin) }, uniquingKeysWith: { one, _ in one })
        return try read(adds).policy.rules.map { (rule) in
            let pins = rule.strategies.compactMap(\.pinSet).flatMap(\.members).compactMap {
                numbers[Substring($0.pin.base64)]
            }
            return "\(rule.pattern): \(pins.sorted())"
        }
    }

    @Test func coveringPatternsShareTheirPins() throws {
        #expect(
            try rules([("**.example.com", 1), ("api.example.com", 2)]) == [
                "**.example.com: [1]", "api.example.com: [1, 2]",
            ])
        // The order in the file does not matter.
        #expect(
            try rules([
                ("x.a.b", 1), ("*.a.b", 2), ("a.b", 3), ("**.a.b", 4), ("**.b", 5), ("**.c", 6),
            ]) == [
                "x.a.b: [1, 2, 4, 5]", "*.a.b: [2, 4, 5]", "a.b: [3, 4, 5]", "**.a.b: [4, 5]", "**.b: [5]",
                "**.c: [6]",
            ])
        #expect(try rules([("*.b", 1), ("*.a.b", 2), ("x.a.b", 3)]).last == "x.a.b: [2, 3]")
    }

    @Test func hostsMatchedByTwoPatternsHaveBothPins() throws {
        #expect(
            try rules([("*.b", 1), ("**.a.b", 2)]) == ["*.b: [1]", "**.a.b: [2]", "a.b: [1, 2]"])
        #expect(
            try rules([("**.a.b", 2), ("a.b", 3), ("*.b", 1)]) == [
                "**.a.b: [2]", "a.b: [1, 2, 3]", "*.b: [1]",
            ])
        // Nothing is added if the pins are already there.
        #expect(try rules([("*.b", 1), ("**.a.b", 1)]) == ["*.b: [1]", "**.a.b: [1]"])
    }

    /// Random patterns over few labels: every host gets the pins of all patterns that match it, found one by one by a
    /// copy of OkHttp's matchesHostname.
    @Test func everyHostHasThePinsOfAllMatchingPatterns() throws {
        var generator = PolicyGenerator(seed: 5, certificates: [])
        let labels = ["a", "b"]
        var hosts: [String] = []
        var level = [""]
        for _ in 0..<4 {
            level = level.flatMap { (name) in labels.map { name.isEmpty ? $0 : "\($0).\(name)" } }
            hosts += level
        }
        for _ in 0..<150 {
            let adds = (0..<Int.random(in: 1...7, using: &generator)).map { (number) in
                let reach = ["", "*.", "**."].randomElement(using: &generator) ?? ""
                return (
                    pattern: reach + (hosts.prefix(14).randomElement(using: &generator) ?? "a"), pin: number
                )
            }
            let policy = try read(adds).policy
            for host in hosts {
                let expected = adds.filter { matchesHostname($0.pattern, host) }.map { Self.pin($0.pin) }
                let rule = policy.rule(for: try HostName(host))
                let pins = (rule?.strategies ?? []).compactMap(\.pinSet).flatMap(\.members)
                #expect(Set(pins.map { $0.pin.formatted(.okhttp) }) == Set(expected), "\(adds) \(host)")
            }
            // The result is what OkHttp does, so nothing is widened.
            #expect(SharedPins.widening(policy.rules) == nil)
        }
    }

    /// As in CertificatePinner.kt: compares the end of the host, and examines the part before it.
    private func matchesHostname(_ pattern: String, _ host: String) -> Bool {
        if pattern.hasPrefix("**.") {
            let suffix = pattern.dropFirst(3)
            return host.hasSuffix(suffix)
                && (host.count == suffix.count || host.dropLast(suffix.count).last == ".")
        }
        if pattern.hasPrefix("*.") {
            let suffix = pattern.dropFirst(1)
            return host.hasSuffix(suffix) && !host.dropLast(suffix.count).contains(".")
        }
        return host == pattern
    }

    @Test func patternsAreNeverWidened() throws {
        func widening(_ adds: [(pattern: String, pin: Int)]) throws -> String? {
            let rules = try adds.map { (pattern, number) in
                PinPolicy.Rule(
                    try HostPattern(pattern), [.publicKey(PinSet([try Pin(Self.pin(number))]), at: .any)])
            }
            return SharedPins.widening(rules).map { "\($0.source) -> \($0.pattern)" }
        }
        #expect(try widening([("a.b", 1), ("**.b", 2)]) == "**.b -> a.b")
        #expect(try widening([("a.b", 1), ("**.b", 1)]) == nil)
        #expect(try widening([("*.b", 1), ("**.a.b", 2)]) == "*.b -> a.b")
        #expect(try widening([("*.b", 1), ("x.a.b", 2)]) == nil)
    }

    /// A product of hosts and the pins that cover them is rejected before it is computed.
    @Test(.enabled(if: Sweep.isWhole, "twenty million pins")) func sharedPinsAreLimited() throws {
        let covering = (0..<1_000).map { (pattern: "**.com", pin: $0) }
        let hosts = { (count: Int) in (0..<count).map { (pattern: "a\($0).com", pin: 0) } }
        #expect(try read(covering + hosts(999)).policy.rules.count == 1_000)
        var code: IssueCode?
        do { _ = try read(covering + hosts(20_000)) } catch { code = (error as? PolicyError)?.code }
        #expect(code == .limit)
    }

    /// Names with many labels, none of which covers the other.
    @Test func deepNamesHaveOneRuleEach() throws {
        let tail = String(repeating: "a.", count: 110)
        let adds = (0..<500).map { (pattern: "**.\(tail)x\($0)", pin: $0) }
        #expect(try read(adds).policy.rules.count == 500)
    }
}
