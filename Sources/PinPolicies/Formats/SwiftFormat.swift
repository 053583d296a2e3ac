import DERKit
import SPKIHash
import X509Model

/// Plain Swift constants that need no library and hold the whole policy.
enum SwiftFormat {
    static let row = PolicyFormat.Row(
        capabilities: .everything("swift"), signs: ["enum HostPins"], rank: 5,
        read: { (text, _) throws(PolicyError) in try read(text) }, emit: { (policy, _) in emit(policy) })

    static func emit(_ policy: PinPolicy) -> String {
        var lines = [
            PolicyFormat.notice, "",
            "/// Hosts, and the SHA-256 of the SubjectPublicKeyInfo of their keys in base64.",
            "enum HostPins {",
            "    /// What happens to hosts without a rule: \"accept\" or \"refuse\".",
            "    static let unlistedHosts = \"\(policy.unlistedHosts.rawValue)\"", "",
            "    /// The pins of the hosts that match a pattern; \"**.\" includes all subdomains.",
            "    struct Rule: Sendable {", "        let host: String", "        let match: String",
            "        let expires: String?", "        let isEnforced: Bool",
            "        let strategies: [Strategy]", "    }", "",
            "    /// The pins of keys, or the SHA-256 of certificates in hex.",
            "    struct Strategy: Sendable {", "        let kind: String", "        let position: String",
            "        let pins: [String]", "    }", "",
            "    static let rules: [Rule] = [",
        ]
        for rule in policy.rules {
            let day = rule.expiration.map { "\"\(PolicyDate.write($0))\"" } ?? "nil"
            lines += [
                "        Rule(",
                "            host: \"\(rule.pattern)\", match: \"\(rule.match.rawValue)\", expires: \(day),",
                "            isEnforced: \(rule.isEnforced),", "            strategies: [",
            ]
            for strategy in rule.strategies {
                let kind = strategy.pinSet == nil ? "certificate" : "public-key"
                lines += [
                    "                Strategy(",
                    "                    kind: \"\(kind)\", position: \"\(strategy.position.rawValue)\",",
                    "                    pins: [",
                ]
                lines += strategy.lines { "                        \"\($0)\"," }
                lines += ["                    ]),"]
            }
            lines += ["            ]),"]
        }
        return (lines + ["    ]", "}", ""]).joined(separator: "\n")
    }

    static func read(_ text: [UInt8]) throws(PolicyError) -> PolicyReading {
        let file = try SourceFile(text, .swift)
        guard let unlistedToken = file.startOfConstant("unlistedHosts"),
            let unlisted = PinPolicy.UnlistedHosts(rawValue: file.tokens[unlistedToken].text),
            let place = file.startOfConstant("rules")
        else {
            throw PolicyError(
                .missingField, "missing HostPins with unlistedHosts and rules",
                hint: "use a file that was generated from a policy")
        }
        let list = try file.value(at: place)
        guard let literals = list.array else {
            throw PolicyError(
                .syntax, "rules is \(list.name); expected a list of Rule(…)", position: list.position)
        }
        let findings = ReadingFindings(.swift)
        let rules = try findings.entries(literals, at: { $0.position }, rule)
        return try findings.reading(rules, unlistedHosts: unlisted)
    }

    private static func rule(_ literal: SourceValue) throws(PolicyError) -> PinPolicy.Rule {
        try literal.require("Rule", ["host", "match", "expires", "isEnforced", "strategies"])
        guard let host = literal["host"]?.string?.text,
            let match = literal["match"]?.string.flatMap({ PinPolicy.Match(rawValue: $0.text) })
        else { throw PolicyError(.missingField, "a Rule is missing host or match") }
        guard let list = literal["strategies"]?.array, let enforced = literal["isEnforced"]?.word,
            enforced == "true" || enforced == "false",
            let expires = literal["expires"], expires.word == "nil" || expires.string != nil
        else {
            throw PolicyError(
                .notUnderstood, "\(displayed(host)): a field has a value of the wrong type",
                hint: "write strategies as a list, isEnforced as true or false, expires as a string or nil")
        }
        let strategies = try list.map { (value) throws(PolicyError) in
            try strategy(value, displayed(host))
        }
        return PinPolicy.Rule(
            try HostPattern(host), strategies, match: match,
            expiration: try expires.string.map { (text, _) throws(PolicyError) in try PolicyDate.read(text) },
            isEnforced: enforced == "true")
    }

    private static func strategy(_ value: SourceValue, _ host: String) throws(PolicyError) -> PinStrategy {
        try value.require("Strategy", ["kind", "position", "pins"])
        guard let position = value["position"]?.string.flatMap({ ChainPosition(rawValue: $0.text) }),
            let kind = value["kind"]?.string?.text, let list = value["pins"]?.array,
            kind == "public-key" || kind == "certificate"
        else {
            throw PolicyError(
                .missingField, "\(host): a Strategy is missing kind, position or pins",
                hint: "kind is \"public-key\" or \"certificate\", pins a list of strings")
        }
        var pins: [PinSet.Member] = []
        var certificates: [CertificateSet.Member] = []
        for member in list {
            guard let (text, comment) = member.string else {
                throw PolicyError(
                    .notUnderstood, "\(host): a pin is \(member.name); expected a string",
                    position: member.position)
            }
            if kind == "public-key" {
                pins.append(PinSet.Member(try Pin(policyText: text, in: host), comment: comment))
            } else {
                certificates.append(try CertificateSet.Member(policyText: text, in: host, comment: comment))
            }
        }
        return kind == "public-key"
            ? .publicKey(PinSet(pins), at: position)
            : .certificate(CertificateSet(certificates), at: position)
    }
}

extension SourceValue {
    /// Rejects anything but a call with these labels, each once.
    fileprivate func require(_ name: String, _ labels: [String]) throws(PolicyError) {
        let found = (arguments ?? []).map { $0.label ?? "" }.sorted()
        guard case .call(let called, _) = kind, called == name, found == labels.sorted() else {
            throw PolicyError(
                .unknownField, "\(self.name); expected \(name) with \(labels.joined(separator: ", "))",
                position: position)
        }
    }
}
