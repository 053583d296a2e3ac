import DERKit
import X509Model

/// Notes about a server's own certificate for planning a renewal: the changing limits of public CAs.
package enum ServerCertificateNotes {
    /// The maximum validity in days of a public CA's certificate, by date of issue: Baseline Requirements of
    /// the CA/Browser Forum, section 6.3.2, as of ballot SC-081.
    private static let limits: [(year: Int, month: Int, day: Int, days: Int64)] = [
        (2020, 9, 1, 398), (2026, 3, 15, 200), (2027, 3, 15, 100), (2029, 3, 15, 47),
    ]

    /// Returns the maximum validity in days of a certificate that a public CA issues at a given time, and
    /// since when, or `nil` before the first of these limits.
    package static func limit(at issue: DERTime) -> (days: Int64, since: String)? {
        for limit in limits.reversed() {
            guard let start = DERTime(year: limit.year, month: limit.month, day: limit.day), start <= issue
            else {
                continue
            }
            return (limit.days, PolicyDate.write(start))
        }
        return nil
    }

    /// Returns the validity of a certificate in days, rounded up and including both ends (Baseline
    /// Requirements, section 6.3.2), or `nil` if a date is malformed or the dates are in the wrong order.
    package static func lifetime(of certificate: Certificate) -> (issue: DERTime, days: Int64)? {
        guard case .success(let start) = certificate.validity.notBefore.momentResult,
            case .success(let end) = certificate.validity.notAfter.momentResult, start <= end
        else { return nil }
        let seconds = end.secondsSince1970 - start.secondsSince1970 + 1
        return (start, (seconds + 86_399) / 86_400)
    }

    /// Returns the notes about the servers' own certificates in a chain.
    ///
    /// - Parameter name: returns the name of the certificate at a place, for messages.
    package static func findings(of paths: CertificatePaths, naming name: (Int) -> String) -> [PolicyFinding]
    {
        paths.leaves.flatMap { (place) -> [PolicyFinding] in
            guard let certificate = paths[place] else { return [] }
            var findings: [PolicyFinding] = []
            if let (issue, days) = lifetime(of: certificate), let (limit, since) = limit(at: issue),
                days > limit
            {
                findings.append(
                    PolicyFinding(
                        PolicyRule.lifetime, .note,
                        "\(name(place)) is valid for \(days) days; since \(since), public CAs issue certificates for at most \(limit) days",
                        hint: "plan to renew within \(limit) days if a public CA issues it"))
            }
            if isForClients(certificate) {
                findings.append(
                    PolicyFinding(
                        PolicyRule.clientAuth, .note,
                        "\(name(place)) has the extended key usage clientAuth, which public CAs are phasing out",
                        hint:
                            "if the server also acts as a client, use a separate certificate from a private CA"
                    ))
            }
            return findings
        }
    }

    /// Returns whether a certificate is for TLS servers and for TLS clients.
    private static func isForClients(_ certificate: Certificate) -> Bool {
        for member in certificate.extensionList(of: [.extendedKeyUsage]) {
            guard case .success(.extendedKeyUsage(let usage)) = member.decodedResult else { continue }
            return usage.keyPurposes.contains(.serverAuth) && usage.keyPurposes.contains(.clientAuth)
        }
        return false
    }
}

extension PolicyRule {
    /// The rules about a future change.
    package static let ahead = [nextChain, nextUndecided, lifetime, clientAuth, knownCAKey]

    static let nextChain = PolicyRule(
        code: "next-chain", summary: "the chain that the server will present is accepted",
        source: "RFC 7469 section 4.1 and 4.3")

    static let nextUndecided = PolicyRule(
        code: "next-chain-undecided",
        summary:
            "the given certificates are enough to decide whether the chain that the server will present is accepted",
        source: "RFC 7469 section 2.6; RFC 5280 section 6.1")

    static let lifetime = PolicyRule(
        code: "certificate-lifetime",
        summary: "the server's certificate is valid no longer than public CAs allow",
        source: "CA/Browser Forum, Baseline Requirements section 6.3.2, ballot SC-081")

    static let clientAuth = PolicyRule(
        code: "client-auth", summary: "the server's certificate is not for clients",
        source: "Chrome Root Program Policy, dedicated TLS server authentication hierarchies")
}
