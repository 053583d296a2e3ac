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
            code: "leaf-or-ca", summary: "each pin is at the position of its certificate",
            source: "Apple, NSPinnedDomains; RFC 6698 section 2.1.1; curl, --pinnedpubkey",
            check: leafOrAuthority),
        CheckedRule(
            code: "okhttp-version", summary: "OkHttp of any version compares every host pattern",
            source: "OkHttp 4.3, change log; CertificatePinner.kt, matchesHostname", check: doubleAsterisk),
    ]

    static let keyTypes = CheckedRule(
        code: "key-type", summary: "TrustKit can hash every key of the chain",
        source: "TrustKit, TSKSPKIHashCache.m (RSA 2048, 3072, 4096, P-256, P-384)", check: unhashableKeys)

    /// The consumer of the check that is TrustKit, if any.
    private static func trustKit(_ context: CheckContext) -> PolicyFormat? {
        context.consumers.first { [.trustKit, .trustKitSwift, .reactNativeKeys].contains($0) }
    }

    @Sendable private static func pinCount(_ context: CheckContext) -> [Breach] {
        guard let trustKit = trustKit(context) else { return [] }
        return context.policy.rules.filter { $0.isEnforced && $0.digestCount < 2 }.map { (rule) in
            Breach(
                .error, pattern: rule.pattern, consumer: trustKit,
                "TrustKit refuses to start if an enforced host has fewer than two pins",
                hint: "add the pin of a backup key")
        }
    }

    @Sendable private static func registry(_ context: CheckContext) -> [Breach] {
        guard let trustKit = trustKit(context) else { return [] }
        let found = context.check.suffixes?.look(up: context.policy.rules.map { $0.pattern.host })
        return context.policy.rules.filter { (rule) in
            let host = rule.pattern.host
            // Without a list, an address and a name without a dot are certain.
            return found.map { !$0.hasRegistry(host) } ?? (host.labels.count == 1 || host.isIPv4Address)
        }.map { (rule) in
            Breach(
                .error, pattern: rule.pattern, consumer: trustKit,
                "TrustKit refuses to start if a host does not end in a public suffix",
                hint: "remove it for TrustKit, which pins names in the public DNS only")
        }
    }

    /// OkHttp before 4.3 compares `**.example.org` as a name that no host has.
    @Sendable private static func doubleAsterisk(_ context: CheckContext) -> [Breach] {
        guard let okHttp = context.consumers.first(where: { $0 == .okhttpKotlin || $0 == .okhttpJava }) else {
            return []
        }
        return context.policy.rules.filter { $0.pattern.reach == .subdomains }.map { (rule) in
            Breach(
                .warning, pattern: rule.pattern, consumer: okHttp,
                "OkHttp before 4.3 never matches \(rule.pattern), so it does not pin these hosts",
                hint: "require OkHttp 4.3 or later, or list each host")
        }
    }

    @Sendable private static func expressible(_ context: CheckContext) -> [Breach] {
        var options = PolicyFormat.WritingOptions(
            certificates: context.check.chains.flatMap { $0.paths.given } + context.check.certificates)
        // Labels do not affect connections, and a server's own key is in no other certificate.
        options.allowedLosses = [.labels]
        return context.consumers.flatMap { (consumer) in
            guard !consumer.capabilities.hasHost else {
                return breaches(context.policy, consumer, options, nil)
            }
            return context.policy.rules.flatMap { (rule) in
                breaches(context.policy.restricted(to: rule), consumer, options, rule.pattern)
            }
        }
    }

    /// Returns what a consumer cannot express of a policy or of the rule for one pattern.
    private static func breaches(
        _ policy: PinPolicy, _ consumer: PolicyFormat, _ options: PolicyFormat.WritingOptions,
        _ pattern: HostPattern?
    ) -> [Breach] {
        var options = options
        let positions = Set(policy.rules.flatMap { $0.strategies }.map { $0.position })
        if positions.isSubset(of: [.any, .leaf]), consumer.capabilities.keys.contains(.any) {
            options.allowedLosses.insert(.position)
        }
        do throws(PolicyError) {
            _ = try consumer.reduce(policy, options)
            return []
        } catch {
            return [
                Breach(
                    error.code == .loss ? .warning : .error, pattern: pattern, consumer: consumer,
                    error.message,
                    hint: error.hint ?? "change the policy, or leave this consumer out")
            ]
        }
    }

    @Sendable private static func leafOrAuthority(_ context: CheckContext) -> [Breach] {
        let paths = context.evaluation.paths
        return context.rulesOfChain.flatMap { (rule) in
            rule.strategies.flatMap { (strategy) -> [Breach] in
                guard let pins = strategy.pinSet, strategy.position != .any else { return [] }
                // A key that is also at the right position in some path does match.
                let placed = Set(paths.flatMap { $0.candidates(for: strategy.position) }.map { $0.pin })
                var seen: Set<Pin> = []
                return context.evaluation.links.compactMap { (link) -> Breach? in
                    guard !placed.contains(link.pin), pins.member(link.pin) != nil,
                        let position = context.evaluation.position(of: link), position != strategy.position,
                        seen.insert(link.pin).inserted
                    else { return nil }
                    return misplaced(link, position, strategy.position, rule, context)
                }
            }
        }
    }

    /// Returns the finding for a pin whose certificate is at a position other than the pin's.
    private static func misplaced(
        _ link: PinEvaluation.Link, _ position: ChainPosition, _ asked: ChainPosition, _ rule: PinPolicy.Rule,
        _ context: CheckContext
    ) -> Breach {
        let whose = position == .leaf ? "the server's own" : "a CA's"
        let message =
            "the pin \(link.pin) is \(whose) key (\(context.name(link.index))), "
            + "which never matches at position '\(asked.rawValue)'"
        let isThere = rule.strategies.contains { $0.pinSet != nil && $0.position == position }
        let canMove = context.consumers.allSatisfy { (consumer) in
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
            hint: context.format.capabilities.word(for: position).map { "move it to \($0)" }
                ?? "move it to position '\(position.rawValue)'"
                + (isThere ? "" : ", in a separate strategy with match 'any'"),
            action: .movePin(link.pin, from: asked, to: position))
    }

    /// Returns the keys that TrustKit cannot hash, if it accepts the chain all the same. The judgment has the others.
    @Sendable private static func unhashableKeys(_ context: CheckContext) -> [Breach] {
        guard let trustKit = trustKit(context), context.rows.contains(where: { $0.verdict == .accepted })
        else {
            return []
        }
        return context.evaluation.links.filter { context.evaluation.isInPath($0) }.compactMap { (link) in
            let key = link.certificate.subjectPublicKeyInfo
            guard key.trustKitSupport == .noHeader else { return nil }
            return Breach(
                .warning, consumer: trustKit,
                "TrustKit cannot hash the key of \(context.name(link.index)), \(key.keyName), and accepts the chain "
                    + "only because of a pin above it",
                hint: "keep a pin above it, or use a key of RSA 2048, 3072, 4096, P-256 or P-384")
        }
    }
}
