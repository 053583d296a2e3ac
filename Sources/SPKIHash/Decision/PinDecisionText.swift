import X509Model

extension PinDecision: CustomStringConvertible {
    /// The reason on one line, including any mistake that explains a mismatch.
    public var description: String { explained().text { "certificate \($0 + 1)" } }

    /// Returns the host, if there is one, and the reason on one line.
    ///
    /// - Parameter name: a closure that returns the name to use for the certificate at an index.
    package func text(naming name: (Int) -> String) -> String {
        (host.map { "\($0): " } ?? "") + verdict(name)
    }

    private func verdict(_ name: (Int) -> String) -> String {
        let details: [String]
        switch reason {
        case .matched(let matches): details = matches.map { $0.text(naming: name) }
        case .mismatched(let mismatches):
            // If there are many, only a few are named.
            let named = PinDecision.telling(mismatches)
            let left = mismatches.count - named.count
            details = named.map { $0.text(name) } + (left > 0 ? ["and \(left) more"] : [])
        case .undecided(let undecided):
            let matches = undecided.matches.map { $0.text(naming: name) + " on some paths" }
            details = undecided.causes.map { $0.text(naming: name) } + matches
        case .emptyChain: details = ["the chain is empty"]
        case .invalidChain(let flaws):
            details = flaws.prefix(PinDecision.mostNamed).map { $0.text(naming: name) }
        case .keyWithoutHeader(let place):
            details = [
                "TrustKit cannot hash the key of \(name(place)), and blocks the connection "
                    + "before it compares keys lower in the chain"
            ]
        case .policyRefused(let codes): return summary + " (\(codes.joined(separator: ", ")))"
        case .chainTooLong(let count):
            details = ["\(count) certificates exceed the maximum, \(PinDecision.maximumChainLength)"]
        case .unlisted, .expired: return summary
        }
        return summary + ": " + details.joined(separator: "; ")
    }

    /// The decision in a few words, without the certificates.
    package var summary: String {
        switch reason {
        case .matched: "matched"
        case .mismatched: isAccepted ? "no match, reported only" : "no match"
        case .undecided: isAccepted ? "undecided, reported only" : "undecided"
        case .emptyChain: "no match"
        case .invalidChain: "refused, whatever is pinned"
        case .keyWithoutHeader, .chainTooLong: "refused"
        case .policyRefused: "refused: the app does not use these pins"
        case .unlisted:
            isAccepted
                ? "accepted, but not pinned: the policy does not list this host and accepts unlisted hosts"
                : "refused: the policy does not list this host and refuses unlisted hosts"
        case .expired(let day):
            "accepted, but not pinned: the pins of \(pattern ?? "this host") expired on "
                + String(day.description.prefix(10))
        }
    }

    /// The maximum number of certificates in a message. Most chains are shorter, and if a policy has many rules,
    /// the output repeats the certificates for each rule.
    package static let mostNamed = 8

    /// Returns the mismatches to name, preferably those whose reason is not "is not pinned".
    package static func telling(_ mismatches: [Mismatch]) -> [Mismatch] {
        let isUsual = { (place: Int) in mismatches[place].why == .notPinned }
        let ranked = mismatches.indices.filter { !isUsual($0) } + mismatches.indices.filter(isUsual)
        return ranked.prefix(mostNamed).sorted().map { mismatches[$0] }
    }
}

extension PinDecision.Match: CustomStringConvertible {
    /// Returns the match as text, as in `certificate 1 matches backup pin sha256/… (next key)`.
    package func text(naming certificate: (Int) -> String) -> String {
        let name = label.isEmpty ? "" : " (\(displayed(label)))"
        return "\(certificate(index)) matches \(role.rawValue) \(matched.text)\(name)"
    }

    /// The match, as in `certificate 1 matches backup pin sha256/… (next key)`.
    public var description: String { text { (place) in "certificate \(place + 1)" } }
}

extension PinDecision.Mismatch: CustomStringConvertible {
    /// Returns the mismatch as text, as in `certificate 1 has sha256/…, which is not pinned`.
    fileprivate func text(_ certificate: (Int) -> String) -> String {
        if case .wrongRecipe = why { return "\(certificate(index)) has \(pin); \(why)" }
        return "\(certificate(index)) has \(pin), which \(why)"
    }

    /// Returns the mismatch as text, such as `certificate 1 has sha256/…, which is not pinned`.
    public var description: String { text { "certificate \($0 + 1)" } }
}

extension PinDecision.Why: CustomStringConvertible {
    /// A description of the reason, such as `is not pinned`.
    package var description: String {
        switch self {
        case .notPinned: "is not pinned"
        case .wrongPosition(.leaf): "is pinned for the server's own certificate only"
        case .wrongPosition: "is pinned for a CA certificate, but this certificate is not one"
        case .wrongRecipe(let recipe, let wrong): "the pin \(wrong) is \(recipe.message)"
        case .otherStrategy: "matches one strategy, but all strategies must match"
        case .outsidePath: "is pinned, but is not on a path from the server's own certificate"
        case .otherHeader: "is pinned, but the library hashes this key with the header of another kind"
        case .keyAsCertificate: "is pinned where the SHA-256 of a whole certificate is expected"
        }
    }
}

extension PinDecision.Cause {
    /// Returns a description in one sentence without a final period.
    package func text(naming name: (Int) -> String) -> String {
        switch self {
        case .missingIssuer(let place, let issuer):
            "the issuer of \(name(place)), \(issuer), is missing, and a pin may be for it or for a CA above it"
        case .missingLeaf: "the server's own certificate is missing, and a pin may be for it"
        case .severalLeaves(let places):
            "the server's own certificate may be "
                + places.prefix(PinDecision.mostNamed).map(name).joined(separator: " or ")
                + (places.count > PinDecision.mostNamed
                    ? " or one of \(places.count - PinDecision.mostNamed) more" : "")
        case .severalPaths(let matching, let count):
            "\(matching) of the \(count) paths that a platform may build "
                + (matching == 1 ? "contains" : "contain") + " a pinned key"
        case .tooManyPaths: "a platform may build more paths than can be checked"
        case .unreadEntry: "a policy entry for this host was not understood, and may contain the pin"
        case .unreadCertificate:
            "part of the chain or roots could not be read, and may contain the pinned key"
        case .keyWithoutHeader(let place):
            "TrustKit cannot hash the key of \(name(place)), and blocks the connection there unless a pin is for a "
                + "missing certificate above it"
        }
    }
}

extension ChainFlaw {
    /// Returns a description in one sentence without a final period.
    package func text(naming name: (Int) -> String) -> String {
        switch self {
        case .expired(let place): "\(name(place)) has expired"
        case .notYetValid(let place): "\(name(place)) is not valid yet"
        case .wrongHost(let place): "\(name(place)) is not for this host"
        case .issuerIsNotCA(let issuer, of: let issued):
            "\(name(issuer)) is the issuer of \(name(issued)), but not a CA"
        case .issuerLacksKeyCertSign(let issuer, of: let issued):
            "\(name(issuer)) is the issuer of \(name(issued)), but its key usage lacks keyCertSign"
        case .pathTooLong(below: let place, let limit):
            "\(name(place)) allows at most \(limit) intermediate certificates below it "
                + "(pathLenConstraint)"
        case .nameNotAllowed(by: let place, name: let other, of: let leaf):
            "the name constraints of \(name(place)) do not allow \(other) in \(name(leaf))"
        case .notForServers(let place):
            "the extended key usage of \(name(place)) does not allow TLS servers (serverAuth)"
        }
    }
}
