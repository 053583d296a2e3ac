import DERKit

/// A flaw in the certificates themselves that makes TLS clients refuse a chain, regardless of any pins. Certificates
/// are identified by their indexes in ``CertificatePaths``.
///
/// If a policy's decision about a server depends on flaws, its reason is `.invalidChain`, with the flaws. To find flaws
/// without pins, use a policy without host rules.
public enum ChainFlaw: Sendable, Hashable {
    /// A certificate has expired.
    case expired(Int)
    /// A certificate is not valid yet.
    case notYetValid(Int)
    /// The server's own certificate is not for the requested host.
    case wrongHost(Int)
    /// The issuer of a certificate is not a CA.
    case issuerIsNotCA(Int, of: Int)
    /// The issuer of a certificate is a CA whose key usage lacks keyCertSign.
    case issuerLacksKeyCertSign(Int, of: Int)
    /// A CA has more intermediate certificates below it than its pathLenConstraint allows.
    case pathTooLong(below: Int, limit: Int)
    /// The name constraints of a CA do not allow a name of the server's own certificate.
    case nameNotAllowed(by: Int, name: GeneralName, of: Int)
    /// The extended key usage of a certificate does not allow its use by TLS servers.
    case notForServers(Int)

    /// The code of the flaw. Codes are a contract: future versions only add to them.
    public var code: IssueCode {
        switch self {
        case .expired: "expired"
        case .notYetValid: "not-yet-valid"
        case .wrongHost: "wrong-host"
        case .issuerIsNotCA: "issuer-not-ca"
        case .issuerLacksKeyCertSign: "issuer-lacks-key-cert-sign"
        case .pathTooLong: "path-too-long"
        case .nameNotAllowed: "name-not-allowed"
        case .notForServers: "not-for-servers"
        }
    }

    /// The index of the certificate that causes the flaw.
    package var place: Int {
        switch self {
        case .expired(let place), .notYetValid(let place), .wrongHost(let place), .notForServers(let place),
            .issuerIsNotCA(let place, _), .issuerLacksKeyCertSign(let place, _), .pathTooLong(let place, _),
            .nameNotAllowed(let place, _, _):
            place
        }
    }
}

extension CertificatePaths {
    /// Returns the flaws of the paths, each with a Boolean value that indicates whether a client can avoid it because
    /// another path has no flaws. If there are more paths than are listed, only the flaws of the only certificate that
    /// may be the server's own are certain. Sources: RFC 5280 sections 4.1.2.5, 4.2.1.3, 4.2.1.9, 4.2.1.10, 4.2.1.12
    /// and 6.1; RFC 9525 section 6.
    ///
    /// - Parameters:
    ///   - host: the requested server; `nil` to allow every name.
    ///   - now: the time at which the certificates must be valid; `nil` to allow every time.
    package func flaws(of host: ServerName?, at now: DERTime?) -> [(flaw: ChainFlaw, isAvoidable: Bool)] {
        var search = FlawSearch(chain: self, host: host, now: now)
        var found: [ChainFlaw] = []
        var seen: Set<ChainFlaw> = []
        var hasUsable = false
        for path in paths {
            let flaws = search.flaws(of: path)
            hasUsable = hasUsable || flaws.isEmpty
            // A path that is not listed may lack the flaws of certificates above the server's own.
            found += flaws.filter {
                seen.insert($0).inserted && (!hasMorePaths || leaves == [$0.place])
            }
        }
        return found.map { ($0, hasUsable) }
    }
}

/// Finds the flaws of paths. Each certificate is examined once.
private struct FlawSearch {
    let chain: CertificatePaths
    let host: ServerName?
    let now: DERTime?
    var limits: [Int: Limits] = [:]
    /// For each leaf and CA, the first name of the leaf that the CA's constraints do not allow; `nil` if they allow all
    /// names.
    var refusedNames: [[Int]: GeneralName?] = [:]
    /// The remaining number of comparisons of a name with a constraint.
    var budget = 1_000_000

    /// The extensions of a certificate that limit its own use and the certificates below it.
    struct Limits {
        var isSelfIssued = false
        var isForServers = true
        var pathLength: Int?
        var names: NameConstraints?
    }

    mutating func flaws(of path: CertificatePaths.Path) -> [ChainFlaw] {
        var flaws: [ChainFlaw] = []
        var intermediates = 0
        for (depth, place) in path.members.enumerated() {
            let own = limits(place)
            // A self-issued certificate at the top of a path is a trust anchor. Platforms apply its constraints, but
            // not all of them apply its extended key usage.
            if !own.isForServers, depth == 0 || !own.isSelfIssued { flaws.append(.notForServers(place)) }
            if depth == 0 || !own.isSelfIssued, let flaw = timeFlaw(place) { flaws.append(flaw) }
            if depth == 0, path.hasLeaf, let host, chain[place]?.identifies(host) == false {
                flaws.append(.wrongHost(place))
            }
            if depth == 0, path.hasLeaf { continue }
            if let limit = own.pathLength, intermediates > limit {
                flaws.append(.pathTooLong(below: place, limit: limit))
            }
            if path.hasLeaf, let leaf = path.members.first, let name = refusedName(of: leaf, by: place) {
                flaws.append(.nameNotAllowed(by: place, name: name, of: leaf))
            }
            if !own.isSelfIssued { intermediates += 1 }
        }
        guard let last = path.members.last, let issuer = chain.unfitIssuers[last] else { return flaws }
        let isCA = chain[issuer]?.isAuthority ?? false
        flaws.append(isCA ? .issuerLacksKeyCertSign(issuer, of: last) : .issuerIsNotCA(issuer, of: last))
        return flaws
    }

    /// Returns the flaw in the dates of a certificate at the time ``now``, or `nil` if there is none or a date cannot
    /// be read. It is not called for a trust anchor, because some platforms accept an expired root or have a newer
    /// certificate for the root's key.
    private func timeFlaw(_ place: Int) -> ChainFlaw? {
        guard let now, let validity = chain[place]?.validity else { return nil }
        if let start = try? validity.notBefore, start > now { return .notYetValid(place) }
        if let end = try? validity.notAfter, end < now { return .expired(place) }
        return nil
    }

    private mutating func limits(_ place: Int) -> Limits {
        if let known = limits[place] { return known }
        var found = Limits()
        guard let certificate = chain[place] else { return found }
        found.isSelfIssued = certificate.isSelfIssued
        found.isForServers = certificate.canServe
        for member in certificate.extensionList(of: [.basicConstraints, .nameConstraints]) {
            switch member.type?.role {
            case .basicConstraints:
                guard let limit = (try? member.decoded(as: BasicConstraints.self))?.pathLengthConstraint,
                    !limit.isNegative, limit.bitWidth <= 16
                else { continue }
                found.pathLength = limit.magnitude.reduce(0) { $0 << 8 | Int($1) }
            default: found.names = (try? member.decoded()) ?? found.names
            }
        }
        limits[place] = found
        return found
    }

    /// Returns the first name of a leaf that a CA does not allow, or `nil` if there is none or ``budget`` is used up.
    private mutating func refusedName(of leaf: Int, by place: Int) -> GeneralName? {
        if let known = refusedNames[[leaf, place]] { return known }
        var refused: GeneralName?
        if budget > 0, let constraints = limits(place).names {
            let count = (constraints.permitted?.count ?? 0) + (constraints.excluded?.count ?? 0)
            for name in chain[leaf]?.serverNames ?? [] {
                budget -= 1 + count
                guard budget > 0 else { break }
                if !constraints.allow(name) {
                    refused = name
                    break
                }
            }
        }
        refusedNames[[leaf, place]] = .some(refused)
        return refused
    }
}

extension NameConstraints {
    /// Returns whether a DNS name or IP address is allowed (RFC 5280 section 4.2.1.10). A wildcard is treated like any
    /// other label.
    fileprivate func allow(_ name: GeneralName) -> Bool {
        if let excluded, excluded.contains(where: { $0.holds(name) == true }) { return false }
        let answers = permitted?.compactMap { $0.holds(name) } ?? []
        return answers.isEmpty || answers.contains(true)
    }
}

extension GeneralSubtree {
    /// Returns whether a name is in the subtree, or `nil` unless both are DNS names or both are IP addresses.
    fileprivate func holds(_ name: GeneralName) -> Bool? {
        switch (base, name) {
        case (.dnsName(let base), .dnsName(let name)):
            guard name.bytes.count >= base.bytes.count else { return false }
            let top: [UInt8] = base.bytes.map(lowercased)
            let host: [UInt8] = name.bytes.map(lowercased)
            guard let first = top.first else { return true }
            let (rest, end) = (host.dropLast(top.count), host.suffix(top.count))
            guard end.elementsEqual(top), let last = rest.last else { return host == top }
            return first == UInt8(ascii: ".") || last == UInt8(ascii: ".")
        case (.ipAddress(let base), .ipAddress(let name)):
            let count = name.bytes.count
            guard base.bytes.count == 2 * count else { return false }
            return zip(zip(base.bytes, name.bytes), base.bytes[count...])
                .allSatisfy { ($0.0 ^ $0.1) & $1 == 0 }
        default: return nil
        }
    }
}
