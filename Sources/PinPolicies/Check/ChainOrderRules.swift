import SPKIHash

/// Checks of the certificates that a server presents, regardless of the pins.
extension CheckContext {
    var chainOrderFindings: [PolicyFinding] {
        [
            wrongOrder, needlessMembers, missingRoot, serverCertificates, interceptions, avoidableFlaws,
            expiringCertificates,
        ].flatMap { $0 }
    }

    func names(_ places: [Int]) -> String {
        let named = places.prefix(PinDecision.mostNamed).map(name).joined(separator: ", ")
        let more = places.count - PinDecision.mostNamed
        return more > 0 ? named + " and \(more) more" : named
    }

    private var wrongOrder: [PolicyFinding] {
        guard !chain.isInOrder else { return [] }
        let strangers = Set(chain.strangers)
        let right = chain.order.filter { !strangers.contains($0) }
        return [
            PolicyFinding(
                .chainOrder, .warning,
                "the certificates are out of order; they were checked in this order: \(names(right))",
                hint: "send them in that order", action: .reorder(right))
        ]
    }

    private var needlessMembers: [PolicyFinding] {
        // A cross-sign has the key and name of a CA on a path; another platform may need it.
        let known = Set(Set(chain.paths.flatMap { $0.members }).compactMap(identity))
        let isCrossSign = { (place: Int) in
            chain[place]?.isAuthority == true && identity(place).map(known.contains) == true
        }
        let crossSigns = chain.strangers.filter(isCrossSign)
        let others = chain.strangers.filter { !isCrossSign($0) }
        func finding(
            _ severity: PolicyFinding.Severity, _ message: String, _ places: [Int], _ hint: String
        ) -> [PolicyFinding] {
            guard !places.isEmpty else { return [] }
            return [PolicyFinding(.chainMembers, severity, "\(message): \(names(places))", hint: hint)]
        }
        return finding(
            .hint, "certificates that are not on any path to a given root were ignored", crossSigns,
            crossSigns.count == 1
                ? "keep it only for platforms that trust the CA that signed it"
                : "keep them only for platforms that trust the CAs that signed them")
            + finding(
                .warning,
                "certificates that are not on any path from the server's own certificate were ignored",
                others, strangersHint)
            + finding(
                .warning, "certificates were given more than once", chain.duplicates.map { $0.first },
                "send each certificate once")
    }

    /// Returns the name and the key of a certificate, which its cross-signs share.
    private func identity(_ place: Int) -> [UInt8]? {
        chain[place].map { Array($0.subject.derBytes) + $0.subjectPublicKeyInfo.derBytes }
    }

    /// The hint for certificates outside the paths. If one of them is a CA, it may be above a missing certificate; the
    /// chain then has one certificate too few, not one too many.
    private var strangersHint: String {
        let open = chain.paths.first { !$0.isComplete && !$0.isAnchored }
        guard let last = open?.members.last, let issuer = chain[last]?.issuer,
            chain.strangers.contains(where: { chain[$0]?.isAuthority == true })
        else { return "remove the certificates that do not belong to the chain of this host" }
        return "remove the certificates that do not belong to the chain, and " + chain.missing("\(issuer)")
    }

    private var missingRoot: [PolicyFinding] {
        guard hasRoots, let path = chain.paths.first, !chain.paths.contains(where: { $0.isAnchored }),
            let last = path.members.last
        else { return [] }
        let isUnfit = chain.unfitIssuers[last] != nil
        let message =
            isUnfit
            ? "\(name(last)) does not lead to any of the given roots, "
                + "because its issuer must not sign certificates"
            : path.isComplete
                ? "\(name(last)) is not one of the given roots"
                : "the issuer of \(name(last)), \(chain[last].map { "\($0.issuer)" } ?? ""), is neither in the chain "
                    + "nor among the roots"
        return [
            PolicyFinding(
                .chainIncomplete, .warning, message,
                hint: isUnfit
                    ? "have the certificate issued by a CA that may sign certificates"
                    : path.isComplete
                        ? "give that certificate as a root if the app trusts it"
                        : "add the certificate of that CA to the chain, or to the roots if the app trusts it")
        ]
    }

    private var serverCertificates: [PolicyFinding] {
        let leaves = chain.leaves
        guard !chain.given.isEmpty, leaves.count != 1 else { return [] }
        guard !leaves.isEmpty else {
            return [
                PolicyFinding(
                    .serverCertificate, .warning,
                    "the server's own certificate is missing; all given certificates are CA certificates",
                    hint: "provide the whole chain that the server presents")
            ]
        }
        return [
            PolicyFinding(
                .serverCertificate, .warning,
                "\(leaves.count) certificates could be the server's own: \(names(leaves))",
                hint: host == nil ? "specify the host of the chain" : CheckContext.oneLeafHint,
                action: host == nil ? .giveHost : nil)
        ]
    }

    /// The advice if several certificates are for the same host. A server may have more than one, for example with RSA
    /// and ECDSA keys.
    static let oneLeafHint =
        "check each of these certificates separately, with its issuers; if the server has several, each must match"

    private var interceptions: [PolicyFinding] {
        guard let proxy = InterceptingProxy(in: chain) else { return [] }
        return [
            PolicyFinding(.interception, .error, "\(name(proxy.place)) \(proxy.message)", hint: proxy.advice)
        ]
    }

    /// The findings about flaws for which only some clients refuse the chain; the judgment reports all other flaws.
    private var avoidableFlaws: [PolicyFinding] {
        checked.judge.flaws.filter { $0.isAvoidable }.prefix(PinDecision.mostNamed).map { (flaw, _) in
            // OpenSSL, for example, does not try another path.
            PolicyFinding(
                .chainConstraints, .warning,
                "TLS clients that try only one path refuse the chain: \(flaw.text(naming: name))",
                hint: hint(flaw))
        }
    }
}
