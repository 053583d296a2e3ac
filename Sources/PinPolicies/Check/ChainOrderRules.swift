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
            code: "chain-members", summary: "every certificate in the chain is needed, and is there once",
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
            code: "chain-constraints",
            summary: "no path of the chain is one that TLS clients refuse",
            source: "RFC 5280 section 4.1.2.5, 4.2.1.3, 4.2.1.9, 4.2.1.10 and 4.2.1.12", check: constraints),
    ]

    /// The maximum number of certificates that a message names.
    static let mostNamed = PinDecision.mostNamed

    static func names(_ places: [Int], _ context: CheckContext) -> String {
        let named = places.prefix(mostNamed).map { context.name($0) }.joined(separator: ", ")
        return places.count > mostNamed ? named + " and \(places.count - mostNamed) more" : named
    }

    @Sendable private static func order(_ context: CheckContext) -> [Breach] {
        guard !context.chain.isInOrder else { return [] }
        let strangers = Set(context.chain.strangers)
        let right = context.chain.order.filter { !strangers.contains($0) }
        return [
            Breach(
                .warning,
                "the certificates are out of order; the chain was checked as \(names(right, context))",
                hint: "send them in that order", action: .reorder(right))
        ]
    }

    @Sendable private static func members(_ context: CheckContext) -> [Breach] {
        var breaches: [Breach] = []
        let (strangers, duplicates) = (context.chain.strangers, context.chain.duplicates)
        // A cross-sign has the key and name of a CA on a path; another platform may need it.
        let crossSigns = strangers.filter { isCrossSign($0, context) }
        if !crossSigns.isEmpty {
            breaches.append(
                Breach(
                    .note, "leads to no root that was given, and was ignored: \(names(crossSigns, context))",
                    hint: "keep it only for platforms that trust the CA that signed it"))
        }
        let others = strangers.filter { !crossSigns.contains($0) }
        if !others.isEmpty {
            breaches.append(
                Breach(
                    .warning,
                    "not on any path from the server's own certificate, and ignored: "
                        + names(others, context),
                    hint: strangersHint(context)))
        }
        if !duplicates.isEmpty {
            breaches.append(
                Breach(
                    .warning, "given more than once: " + names(duplicates.map { $0.first }, context),
                    hint: "send each certificate once"))
        }
        return breaches
    }

    /// Returns whether a certificate outside the paths has the name and key of a CA on one of them.
    private static func isCrossSign(_ place: Int, _ context: CheckContext) -> Bool {
        guard let certificate = context.chain[place], certificate.isAuthority else { return false }
        return context.chain.paths.contains { (path) in
            path.members.contains { (member) in
                context.chain[member].map {
                    $0.pin == certificate.pin && $0.subject.derBytes == certificate.subject.derBytes
                } ?? false
            }
        }
    }

    /// Returns the hint for certificates outside the paths. A CA there may be above a missing certificate; then
    /// the chain has one certificate too few, not one too many.
    private static func strangersHint(_ context: CheckContext) -> String {
        let open = context.chain.paths.first { !$0.isComplete && !$0.isAnchored }
        guard let last = open?.members.last, let issuer = context.chain[last]?.issuer,
            context.chain.strangers.contains(where: { context.chain[$0]?.isAuthority == true })
        else { return "remove the certificates that do not belong to the chain of this host" }
        return context.chain.missing("\(issuer)") + ", and remove those that do not belong to the chain"
    }

    @Sendable private static func incomplete(_ context: CheckContext) -> [Breach] {
        guard context.hasRoots, !context.chain.paths.isEmpty,
            !context.chain.paths.contains(where: { $0.isAnchored })
        else { return [] }
        let last = context.chain.paths[0].members.last ?? 0
        let issuer = context.chain[last].map { "\($0.issuer)" } ?? ""
        if context.chain.unfitIssuers[last] != nil {
            return [
                Breach(
                    .warning,
                    "\(context.name(last)) leads to none of the given roots, because its issuer may not sign",
                    hint: "have the certificate issued by a CA that may sign certificates")
            ]
        }
        let message =
            context.chain.paths[0].isComplete
            ? "\(context.name(last)) is not one of the given roots"
            : "the issuer of \(context.name(last)), \(issuer), is neither in the chain nor among the roots"
        return [
            Breach(.warning, message, hint: "send every certificate between the server's own and the root")
        ]
    }

    @Sendable private static func serverCertificate(_ context: CheckContext) -> [Breach] {
        guard !context.chain.given.isEmpty else { return [] }
        let leaves = context.chain.leaves
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
                .warning, "\(leaves.count) certificates could be the server's own: \(names(leaves, context))",
                hint: context.host == nil ? "specify the host of the chain" : PolicyCheck.oneLeafHint,
                action: context.host == nil ? .giveHost : nil)
        ]
    }

    @Sendable private static func interception(_ context: CheckContext) -> [Breach] {
        guard let proxy = InterceptingProxy(in: context.chain) else { return [] }
        return [
            Breach(.error, "\(context.name(proxy.place)) \(proxy.message)", hint: proxy.advice)
        ]
    }

    /// Returns the flaws that only some clients stumble over. Those that every client refuses are in the judgment.
    @Sendable private static func constraints(_ context: CheckContext) -> [Breach] {
        context.flaws.filter { $0.isAvoidable }.prefix(PinDecision.mostNamed).map { (flaw, _) in
            // OpenSSL, for example, does not try another path.
            Breach(
                .warning,
                "TLS clients that try only one path refuse the chain: \(flaw.text(naming: context.name))",
                hint: context.hint(flaw))
        }
    }
}
