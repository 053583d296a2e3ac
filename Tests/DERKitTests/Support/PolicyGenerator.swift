import DERKit
import X509Model

@testable import PinPolicies
@testable import SPKIHash

/// Makes policies from a seed: the same ones in every run.
struct PolicyGenerator: RandomNumberGenerator {
    private var state: UInt64
    /// Certificates to pin, so that formats that ship certificates have some.
    private let certificates: [Certificate]

    init(seed: UInt64, certificates: [Certificate]) {
        state = seed
        self.certificates = certificates
    }

    /// SplitMix64.
    mutating func next() -> UInt64 {
        state &+= 0x9e37_79b9_7f4a_7c15
        var z = state
        z = (z ^ (z >> 30)) &* 0xbf58_476d_1ce4_e5b9
        z = (z ^ (z >> 27)) &* 0x94d0_49bb_1331_11eb
        return z ^ (z >> 31)
    }

    private static let hosts = [
        "example.com", "www.example.com", "api.example.com", "example.org", "a.b.example.net",
        "bücher.example",
        "xn--wgv71a119e.jp", "192.0.2.1", "x-1.test", "one.two.three.four.example.co.uk",
    ]
    private static let labels = [
        "", "", "key of 2026", "next \"quoted\" key", "a -- b --> c", "näste Schlüssel",
        "$home ${x} # ; // */",
        "back\\slash \\u000a", "<&>'", "日本語",
    ]

    /// Returns a policy that fits the capabilities `can`, or any policy if they are nil.
    mutating func policy(within can: PolicyCapabilities?) throws -> PinPolicy {
        var rules: [PinPolicy.Rule] = []
        var names = PolicyGenerator.hosts.shuffled(using: &self)
        let count = can?.hasHost == false ? 1 : Int.random(in: 1...5, using: &self)
        while rules.count < count, let name = names.popLast() {
            let host = try HostName(name)
            let reaches = HostPattern.Reach.allCases.filter { can?.reaches.contains($0) ?? true }
            let reach = host.isIPv4Address ? .exact : reaches.randomElement(using: &self) ?? .exact
            let pattern = try HostPattern(host, reach)
            let overlaps = rules.contains { $0.pattern.overlaps(pattern) }
            if overlaps, let can, !can.holds.contains(.overlap) { continue }
            rules.append(rule(pattern, can))
            if can?.hasOneLabelFlag == true, reach == .oneLabel {
                let one = rules[rules.count - 1]
                rules.append(
                    PinPolicy.Rule(
                        try HostPattern(host), one.strategies, match: one.match, expiration: one.expiration,
                        isEnforced: one.isEnforced))
            }
            // The same host with a different scope; not every format can list it twice.
            let repeats = can == nil || can?.holds == Set(PolicyLoss.allCases)
            if repeats, reach == .subdomains, Bool.random(using: &self) {
                rules.append(rule(try HostPattern(host), can))
            }
        }
        let refuses = can?.holds.contains(.unlistedHosts) ?? true
        return try PinPolicy(
            rules, unlistedHosts: refuses && Bool.random(using: &self) ? .refuse : .accept)
    }

    private mutating func rule(_ pattern: HostPattern, _ can: PolicyCapabilities?) -> PinPolicy.Rule {
        let matches = can?.matches ?? Set(PinPolicy.Match.allCases)
        let number = matches.isEmpty ? 1 : Int.random(in: 1...3, using: &self)
        var strategies: [PinStrategy] = []
        for _ in 0..<number {
            let next = strategy(can)
            // Formats hold one strategy for each kind and position.
            let isNew = !strategies.contains {
                $0.position == next.position && ($0.pinSet == nil) == (next.pinSet == nil)
            }
            if isNew { strategies.append(next) }
        }
        let match = PinPolicy.Match.allCases.filter(matches.contains).randomElement(using: &self) ?? .any
        let expires = can?.holds.contains(.expiration) ?? true
        let reports = can?.holds.contains(.reportOnly) ?? true
        return PinPolicy.Rule(
            pattern, strategies, match: match,
            expiration: expires && Bool.random(using: &self)
                ? DERTime(
                    year: Int.random(in: 2000...2100, using: &self),
                    month: Int.random(in: 1...12, using: &self),
                    day: Int.random(in: 1...28, using: &self)) : nil,
            isEnforced: reports ? Bool.random(using: &self) : true)
    }

    private mutating func strategy(_ can: PolicyCapabilities?) -> PinStrategy {
        let all = ChainPosition.allCases
        let keys = all.filter { can?.keys.contains($0) ?? true }
        let whole = all.filter { can?.certificates.contains($0) ?? true }
        let position = (keys.randomElement(using: &self)) ?? .any
        let count = Int.random(in: 1...4, using: &self)
        let keepsLabels = can?.holds.contains(.labels) ?? true
        var annotations: [(label: String, role: PinRole)] = []
        for _ in 0..<count {
            annotations.append(
                keepsLabels
                    ? (
                        PolicyGenerator.labels.randomElement(using: &self) ?? "",
                        PinRole.allCases.randomElement(using: &self) ?? .active
                    ) : ("", .active))
        }
        if let place = whole.randomElement(using: &self),
            Int.random(in: 0..<3, using: &self) == 0 || keys.isEmpty
        {
            let picked = certificates.shuffled(using: &self).prefix(count)
            return .certificate(
                CertificateSet(
                    zip(picked, annotations).map {
                        CertificateSet.Member(
                            $0, label: $1.label, role: $1.role)
                    }), at: place)
        }
        var pins: [Pin] = []
        for _ in 0..<count {
            let bytes = (0..<32).map { _ in UInt8.random(in: 0...255, using: &self) }
            if let pin = Pin(bytes: bytes) { pins.append(pin) }
        }
        return .publicKey(
            PinSet(
                zip(pins, annotations).map {
                    PinSet.Member(
                        $0, label: $1.label, role: $1.role)
                }), at: position)
    }
}
