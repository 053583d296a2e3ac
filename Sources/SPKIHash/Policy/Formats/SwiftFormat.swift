import DERKit
import X509Model

/// Plain constants in Swift that need no library and hold the whole policy.
enum SwiftFormat {
    static func emit(_ policy: PinPolicy) -> String {
        var lines = [
            "// Made from a pin policy; edit the policy, not this file.", "",
            "/// Hosts, and the SHA-256 of the SubjectPublicKeyInfo of their keys in base64.",
            "enum HostPins {",
            "    /// What a host gets that no rule names: \"accept\" or \"refuse\".",
            "    static let unlistedHosts = \"\(policy.unlistedHosts.rawValue)\"", "",
            "    /// What is asked of the hosts that one pattern names; \"**.\" means all subdomains too.",
            "    struct Rule: Sendable {", "        let host: String", "        let match: String",
            "        let expires: String?", "        let isEnforced: Bool",
            "        let strategies: [Strategy]", "    }", "",
            "    /// Keys by their pin, or certificates by the hex of their SHA-256.",
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
                let (kind, members) =
                    switch strategy {
                    case .publicKey(let pins, _):
                        ("public-key", pins.members.map { ($0.pin.base64, $0.annotation) })
                    case .certificate(let certificates, _):
                        ("certificate", certificates.members.map { ($0.fingerprint.hex, $0.annotation) })
                    }
                lines += [
                    "                Strategy(",
                    "                    kind: \"\(kind)\", position: \"\(strategy.position.rawValue)\",",
                    "                    pins: [",
                ]
                lines += members.map { (digest, annotation) in
                    "                        \"\(digest)\"," + (annotation.map { " // \($0)" } ?? "")
                }
                lines += ["                    ]),"]
            }
            lines += ["            ]),"]
        }
        return (lines + ["    ]", "}", ""]).joined(separator: "\n")
    }

    static func read(_ text: [UInt8]) throws(PolicyError) -> PolicyReading {
        let scanner = TextScanner(text)
        let tokens = try SourceToken.read(text, nestsComments: true)
        guard let unlistedToken = value("unlistedHosts", in: tokens),
            let unlisted = PinPolicy.UnlistedHosts(rawValue: tokens[unlistedToken].text),
            let start = value("rules", in: tokens)
        else {
            throw PolicyError(
                .missingField, "no HostPins with unlistedHosts and rules",
                hint: "only Swift constants that pemtool policy emit made can be read")
        }
        var place = start
        let literals = try SourceValue.read(tokens, at: &place, in: scanner).array
        var rules: [PinPolicy.Rule] = []
        for literal in literals ?? [] { rules.append(try rule(literal)) }
        return PolicyReading(policy: try PinPolicy(rules, unlistedHosts: unlisted))
    }

    /// The place behind the `=` of a constant.
    private static func value(_ name: String, in tokens: [SourceToken]) -> Int? {
        guard
            let start = tokens.indices.first(where: {
                $0 > 0 && tokens[$0 - 1].isWord("let") && tokens[$0].isWord(name)
            }),
            let equals = tokens[start...].firstIndex(where: { $0.isSign("=") }), equals + 1 < tokens.count
        else { return nil }
        return equals + 1
    }

    private static func rule(_ literal: SourceValue) throws(PolicyError) -> PinPolicy.Rule {
        guard let host = literal["host"]?.string?.text,
            let match = literal["match"]?.string.flatMap({ PinPolicy.Match(rawValue: $0.text) })
        else { throw PolicyError(.missingField, "a Rule without host or match") }
        var strategies: [PinStrategy] = []
        for value in literal["strategies"]?.array ?? [] {
            guard let position = value["position"]?.string.flatMap({ ChainPosition(rawValue: $0.text) }),
                let kind = value["kind"]?.string?.text
            else {
                throw PolicyError(.missingField, "\(displayed(host)): a Strategy without kind or position")
            }
            let pins = (value["pins"]?.array ?? []).compactMap { $0.string }
            if kind == "certificate" {
                var members: [CertificateSet.Member] = []
                for (text, comment) in pins {
                    guard let fingerprint = CertificateFingerprint(hex: text) else {
                        throw PolicyError(.badPin, "\(displayed(host)): a certificate without 64 hex digits")
                    }
                    let annotation = Annotation(comment: comment)
                    members.append(
                        CertificateSet.Member(fingerprint, label: annotation.label, role: annotation.role))
                }
                strategies.append(.certificate(CertificateSet(members), at: position))
            } else {
                var members: [PinSet.Member] = []
                for (text, comment) in pins {
                    members.append(
                        PinSet.Member(try Pin(policyText: text, in: displayed(host)), comment: comment))
                }
                strategies.append(.publicKey(PinSet(members), at: position))
            }
        }
        return PinPolicy.Rule(
            try HostPattern(host), strategies, match: match,
            expiration: try literal["expires"]?.string.map { (text, _) throws(PolicyError) in
                try PolicyDate.read(text)
            },
            isEnforced: literal["isEnforced"]?.word != "false")
    }
}
