import DERKit
import SPKIHash
import X509Model

extension CheckedRule {
    /// Rules of single consumers, applied if the check includes the consumer.
    static let consumerRules = [
        CheckedRule(
            code: "pin-count", summary: "every enforced host has at least two different pins for TrustKit",
            source: "TrustKit, parse_configuration.m (exception at app launch)", check: pinCount),
        CheckedRule(
            code: "registry", summary: "TrustKit knows the public suffix of every host",
            source: "TrustKit, parse_configuration.m, domain_registry", check: registry),
        CheckedRule(
            code: "expressible", summary: "the consumer can express every host pattern and strategy",
            source: "the documentation of each consumer", check: expressible),
        CheckedRule(
            code: "hpkp-backup", summary: "a Public-Key-Pins header has at least two pins",
            source: "RFC 7469 section 4.3", check: headerBackup),
        CheckedRule(
            code: "leaf-or-ca", summary: "each pin is at the position of its certificate",
            source: "Apple, NSPinnedDomains; RFC 6698 section 2.1.1; curl, --pinnedpubkey",
            check: leafOrAuthority),
        CheckedRule(
            code: "key-type", summary: "TrustKit can hash every key of the chain",
            source: "TrustKit, TSKSPKIHashCache.m (RSA 2048, 3072, 4096, P-256, P-384)", check: keyTypes),
    ]

    /// The consumer of the check that is TrustKit, if any.
    private static func trustKit(_ check: PolicyCheck) -> PolicyFormat? {
        check.consumers.first { [.trustKit, .trustKitSwift, .reactNativeKeys].contains($0) }
    }

    @Sendable private static func pinCount(_ check: PolicyCheck) -> [Breach] {
        guard let trustKit = trustKit(check) else { return [] }
        return check.policy.rules.filter { $0.isEnforced && $0.digestCount < 2 }.map { (rule) in
            Breach(
                .error, pattern: rule.pattern, consumer: trustKit,
                "TrustKit refuses to start if an enforced host has fewer than two pins",
                hint: "add the pin of a backup key")
        }
    }

    @Sendable private static func registry(_ check: PolicyCheck) -> [Breach] {
        guard let trustKit = trustKit(check) else { return [] }
        return check.policy.rules.filter { (rule) in
            let host = rule.pattern.host
            // Without a list, an address and a name without a dot are certain.
            return check.suffixes.map { !$0.hasRegistry(host) }
                ?? (host.labels.count == 1 || host.isIPv4Address)
        }.map { (rule) in
            Breach(
                .error, pattern: rule.pattern, consumer: trustKit,
                "TrustKit refuses to start if a host does not end in a public suffix",
                hint: "remove it for TrustKit, which pins names in the public DNS only")
        }
    }

    @Sendable private static func expressible(_ check: PolicyCheck) -> [Breach] {
        let emission = PolicyFormat.WritingOptions(certificates: check.chain.given + check.certificates)
        return check.consumers.flatMap { (consumer) in
            guard !consumer.capabilities.hasHost else {
                return breaches(check.policy, consumer, emission, nil)
            }
            return check.policy.rules.flatMap { (rule) in
                breaches(check.policy.restricted(to: rule), consumer, emission, rule.pattern)
            }
        }
    }

    /// Returns what a consumer cannot express of a policy or of the rule for one pattern.
    private static func breaches(
        _ policy: PinPolicy, _ consumer: PolicyFormat, _ emission: PolicyFormat.WritingOptions,
        _ pattern: HostPattern?
    ) -> [Breach] {
        do throws(PolicyError) {
            _ = try policy.text(as: consumer, options: emission)
            return []
        } catch  where error.code == .loss {
            // The loss of a label does not affect connections.
            var lenient = emission
            lenient.allowedLosses = [.labels]
            let isHarmless = (try? policy.text(as: consumer, options: lenient)) != nil
            return [
                Breach(
                    isHarmless ? .note : .warning, pattern: pattern, consumer: consumer,
                    error.message, hint: error.hint ?? "allow the loss if it is intended")
            ]
        } catch {
            return [
                Breach(
                    .error, pattern: pattern, consumer: consumer, error.message,
                    hint: error.hint ?? "change the policy, or leave this consumer out")
            ]
        }
    }

    @Sendable private static func headerBackup(_ check: PolicyCheck) -> [Breach] {
        guard check.consumers.contains(.hpkp) else { return [] }
        return check.policy.rules.filter { $0.digestCount < 2 }.map { (rule) in
            Breach(
                .error, pattern: rule.pattern, consumer: .hpkp,
                "clients ignore a header with fewer than two pins",
                hint: "add the pin of a backup key that is not in the chain")
        }
    }

    @Sendable private static func leafOrAuthority(_ check: PolicyCheck) -> [Breach] {
        let paths = check.evaluation.paths
        return check.rulesOfChain.flatMap { (rule) in
            rule.strategies.flatMap { (strategy) -> [Breach] in
                guard let pins = strategy.pinSet, strategy.position != .any else { return [] }
                // A key that is also at the right position in some path does match.
                let placed = Set(paths.flatMap { $0.candidates(for: strategy.position) }.map { $0.pin })
                var seen: Set<Pin> = []
                return check.evaluation.links.compactMap { (link) -> Breach? in
                    guard !placed.contains(link.pin), pins.member(link.pin) != nil,
                        let position = check.evaluation.position(of: link), position != strategy.position,
                        seen.insert(link.pin).inserted
                    else { return nil }
                    return misplaced(link, position, strategy.position, rule, check)
                }
            }
        }
    }

    /// Returns the finding for a pin whose certificate is at a position other than the pin's.
    private static func misplaced(
        _ link: PinEvaluation.Link, _ position: ChainPosition, _ asked: ChainPosition, _ rule: PinPolicy.Rule,
        _ check: PolicyCheck
    ) -> Breach {
        let whose = position == .leaf ? "the server's own" : "a CA's"
        let message =
            "the pin \(link.pin) is \(whose) key (\(check.name(link.index))), "
            + "which never matches at position '\(asked.rawValue)'"
        let isThere = rule.strategies.contains { $0.pinSet != nil && $0.position == position }
        let canMove = check.consumers.allSatisfy { (consumer) in
            let can = consumer.capabilities
            return can.keys.contains(.any)
                || can.keys.contains(position) && (isThere || can.matches.contains(.any))
        }
        // If all strategies must match, another one would make the policy stricter.
        guard canMove, isThere || rule.match == .any else {
            return Breach(
                .error, pattern: rule.pattern, message,
                hint: asked == .leaf
                    ? "replace it with the pin of the server's own key"
                    : "replace it with the pin of a CA above the server's certificate"
            )
        }
        return Breach(
            .error, pattern: rule.pattern, message,
            hint: check.format.capabilities.word(for: position).map { "move it to \($0)" }
                ?? "move it to position '\(position.rawValue)'"
                + (isThere ? "" : ", in a separate strategy with match 'any'"),
            action: .movePin(link.pin, from: asked, to: position))
    }

    @Sendable private static func keyTypes(_ check: PolicyCheck) -> [Breach] {
        guard let trustKit = trustKit(check) else { return [] }
        let pins = Set(check.rulesOfChain.flatMap { $0.strategies.pinMembers }.map { $0.pin })
        return check.evaluation.links.filter { check.evaluation.isInPath($0) }.compactMap { (link) in
            let kind = KeyKind(link.certificate.subjectPublicKeyInfo)
            guard !trustKitKinds.contains(kind) else { return nil }
            return Breach(
                pins.contains(link.pin) ? .error : .warning, consumer: trustKit,
                "TrustKit cannot hash the key of \(check.name(link.index)), \(kind)",
                hint:
                    "pin another certificate of the chain, or use a key of RSA 2048, 3072, 4096, P-256 or P-384"
            )
        }
    }

    private static let trustKitKinds: Set<KeyKind> = {
        let curves = [KeyKind.prime256v1, KeyKind.secp384r1].compactMap { $0.map(KeyKind.curve) }
        return Set([.rsa(bits: 2048), .rsa(bits: 3072), .rsa(bits: 4096)] + curves)
    }()
}
