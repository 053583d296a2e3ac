import SPKIHash

/// Checks that apply to every policy, regardless of its consumers.
extension CheckContext {
    var pinFindings: [PolicyFinding] {
        [
            knownBadPins, wrongPins, missingHosts, missingBackups, expiredRules, reportingRules,
            certificatePins, publicSuffixes,
        ].flatMap { $0 }
    }

    private var knownBadPins: [PolicyFinding] {
        policy.rules.flatMap { (rule) in
            rule.strategies.flatMap { $0.members }.map { $0.matched.digest }.compactMap { (digest) in
                KnownBadDigest.what(digest).map { (what) in
                    PolicyFinding(
                        .knownBadPin, .error, pattern: rule.pattern,
                        "the pin \(Base64.encode(digest)) is \(what)", hint: "replace it")
                }
            }
        }
    }

    private var wrongPins: [PolicyFinding] {
        policy.rules.flatMap { (rule) -> [PolicyFinding] in
            let members = rule.strategies.pinMembers
            let pins = Set(members.map { $0.pin })
            var seen: Set<Pin> = []
            return keysAsCertificates(rule)
                + members.compactMap { (member) -> PolicyFinding? in
                    guard seen.insert(member.pin).inserted, let mistake = mistakes[member.pin] else {
                        return nil
                    }
                    let source = mistake.place.map { " (\(name($0)))" } ?? ""
                    let end = member.role == .backup ? ", so it cannot be a backup" : ""
                    let message = "the pin \(member.pin) is \(mistake.message)\(source)\(end)"
                    guard let right = mistake.rightPin else {
                        return PolicyFinding(
                            .wrongPin, .error, pattern: rule.pattern, message,
                            hint: "compare both pins with their keys, and correct the wrong pin")
                    }
                    let isNew = !pins.contains(right)
                    return PolicyFinding(
                        .wrongPin, .error, pattern: rule.pattern, message,
                        hint: isNew
                            ? "replace it with \(spelled(right))"
                            : backupHint(rule, else: "replace it with the pin of a key that is kept offline"),
                        action: .replacePin(member.pin, with: isNew ? right : nil))
                }
        }
    }

    /// Returns findings about pinned certificate fingerprints that are actually the pins of given keys.
    private func keysAsCertificates(_ rule: PinPolicy.Rule) -> [PolicyFinding] {
        let certificates = rule.strategies.compactMap { $0.certificateSet }.flatMap { $0.members }
        guard !certificates.isEmpty else { return [] }
        var sources: [[UInt8]: String] = [:]
        for object in checked.objects { sources[object.subjectPublicKeyInfo.pin.bytes] = "a given key" }
        for link in evaluation.links { sources[link.pin.bytes] = name(link.index) }
        return certificates.compactMap { (member) in
            sources[member.fingerprint.bytes].map { (source) in
                PolicyFinding(
                    .wrongPin, .error, pattern: rule.pattern,
                    "the certificate pin \(member.fingerprint) is the SHA-256 of the SPKI of \(source), "
                        + "not of a certificate",
                    hint: "pin it as a key, in a strategy of kind public-key")
            }
        }
    }

    private var missingHosts: [PolicyFinding] {
        guard policy.rules.isEmpty else { return [] }
        return [
            PolicyFinding(
                .namesHost, .error, "no host is pinned, so nothing would be checked",
                hint: "add a host with its pins; values computed by source code are not read")
        ]
    }

    private var missingBackups: [PolicyFinding] {
        policy.rules.filter { $0.digestCount < 2 }.map { (rule) in
            PolicyFinding(
                .backupPin, .warning, pattern: rule.pattern, "only one pin and no backup",
                hint: backupHint(
                    rule, else: "make a second key, keep it offline, and add its pin\(withBackupRole)"),
                action: .addBackup)
        }
    }

    private var expiredRules: [PolicyFinding] {
        let foreign = foreignPatterns
        return policy.rules.compactMap { (rule) -> PolicyFinding? in
            guard let expiration = rule.expiration else { return nil }
            let day = PolicyDate.write(expiration)
            if expiration <= now {
                return PolicyFinding(
                    .expired, .error, pattern: rule.pattern,
                    "expired on \(day), so the host is no longer pinned",
                    hint: foreign.contains(rule.pattern)
                        ? "replace the pins, of which none belongs to the chain, before you set a later date"
                        : "check the pins, and set a later expiration date")
            }
            let left = (expiration.secondsSince1970 - now.secondsSince1970) / 86_400
            let days = left == 0 ? "less than a day" : counted(left, "day")
            guard left < Int64(check.horizon) else { return nil }
            return PolicyFinding(
                .expired, .warning, pattern: rule.pattern,
                "expires on \(day), in \(days); then the host is no longer pinned",
                hint: "before that day, release a policy with a later expiration date")
        }
    }

    /// The patterns of the rules that apply to the chain, but have no pin of a key in it.
    private var foreignPatterns: Set<HostPattern> {
        Set(
            rulesOfChain.filter { (rule) in
                !rule.strategies.contains { $0.certificateSet != nil }
                    && !rule.strategies.pinMembers.contains { isPresented($0.pin) }
            }.map { $0.pattern })
    }

    private var reportingRules: [PolicyFinding] {
        policy.rules.filter { !$0.isEnforced }.map { (rule) in
            PolicyFinding(
                .reportOnly, .warning, pattern: rule.pattern, "mismatches are only reported",
                hint: (format.capabilities.enforcement ?? "set 'enforce' to true")
                    + " when no more mismatches are reported")
        }
    }

    private var certificatePins: [PolicyFinding] {
        policy.rules.filter { $0.strategies.contains { $0.certificateSet != nil } }.map { (rule) in
            PolicyFinding(
                .certificatePin, .warning, pattern: rule.pattern,
                "pins whole certificates, so every renewal breaks the app", hint: "pin the keys instead")
        }
    }

    private var publicSuffixes: [PolicyFinding] {
        let wide = policy.rules.filter { $0.pattern.reach != .exact }
        guard !wide.isEmpty else { return [] }
        // Without a list, only the top-level domains are known to be suffixes.
        let suffixes = (check.suffixes ?? PublicSuffixList([])).look(up: wide.map { $0.pattern.host })
        let skipped = PolicyFinding(
            .publicSuffix, .hint, "no list of public suffixes found, so this check was skipped",
            hint: "install the package publicsuffix, or provide a list", action: .giveSuffixes)
        return (check.suffixes == nil ? [skipped] : [])
            + wide.filter { suffixes.contains($0.pattern.host) }.map { (rule) in
                PolicyFinding(
                    .publicSuffix, .error, pattern: rule.pattern,
                    "\(rule.pattern.host) is a public suffix, under which anyone can register a name",
                    hint: "use your own domain below it")
            }
    }
}

extension PinPolicy.Rule {
    /// Returns the rule with additional pins that may match at any position; `nil` if there are none or if all
    /// strategies must match.
    func adding(_ pins: [Pin]) -> PinPolicy.Rule? {
        guard !pins.isEmpty, !mustMatchAll else { return nil }
        let more = PinStrategy.publicKey(PinSet(pins.map { PinSet.Member($0) }), at: .any)
        return PinPolicy.Rule(pattern, strategies + [more], expiration: expiration, isEnforced: isEnforced)
    }

    /// The number of distinct pins and certificates that may match; if all strategies must match, the number in the
    /// smallest strategy.
    var digestCount: Int {
        let digests = strategies.map { Set($0.members.map { $0.matched.digest }) }
        return match == .any
            ? digests.reduce(into: Set()) { $0.formUnion($1) }.count : digests.map { $0.count }.min() ?? 0
    }
}
