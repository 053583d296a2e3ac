import DERKit
import SPKIHash
import X509Model

extension CheckedRule {
    /// Rules about the certificates that a server presents, whatever is pinned.
    static let chainOrderRules = [
        CheckedRule(
            code: "chain-order",
            summary: "the chain is in order: the server's own certificate, then each issuer",
            source: "RFC 8446 section 4.4.2; RFC 5246 section 7.4.2", check: order),
        CheckedRule(
            code: "chain-members", summary: "every certificate in the chain is needed",
            source: "RFC 8446 section 4.4.2", check: members),
        CheckedRule(
            code: "chain-incomplete",
            summary: "a path leads from the server's own certificate to a known root",
            source: "RFC 5280 section 6.1", check: incomplete),
        CheckedRule(
            code: "server-certificate", summary: "exactly one certificate of the chain is the server's own",
            source: "RFC 5280 section 4.2.1.9; RFC 9525 section 6", check: serverCertificate),
        CheckedRule(
            code: "interception",
            summary: "the chain is the server's own, not that of an intercepting proxy",
            source: "the names in the certificates of such programs", check: interception),
        CheckedRule(
            code: "host-name", summary: "the server's own certificate is for the host",
            source: "RFC 9525 section 6; Apple's requirements for trusted certificates (103769)",
            check: hostName),
        CheckedRule(
            code: "chain-constraints",
            summary: "the certificates allow each other, their names and their use by a TLS server",
            source: "RFC 5280 section 4.2.1.3, 4.2.1.9, 4.2.1.10 and 4.2.1.12", check: constraints),
    ]

    /// The maximum number of certificates that a message names.
    private static let mostNamed = PinDecision.mostNamed

    private static func names(_ places: [Int], _ check: PolicyCheck) -> String {
        let named = places.prefix(mostNamed).map { check.name($0) }.joined(separator: ", ")
        return places.count > mostNamed ? named + " and \(places.count - mostNamed) more" : named
    }

    @Sendable private static func order(_ check: PolicyCheck) -> [Breach] {
        guard !check.chain.isInOrder else { return [] }
        let strangers = Set(check.chain.strangers)
        let right = check.chain.order.filter { !strangers.contains($0) }
        return [
            Breach(
                .warning,
                "the certificates are out of order; the chain was checked as \(names(right, check))",
                hint: "send them in that order", action: .reorder(right))
        ]
    }

    @Sendable private static func members(_ check: PolicyCheck) -> [Breach] {
        var breaches: [Breach] = []
        let (strangers, duplicates) = (check.chain.strangers, check.chain.duplicates)
        // A cross-sign has the key and name of a CA on a path; another platform may need it.
        let crossSigns = strangers.filter { isCrossSign($0, check) }
        if !crossSigns.isEmpty {
            breaches.append(
                Breach(
                    .note, "leads to no root that was given, and was ignored: \(names(crossSigns, check))",
                    hint: "keep it only for platforms that trust the CA that signed it"))
        }
        let others = strangers.filter { !crossSigns.contains($0) }
        if !others.isEmpty {
            breaches.append(
                Breach(
                    .note,
                    "not on any path from the server's own certificate, and ignored: "
                        + names(others, check),
                    hint: strangersHint(check)))
        }
        if !duplicates.isEmpty {
            breaches.append(
                Breach(
                    .note, "given more than once: " + names(duplicates.map { $0.first }, check),
                    hint: "send each certificate once"))
        }
        return breaches
    }

    /// Returns whether a certificate outside the paths has the name and key of a CA on one of them.
    private static func isCrossSign(_ place: Int, _ check: PolicyCheck) -> Bool {
        guard let certificate = check.chain[place], certificate.isAuthority else { return false }
        return check.chain.paths.contains { (path) in
            path.members.contains { (member) in
                check.chain[member].map {
                    $0.pin == certificate.pin && $0.subject.derBytes == certificate.subject.derBytes
                } ?? false
            }
        }
    }

    /// Returns the hint for certificates outside the paths. A CA there may be above a missing certificate; then
    /// the chain has one certificate too few, not one too many.
    private static func strangersHint(_ check: PolicyCheck) -> String {
        let open = check.chain.paths.first { !$0.isComplete && !$0.isAnchored }
        guard let last = open?.members.last, let issuer = check.chain[last]?.issuer,
            check.chain.strangers.contains(where: { check.chain[$0]?.isAuthority == true })
        else { return "remove the certificates that do not belong to the chain of this host" }
        return check.chain.missing("\(issuer)") + ", and remove those that do not belong to the chain"
    }

    @Sendable private static func incomplete(_ check: PolicyCheck) -> [Breach] {
        guard check.hasRoots, !check.chain.paths.isEmpty,
            !check.chain.paths.contains(where: { $0.isAnchored })
        else { return [] }
        let last = check.chain.paths[0].members.last ?? 0
        let issuer = check.chain[last].map { "\($0.issuer)" } ?? ""
        if check.chain.unfitIssuers[last] != nil {
            return [
                Breach(
                    .warning,
                    "\(check.name(last)) leads to none of the given roots, because its issuer may not sign",
                    hint: "have the certificate issued by a CA that may sign certificates")
            ]
        }
        let message =
            check.chain.paths[0].isComplete
            ? "\(check.name(last)) is not one of the given roots"
            : "the issuer of \(check.name(last)), \(issuer), is neither in the chain nor among the roots"
        return [
            Breach(
                .warning, message,
                hint: "send every certificate between the server's own and the root")
        ]
    }

    @Sendable private static func serverCertificate(_ check: PolicyCheck) -> [Breach] {
        guard !check.chain.given.isEmpty else { return [] }
        let leaves = check.chain.leaves
        if leaves.isEmpty {
            return [
                Breach(
                    .warning,
                    "the server's own certificate is missing; all given certificates are CA certificates",
                    hint: "provide the whole chain that the server presents")
            ]
        }
        guard leaves.count > 1 else { return [] }
        return [
            Breach(
                .warning, "\(leaves.count) certificates could be the server's own: \(names(leaves, check))",
                hint: check.host == nil ? "specify the host of the chain" : PolicyCheck.oneLeafHint,
                action: check.host == nil ? .giveHost : nil)
        ]
    }

    @Sendable private static func interception(_ check: PolicyCheck) -> [Breach] {
        guard let proxy = InterceptingProxy(in: check.chain) else { return [] }
        return [
            Breach(
                .error, "\(check.name(proxy.place)) \(proxy.message)", hint: proxy.advice)
        ]
    }

    @Sendable private static func hostName(_ check: PolicyCheck) -> [Breach] {
        guard let text = check.host, let host = ServerName(text.description) else {
            return otherHosts(check)
        }
        return check.chain.leaves.prefix(mostNamed).compactMap { (place) -> Breach? in
            guard let certificate = check.chain[place], certificate.identifies(host) == false else {
                return nil
            }
            let names = certificate.serverNames ?? []
            let shown = names.prefix(mostNamed).map { "\($0)" }.joined(separator: ", ")
            let more = names.count > mostNamed ? " and \(names.count - mostNamed) more" : ""
            let missing =
                !certificate.extensionList(of: [.subjectAlternativeName]).contains { _ in true }
                ? "it has no subject alternative name" : "its subject alternative name has no DNS name"
            return Breach(
                // curl still uses the common name of a certificate without names.
                names.isEmpty && check.consumers == [.curl] ? .warning : .error,
                "\(check.name(place)) is not for \(text): "
                    + (names.isEmpty
                        ? "\(missing), and Apple, Android and browsers ignore the common name"
                        : "its names are \(shown)\(more)"),
                hint: "provide the chain of \(text), or a certificate with this name")
        }
    }

    /// Returns the rules for hosts that the names in the chain rule out.
    private static func otherHosts(_ check: PolicyCheck) -> [Breach] {
        let others = check.rulesOfOtherHosts
        // A check that compares nothing does not pass.
        let isAll = others.count == check.policy.rules.count
        return others.map { (rule) in
            Breach(
                isAll ? .error : .note, pattern: rule.pattern,
                "the chain belongs to another host according to the names in "
                    + names(check.chain.leaves, check) + "; this host rule was not checked against it",
                hint: "provide the chain of \(rule.pattern.host)")
        }
    }
}
