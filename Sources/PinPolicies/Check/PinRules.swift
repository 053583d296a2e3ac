import DERKit
import SPKIHash

/// Rules of pinning itself.
extension CheckedRule {
    static let pinRules = [
        CheckedRule(
            code: "known-bad-pin",
            summary: "no pin is a placeholder, all zeros, or the digest of empty input",
            source: "OkHttp, CertificatePinner (the placeholder of its documentation); FIPS 180-4",
            check: knownBadPins),
        CheckedRule(
            code: "wrong-pin", summary: "no pin was made from a key or another pin by mistake",
            source: "RFC 7469 section 2.4", check: wrongPins),
        CheckedRule(
            code: "names-host", summary: "the policy pins at least one host",
            source: "TrustKit, parse_configuration.m", check: hosts),
        CheckedRule(
            code: "backup-pin", summary: "every host has a second pin in case the first key is lost",
            source: "RFC 7469 section 4.3; Android lint, MissingBackupPin", check: backupPins),
        CheckedRule(
            code: "expired", summary: "no host rule has expired or expires soon",
            source: "TrustKit, kTSKExpirationDate; Android, pin-set expiration", check: expiry),
        CheckedRule(
            code: "report-only", summary: "every host rule is enforced",
            source: "TrustKit, kTSKEnforcePinning; RFC 7469 section 2.1.1", check: reportOnly),
        CheckedRule(
            code: "certificate-pin", summary: "keys are pinned rather than certificates",
            source: "OWASP, Certificate and Public Key Pinning", check: certificatePins),
        CheckedRule(
            code: "public-suffix", summary: "no host rule covers all hosts under a public suffix",
            source: "TrustKit, parse_configuration.m; publicsuffix.org", check: publicSuffixes),
    ]

    @Sendable private static func knownBadPins(_ context: CheckContext) -> [Breach] {
        context.policy.rules.flatMap { (rule) in
            rule.strategies.flatMap { $0.members }.map { $0.matched.digest }.compactMap { (digest) in
                KnownBadDigest.what(digest).map { (what) in
                    Breach(
                        .error, pattern: rule.pattern, "the pin \(Base64.encode(digest)) is \(what)",
                        hint: "replace it")
                }
            }
        }
    }

    @Sendable private static func wrongPins(_ context: CheckContext) -> [Breach] {
        context.policy.rules.flatMap { (rule) -> [Breach] in
            let members = rule.strategies.pinMembers
            let pins = Set(members.map { $0.pin })
            var seen: Set<Pin> = []
            return keysAsCertificates(rule, context)
                + members.compactMap { (member) -> Breach? in
                    guard seen.insert(member.pin).inserted, let mistake = context.mistakes[member.pin] else {
                        return nil
                    }
                    let source = mistake.place.map { " (\(context.name($0)))" } ?? ""
                    let message =
                        "the pin \(member.pin) is \(mistake.message)\(source), so it cannot be a backup"
                    guard let right = mistake.rightPin else {
                        return Breach(
                            .error, pattern: rule.pattern, message,
                            hint: "compare both with their keys, and correct the wrong one")
                    }
                    let isNew = !pins.contains(right)
                    return Breach(
                        .error, pattern: rule.pattern, message,
                        hint: isNew
                            ? "replace it with \(context.spelled(right))"
                            : context.backupHint(
                                rule, else: "replace it with the pin of a key that is kept offline"),
                        action: .replacePin(member.pin, with: isNew ? right : nil))
                }
        }
    }

    /// Returns pinned certificate digests that are those of given keys.
    private static func keysAsCertificates(_ rule: PinPolicy.Rule, _ context: CheckContext) -> [Breach] {
        let certificates = rule.strategies.compactMap { $0.certificateSet }.flatMap { $0.members }
        guard !certificates.isEmpty else { return [] }
        var sources: [[UInt8]: (name: String, certificate: String)] = [:]
        for object in context.objects {
            sources[object.subjectPublicKeyInfo.pin.bytes] = ("a given key", "the SHA-256 of a certificate")
        }
        for link in context.evaluation.links {
            sources[link.pin.bytes] = (context.name(link.index), link.fingerprint.map { "\($0)" } ?? "")
        }
        let can = context.format.capabilities
        let form = can.words[.keys] ?? "in a strategy of kind public-key"
        return certificates.compactMap { (member) in
            sources[member.fingerprint.bytes].map { (source, certificate) in
                Breach(
                    .error, pattern: rule.pattern,
                    "the certificate pin \(member.fingerprint) is the SHA-256 of the SPKI of \(source), "
                        + "not of a certificate",
                    hint: can.keys.isEmpty ? "replace it with \(certificate)" : "pin it as a key, \(form)")
            }
        }
    }

    @Sendable private static func hosts(_ context: CheckContext) -> [Breach] {
        guard context.policy.rules.isEmpty else { return [] }
        return [
            Breach(
                .error, "no host is pinned, so nothing would be checked",
                hint: "add a host with its pins; values computed by source code are not read")
        ]
    }

    @Sendable private static func backupPins(_ context: CheckContext) -> [Breach] {
        context.policy.rules.filter { $0.digestCount < 2 }.map { (rule) in
            Breach(
                .warning, pattern: rule.pattern, "only one pin and no backup",
                hint: context.format.capabilities.keys.isEmpty
                    ? "add the SHA-256 of the certificate that the server will have next"
                    : context.backupHint(
                        rule,
                        else: "make a second key, keep it offline, and add its pin\(context.withBackupRole)"),
                action: .addBackup)
        }
    }

    @Sendable private static func expiry(_ context: CheckContext) -> [Breach] {
        let now = context.now.secondsSince1970
        return context.policy.rules.compactMap { (rule) -> Breach? in
            guard let expiration = rule.expiration else { return nil }
            let day = PolicyDate.write(expiration)
            if expiration <= context.now {
                return Breach(
                    .error, pattern: rule.pattern, "expired on \(day), so the host is no longer pinned",
                    hint: "check the pins, and set a later expiration date")
            }
            let left = (expiration.secondsSince1970 - now) / 86_400
            let days = left == 0 ? "less than a day" : counted(left, "day")
            guard left < Int64(context.check.horizon) else { return nil }
            return Breach(
                .warning, pattern: rule.pattern,
                "expires on \(day), in \(days); then the host is no longer pinned",
                hint: "release a policy with a later expiration date before then")
        }
    }

    @Sendable private static func reportOnly(_ context: CheckContext) -> [Breach] {
        context.policy.rules.filter { !$0.isEnforced }.map { (rule) in
            Breach(
                .warning, pattern: rule.pattern, "mismatches are reported but not enforced",
                hint: (context.format.capabilities.words[.enforcement] ?? "set 'enforce' to true")
                    + " when the reports are clean")
        }
    }

    @Sendable private static func certificatePins(_ context: CheckContext) -> [Breach] {
        context.policy.rules.filter { $0.strategies.contains { $0.certificateSet != nil } }.map { (rule) in
            Breach(
                .warning, pattern: rule.pattern, "pins whole certificates, so every renewal breaks the app",
                hint: context.format.capabilities.keys.isEmpty
                    ? "before each renewal, ship a version that also has the next certificate"
                    : "pin the keys instead")
        }
    }

    @Sendable private static func publicSuffixes(_ context: CheckContext) -> [Breach] {
        let wide = context.policy.rules.filter { $0.pattern.reach != .exact }
        guard !wide.isEmpty else { return [] }
        // Without a list, only the top-level domains are known to be suffixes.
        let suffixes = (context.check.suffixes ?? PublicSuffixList([])).look(up: wide.map { $0.pattern.host })
        let skipped = Breach(
            .note, "no list of public suffixes found, so this check was skipped",
            hint: "install the package publicsuffix, or provide a list", action: .giveSuffixes)
        return (context.check.suffixes == nil ? [skipped] : [])
            + wide.filter { suffixes.contains($0.pattern.host) }.map { (rule) in
                Breach(
                    .error, pattern: rule.pattern,
                    "\(rule.pattern.host) is a public suffix, under which anyone can register a name",
                    hint: "use your own domain below it")
            }
    }
}

extension PinPolicy.Rule {
    /// The number of different pins and certificates that may match; if all strategies must match, the number
    /// in the smallest one.
    var digestCount: Int {
        let digests = strategies.map { Set($0.members.map { $0.matched.digest }) }
        return match == .any
            ? digests.reduce(into: Set()) { $0.formUnion($1) }.count : digests.map { $0.count }.min() ?? 0
    }
}
