import SPKIHash

extension CheckContext {
    typealias Advice = (hint: String, action: PolicyFinding.Action?)

    /// Returns advice on what to do if a chain is not accepted; empty if nothing needs to be done.
    func advice(_ decision: PinDecision, _ rule: PinPolicy.Rule?) -> Advice {
        switch decision.reason {
        case .mismatched(let mismatches) where isNext: nextAdvice(rule) ?? advice(mismatches, rule)
        case .mismatched(let mismatches): advice(mismatches, rule)
        case .undecided(let undecided): undecided.causes.first.map { advice($0, undecided) } ?? ("", nil)
        case .invalidChain(let flaws): (flaws.first.map { hint($0) } ?? "", nil)
        case .keyWithoutHeader: (CheckContext.headerHint, nil)
        case .unlisted:
            (unlistedAdvice, nil)
        // What refuses a policy has its own hint.
        case .matched, .expired, .emptyChain, .chainTooLong, .policyRefused: ("", nil)
        }
    }

    /// The advice for a host without a rule. A pattern that nearly includes the host was probably meant to include it.
    private var unlistedAdvice: String {
        guard let host else { return "add a rule for the host" }
        if let stated = policy.rule(for: host)?.pattern.host,
            let wrong = check.refusals.first(where: { $0.kind == .hostForm && $0.pattern?.host == stated })
        {
            return wrong.hint
        }
        let near = policy.rules.map { $0.pattern }.first { (pattern) in
            let (short, long) =
                host.labels.count < pattern.host.labels.count ? (host, pattern.host) : (pattern.host, host)
            return short.labels.count > 1 && long.labels.suffix(short.labels.count) == short.labels[...]
        }
        return (near.map { "\($0) does not include this host; " } ?? "")
            + "add a rule for \(host), or specify another host"
    }

    private static let headerHint =
        "pin a key higher in the chain, or use RSA 2048, RSA 3072, RSA 4096, P-256 or P-384"

    /// Returns advice on what to pin instead. For a pin that was computed incorrectly, this is the correct pin of the
    /// same key.
    private func advice(_ mismatches: [PinDecision.Mismatch], _ rule: PinPolicy.Rule?) -> Advice {
        if let rule, rule.digestCount == 0 {
            return (check.unread(rule.pattern).first?.hint ?? "", nil)
        }
        for mismatch in mismatches {
            if case .wrongRecipe(_, let wrong) = mismatch.why {
                return (
                    "replace \(spelled(wrong)) with \(spelled(mismatch.pin))",
                    .replacePin(wrong, with: mismatch.pin)
                )
            }
            if mismatch.why == .keyAsCertificate {
                return ("pin that digest as a key, not as a certificate", nil)
            }
        }
        if let proxy = InterceptingProxy(in: chain) { return (proxy.advice, nil) }
        // An app that pins the chain of a proxy or a wrong server connects only to that proxy or server.
        let positions = Set(rule?.strategies.map { $0.position } ?? [])
        let pinned =
            positions == [.leaf]
            ? "the server's own key"
            : positions == [.certificateAuthority] ? "one of its CAs" : "one of its keys"
        return (
            "confirm, from another network or with the administrator, that the server itself sent this chain; "
                + "if it did, pin \(pinned); otherwise provide the server's chain", nil
        )
    }

    /// Returns advice on what to ship before a server presents a chain that is now refused.
    private func nextAdvice(_ rule: PinPolicy.Rule?) -> Advice? {
        guard let rule, let path = evaluation.paths.first, evaluation.paths.count == 1 || path.hasLeaf else {
            return nil
        }
        // At position ca, the key to add is that of the CA above the server's own certificate; at any other position, it
        // is the server's own.
        let found = rule.strategies.compactMap {
            (strategy) -> (link: PinEvaluation.Link, position: ChainPosition)? in
            let candidates = path.candidates(for: strategy.position)
            guard !candidates.contains(where: { strategy.match($0) != nil }), let link = candidates.first
            else { return nil }
            return (link, strategy.position)
        }
        let missing = rule.mustMatchAll ? found : Array(found.prefix(1))
        guard !missing.isEmpty else { return nil }
        let names = missing.map { "\($0.link.pin) of \(name($0.link.index))" }.joined(separator: " and ")
        return (
            "ship a version that also has \(names), and change the server only after the versions without "
                + (missing.count == 1 ? "it" : "them") + " are gone",
            missing.count == 1 ? missing.first.map { .addPin($0.link.pin, at: $0.position) } : nil
        )
    }

    /// Returns advice on how to turn an undecided verdict into a decision.
    private func advice(_ cause: PinDecision.Cause, _ undecided: PinDecision.Undecided) -> Advice {
        switch cause {
        case .missingIssuer(_, let issuer) where undecided.hasPinOutsidePath: (chain.missing(issuer), nil)
        case .missingIssuer where hasRoots:
            ("add the missing certificate; none of the roots has the issuer's name and key identifier", nil)
        case .missingIssuer(let place, _): (chain.issuerHint(place), .giveRoots)
        case .keyWithoutHeader: (CheckContext.headerHint, hasRoots ? nil : .giveRoots)
        case .missingLeaf: ("provide the whole chain that the server presents", nil)
        case .severalLeaves where host == nil: ("specify the host of the chain", .giveHost)
        case .severalLeaves: (CheckContext.oneLeafHint, nil)
        case .unreadEntry: ("correct the entry that was not understood", nil)
        case .unreadCertificate: ("provide the chain in files that can be read", nil)
        case .tooManyPaths: ("provide the chain of one server only", nil)
        case .severalPaths: ("pin a key that is on every path, or one key on each", nil)
        }
    }

    /// Returns advice on a chain that TLS clients refuse.
    func hint(_ flaw: ChainFlaw) -> String {
        switch flaw {
        case .expired: "renew the certificate, and check that the new chain matches before you deploy it"
        case .notYetValid: "wait until it is valid, or install a certificate that is already valid"
        case .wrongHost:
            "provide the chain of \(host.map { "\($0)" } ?? "the host"), or a certificate with this name"
        case .issuerIsNotCA: "have the certificate issued by a CA"
        case .issuerLacksKeyCertSign: "have the certificate issued by a CA that may sign certificates"
        case .pathTooLong: "have the certificate issued by a CA higher in the chain"
        case .nameNotAllowed: "have the certificate issued by a CA that may issue for this name"
        case .notForServers(let place):
            chain[place]?.isAuthority ?? false
                ? "have the certificate issued by a CA for TLS servers"
                : "install a certificate with serverAuth"
        }
    }

    /// The words that tell the user to mark a pin as a backup; empty unless the policy's format can express everything.
    var withBackupRole: String { format.capabilities.isEverything ? " with role 'backup'" : "" }

    /// Returns advice on adding a backup to a rule. At position `ca`, the server's own key never matches.
    ///
    /// - Parameter hint: the advice for a rule that accepts the server's own key.
    func backupHint(_ rule: PinPolicy.Rule, else hint: String) -> String {
        let positions = Set(rule.strategies.map { $0.position })
        guard positions.contains(.certificateAuthority), rule.mustMatchAll || !positions.contains(.any) else {
            return hint
        }
        let role = withBackupRole.isEmpty ? "" : ",\(withBackupRole)"
        let ofCA = "add the pin of another CA that can issue for \(rule.pattern.host)\(role)"
        let leaf = format.capabilities.places[.leaf].map { "in \($0)" } ?? "at position 'leaf'"
        guard positions.count > 1 else {
            return "\(ofCA); a key of your own belongs \(leaf)"
        }
        let authority =
            format.capabilities.places[.certificateAuthority].map { "in \($0)" } ?? "at position 'ca'"
        return rule.mustMatchAll ? "\(hint) \(leaf); \(authority), \(ofCA)" : "\(hint) \(leaf)"
    }
}

extension CertificatePaths {
    /// Returns advice on how to find the issuer of the certificate at an index.
    ///
    /// - Parameter roots: the advice to provide roots, in the words of the caller.
    package func issuerHint(
        _ place: Int, roots: String = "provide the roots that the platforms trust"
    ) -> String {
        // A root seldom issues the certificates of servers.
        self[place]?.isAuthority ?? true
            ? roots : "provide the whole chain that the server presents; if this is all of it, \(roots)"
    }
}
