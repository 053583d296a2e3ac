import SPKIHash
import X509Model

extension CheckedRule {
    /// Returns the reasons in the certificates why TLS clients refuse the chain.
    @Sendable static func constraints(_ check: PolicyCheck) -> [Breach] {
        check.chain.flaws.prefix(PinDecision.mostNamed).map { (flaw, isAvoidable) in
            let (message, hint) = text(flaw, check)
            // OpenSSL, for example, does not try another path.
            let clients = isAvoidable ? "TLS clients that try only one path" : "TLS clients"
            return Breach(.warning, "\(clients) refuse the chain: \(message)", hint: hint)
        }
    }

    private static func text(_ flaw: ChainFlaw, _ check: PolicyCheck) -> (message: String, hint: String) {
        switch flaw {
        case .issuerIsNotCA(let issuer, of: let issued):
            (
                "\(check.name(issuer)) is the issuer of \(check.name(issued)), but not a CA",
                "have the certificate issued by a CA"
            )
        case .issuerLacksKeyCertSign(let issuer, of: let issued):
            (
                "\(check.name(issuer)) is the issuer of \(check.name(issued)), but its key usage lacks keyCertSign",
                "have the certificate issued by a CA that may sign certificates"
            )
        case .pathTooLong(below: let place, let limit):
            (
                "\(check.name(place)) allows at most \(counted(limit, "intermediate certificate")) below it "
                    + "(pathLenConstraint)",
                "have the certificate issued by a CA higher in the chain"
            )
        case .nameNotAllowed(by: let place, let name, of: let leaf):
            (
                "the name constraints of \(check.name(place)) do not allow \(name) of \(check.name(leaf))",
                "have the certificate issued by a CA that may issue for this name"
            )
        case .notForServers(let place):
            (
                "the extended key usage of \(check.name(place)) does not allow TLS servers (serverAuth)",
                check.chain[place]?.isAuthority ?? false
                    ? "have the certificate issued by a CA for TLS servers"
                    : "install a certificate with serverAuth"
            )
        }
    }
}
